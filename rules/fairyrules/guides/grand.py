"""Grand Chess in words."""

from fairyrules.equipment import Chessman, small
from fairyrules.guide import Guide, Topic, Zone
from fairyrules.guides.chess import GUIDE as CHESS

_, EN_PASSANT, _, END = CHESS.topics

GUIDE = Guide(
    summary=(
        "Chess on ten by ten cells with a Marshal, Rook and Knight in one, and a Cardinal, Bishop and Knight in one. "
        "The Rooks stand alone on the back rank, connected from the start; nobody castles."
    ),
    source="Invented by Christian Freeling in 1984.",
    pieces=dict(CHESS.pieces)
    | {
        "A": "Bishop and Knight together.",
        "C": "Rook and Knight together.",
        "P": "As in chess; its array rank is the third.",
    },
    topics=(
        EN_PASSANT,
        Topic(
            "Promotion",
            (
                "On the eighth and ninth rank a Pawn may become a piece its side has lost, on the tenth it must; with "
                "none lost it cannot go there, though it still gives check.",
            ),
        ),
        END,
    ),
    rulings=CHESS.rulings,
    zones=(Zone("Where a White Pawn may promote", "a8-j9"), Zone("Where a White Pawn must promote", "a10-j10")),
    equipment=dict(CHESS.equipment)
    | {"P": small(Chessman.PAWN, 10), "A": small(Chessman.BISHOP, 1), "C": small(Chessman.ROOK, 1)},
    equipment_note=(
        "Two ordinary sets and two more small Pawns a side: no set has ten. The Cardinal is a small Bishop and the "
        "Marshal a small Rook, the lines they ride along."
    ),
)
