"""Orthodox chess in words."""

from fairyrules.equipment import Chessman, large
from fairyrules.guide import Guide, Ruling, Topic

GUIDE = Guide(
    summary=(
        "The game of the Laws of Chess: sixteen pieces a side on 64 cells, and the first to leave the enemy King "
        "attacked without a reply has won."
    ),
    source="International chess as FIDE's Laws describe it.",
    pieces={
        "K": "One step in any direction. It may never be left attacked.",
        "Q": "Any distance straight or diagonally, until something is in the way.",
        "R": "Any distance along a rank or a file.",
        "B": "Any distance diagonally, so always on cells of one colour.",
        "N": "Leaps two cells one way and one to the side, whatever stands between.",
        "P": (
            "One step forward, or two from its array rank, onto empty cells; it captures one step diagonally forward."
        ),
    },
    topics=(
        Topic(
            "Castling",
            (
                "King and Rook that have both never moved, with nothing between them: the King goes two cells towards "
                "the Rook, and the Rook to the cell the King passed over. The King may not be in check, pass an "
                "attacked cell or end on one.",
            ),
        ),
        Topic(
            "En passant",
            (
                "A Pawn that has just made its double step may be captured by an enemy Pawn as if it had made a "
                "single one. Only the very next move may do so.",
            ),
        ),
        Topic(
            "Promotion",
            ("A Pawn that reaches the far rank becomes a Queen, Rook, Bishop or Knight of its side at once.",),
        ),
        Topic(
            "The end of a game",
            (
                "A side in check with no legal move is mated and loses; a side not in check with no legal move is "
                "stalemated, and the game is drawn.",
                "The third time a position stands with the same side to move and the same rights, the game is drawn. "
                "After fifty moves of each side without a capture or a Pawn move a player may claim a draw.",
            ),
        ),
    ),
    rulings=(Ruling("G2", "The third repetition ends the game as a draw without anybody claiming it.", reading=True),),
    equipment={
        "K": large(Chessman.KING, 1),
        "Q": large(Chessman.QUEEN, 1),
        "R": large(Chessman.ROOK, 2),
        "B": large(Chessman.BISHOP, 2),
        "N": large(Chessman.KNIGHT, 2),
        "P": large(Chessman.PAWN, 8),
    },
    equipment_note="One ordinary set. A second Queen comes from the small set.",
)
