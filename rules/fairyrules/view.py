"""A position as a rule sheet's functions see it: what stands where, who moves, what is held. No table of the engine."""

from collections.abc import Hashable
from typing import Protocol

from fairyrules.board import Board, Cell
from fairyrules.effect import Effect
from fairyrules.moves import Move, MoveBook
from fairyrules.pieces import Piece, Side


class View(Protocol):
    """What a sheet may ask of a position; every `Position` answers it."""

    @property
    def side(self) -> Side:
        """Whose turn it is."""

    @property
    def board(self) -> Board:
        """The geometry."""

    @property
    def book(self) -> MoveBook:
        """Makes the moves a sheet adds."""

    @property
    def reserves(self) -> tuple[dict[str, int], ...] | None:
        """White's, Black's, neutral; None in a game without. Nobody changes them."""

    def piece_at(self, cell: Cell) -> Piece | None:
        """The piece on the cell."""

    def pieces(self) -> dict[Cell, Piece]:
        """All pieces by cell, ascending."""

    def count(self, side: int, kind: str) -> int:
        """How many of the kind the side has on the board."""

    def given(self, side: int, kind: str) -> int:
        """How many of the kind the array gave the side."""

    def cells(self, side: int, kind: str) -> list[Cell]:
        """Where the side's pieces of the kind stand, ascending."""

    def king(self, side: Side) -> Cell:
        """Where the side's one royal piece stands; NOWHERE if it has none on the board, or several."""

    def pieces_of(self, side: int) -> dict[Cell, int]:
        """The side's pieces by cell, as numbers of the engine's own; their count is what a sheet may ask."""

    def name_of(self, kind: str) -> str:
        """What a kind is called."""

    def rank(self, cell: Cell, side: int = Side.WHITE) -> int:
        """The cell's rank as the side counts: its own back rank is 1."""

    def has_on_rank(self, side: int, kind: str, rank: int) -> bool:
        """Whether a piece of the side's kind stands on the rank, counted as the side counts."""

    def has_on_file(self, side: int, kind: str, cell: Cell) -> bool:
        """Whether a piece of the side's kind stands on the cell's file."""

    def phase(self, side: int) -> Hashable:
        """What the sheet's `phase` says of the side's army; asked once a position."""

    def reserve(self, holder: str) -> dict[str, int]:
        """The kinds and counts held by "w", "b" or "n" (neutral)."""

    def extra(self, name: str) -> object:
        """The value of one of the sheet's extras."""

    def effect(self, move: Move) -> Effect:
        """What the move does to the pieces."""

    def in_check(self) -> bool:
        """Whether a royal piece of the side to move is attacked."""

    def is_attacked(self, cell: Cell, by: Side) -> bool:
        """Whether a piece of the side could take on the cell, whatever stands there."""

    def peek(self, move: Move) -> "View":
        """The position after a move."""

    def moves_if_open(self) -> list[Move]:
        """The moves that are legal if no ending of the sheet's own is reached."""

    def leaves_no_answer(self, move: Move) -> bool:
        """Whether the opponent would have no legal move after it."""
