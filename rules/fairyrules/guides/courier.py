"""Courier Chess in words."""

from fairyrules.equipment import Chessman, large, small
from fairyrules.guide import Guide, Ruling, Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = Guide(
    summary=(
        "The great chess of medieval Germany, on twelve files: the Courier, our Bishop, was its new and mighty piece "
        "among short-stepping counsellors."
    ),
    source="Played from about 1200 to 1800, best known from Ströbeck; here in its reconstructed modern form.",
    pieces={
        "K": "One step in any direction.",
        "F": "Ferz, the queen of the old game: one step diagonally.",
        "M": "Man, the sage: one step in any direction; it is no King.",
        "W": "Schleich, the sneak: one step along a rank or file.",
        "E": "Alfil, the old bishop: leaps exactly two cells diagonally.",
        "B": "Any distance diagonally.",
        "N": "Leaps two cells one way and one to the side.",
        "R": "Any distance along a rank or file.",
        "P": "One step straight forward; captures one step diagonally forward. It becomes a Ferz on the far rank.",
    },
    topics=(
        Topic(
            "The opening", ("Both sides start with their a, g and l Pawns advanced, and the Ferz behind the g Pawn.",)
        ),
        Topic("What there is not", ("There is no double step, no en passant and no castling.",)),
        CHESS.topics[-1],
    ),
    rulings=(Ruling("G1", "Stalemate is a draw; the old sources do not agree.", reading=True),),
    equipment={
        "K": large(Chessman.KING, 1),
        "F": large(Chessman.QUEEN, 1),
        "M": small(Chessman.KING, 1),
        "W": small(Chessman.QUEEN, 1),
        "R": large(Chessman.ROOK, 2),
        "B": large(Chessman.BISHOP, 2),
        "N": large(Chessman.KNIGHT, 2),
        "E": small(Chessman.BISHOP, 2),
        "P": small(Chessman.PAWN, 12),
    },
    equipment_note=(
        "Two ordinary sets and four more small Pawns a side, or Pawns of both sizes together. The Couriers are large "
        "Bishops, the Alfils small ones; the counsellors are the Queens and the small King."
    ),
)
