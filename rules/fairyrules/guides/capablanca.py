"""Capablanca Chess in words."""

from fairyrules.equipment import Chessman, small
from fairyrules.guide import Guide, Topic
from fairyrules.guides.chess import GUIDE as CHESS

CASTLING, EN_PASSANT, _, END = CHESS.topics

GUIDE = Guide(
    summary=(
        "Chess on ten files with two more pieces a side: the Archbishop, Bishop and Knight in one, and the Chancellor, "
        "Rook and Knight in one."
    ),
    source="Proposed by the world champion José Raúl Capablanca in the 1920s, after older games with these pieces.",
    pieces=dict(CHESS.pieces) | {"A": "Bishop and Knight together.", "C": "Rook and Knight together."},
    topics=(
        Topic(
            "Castling",
            (
                "As in chess, but the King goes three cells: to the i file on one side, to the c file on the other. "
                "The Rook comes to the cell beside it, towards the middle.",
            ),
        ),
        EN_PASSANT,
        Topic(
            "Promotion", ("On the far rank a Pawn becomes a Queen, Chancellor, Archbishop, Rook, Bishop or Knight.",)
        ),
        END,
    ),
    rulings=CHESS.rulings,
    equipment=dict(CHESS.equipment)
    | {"P": small(Chessman.PAWN, 10), "A": small(Chessman.BISHOP, 1), "C": small(Chessman.ROOK, 1)},
    equipment_note=(
        "Two ordinary sets and two more small Pawns a side: no set has ten. The Archbishop is a small Bishop and the "
        "Chancellor a small Rook, the lines they ride along."
    ),
)
