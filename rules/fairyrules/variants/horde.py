"""Horde: a whole army against thirty-six Pawns without a King.

White wins by mate, Black by taking every piece of White's. White's Pawns step twice from the first rank too, where no
capture in passing follows.

Source: the game as the chess servers play it.
"""

from fairyrules.ending import Extinction
from fairyrules.sheet import Kind, Passing
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.with_kinds(Kind("P", "Pawn", "mfWcfFimfW2", home="a1-h2", pawn=True)).derive(
    name="Horde",
    array="rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP",
    castling_letters={"K": "h1", "Q": "a1"},
    passing=(Passing("P", advance=2, taken_at=1, taken_by="P", zone="a3-h3"),),
    endings=(Extinction(),),
)
