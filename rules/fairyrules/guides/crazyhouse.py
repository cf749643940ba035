"""Crazyhouse in words."""

from fairyrules.equipment import Chessman, small
from fairyrules.guide import Guide, Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = Guide(
    summary="Chess in which a captured piece changes sides and may be dropped back on the board.",
    source="Grown out of bughouse, the game of two boards and four players.",
    pieces=dict(CHESS.pieces)
    | {
        "+Q": "A Pawn promoted to a Queen; taken, it is a Pawn again.",
        "+R": "A Pawn promoted to a Rook; taken, it is a Pawn again.",
        "+B": "A Pawn promoted to a Bishop; taken, it is a Pawn again.",
        "+N": "A Pawn promoted to a Knight; taken, it is a Pawn again.",
    },
    topics=(
        Topic(
            "Drops",
            (
                "A captured piece joins the taker's hand, and may be put on any empty cell instead of a move; Pawns "
                "not on the first or last rank. A drop may give mate.",
            ),
        ),
        *CHESS.topics[:-1],
        Topic(
            "The end of a game",
            ("Checkmate wins; stalemate and the third repetition are draws. Quiet moves are not counted.",),
        ),
    ),
    rulings=CHESS.rulings,
    equipment=dict(CHESS.equipment)
    | {
        "+Q": small(Chessman.QUEEN, 1),
        "+R": small(Chessman.ROOK, 2),
        "+B": small(Chessman.BISHOP, 2),
        "+N": small(Chessman.KNIGHT, 2),
    },
    equipment_note=(
        "The large set plays; a promoted Pawn is shown by a small piece, so that everyone sees it will be a Pawn "
        "again. Captured pieces change sides: have a second set in the other colour at hand for the drops."
    ),
)
