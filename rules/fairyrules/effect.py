"""What a move does to the physical pieces, read off the move itself: the ground a footprint is built on.

A cell is its index in the board's grid (`rank * files + file`, both from 0, a1 = 0). A piece is its `Piece`.
A holder is whose reserve a piece goes to or comes from: "w", "b" or "n" (neutral); None is off the game's books
(a captured piece of a game without reserves, the large piece a Pawn becomes).
"""

from dataclasses import dataclass
from typing import Literal

from fairyrules.pieces import Piece

Cell = int
Holder = Literal["w", "b", "n"]
HOLDERS: tuple[Holder, ...] = ("w", "b", "n")
"""In the order of `Position.reserves`; the first two by side."""


@dataclass(frozen=True, slots=True)
class Travel:
    """A piece goes from one cell to another; it stays what it is, or is exchanged there (`Exchange`)."""

    piece: Piece
    origin: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Removal:
    """A piece leaves the board from `cell`: captured, rifled, taken in passing, sacrificed."""

    piece: Piece
    cell: Cell
    holder: Holder | None
    kind_held: str | None
    """The kind it counts as in the reserve ("R" for a taken +R); None without a reserve."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """On `cell` one physical piece is replaced by another: promotion, change in place, swap out of a reserve.

    After a `Travel` to `cell` it is the traveller that is exchanged.
    """

    cell: Cell
    before: Piece
    after: Piece
    given_to: Holder | None
    taken_from: Holder | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece comes onto an empty cell: a drop."""

    piece: Piece
    cell: Cell
    holder: Holder | None


@dataclass(frozen=True, slots=True)
class Turn:
    """The same physical piece counts as another kind from now on (`+X`, guards); a hand may turn it over, or not."""

    cell: Cell
    before: Piece
    after: Piece


@dataclass(frozen=True, slots=True)
class Effect:
    """Everything a move does to the pieces; the mover's travel first, then the castling partner's."""

    travels: tuple[Travel, ...] = ()
    removals: tuple[Removal, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    entries: tuple[Entry, ...] = ()
    turns: tuple[Turn, ...] = ()
