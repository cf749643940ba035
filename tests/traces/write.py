"""Writes the traces of this folder anew: `python tests/traces/write.py` from the repository's root.

Ten whole games a game, styles mixed, half of them with trays; and one for each fault kind. `NAME.moves` holds the
truth, `NAME.jsonl` what the sensors said.
"""

from dataclasses import replace
from pathlib import Path
from random import Random

import fairyrules
from reedboard.bench.handlings import PURE, Habit
from reedboard.bench.noise import Events, Failure, disturbed, failing
from reedboard.bench.simulated_game import SimulatedGame, play
from reedboard.bench.style import Style
from reedboard.bench.trial import write

GAMES = ("chess", "wildeurasian-qi", "attendance", "xiang-courier", "dual-chess", "sfhiodgei")
HABITS = (frozenset[Habit](), frozenset([Habit.TAKES_BACK]), frozenset([Habit.ILLEGAL]), frozenset([Habit.KNOCKS_OVER]))
PLIES = 40


def save(name: str, sitting: SimulatedGame, events: Events) -> None:
    write(replace(sitting, events=events), Path(__file__).parent / name)


def main() -> None:
    for game in GAMES:
        for number in range(10):
            rng = Random(f"{game} {number}")
            sitting = play(fairyrules.game(game), rng, list(Style), HABITS[number % 4], number % 2 == 0, PLIES)
            save(f"{game}-{number}", sitting, sitting.events)
    start = fairyrules.game("chess").start()
    board = start.game.board
    occupied = {board.name(cell): start.piece_at(cell) is not None for cell in board.cells}
    for failure in Failure:
        sitting = play(fairyrules.game("chess"), Random(failure.value), PURE, plies=PLIES)
        sites = ("d4", "e5") if failure is Failure.SWAPPED else ("d1",)
        heard = failing(sitting.events, occupied, failure, sites, len(sitting.events) // 4)
        save(f"fault-{failure.value}", sitting, heard)
    sitting = play(fairyrules.game("chess"), Random("lost"), PURE, plies=PLIES)
    save("fault-lost", sitting, disturbed(sitting, Random("lost"), 0.02).events)


if __name__ == "__main__":
    main()
