"""`reedboard bench memory`: what the tracker holds after a long game, and whether it grows."""

import gc
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import click

import fairyrules
from reedboard import tracker
from reedboard.bench.handlings import HANDLINGS
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.simulated_game import SimulatedGame, play

STATM = Path("/proc/self/statm")
STYLE = "all styles mixed"
STEP = 100


@click.command()
@click.option("--game", default="sfhiodgei", show_default=True, help="The game to play.")
@click.option("--plies", default=400, type=click.IntRange(min=1), show_default=True, help="Moves of the game at most.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds play equal games.")
@RESULTS
def command(game: str, plies: int, seed: int, results: Path | None) -> None:
    """Follow a long game in a fresh process, and tell the resident memory of it every hundred plies.

    Questions are answered. “grown” is by how much that is more than before the first reading. Linux only.
    """
    sitting = long_game(game, plies, seed)
    report = Report(results)
    report.table(f"{game}: {len(sitting.moves)} plies, {STYLE}, seed {seed}", ("readings", "plies", "MB", "grown MB"))
    told = followed_afresh(sitting)
    for number, ply, megabytes in told:
        report.row((str(number), str(ply), f"{megabytes:.1f}", f"{megabytes - told[0][2]:.1f}"))
    report.close()


def long_game(game: str, plies: int, seed: int) -> SimulatedGame:
    """A seeded game handled in all styles."""
    styles, habits = HANDLINGS[STYLE]
    return play(fairyrules.game(game), Random(f"{seed} {game}"), styles, habits, plies=plies)


def followed_afresh(sitting: SimulatedGame) -> list[tuple[int, int, float]]:
    """What `followed` gives, in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(followed, sitting).result()


def followed(sitting: SimulatedGame) -> list[tuple[int, int, float]]:
    """How many readings had come, the plies shown by then, and the memory then, in MiB; before the first, too."""
    game = fairyrules.game(sitting.header.game)
    start = game.start() if sitting.header.fen is None else game.position(sitting.header.fen)
    belief = tracker.begin(start, sitting.header.trays, sitting.header.slots)
    told = [(0, 0, resident())]
    for number, event in enumerate(sitting.events, 1):
        belief, said = tracker.observe(belief, event)
        for answer in sitting.answers(said, event.t_ms):
            belief, _ = tracker.observe(belief, answer)
        if len(belief.moves) >= STEP * len(told) or number == len(sitting.events):
            told.append((number, len(belief.moves), resident()))
    return told


def resident() -> float:
    """The resident memory of this process in MiB, what is not needed any more set free."""
    gc.collect()
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
