"""Which board a game is played on when nobody chose one: the smallest that fits, else one made for it."""

import binascii
import re
from collections.abc import Iterable

from fairyrules import Game
from reedboard.board.board_name import MOST, is_board_name
from reedboard.board.profile import cells
from reedboard.board.profile.board import BoardProfile
from reedboard.board.profile.errors import ProfileError
from reedboard.board.profile.placement import place


def smallest(profiles: Iterable[BoardProfile], game: Game) -> BoardProfile | None:
    """The board with fewest cells on which the game fits; boards that name the game go first. None when none fits."""
    fitting = [profile for profile in profiles if _fits(profile, game)]
    base = game.id.partition("/")[0]
    return min(fitting, key=lambda profile: (base not in profile.games, len(profile.cells), profile.id), default=None)


def _fits(profile: BoardProfile, game: Game) -> bool:
    try:
        place(profile, game)
    except ProfileError:
        return False
    return True


def synthetic_text(game: Game) -> str:
    """The geometry file of a board with exactly the game's cells and no trays, for a virtual board of any shape.

    Each row of neighbouring cells is one strip; `parse` reads it like any other.
    """
    by_rank: dict[int, list[int]] = {}
    for cell in game.board.cells:
        file, rank = cells.split(game.board.name(cell), game.id)
        by_rank.setdefault(rank, []).append(file)
    sensors, leds, bit, led = [], [], 0, 0
    for rank, files in sorted(by_rank.items()):
        for first, last in _stretches(files):
            corners = f"{cells.name(first, rank)}-{cells.name(last, rank)}"
            count = last - first + 1
            sensors.append(f'[[sensors.run]]\ncells = "{corners}"\ninputs = {count}\nbit = {bit}\n')
            leds.append(f'[[leds.run]]\ncells = "{corners}"\nled = {led}\n')
            bit, led = bit + count, led + count
    return "\n".join(
        [
            f'id = "{_made_for(game.id)}"\nname = "Made for {game.name}"\npitch_mm = 50.0\n',
            '[sensors]\ndriver = "74hc165"\ninputs = 8\n',
            *sensors,
            *leds,
            '[clock]\nbuttons = "wb"\nbuzzer = true\n',
            "[power]\nbudget_ma = 5000\nfuse_ma = 5000\nsupply_ma = 5000\n",
        ]
    )


def _made_for(game_id: str) -> str:
    """The board's name: what a name cannot hold is replaced, and a check of the whole id keeps such names apart.

    >>> _made_for("capablanca"), _made_for("tiny/left=right")
    ('made-for-capablanca', 'made-for-tiny-left-right-27cec52b')
    """
    whole = f"made-for-{game_id}"
    if is_board_name(whole):
        return whole
    plain = re.sub("[^A-Za-z0-9._+-]", "-", whole)
    return f"{plain[: MOST - 9]}-{binascii.crc32(whole.encode()):08x}"


def _stretches(files: list[int]) -> list[tuple[int, int]]:
    """First and last of each unbroken stretch."""
    found: list[tuple[int, int]] = []
    for file in sorted(files):
        if found and found[-1][1] == file - 1:
            found[-1] = (found[-1][0], file)
        else:
            found.append((file, file))
    return found
