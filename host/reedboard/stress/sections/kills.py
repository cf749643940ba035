"""`reedboard stress kills`: the program is killed at chance moments while every write to the disk is slow.

Whatever the page had been sent as settled, and every request that had been answered, must be in the records; and
nothing that was not played.
"""

import random
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from multiprocessing import get_context
from pathlib import Path

import click

from reedboard.archive.database import Archive
from reedboard.bench.report import RESULTS, Report
from reedboard.errors import ReedboardError
from reedboard.stress.running_game import hands, play_until_killed

LATEST_S = 2.0
"""After its first words the program lives for so long at most."""
START_S = 60.0


class Killed:
    """One program, killed; what it had told."""

    def __init__(self, home: Path, seed: int, slow_s: float) -> None:
        self.settled: list[str] = []
        """The moves that were shown as settled last."""
        self.result = ""
        """What the last answer said that the game's result is; "" where nothing is sure."""
        self.answers = 0
        context = get_context("forkserver")
        context.set_forkserver_preload(["reedboard.stress.running_game"])
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=play_until_killed, args=(home, seed, slow_s, theirs), daemon=True)
        process.start()
        theirs.close()
        try:
            if not ours.poll(START_S):
                raise ReedboardError(f"The program said nothing for {START_S:g} s.")
            until = time.monotonic() + random.Random(seed).uniform(0, LATEST_S)
            with suppress(EOFError):
                while (left := until - time.monotonic()) > 0:
                    if ours.poll(left):
                        self._hear(*ours.recv())
                process.kill()
                while True:  # what was said before the end
                    self._hear(*ours.recv())
        finally:
            process.kill()
            process.join()
            ours.close()

    def _hear(self, told: str, settled: list[str]) -> None:
        match told:
            case "shown":
                self.settled = settled
            case "asks":
                self.result = ""
            case "unsaved":
                raise ReedboardError("The program says that it cannot write, on a disk that is only slow.")
            case _:
                self.result, self.answers = told, self.answers + 1

    def broken_by(self, home: Path, played: list[str]) -> str:
        """What is missing in the records or made up, in a sentence; "" where nothing is."""
        with closing(Archive(home)) as archive:
            faults: list[str] = []
            (record,) = archive.records(faults.append)
            moves = [move for move in archive.moves(record.id)]
        if faults:
            return faults[0]
        written = [move.san for move in moves]
        settled = [move.san for move in moves if move.state == "settled"]
        if written[: len(self.settled)] != self.settled:
            return f"shown were {' '.join(self.settled)}, recorded are {' '.join(written)}"
        if settled != played[: len(settled)]:
            return f"recorded are {' '.join(settled)}, played were {' '.join(played[: len(settled)])}"
        if self.result not in ("", record.result):
            return f"answered was that the result is {self.result}, recorded is {record.result}"
        return ""


def kill(count: int, slow_s: float, seed: int, say: Callable[[str], None]) -> tuple[int, int, int]:
    """Settled moves shown, requests answered, and how many kills broke a promise; each of these is told."""
    moves = answers = broke = 0
    for number in range(seed, seed + count):
        with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as work:
            killed = Killed(Path(work), number, slow_s)
            broken = killed.broken_by(Path(work), [position.san(move) for position, move in hands(number)])
        moves, answers = moves + len(killed.settled), answers + killed.answers
        if broken:
            broke += 1
            say(f"seed {number}: {broken}")
    return moves, answers, broke


@click.command()
@click.option("--kills", "count", default=1000, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--slow-ms", default=200, show_default=True, type=click.IntRange(0, 5000), help="A sync's time at most.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds play alike.")
@RESULTS
def command(count: int = 1000, slow_ms: int = 200, seed: int = 1, results: Path | None = None) -> None:
    """Kill a program with a slow disk at chance moments; exit 1 where something seen or answered is lost."""
    report = Report(results)
    moves, answers, broke = kill(count, slow_ms / 1000, seed, lambda words: click.echo(words, err=True))
    columns = ("kills", "settled moves seen", "requests answered", "promises broken")
    report.table(f"Kills while a sync takes up to {slow_ms} ms, chess", columns)
    report.row((str(count), str(moves), str(answers), str(broke)))
    report.close()
    if broke:
        raise SystemExit(1)
