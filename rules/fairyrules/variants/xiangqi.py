"""Xiangqi, the chess of China.

A River between ranks 5 and 6, palaces of three by three points, pieces on foot that can be hobbled, Cannons that take
over a screen. The Generals may not face each other along a file; stalemate and perpetual check lose.

Source: the traditional game by its common rules for online play. Of its rules on repetition only perpetual check is
kept (G2).
"""

from fairyrules.board import Board
from fairyrules.sheet import Kind, Sheet

PALACE = "d1-f3"
OWN_SIDE = "a1-i5"
BEYOND = "a6-i10"

SHEET = Sheet(
    name="Xiangqi",
    board=Board(9, 10),
    kinds=(
        Kind("K", "General", "W", zone=PALACE, royal=True),
        Kind("A", "Advisor", "F", zone=PALACE),
        Kind("B", "Elephant", "nA", zone=OWN_SIDE),
        Kind("N", "Horse", "nN"),
        Kind("R", "Chariot", "R"),
        Kind("C", "Cannon", "mRcpR"),
        Kind("P", "Soldier", "fWisW", home=BEYOND, pawn=True),
    ),
    array="rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
    facing="fbR",
    stalemate_loses=True,
    perpetual_check_loses=True,
    fifty_moves=False,
)
