"""Sittuyin in words."""

from fairyrules.equipment import Chessman, large
from fairyrules.guide import Guide, Topic, Zone
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = Guide(
    summary="The chess of Burma, in which the players put up their own armies behind Pawns that already stand.",
    source="The traditional game of Burma.",
    pieces={
        "K": "One step in any direction. It may never be left attacked.",
        "F": "One step diagonally.",
        "S": "One step diagonally, or straight forward.",
        "N": "Leaps two cells one way and one to the side, whatever stands between.",
        "R": "Any distance along a rank or a file.",
        "P": "One step straight forward; captures one step diagonally forward.",
    },
    topics=(
        Topic(
            "Setting up",
            (
                "Only the Nes stand at the start. White first, the players put one piece after another on empty cells "
                "of their own first three ranks, the Yahhta on the first rank only. Then White moves first.",
            ),
        ),
        Topic(
            "Promotion",
            (
                "A side without a Sitke may, as a move, turn a Ne that stands on a diagonal of the far half into one, "
                "or its last Ne wherever it stands. The Ne becomes a Sitke where it stands, or on an empty cell one "
                "step diagonally, and never where it would attack something at once.",
            ),
        ),
        Topic(
            "The end of a game",
            ("Mate wins; stalemate and the third repetition are draws.", CHESS.topics[-1].paragraphs[1]),
        ),
    ),
    zones=(
        Zone("Where White puts up its pieces", "a1-h3"),
        Zone("Where White's Nes may become a Sitke", "a8 b7 c6 d5 e5 f6 g7 h8"),
    ),
    rulings=CHESS.rulings,
    equipment={
        "K": large(Chessman.KING, 1),
        "F": large(Chessman.QUEEN, 1),
        "S": large(Chessman.BISHOP, 2),
        "N": large(Chessman.KNIGHT, 2),
        "R": large(Chessman.ROOK, 2),
        "P": large(Chessman.PAWN, 8),
    },
    equipment_note="One ordinary set: the Queen is the Sitke, the Bishops are the Sin.",
)
