"""Opponents as people name them: `search`, `search:3`, an engine by path or name: `stockfish`, `usi:/opt/x:5`."""

import random
from pathlib import Path

from reedboard.opponent.door import Opponent, OpponentError
from reedboard.opponent.engines import located
from reedboard.opponent.levels import Levelled, level
from reedboard.opponent.search import SearchOpponent
from reedboard.opponent.uci import UciOpponent
from reedboard.opponent.usi import UsiOpponent

SEARCH = "search"
USI = "usi:"
"""What stands before an engine that speaks USI; those whose names say so need none."""
SPEAK_USI = ("yaneuraou",)
"""Parts of the names of engines that speak USI and not UCI."""


def parted(name: str) -> tuple[str, int | None]:
    """An opponent's name without its level, and the level's number; a number alone is our search's.

    >>> parted("search:3"), parted("usi:/opt/engine"), parted("usi:/opt/engine:5")
    (('search', 3), ('usi:/opt/engine', None), ('usi:/opt/engine', 5))
    >>> parted(r"C:\\engines\\x.exe"), parted("7")
    (('C:\\\\engines\\\\x.exe', None), ('search', 7))

    Raises: OpponentError for a level that is none, or no name.
    """
    mark = USI if name.startswith(USI) else ""
    if name.strip().isdecimal():
        return SEARCH, level(name).number
    who, colon, strength = name.removeprefix(mark).rpartition(":")
    if not colon or "/" in strength or "\\" in strength:
        who, colon = name.removeprefix(mark), ""
    if not who.strip():
        raise OpponentError(f"An opponent needs a name: {SEARCH}, {SEARCH}:3, or the path or name of an engine.")
    return mark + who, level(strength).number if colon else None


def named(name: str, seed: int | None = None) -> Opponent:
    """The opponent of a name; `seed` makes a level's choices come again.

    Raises: OpponentError for a level that is none, or a program that is not there.
    """
    who, strength = parted(name)
    opponent = SearchOpponent() if who == SEARCH else engine(who)
    if strength is None:
        return opponent
    return Levelled(opponent, level(str(strength)), random.randrange(2**32) if seed is None else seed)


def lasting(name: str) -> str:
    """An engine's name as a record keeps it: a path from the root of all folders.

    Raises: OpponentError where there is no such program.
    """
    mark = USI if name.startswith(USI) else ""
    program = name.removeprefix(mark)
    found = located(program)
    return mark + (str(Path(found).absolute()) if Path(program).name != program else program)


def engine(name: str) -> Opponent:
    """The engine of a name. Raises OpponentError where there is no such program."""
    if name.startswith(USI) or any(each in Path(name).name.lower() for each in SPEAK_USI):
        return UsiOpponent(name.removeprefix(USI))
    return UciOpponent(name)
