"""Xiangqi in words."""

from fairyrules.equipment import Chessman, large, small
from fairyrules.guide import Guide, Ruling, Topic, Zone

GUIDE = Guide(
    summary=(
        "Chinese chess on nine by ten points: a River in the middle, a palace the generals never leave, cannons that "
        "shoot over a screen, and horses and elephants that can be hobbled."
    ),
    source="The traditional game of China, here by its common rules for online play.",
    pieces={
        "K": "One step along a rank or file, inside its palace, and never face to face with the other.",
        "A": "One step diagonally, inside its palace.",
        "B": "Exactly two steps diagonally, the first to an empty cell, never across the River.",
        "N": "One step along a rank or file to an empty cell, then one diagonally outward.",
        "R": "Any distance along a rank or file.",
        "C": "Moves as the Chariot, captures along the same lines over exactly one piece.",
        "P": "One step forward; across the River also one step sideways.",
    },
    topics=(
        Topic(
            "The end of a game",
            (
                "A side that cannot move has lost, in check or not. Who gives check with every move between three "
                "occurrences of a position loses.",
            ),
        ),
    ),
    rulings=(
        Ruling(
            "G2",
            "Of the long list of forbidden repetitions only perpetual check is punished; every other third repetition "
            "is a draw.",
            reading=True,
        ),
    ),
    river=5,
    zones=(
        Zone("The palaces: General and Advisors stay inside", "d1-f3 d8-f10"),
        Zone("White's bank: White's Elephants stay here", "a1-i5"),
        Zone("Where a White Soldier also steps sideways", "a6-i10"),
    ),
    equipment={
        "K": large(Chessman.KING, 1),
        "R": large(Chessman.ROOK, 2),
        "N": large(Chessman.KNIGHT, 2),
        "B": large(Chessman.BISHOP, 2),
        "A": large(Chessman.PAWN, 2),
        "C": small(Chessman.ROOK, 2),
        "P": small(Chessman.PAWN, 5),
    },
    equipment_note=(
        "A Chinese set with a magnet under each disc is best. With two ordinary sets: Cannons are small Rooks, "
        "Advisors large Pawns, Soldiers small ones, as in our other games."
    ),
)
