"""Shogi in words."""

from fairyrules.equipment import tiles
from fairyrules.guide import Guide, Ruling, Topic, Zone

GUIDE = Guide(
    summary=(
        "Japanese chess on nine by nine cells. What is taken changes sides and may be dropped back on the board, so a "
        "game never runs out of pieces, and nearly everything promotes."
    ),
    source="The traditional game of Japan.",
    pieces={
        "K": "One step in any direction.",
        "R": "Any distance along a rank or file.",
        "B": "Any distance diagonally.",
        "G": "Gold general: one step along a rank or file, or diagonally forward.",
        "S": "Silver general: one step diagonally, or straight forward.",
        "N": "Leaps two cells forward and one to the side.",
        "L": "Any distance straight forward.",
        "P": "One step straight forward, to move and to capture.",
        "+R": "Rook and King together.",
        "+B": "Bishop and King together.",
        "+S": "A promoted Silver moves as a Gold general.",
        "+N": "A promoted Knight moves as a Gold general.",
        "+L": "A promoted Lance moves as a Gold general.",
        "+P": "A promoted Pawn moves as a Gold general.",
    },
    topics=(
        Topic(
            "Promotion",
            (
                "A move to, from or within the last three ranks may promote the piece that makes it; Pawn and Lance "
                "must promote on the last rank, the Knight on the last two.",
            ),
        ),
        Topic(
            "Drops",
            (
                "A captured piece joins the taker's hand, unpromoted, and may be put on any empty cell instead of a "
                "move: no second unpromoted Pawn of one's own on a file, nothing where it could never move, and no "
                "Pawn that mates at once.",
            ),
        ),
    ),
    rulings=(
        Ruling(
            "G2",
            "The third repetition of a position is a draw, where Shogi waits for the fourth and punishes perpetual "
            "check.",
            reading=True,
        ),
        Ruling("G1", "A side with no legal move that is not in check draws.", reading=True),
    ),
    zones=(Zone("Where White's pieces promote", "a7-i9"),),
    equipment=tiles(
        {"K": 1, "R": 1, "B": 1, "G": 2, "S": 2, "N": 2, "L": 2, "P": 9}, backs=("+R", "+B", "+S", "+N", "+L", "+P")
    ),
    equipment_note="A Shogi set with a magnet in each piece, or lettered tiles pointed like one.",
)
