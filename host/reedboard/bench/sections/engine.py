"""The rules engine: legal lists and perft beside python-chess in the same run, long games, memory and loading."""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import fairyrules
from fairyrules import generate
from fairyrules.perft import perft
from fairyrules.position import Position
from reedboard.bench import notation
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.timing import ROUND_S, build_of, per_s, python_chess, ratio

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROUNDS = 7
PERFT_DEPTH = 4
LARGEST = "sfhiodgei"
GAME_PLIES = 300
MIDDLEGAME_PLIES = 60
"""After so many random plies the pieces of any of the games are out."""


@click.command()
@click.option("--game", "only", help="Measure the lists of this game only.")
@RESULTS
def command(only: str | None = None, results: Path | None = None) -> None:
    """Measure legal lists and perft leaves per second, with python-chess in the same run; a long game; memory."""
    report = Report(results)
    build = build_of(generate.legal_moves)
    report.table(f"beside python-chess, {build}", ("what", "reedboard", "python-chess", "ratio"))
    against(report, "Kiwipete, legal lists/s", kiwipete_rounds())
    against(report, f"perft {PERFT_DEPTH} from the start, leaves/s", perft_rounds())
    report.table(f"notation beside python-chess, {build}", ("a second", "reedboard", "python-chess", "ratio"))
    for name, rounds in notation.rounds(ROUNDS):
        against(report, name, rounds)
    report.table("legal lists a second", ("game", "array", "middlegame"))
    for game_id in fairyrules.games() if only is None else [only]:
        start, middle = array_with_middlegame(game_id)
        report.row((game_id, f"{lists_per_s(start):,.0f}", f"{lists_per_s(middle):,.0f}"))
    if LARGEST in fairyrules.games():
        long_game(report)
    report.close()


def against(report: Report, name: str, rounds: list[tuple[float, float]]) -> None:
    """A row of ours beside theirs: medians, and the median of the ratios."""
    ours, theirs = (statistics.median(side) for side in zip(*rounds, strict=True))
    report.row((name, f"{ours:,.0f}", f"{theirs:,.0f}", f"{ratio(rounds):.2f}"))


def lists_per_s(position: Position) -> float:
    """Legal lists a second, each made anew."""
    return statistics.median(per_s(lambda: generate.legal_moves(position), ROUND_S / 2) for _ in range(3))


def random_game(start: Position, plies: int, seed: int = 10) -> list[Position]:
    """The positions of a game of random legal moves; shorter if it ends."""
    rng = random.Random(seed)
    positions = [start]
    while len(positions) <= plies and (moves := positions[-1].legal_moves()):
        positions.append(positions[-1].play_unchecked(rng.choice(moves)))
    return positions


def array_with_middlegame(game_id: str) -> tuple[Position, Position]:
    """The two positions of a game whose lists are measured."""
    start = fairyrules.game(game_id).start()
    return start, random_game(start, MIDDLEGAME_PLIES)[-1]


def python_chess_lists() -> Callable[[], object]:
    """What makes python-chess's legal list of Kiwipete."""
    board = python_chess().Board(KIWIPETE)
    return lambda: list(board.legal_moves)


def kiwipete_rounds(rounds: int = ROUNDS) -> list[tuple[float, float]]:
    """Legal lists a second, ours and python-chess's, taken in turn."""
    position, theirs = fairyrules.game("chess").position(KIWIPETE), python_chess_lists()
    return [(per_s(lambda: generate.legal_moves(position)), per_s(theirs)) for _ in range(rounds)]


def perft_rounds(rounds: int = ROUNDS) -> list[tuple[float, float]]:
    """Leaves a second, ours and python-chess's, taken in turn."""
    chess = python_chess()

    def count(board: Any, depth: int) -> int:  # noqa: ANN401  # likewise
        if depth == 1:
            return int(board.legal_moves.count())
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += count(board, depth - 1)
            board.pop()
        return leaves

    game = fairyrules.game("chess")
    fen = game.start().fen()
    trees = []
    for _ in range(rounds):
        ours = _leaves_per_s(lambda: perft(game.position(fen), PERFT_DEPTH))
        trees.append((ours, _leaves_per_s(lambda: count(chess.Board(), PERFT_DEPTH))))
    return trees


def _leaves_per_s(counting: Callable[[], int]) -> float:
    start = time.process_time()
    leaves = counting()
    return leaves / (time.process_time() - start)


def long_game(report: Report) -> None:
    """A whole game on the largest board: each ply its legal moves, play, FEN and hash; memory and time to load."""
    start = time.process_time()
    positions = random_game(fairyrules.game(LARGEST).start(), GAME_PLIES)
    for position in positions:
        position.fen()
        hash(position)
    took = time.process_time() - start
    report.table(LARGEST, ("what", "figure"))
    report.row((f"{len(positions) - 1} random plies with legal moves, FEN and hash", f"{took:.2f} s"))
    report.row(("first legal moves after import", f"{_fresh(LOADING):.2f} s"))
    report.row(("the game loaded and those plies played and kept", f"{_fresh(MEMORY):.1f} MB"))


LOADING = f"""
import time, fairyrules
start = time.perf_counter()
fairyrules.game("{LARGEST}").start().legal_moves()
print(time.perf_counter() - start)
"""
MEMORY = f"""
import tracemalloc, fairyrules
from reedboard.bench.sections import engine
tracemalloc.start()
kept = engine.random_game(fairyrules.game("{LARGEST}").start(), {GAME_PLIES})
print(tracemalloc.get_traced_memory()[1] / 2**20)
"""


def _fresh(script: str) -> float:
    """The figure a script prints in a process of its own."""
    return float(subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout)
