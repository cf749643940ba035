"""Atomic Chess in words."""

from dataclasses import replace

from fairyrules.guide import Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="Chess with dynamite: every capture explodes, and the King that is blown up has lost.",
    source="A game of the chess servers.",
    pieces=dict(CHESS.pieces) | {"K": "One step in any direction, never capturing: it would blow itself up."},
    topics=(
        Topic(
            "Explosions",
            (
                "The piece that captures leaves the board together with what it takes, and so do all pieces on the "
                "eight cells around the capture, except Pawns. A capture in passing explodes where the taker lands.",
                "No move may blow up one's own King. Whoever blows up the enemy King has won, even out of check.",
                "Kings that stand side by side cannot be in check: the taker would blow up its own King.",
            ),
        ),
        *CHESS.topics,
    ),
)
