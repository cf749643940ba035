"""`reedboard stress failpoints`: every write, sync, cut, deletion and rename of an evening fails, one after the other.

Each point is an evening of its own. Afterwards the records must hold exactly what was told to be on the disk, in the
files as they are and in what a power cut would have left of them. A failed sync loses what it was to sync, as Linux
does, and later syncs say that all is well.
"""

import logging
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from reedboard.bench.report import RESULTS, Report
from reedboard.stress.disk import FULL, IO_ERROR, disk
from reedboard.stress.evening import Evening
from reedboard.stress.failing_disk import FailingDisk, Failure, lay_down

LONG = 12
"""Calls that fail one after the other where a disk is full for a while."""


FAILURES = (
    Failure("fails once", 1, IO_ERROR),
    Failure("half done, then an error", 1, IO_ERROR, 0.5),
    Failure(f"disk full for {LONG} calls", LONG, FULL, 0.5),
)


def attack(point: int, failure: Failure, seed: int) -> tuple[FailingDisk, str]:
    """One evening in which call number `point` fails; what became of it, and a sentence if a promise was broken."""
    failing = FailingDisk(point, failure)
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as work, _quiet_log():
        home = Path(work) / "home"
        evening = Evening(home, seed)
        try:
            with disk().attacked(home, failing):
                evening.run()
        except Exception as error:
            return failing, f"{type(error).__name__}: {error}"
        broken = evening.promise.broken_by(home)
        if not broken:
            left = Path(work) / "after a power cut"
            lay_down(left, failing.platter.after_a_power_cut(random.Random(point)))
            broken = evening.promise.broken_by(left)
            broken = broken and f"after a power cut: {broken}"
    return failing, broken


@contextmanager
def _quiet_log() -> Iterator[None]:
    """Hundreds of failures are expected here, and none of them is news."""
    log = logging.getLogger("reedboard")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


def points(count: int, seed: int) -> Iterator[tuple[int, Failure]]:
    """The points of a sweep: all there are, or `count` of them spread evenly."""
    whole, broken = attack(-1, FAILURES[0], seed)
    if broken:
        raise click.ClickException(f"Without any failure already: {broken}")
    every = [(point, failure) for point in range(len(whole.calls)) for failure in FAILURES]
    step = max(1, len(every) / count) if count else 1
    yield from (every[int(at * step)] for at in range(int(len(every) / step)))


def sweep(count: int, seed: int, say: Callable[[str], None]) -> tuple[Counter[str], Counter[str]]:
    """How many points there were of each kind, and how many of them broke a promise; each of these is told."""
    tried, broke = Counter[str](), Counter[str]()
    for point, failure in points(count, seed):
        failing, broken = attack(point, failure, seed)
        if failing.failed is None:
            continue  # the evening took another way and made fewer calls
        kind = f"{failing.failed.kind}, {failure.what}"
        tried[kind] += 1
        if broken:
            broke[kind] += 1
            say(f"point {point} ({failing.failed.kind} of {failing.failed.path.name}, {failure.what}): {broken}")
    return tried, broke


@click.command()
@click.option("--points", "count", default=0, type=click.IntRange(0), help="So many, spread evenly (0: all there are).")
@click.option("--seed", default=1, show_default=True, help="Equal seeds play alike.")
@RESULTS
def command(count: int = 0, seed: int = 1, results: Path | None = None) -> None:
    """Let each write, sync, cut, deletion and rename of an evening fail; exit 1 where something promised is lost."""
    report = Report(results)
    tried, broke = sweep(count, seed, lambda words: click.echo(words, err=True))
    report.table("Failing calls, two games of chess, an import and a backup", ("call", "points", "promises broken"))
    for kind in sorted(tried):
        report.row((kind, str(tried[kind]), str(broke[kind])))
    report.row(("all", str(tried.total()), str(broke.total())))
    report.close()
    if broke:
        raise SystemExit(1)
