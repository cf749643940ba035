"""King of the Hill in words."""

from dataclasses import replace

from fairyrules.guide import Topic, Zone
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="Chess with a second way to win: bring your King to the middle of the board.",
    source="A game of the chess servers.",
    topics=(
        *CHESS.topics[:-1],
        Topic(
            "The hill",
            (
                "A King that reaches one of the four cells in the middle wins at once. All other rules are those of "
                "chess: the King may not go there where it would be attacked.",
            ),
        ),
        CHESS.topics[-1],
    ),
    zones=(Zone("The hill, the same for both sides", "d4-e5"),),
)
