"""Answers of a sheet's functions that data can give: what has been lost, who keeps what is taken, what an army has.

A sheet may bring any function where `sheet.py` says so. These few are enough for most games, and a reader that is no
Python, as the kernel of the search, understands them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from fairyrules.board import Cell
from fairyrules.effect import HOLDERS, Holder
from fairyrules.moves import Travel
from fairyrules.pieces import Side
from fairyrules.view import View


@dataclass(frozen=True)
class Lost:
    """Of some kinds, those the mover has fewer of on the board than the array gave (`Promotion.into`)."""

    kinds: tuple[str, ...]

    def __call__(self, position: View, move: Travel) -> Iterator[str]:
        """What a piece may become now."""
        del move
        side = position.side
        return (kind for kind in self.kinds if position.count(side, kind) < position.given(side, kind))


@dataclass(frozen=True)
class ByDirection:
    """One kind by a move along a rank or file, another by any other, wherever all else stands (`Promotion.into`)."""

    straight: str
    other: str

    def __call__(self, position: View, move: Travel) -> tuple[str]:
        """What a piece becomes."""
        board = position.board
        same_file = board.file_of(move.origin) == board.file_of(move.target)
        straight = same_file or board.rank_of(move.origin) == board.rank_of(move.target)
        return (self.straight if straight else self.other,)


@dataclass(frozen=True)
class Kept:
    """Who keeps what is taken (`Reserves.captured`): the taker on some cells, the neutral reserve elsewhere."""

    cells: frozenset[Cell] | None = None
    """None for all."""

    def __call__(self, position: View, cell: Cell) -> Holder:
        """Whose reserve a piece taken on the cell goes to."""
        return HOLDERS[position.side] if self.cells is None or cell in self.cells else "n"


@dataclass(frozen=True)
class Has:
    """Whether a side has enough pieces of a kind on some of the board's cells."""

    kind: str
    cells: frozenset[Cell] | None = None
    """As they lie for both sides; None for all."""
    count: int = 1

    def holds(self, position: View, side: Side) -> bool:
        """Whether it has."""
        if self.cells is None:
            return position.count(side, self.kind) >= self.count
        return len([cell for cell in position.cells(side, self.kind) if cell in self.cells]) >= self.count


@dataclass(frozen=True)
class Lies:
    """Whether a piece of some kinds lies in any reserve."""

    kinds: tuple[str, ...]

    def holds(self, position: View, side: Side) -> bool:
        """Whether one does."""
        del side
        return any(kind in self.kinds for reserve in position.reserves or () for kind in reserve)


@dataclass(frozen=True)
class Army:
    """A side's phase as answers to some questions, in their order (`Sheet.phase`)."""

    asks: tuple[Has | Lies, ...]

    def __call__(self, position: View, side: Side) -> tuple[bool, ...]:
        """The answers."""
        return tuple([ask.holds(position, side) for ask in self.asks])
