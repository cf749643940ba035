"""A side that nobody's hands decide for: told by the player's name, so that every record says who played. Pure."""

import re
from dataclasses import dataclass
from typing import Final

OURS: Final = "reedboard"
"""Whose name stands before a level where our own search plays."""
ENGINE: Final = "engine"
"""What stands before the name or path of an engine."""

_NAME = re.compile(
    rf"\s*(?:{OURS}\s+level\s+([0-9]{{1,3}})|{ENGINE}\s+(\S(?:.*?\S)?)(?:\s+level\s+([0-9]{{1,3}}))?)"
    r"\s*(,\s*resigns)?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a side without hands: our search at a level, or an engine, which may be held to one."""

    level: int | None
    """None: at full strength."""
    engine: str = ""
    """Its name or path; "" for our search."""
    resigns: bool = False
    """Whether it gives up a game that is lost."""

    @property
    def name(self) -> str:
        """The player's name.

        >>> Seat(4).name, Seat(None, "stockfish").name, Seat(3, "/opt/x", resigns=True).name
        ('reedboard level 4', 'engine stockfish', 'engine /opt/x level 3, resigns')
        """
        who = f"{ENGINE} {self.engine}" if self.engine else OURS
        who = who if self.level is None else f"{who} level {self.level}"
        return f"{who}, resigns" if self.resigns else who

    @property
    def short(self) -> str:
        """What it is called in a sentence.

        >>> Seat(4).short, Seat(None, "usi:/opt/x").short
        ('reedboard', 'x')
        """
        return re.split(r"[:/\\]", self.engine)[-1] if self.engine else OURS


def seat_of(name: str) -> Seat | None:
    """Who plays under this name; None for a person.

    >>> seat_of("reedboard level 4"), seat_of("Ada")
    (Seat(level=4, engine='', resigns=False), None)
    >>> seat_of("engine /opt/my engine level 3"), seat_of("engine stockfish")
    (Seat(level=3, engine='/opt/my engine', resigns=False), Seat(level=None, engine='stockfish', resigns=False))
    >>> seat_of("reedboard level 4, resigns").resigns, seat_of("engine stockfish, resigns").engine
    (True, 'stockfish')
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    level = match[1] or match[3]
    return Seat(None if level is None else int(level), match[2] or "", match[4] is not None)
