"""`reedboard stress lines`: a board and its host over a line on which every few lines something happens.

The real firmware and the real session, in simulated time; hands move pieces all the while, and now and then the board
starts again. At every millisecond the host must believe an occupancy that the board had then, and in the end the right
one.
"""

import random
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import click

from reedboard.assets import boards
from reedboard.bench.report import RESULTS, Report
from reedboard.stress.conversation import Conversation, NeverWasError
from reedboard.stress.line_faults import KINDS, LineFaults
from reedboard.virtual.faults import order

TOUCHES = 250
"""Of one conversation."""
RATE = 0.3
RESTARTS = 3
"""Of the board in one conversation."""
CALM_MS = 4000
"""After the last fault everything is right again within this: a heartbeat, a question, a snapshot, twice over."""


def converse(board: str, seed: int) -> tuple[Counter[str], str]:
    """The faults of one conversation by kind, and what the host came to believe wrongly; "" for nothing."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as folder:
        talk = Conversation(boards.load(board), Path(folder), seed=seed)
        talk.run(300)
        faults = LineFaults(RATE, rng)
        talk.board.faults.append(faults)
        try:
            for _ in range(RESTARTS):
                talk.hands(TOUCHES // RESTARTS)
                talk.board.inject_fault(order("reboot"))
            talk.board.inject_fault(None)
            talk.run(CALM_MS)
        except NeverWasError as error:
            return faults.done, str(error)
        return faults.done, "" if talk.agree() else "in the end host and board do not agree"


def attack(board: str, count: int, seed: int, say: Callable[[str], None]) -> tuple[Counter[str], int]:
    """At least `count` faults by kind, and the number of conversations that went wrong; each of these is told."""
    done, broke = Counter[str](), 0
    while done.total() < count:
        faults, wrong = converse(board, seed)
        done += faults
        if wrong:
            broke += 1
            say(f"{board}, seed {seed}: {wrong}")
        seed += 1
    return done, broke


@click.command()
@click.option("--faults", "count", default=50_000, show_default=True, type=click.IntRange(1), help="On each board.")
@click.option("--board", "names", multiple=True, default=("8x8", "17x17"), show_default=True, help="Which boards.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds go alike.")
@RESULTS
def command(
    count: int = 50_000, names: tuple[str, ...] = ("8x8", "17x17"), seed: int = 1, results: Path | None = None
) -> None:
    """Spoil the lines between board and host in twelve ways; exit 1 where the host believes what never was."""
    report = Report(results)
    report.table("Faults of lines while pieces are moved", ("board", *KINDS, "all", "conversations gone wrong"))
    failed = 0
    for name in names:
        done, broke = attack(name, count, seed, lambda words: click.echo(words, err=True))
        report.row((name, *(str(done[kind]) for kind in KINDS), str(done.total()), str(broke)))
        failed += broke
    report.close()
    if failed:
        raise SystemExit(1)
