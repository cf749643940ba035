"""Racing Kings in words."""

from dataclasses import replace

from fairyrules.guide import Topic, Zone
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="A race: both Kings run to the eighth rank, and nobody may ever give check.",
    source="A game of the chess servers, by Vernon Rylands Parton.",
    pieces={kind: text for kind, text in CHESS.pieces.items() if kind != "P"},
    topics=(
        Topic(
            "The race",
            (
                "No move may give check, nor leave one's own King attacked. The first King on the eighth rank wins; "
                "but if White's arrives first and Black's can follow with the very next move, Black may do so, and "
                "the game is drawn.",
            ),
        ),
        Topic(
            "The end of a game",
            ("A side with no legal move draws. So does the third repetition.", CHESS.topics[-1].paragraphs[1]),
        ),
    ),
    zones=(Zone("The finish, the same for both sides", "a8-h8"),),
    equipment={kind: chessman for kind, chessman in CHESS.equipment.items() if kind != "P"},
)
