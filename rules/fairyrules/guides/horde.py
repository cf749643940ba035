"""Horde in words."""

from dataclasses import replace

from fairyrules.equipment import Chessman, large
from fairyrules.guide import Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="A whole army against thirty-six Pawns without a King.",
    source="A game of the chess servers, after Dunsany's Chess.",
    topics=(
        Topic(
            "The horde",
            (
                "White has Pawns only, and no King to protect. A White Pawn on the first or second rank may step "
                "twice; after two steps from the first rank it may not be captured in passing.",
            ),
        ),
        *CHESS.topics[:-1],
        Topic(
            "The end of a game",
            (
                "White wins by mate; Black wins by taking every piece White has. Stalemate and the third repetition "
                "are draws, and after fifty moves of each side without a capture or a Pawn move a player may claim a "
                "draw.",
            ),
        ),
    ),
    equipment=dict(CHESS.equipment) | {"P": large(Chessman.PAWN, 36)},
    equipment_note="One ordinary set, and Pawns from wherever they can be had: White needs thirty-six.",
)
