"""Crazyhouse: chess in which what is taken changes sides and may be dropped.

A promoted Pawn is a kind of its own (`+Q`), for it is a Pawn again when taken. Pawns are not dropped on the first and
last rank.

Source: the game as the chess servers play it.
"""

from fairyrules.board import Cell
from fairyrules.effect import HOLDERS
from fairyrules.sheet import Kind, Promotion, Reserves
from fairyrules.variants.chess import SHEET as CHESS
from fairyrules.view import View

OFFICERS = {"Q": "Queen", "R": "Rook", "B": "Bishop", "N": "Knight"}


def may_drop(position: View, kind: str, cell: Cell) -> bool:
    """No Pawn on an end rank."""
    return kind != "P" or 1 < position.rank(cell) < 8


SHEET = CHESS.derive(
    name="Crazyhouse",
    kinds=(
        *CHESS.kinds,
        *(Kind(f"+{letter}", f"{name} that was a Pawn", letter, held="P") for letter, name in OFFICERS.items()),
    ),
    promotions=(Promotion("P", "a8-h8", into=tuple(f"+{letter}" for letter in OFFICERS)),),
    reserves=Reserves(lambda position, _: HOLDERS[position.side], drop_cells="a1-h8", may_drop=may_drop),
    fifty_moves=False,
)
