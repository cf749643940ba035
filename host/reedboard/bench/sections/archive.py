"""How long the records of many games take: a page of the list, searches, one game.

The games are random ones of 100 plies, twenty of them again and again under other names and days: what a search reads
is as long as with different ones. Times are the processor's.
"""

import random
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click

import fairyrules
from reedboard.archive.database import Archive, NewRecord, RecordedMove
from reedboard.archive.pgn_records import pgn_of
from reedboard.archive.search import Search
from reedboard.bench.report import RESULTS, Report

DIFFERENT = 20
PLIES = 100
AT_ONCE = 500
PAGE = 100
ROUNDS = 5
HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'


def random_game(seed: int) -> list[RecordedMove]:
    """The moves of one game."""
    rng, position, moves = random.Random(seed), fairyrules.game("chess").start(), list[RecordedMove]()
    while len(moves) < PLIES:
        going_on = [move for move in position.legal_moves() if position.play(move).outcome() is None]
        if not going_on:
            return random_game(seed + 1000)
        move = rng.choice(going_on)
        moves.append(RecordedMove(len(moves) + 1, 1000 * len(moves), str(move), position.san(move), "settled"))
        position = position.play(move)
    return moves


def fill(archive: Archive, games: int) -> float:
    """Records so many games; gives how many a second."""
    different = [random_game(seed) for seed in range(DIFFERENT)]
    began = time.process_time()
    for first in range(0, games, AT_ONCE):
        archive.add(
            NewRecord(
                "chess",
                None,
                HEADER,
                "imported",
                "pgn",
                different[number % DIFFERENT],
                result=("1-0", "0-1", "1/2-1/2")[number % 3],
                tags={"White": f"Player {number % 997}", "Black": f"Player {number % 991}", "Date": _day(number)},
                digest=str(number),
            )
            for number in range(first, min(first + AT_ONCE, games))
        )
    return games / (time.process_time() - began)


def _day(number: int) -> str:
    return f"{1950 + number % 70}.{1 + number % 12:02}.{1 + number % 28:02}"


def worst_ms(work: Callable[[int], object]) -> float:
    """The longest of some rounds."""
    took = []
    for number in range(ROUNDS):
        began = time.process_time()
        work(number)
        took.append(1000 * (time.process_time() - began))
    return max(took)


@click.command()
@click.option("--games", default=20_000, show_default=True, type=click.IntRange(1), help="How many are recorded.")
@RESULTS
def command(games: int = 20_000, results: Path | None = None) -> None:
    """Measure the records of many games: a page of the list, searches, one game."""
    with tempfile.TemporaryDirectory(prefix="reedboard-bench-") as folder, closing(Archive(Path(folder))) as archive:
        rate = fill(archive, games)
        opening = tuple(move.san for move in random_game(3)[:6])
        asks: dict[str, Callable[[int], object]] = {
            "the newest page": lambda _: archive.records(most=PAGE),
            "a page in the middle": lambda _: archive.records(search=Search(before=games // 2), most=PAGE),
            "by player": lambda n: archive.records(search=Search(player=f"Player {n}"), most=PAGE),
            "by day": lambda n: archive.records(search=Search(since="1999-05", until="1999-06"), most=PAGE),
            "by result": lambda n: archive.records(search=Search(result="0-1"), most=PAGE),
            "by opening": lambda n: archive.records(search=Search(opening=opening), most=PAGE),
            "a player that is not there": lambda n: archive.records(search=Search(player="Nobody"), most=PAGE),
            "how many of a player": lambda n: archive.count(Search(player=f"Player {n}")),
            "one game as PGN": lambda n: pgn_of(archive, games // 2 + n),
        }
        report = Report(results)
        report.table(
            f"{games} games of {PLIES} plies, {rate:.0f} written a second",
            ("asked for", "worst ms of 5, of the processor"),
        )
        for name, ask in asks.items():
            report.row((name, f"{worst_ms(ask):.1f}"))
        report.close()
