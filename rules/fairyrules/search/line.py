"""What a search is asked, and what it answers."""

from dataclasses import dataclass, field
from typing import Final

from fairyrules.moves import Move

MATE: Final = 1_000_000
"""The score of a game won at once; a win in n plies scores n less."""
WON: Final = MATE - 1_000
"""From here on a score is a win that was seen to its end: no search goes a thousand plies deep."""
INFINITE: Final = MATE + 1
"""More than any score."""
MOST_DEPTH: Final = 64
"""Plies; no position that is still open was ever searched so far by this search."""


class Stopped(Exception):  # noqa: N818  # it is no error
    """The search is over its limit, or was told to stop."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to search: whichever bound is met first. Without any the search ends when it is told to stop."""

    nodes: int = 0
    """Positions looked at; 0 for any number."""
    depth: int = MOST_DEPTH
    """Plies."""


@dataclass(frozen=True, slots=True)
class Line:
    """A move with what the search expects after it."""

    move: Move
    score: int
    """For the side to move, in hundredths of what one free cell to move to is worth in value.py; see `mate_in`."""
    depth: int
    """Plies it was searched in full."""
    pv: tuple[Move, ...] = field(repr=False)
    """The moves expected, this one first."""

    @property
    def mate_in(self) -> int | None:
        """Moves until the game is won, negative if it is lost; None where no end was seen.

        >>> Line(None, MATE - 3, 5, ()).mate_in, Line(None, 30 - MATE, 5, ()).mate_in, Line(None, 25, 5, ()).mate_in
        (2, -15, None)
        """
        return mate_in(self.score)


def mate_in(score: int) -> int | None:
    """Moves until the game is won by this score, negative if it is lost, 0 where it is over; None where no end was
    seen."""
    if score >= WON:
        return (MATE - score + 1) // 2
    if score <= -WON:
        return -((MATE + score + 1) // 2)
    return None
