"""Antichess in words."""

from dataclasses import replace

from fairyrules.guide import Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="Chess upside down: captures have to be made, and whoever loses all pieces wins.",
    source="Losing Chess by the rules of the chess servers.",
    pieces=dict(CHESS.pieces) | {"K": "One step in any direction. It may be taken like any other piece."},
    topics=(
        Topic(
            "Captures are forced",
            ("A side that can capture has to; of several captures it may choose one. There is no check.",),
        ),
        CHESS.topics[1],
        Topic(
            "Promotion",
            ("A Pawn that reaches the far rank becomes a Queen, Rook, Bishop, Knight or King of its side at once.",),
        ),
        Topic(
            "The end of a game",
            (
                "A side that has no piece left, or none that can move, has won.",
                "The third time a position stands the game is drawn, and after fifty moves of each side without a "
                "capture or a Pawn move a player may claim a draw.",
            ),
        ),
    ),
    equipment_note="One ordinary set; a second Queen or King comes from the small one.",
)
