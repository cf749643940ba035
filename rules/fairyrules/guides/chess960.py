"""Chess960 in words."""

from dataclasses import replace

from fairyrules.guide import Option, Topic
from fairyrules.guides.chess import GUIDE as CHESS

GUIDE = replace(
    CHESS,
    summary="Chess from one of 960 arrays, drawn by lot, so that nobody has learnt the opening.",
    source="Robert James Fischer, 1996; the numbers of the arrays are Reinhard Scharnagl's.",
    topics=(
        Topic(
            "The array",
            (
                "The pieces of the first rank stand in any order that leaves the Bishops on cells of both colours and "
                "the King between the Rooks; Black's mirror White's. Each array has a number from 0 to 959: "
                "chess960/position=518 is that of chess.",
            ),
        ),
        Topic(
            "Castling",
            (
                "King and Rook that have both never moved. Wherever they began, castling towards the h file ends with "
                "the King on the g file and the Rook on the f file, towards the a file with the King on the c file "
                "and the Rook on the d file. All cells they pass or end on are empty but for the two of them; the "
                "King may not be in check, pass an attacked cell or end on one.",
            ),
        ),
        *CHESS.topics[1:],
    ),
    options={"position": Option("The array of this number, from 0 to 959, instead of that of chess.")},
)
