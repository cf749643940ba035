"""What the last move left to be taken in passing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fairyrules.board import Cell

if TYPE_CHECKING:
    from fairyrules.position import Position


@dataclass(frozen=True, slots=True)
class Passed:
    """What the very next move may take in passing."""

    targets: tuple[Cell, ...]
    """Entering any of them takes the victim."""
    victim: Cell
    taken_by: Callable[["Position", Cell], bool] | None = field(default=None, compare=False)
    """For castling in passing: whether a piece on the cell is entitled. None: a pawn-like capture on the one target."""
