"""Writes the traces of this folder anew: `python tests/traces/write.py` from the repository's root.

Ten whole games a game, styles mixed, half of them with trays; and one for each fault kind. `NAME.moves` holds the
truth, `NAME.jsonl` what the sensors said.
"""

from pathlib import Path
from random import Random

import fairyrules
from reedboard.core.trace import format_header, format_line
from reedboard.virtual.hands import Style
from reedboard.virtual.noise import Events, dead, disturbed, stuck
from reedboard.virtual.sitting import PURE, Habit, Sitting, play

GAMES = ("chess", "wildeurasian-qi", "attendance", "xiang-courier", "dual-chess", "sfhiodgei")
HABITS = (frozenset[Habit](), frozenset([Habit.TAKES_BACK]), frozenset([Habit.ILLEGAL]), frozenset([Habit.KNOCKS_OVER]))
PLIES = 40


def write(name: str, sitting: Sitting, events: Events) -> None:
    folder = Path(__file__).parent
    lines = [format_header(sitting.header), *map(format_line, events)]
    (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    (folder / f"{name}.moves").write_text("\n".join(map(str, sitting.moves)) + "\n")


def main() -> None:
    for game in GAMES:
        for number in range(10):
            rng = Random(f"{game} {number}")
            sitting = play(fairyrules.game(game), rng, list(Style), HABITS[number % 4], number % 2 == 0, PLIES)
            write(f"{game}-{number}", sitting, sitting.events)
    for kind, spoil in (("dead", dead), ("stuck", stuck)):
        sitting = play(fairyrules.game("chess"), Random(kind), PURE, plies=PLIES)
        write(f"fault-{kind}", sitting, spoil(sitting.events, "d1", len(sitting.events) // 4))
    sitting = play(fairyrules.game("chess"), Random("lost"), PURE, plies=PLIES)
    write("fault-lost", sitting, disturbed(sitting.events, Random("lost"), 0.02))


if __name__ == "__main__":
    main()
