"""A side that the program plays: told by the player's name, so that every record says it. Pure."""

import re
from typing import Final

NAME: Final = "reedboard level {}"
"""A player's name where the program plays, with the level's number."""

_NAME = re.compile(r"\s*reedboard\s+level\s+([0-9]{1,3})\s*", re.IGNORECASE)


def seat_name(level: int) -> str:
    """The name of the program as a player.

    >>> seat_name(4), level_of(seat_name(4)), level_of("Ada")
    ('reedboard level 4', 4, None)
    """
    return NAME.format(level)


def level_of(name: str) -> int | None:
    """The level at which the program plays under this name; None for a person's."""
    match = _NAME.fullmatch(name)
    return None if match is None else int(match[1])
