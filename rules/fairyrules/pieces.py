"""Sides and pieces, as everybody outside the engine sees them."""

from dataclasses import dataclass
from enum import IntEnum


class Side(IntEnum):
    """White is at the bottom and moves first."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Side":
        """The opponent."""
        return _OTHER[self]

    @property
    def letter(self) -> str:
        """As FEN and the clock buttons write it: "w" or "b"."""
        return "wb"[self]


_OTHER = (Side.BLACK, Side.WHITE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of one side; `kind` is the letter of its kind in upper case, with "+" if promoted ("R", "+R")."""

    side: Side
    kind: str

    def __str__(self) -> str:
        return self.kind if self.side is Side.WHITE else self.kind.lower()
