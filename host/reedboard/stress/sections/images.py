"""`reedboard stress images`: power cuts at every moment of an evening, each with files as the disk may leave them.

At each call to the disk the files are taken as they would be found: what was synced, and of the rest nothing, all or
some of it, writes torn at sectors. Each must open as it is and hold what had been told to be on the disk.
"""

import random
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click

from reedboard.archive import journal_copy
from reedboard.archive.check import check
from reedboard.archive.database import FILE
from reedboard.bench.report import RESULTS, Report
from reedboard.stress.disk import Call, disk
from reedboard.stress.evening import Evening, Promise
from reedboard.stress.failing_disk import lay_down
from reedboard.stress.platter import Platter

MOST_AT_ONCE = 1000
"""Images of one evening: 200 KB each until they are looked at."""


@dataclass(frozen=True, slots=True)
class Image:
    """The files that a power cut left, and what had been promised by then; `call` is the one it cut off."""

    files: Mapping[str, bytes]
    promise: Promise
    call: Call

    def broken(self) -> str:
        """What is missing or made up, in a sentence; "" where all is as promised."""
        with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as work:
            folder = Path(work) / "home"
            lay_down(folder, self.files)
            broken = self.promise.broken_by(folder)
            faults = check(folder).faults if not broken and (folder / FILE).exists() else ()
        return broken or (faults[0] if faults else "")


class Camera:
    """Takes images while an evening goes on."""

    def __init__(self, share: float, seed: int) -> None:
        self.images: list[Image] = []
        self.evening: Evening | None = None
        self._share = share
        self._rng = random.Random(seed)
        self._platter = Platter()

    def __call__(self, call: Call) -> None:
        """The power may go before this call."""
        if self.evening is not None and self._rng.random() < self._share and len(self.images) < MOST_AT_ONCE:
            files = {**self._platter.after_a_power_cut(self._rng), **self._copy(call.path.parent)}
            self.images.append(Image(files, self.evening.promise.copy(), call))
        self._platter.done(call)

    def _copy(self, folder: Path) -> Mapping[str, bytes]:
        """The copy of the journal is never synced: any part of it may be there, or none."""
        with suppress(OSError):
            copy = (folder / journal_copy.FILE).read_bytes()
            return {journal_copy.FILE: copy[: self._rng.choice((0, self._rng.randrange(len(copy) + 1), len(copy)))]}
        return {}


def cut_off(count: int, seed: int, say: Callable[[str], None]) -> tuple[int, int]:
    """How many images were looked at, and how many of them broke a promise; each of these is told."""
    looked_at = broke = 0
    evenings = -(-count // 300)
    while looked_at < count:
        camera = Camera(min(1.0, count / evenings / 330), seed)
        with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as work:
            camera.evening = Evening(Path(work) / "home", seed)
            with disk().attacked(Path(work) / "home", camera):
                camera.evening.run()
        for image in camera.images[: count - looked_at]:
            looked_at += 1
            if broken := image.broken():
                broke += 1
                say(f"seed {seed}, before a {image.call.kind} of {image.call.path.name}: {broken}")
        seed += 1
    return looked_at, broke


@click.command()
@click.option("--images", "count", default=10_000, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds play alike.")
@RESULTS
def command(count: int = 10_000, seed: int = 1, results: Path | None = None) -> None:
    """Cut the power at every moment of evenings of play; exit 1 where something promised is lost."""
    report = Report(results)
    looked_at, broke = cut_off(count, seed, lambda words: click.echo(words, err=True))
    report.table("Power cuts, two games of chess, an import and a backup", ("images", "promises broken"))
    report.row((str(looked_at), str(broke)))
    report.close()
    if broke:
        raise SystemExit(1)
