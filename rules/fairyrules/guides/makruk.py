"""Makruk in words."""

from fairyrules.equipment import Chessman, Equipment, Set, large
from fairyrules.guide import Guide, Topic, Zone
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = Guide(
    summary=(
        "The chess of Thailand: a short counsellor, generals that step ahead, Pawns that begin face to face, and an "
        "endgame in which the stronger side has to hurry."
    ),
    source="The traditional game of Thailand.",
    pieces={
        "K": "One step in any direction. It may never be left attacked.",
        "M": "One step diagonally.",
        "S": "One step diagonally, or straight forward.",
        "N": "Leaps two cells one way and one to the side, whatever stands between.",
        "R": "Any distance along a rank or a file.",
        "P": "One step straight forward; captures one step diagonally forward. On the sixth rank it is turned over.",
        "+P": "A Bia turned over: it moves as a Met, one step diagonally.",
    },
    topics=(
        Topic(
            "Counting",
            (
                "Once no Bia is left that has not been turned over, the side that is behind may be saved by the count. "
                "While it has more than its Khun, mate has to come within 64 of its moves.",
                "When it has its Khun alone the count begins anew, at the number of pieces on the board, and ends by "
                "what the other side has: 8 moves with two Ruea, 16 with one, 22 with two Khon, 32 with two Ma, 44 "
                "with one Khon, 64 with anything else. When the count is passed, the game is drawn.",
                "The count is a part of the position: count=12/128 says that 12 of 128 moves of both sides are gone.",
            ),
        ),
        Topic(
            "The end of a game",
            ("Mate wins. Stalemate, the third repetition and a count that has run out are draws.",),
        ),
    ),
    zones=(Zone("Where White's Bia are turned over", "a6-h8"),),
    rulings=CHESS.rulings,
    equipment={
        "K": large(Chessman.KING, 1),
        "M": large(Chessman.QUEEN, 1),
        "S": large(Chessman.BISHOP, 2),
        "N": large(Chessman.KNIGHT, 2),
        "R": large(Chessman.ROOK, 2),
        "P": large(Chessman.PAWN, 8),
        "+P": Equipment(Set.LARGE, Chessman.PAWN, 8, same_as="P", turned=True),
    },
    equipment_note=(
        "One ordinary set: the Queen is the Met, the Bishops are the Khon. In Thailand the Bia are shells, turned over "
        "when they are promoted."
    ),
)
