"""S-Chess in words."""

from dataclasses import replace

from fairyrules.equipment import Chessman, small
from fairyrules.guide import Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="Chess with two new pieces a side, which wait beside the board until there is room on the first rank.",
    source="Yasser Seirawan and Bruce Harper, 2007.",
    pieces=dict(CHESS.pieces) | {"H": "Bishop and Knight together.", "E": "Rook and Knight together."},
    topics=(
        Topic(
            "Bringing in Hawk and Elephant",
            (
                "When a piece of the first rank moves for the first time, its side may put the Hawk or the Elephant "
                "on the cell it has left, as a part of the same move. In castling it may be the King's cell or the "
                "Rook's, but only one of the two.",
                "A piece that is taken where it began opens no gate. The Knight's first move with a Hawk behind it is "
                "written Nc3/H, castling with the Elephant on the Rook's cell O-O/Eh1. The cells that are still gates "
                "are a part of the position: gates=a1b1.",
            ),
        ),
        *CHESS.topics[:2],
        Topic(
            "Promotion",
            ("A Pawn that reaches the far rank becomes a Queen, Rook, Bishop, Knight, Hawk or Elephant at once.",),
        ),
        CHESS.topics[-1],
    ),
    equipment=dict(CHESS.equipment) | {"H": small(Chessman.BISHOP, 1), "E": small(Chessman.ROOK, 1)},
    equipment_note="One ordinary set, and a Bishop and a Rook of the small one for the Hawk and the Elephant.",
)
