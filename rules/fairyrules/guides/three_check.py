"""Three-check in words."""

from dataclasses import replace

from fairyrules.guide import Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="Chess with a second way to win: give check for the third time.",
    source="A game of the chess servers.",
    topics=(
        *CHESS.topics[:-1],
        Topic(
            "Three checks",
            (
                "Whoever gives check with a third move of the game wins at once. A move that gives check with two "
                "pieces counts once. Positions are written with the checks given so far: checks=2/0 says that White "
                "needs one more.",
            ),
        ),
        CHESS.topics[-1],
    ),
)
