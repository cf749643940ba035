"""Xiang Courier in words."""

from fairyrules.equipment import Chessman, large, small
from fairyrules.guide import Guide, Ruling, Topic, Zone

GUIDE = Guide(
    summary=(
        "Chinese chess widened as medieval Courier Chess widened the chess of its day: twelve files, a Fortress of "
        "four by four cells, Bishops beside the Elephants, and a King that shares its Fortress with a Wazir, which "
        "unlike him can be taken. Nothing leaps."
    ),
    source="Invented by Charles Gilman; published on the Chess Variant Pages in 2007.",
    pieces={
        "K": "One step in any direction, inside its Fortress.",
        "W": "One step along a rank or file, inside its Fortress.",
        "F": "One step diagonally, inside its Fortress.",
        "R": "Any distance along a rank or file.",
        "N": "One step along a rank or file to an empty cell, then one diagonally outward. It can be blocked.",
        "E": "Exactly two steps diagonally, the first to an empty cell. It never crosses the River.",
        "B": "Any distance diagonally; across the River only by a move that neither starts nor ends beside it.",
        "C": "Moves as a Rook, captures along the same lines over exactly one piece of either side.",
        "P": "One step straight forward; beyond the River also one step sideways.",
    },
    topics=(
        Topic(
            "River and Fortress",
            (
                "The River runs between ranks 5 and 6. The Fortress is the middle third of a side's first four ranks, "
                "files e to h. King, Wazir and Ferzes never leave it.",
            ),
        ),
        Topic(
            "Facing Kings",
            ("The Kings may not stand on one file or one diagonal with nothing between them.",),
        ),
        Topic(
            "The end of a game",
            (
                "A side that cannot move has lost, in check or not. Who gives check with every move between three "
                "occurrences of one position loses; if both did, or neither, the third repetition is a draw.",
            ),
        ),
    ),
    rulings=(
        Ruling(
            "X1",
            "The source does not say which of the two middle cells is the King's. Here both Kings stand on the f file "
            "and the Wazirs on g, as the King stood in Courier Chess.",
            reading=True,
        ),
        Ruling("X2", "The Fortress is files e to h of a side's own first four ranks."),
        Ruling(
            "X3",
            "A Bishop crosses only by a move that neither starts nor ends on rank 5 or 6. A Point beyond the River "
            "gains the step sideways and nothing else: no step back and no promotion at the far end.",
            reading=True,
        ),
        Ruling("X4", "Knight and Elephant are blocked on their first step; neither can stop there."),
        Ruling(
            "X5",
            "Facing on a diagonal is forbidden as on a file. Inside the two Fortresses only e4 with h7 and h4 with e7 "
            "can face so.",
        ),
        Ruling("X6", "Stalemate loses, and so does perpetual check, as in Chinese chess."),
        Ruling(
            "G2",
            "Perpetual check is check with every move since the first of three equal positions. If both sides gave it, "
            "and for any other third repetition, the game is a draw.",
            reading=True,
        ),
        Ruling(
            "G4",
            "An attack counts only where the attacker could land: an Elephant attacks nothing across the River, a "
            "Wazir nothing outside its Fortress.",
            reading=True,
        ),
    ),
    river=5,
    zones=(
        Zone("The Fortresses: King, Wazir and Ferzes stay inside", "e1-h4 e7-h10"),
        Zone("Beside the River: a Bishop may not cross from or to these ranks", "a5-l6"),
        Zone("White's bank: White's Elephants stay here", "a1-l5"),
        Zone("Where a White Point also steps sideways", "a6-l10"),
    ),
    equipment={
        "K": large(Chessman.KING, 1),
        "W": large(Chessman.QUEEN, 1),
        "R": large(Chessman.ROOK, 2),
        "B": large(Chessman.BISHOP, 2),
        "N": large(Chessman.KNIGHT, 2),
        "C": small(Chessman.ROOK, 2),
        "E": small(Chessman.BISHOP, 2),
        "F": large(Chessman.PAWN, 2),
        "P": small(Chessman.PAWN, 8),
    },
    equipment_note=(
        "Our choice; two ordinary sets suffice. Large pieces bear their own names; the Wazir, single and beside the "
        "King, is the large Queen, as the counsellor's piece became one. Cannons are small Rooks as in Wildeurasian "
        "Qi, and Elephants small Bishops, which in the old game they were. Ferzes, one-step pieces that never leave "
        "home, are large Pawns, Points small ones."
    ),
)
