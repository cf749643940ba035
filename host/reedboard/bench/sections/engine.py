"""The rules engine: legal lists and perft beside python-chess in the same run, long games, memory and loading."""

import importlib
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import click

import fairyrules
from fairyrules import generate
from fairyrules.perft import perft
from fairyrules.position import Position
from reedboard.errors import ReedboardError

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROUNDS = 7
ROUND_S = 0.2
"""Long enough for some thousand lists, short enough that all games take a minute."""
PERFT_DEPTH = 4
LARGEST = "sfhiodgei"
GAME_PLIES = 300
MIDDLEGAME_PLIES = 60
"""After so many random plies the pieces of any of the games are out."""


@click.command()
@click.option("--game", "only", help="Measure the lists of this game only.")
def command(only: str | None = None) -> None:
    """Legal lists and perft leaves per second, with python-chess in the same run; a long game; memory."""
    click.echo(f"built: {'compiled' if is_compiled() else 'plain Python'}, CPython {sys.version.split()[0]}")
    theirs = against_python_chess()
    click.echo(f"{'legal lists/s':<40}{'array':>10}{'middlegame':>12}")
    for game_id in fairyrules.games() if only is None else [only]:
        start = fairyrules.game(game_id).start()
        middle = random_game(start, MIDDLEGAME_PLIES)[-1]
        click.echo(f"  {game_id:<38}{lists_per_s(start):>10,.0f}{lists_per_s(middle):>12,.0f}")
    click.echo(f"  {'python-chess, Kiwipete':<38}{theirs:>22,.0f}")
    if LARGEST in fairyrules.games():
        long_game()


def is_compiled() -> bool:
    """Whether the engine's files run as the optional compiled build."""
    return not str(generate.__file__).endswith(".py")


def per_s(work: Callable[[], object], least_s: float = ROUND_S) -> float:
    """How often a second the work is done, in CPU time."""
    work()
    done = 0
    start = time.process_time()
    while True:
        for _ in range(10):
            work()
        done += 10
        took = time.process_time() - start
        if took >= least_s:
            return done / took


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


def against_python_chess() -> float:
    """Prints both ratios; gives python-chess's lists a second."""
    try:
        chess = importlib.import_module("chess")
    except ImportError:
        raise ReedboardError("python-chess is not installed; for the comparison run: pip install chess") from None
    game = fairyrules.game("chess")
    board, position = chess.Board(KIWIPETE), game.position(KIWIPETE)
    lists = [
        (per_s(lambda: generate.legal_moves(position)), per_s(lambda: list(board.legal_moves))) for _ in range(ROUNDS)
    ]
    _print_ratio("Kiwipete, legal lists/s", lists)

    def count(board: Any, depth: int) -> int:  # noqa: ANN401  # only a test dependency, so its types are not known
        if depth == 1:
            return int(board.legal_moves.count())
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += count(board, depth - 1)
            board.pop()
        return leaves

    fen = game.start().fen()
    trees = []
    for _ in range(ROUNDS):
        ours = _leaves_per_s(lambda: perft(game.position(fen), PERFT_DEPTH))
        trees.append((ours, _leaves_per_s(lambda: count(chess.Board(), PERFT_DEPTH))))
    _print_ratio(f"perft {PERFT_DEPTH} from the start, leaves/s", trees)
    return statistics.median(theirs for _, theirs in lists)


def _leaves_per_s(counting: Callable[[], int]) -> float:
    start = time.process_time()
    leaves = counting()
    return leaves / (time.process_time() - start)


def _print_ratio(what: str, rounds: list[tuple[float, float]]) -> None:
    ours, theirs = (statistics.median(side) for side in zip(*rounds, strict=True))
    ratio = statistics.median(mine / other for mine, other in rounds)
    click.echo(f"{what:<40}{ours:>12,.0f}   python-chess {theirs:>10,.0f}   ratio {ratio:.2f}")


def long_game() -> None:
    """A whole game on the largest board: each ply its legal moves, play, FEN and hash; memory and time to load."""
    start = time.process_time()
    positions = random_game(fairyrules.game(LARGEST).start(), GAME_PLIES)
    for position in positions:
        position.fen()
        hash(position)
    took = time.process_time() - start
    click.echo(f"{LARGEST}: {len(positions) - 1} random plies with legal moves, FEN and hash: {took:.2f} s")
    click.echo(f"{LARGEST}: first legal moves {_fresh(LOADING):.2f} s after import")
    click.echo(f"{LARGEST}: {_fresh(MEMORY):.1f} MB for the game loaded and those plies played and kept")


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
