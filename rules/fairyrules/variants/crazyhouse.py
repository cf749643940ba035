"""Crazyhouse: chess in which what is taken changes sides and may be dropped.

A promoted Pawn is a kind of its own (`+Q`), for it is a Pawn again when taken. Pawns are not dropped on the first and
last rank.

Source: the game as the chess servers play it.
"""

from dataclasses import replace

from fairyrules.declared import Kept
from fairyrules.sheet import Kind, Promotion, Reserves
from fairyrules.variants.chess import SHEET as CHESS

OFFICERS = {"Q": "Queen", "R": "Rook", "B": "Bishop", "N": "Knight"}


SHEET = CHESS.derive(
    name="Crazyhouse",
    kinds=(
        replace(CHESS.kinds[0], drops="a2-h7"),
        *CHESS.kinds[1:],
        *(Kind(f"+{letter}", f"{name} that was a Pawn", letter, held="P") for letter, name in OFFICERS.items()),
    ),
    promotions=(Promotion("P", "a8-h8", into=tuple(f"+{letter}" for letter in OFFICERS)),),
    reserves=Reserves(Kept(), drop_cells="a1-h8"),
    fifty_moves=False,
)
