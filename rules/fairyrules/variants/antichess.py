"""Antichess: who has nothing left to move has won, and captures have to be made.

The King is a piece like any other: it may be taken, a Pawn may become one, and it never castles.

Source: the game as the chess servers play it (Losing Chess by the international rules).
"""

from fairyrules.ending import Extinction
from fairyrules.sheet import Kind, Promotion
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.with_kinds(Kind("K", "King", "K")).derive(
    name="Antichess",
    promotions=(Promotion("P", "a8-h8", into=("Q", "R", "B", "N", "K")),),
    castlings=(),
    castling_letters={},
    endings=(Extinction(wins=True),),
    must_capture=True,
    stalemate_wins=True,
)
