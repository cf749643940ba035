"""How long the records of many games take: a page of the list, searches, one game; and how fast games are imported.

The games are random ones of 100 plies, twenty of them again and again under other names and days: what a search reads
is as long as with different ones. Those imported are all different. Times are the processor's, but for those imported:
several processes read, so what counts is how long somebody waits.
"""

import random
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

import click

import fairyrules
from fairyrules import Position, pgn
from fairyrules.moves import Move
from fairyrules.pgn import GameRecord
from reedboard.archive import positions
from reedboard.archive.database import Archive, NewRecord, RecordedMove
from reedboard.archive.pgn_records import bring_in, pgn_of
from reedboard.archive.search import Search
from reedboard.bench.report import RESULTS, Report

DIFFERENT = 20
PLIES = 100
AT_ONCE = 500
PAGE = 100
ROUNDS = 5
HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'


def random_game(seed: int) -> list[Move]:
    """The moves of one game."""
    rng, position, moves = random.Random(seed), fairyrules.game("chess").start(), list[Move]()
    while len(moves) < PLIES:
        going_on = [move for move in position.legal_moves() if position.play(move).outcome() is None]
        if not going_on:
            return random_game(seed + 1000)
        move = rng.choice(going_on)
        moves.append(move)
        position = position.play(move)
    return moves


def stood(moves: Iterable[Move]) -> list[Position]:
    """The positions of a game."""
    return list(GameRecord.of(fairyrules.game("chess").start(), moves).positions())


def recorded(moves: Sequence[Move]) -> list[RecordedMove]:
    """The moves of a game as they are recorded."""
    return [
        RecordedMove(ply, 1000 * ply, str(move), before.san(move), "settled")
        for ply, (move, before) in enumerate(zip(moves, stood(moves), strict=False), 1)
    ]


def fill(archive: Archive, games: int) -> float:
    """Records so many games; gives how many a second."""
    different = [(recorded(moves), positions.codes(stood(moves))) for moves in map(random_game, range(DIFFERENT))]
    began = time.process_time()
    for first in range(0, games, AT_ONCE):
        archive.add(
            NewRecord(
                "chess",
                None,
                HEADER,
                "imported",
                "pgn",
                different[number % DIFFERENT][0],
                result=("1-0", "0-1", "1/2-1/2")[number % 3],
                tags={"White": f"Player {number % 997}", "Black": f"Player {number % 991}", "Date": _day(number)},
                digest=str(number),
                codes=different[number % DIFFERENT][1],
            )
            for number in range(first, min(first + AT_ONCE, games))
        )
    return games / (time.process_time() - began)


def import_rate(games: int) -> tuple[float, float]:
    """Games a second that are imported, and that are known already when the same file comes once more."""
    start = fairyrules.game("chess").start()
    text = "\n".join(pgn.write(GameRecord.of(start, random_game(seed), "1-0")) for seed in range(games))
    with tempfile.TemporaryDirectory(prefix="reedboard-bench-") as folder, closing(Archive(Path(folder))) as archive:
        began = time.perf_counter()
        bring_in(archive, text, "a file")
        done = time.perf_counter()
        bring_in(archive, text, "a file")
        return games / (done - began), games / (time.perf_counter() - done)


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
@click.option("--imported", default=2000, show_default=True, type=click.IntRange(1), help="How many are imported.")
@RESULTS
def command(games: int = 20_000, imported: int = 1000, results: Path | None = None) -> None:
    """Measure the records of many games: a page of the list, searches, one game."""
    with tempfile.TemporaryDirectory(prefix="reedboard-bench-") as folder, closing(Archive(Path(folder))) as archive:
        rate = fill(archive, games)
        opening = tuple(move.san for move in recorded(random_game(3)[:6]))
        third = stood(random_game(3))
        empty = fairyrules.game("chess").position("8/8/4k3/8/8/4K3/8/R7 w - - 0 1")
        asks: dict[str, Callable[[int], object]] = {
            "the newest page": lambda _: archive.records(most=PAGE),
            "a page in the middle": lambda _: archive.records(search=Search(before=games // 2), most=PAGE),
            "by player": lambda n: archive.records(search=Search(player=f"Player {n}"), most=PAGE),
            "by day": lambda n: archive.records(search=Search(since="1999-05", until="1999-06"), most=PAGE),
            "by result": lambda n: archive.records(search=Search(result="0-1"), most=PAGE),
            "by opening": lambda n: archive.records(search=Search(opening=opening), most=PAGE),
            "by position, ply 2": lambda _: positions.find(archive, third[2], most=PAGE),
            "by position, ply 60": lambda _: positions.find(archive, third[60], most=PAGE),
            "a position that is not there": lambda _: positions.find(archive, empty, most=PAGE),
            "how many with a position": lambda _: archive.count(positions.in_games(Search(), third[60])),
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
        bytes_a_game = archive.path.stat().st_size / games
        report.table(f"{imported} other games imported from PGN", ("what", "figure"))
        new, again = import_rate(imported)
        report.row(("games a second", f"{new:.0f}"))
        report.row(("games a second, the same once more", f"{again:.0f}"))
        report.row(("bytes a game in the records", f"{bytes_a_game:.0f}"))
        report.row(("of these for searching by position", f"{len(positions.codes(third)):.0f}"))
        report.close()
