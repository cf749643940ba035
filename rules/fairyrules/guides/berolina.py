"""Berolina Chess in words."""

from dataclasses import replace

from fairyrules.guide import Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="Chess with Pawns turned about: they move diagonally and capture straight ahead.",
    source="Edmund Hebermann, 1926.",
    pieces=dict(CHESS.pieces)
    | {
        "P": "One step diagonally forward, or two from its array rank, onto empty cells; it captures one step forward.",
    },
    topics=(
        CHESS.topics[0],
        Topic(
            "En passant",
            (
                "A Pawn that has just gone two steps may be captured by an enemy Pawn as if it had gone one: the "
                "taker steps straight ahead onto the cell between. Only the very next move may do so.",
            ),
        ),
        *CHESS.topics[2:],
    ),
)
