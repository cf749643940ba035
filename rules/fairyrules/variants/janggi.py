"""Janggi, the chess of Korea.

Diagonals in the palaces, along which all but Horse and Elephant may go. The Cannon hops for every move, and neither
over a Cannon nor onto one. A side may pass. While the Generals face each other the side to move breaks it, or passes,
even in check; that, and two passes in turn, end the game, and the pieces are counted.

Source: the traditional game, with the elephants beside the Chariots' Horses. Black, who moves second, counts 1.5 more.
"""

from fairyrules.board import Board
from fairyrules.ending import Standstill
from fairyrules.sheet import Kind, Sheet

PALACE = "d1-f3"
FAR_LINES = "d8 f8 e9 d10 f10"
LINES = f"d1 f1 e2 d3 f3 {FAR_LINES}"
VALUES = (("R", 13), ("C", 7), ("N", 5), ("B", 3), ("A", 3), ("P", 2))

SHEET = Sheet(
    name="Janggi",
    board=Board(9, 10),
    kinds=(
        Kind("K", "General", "W", zone=PALACE, places=((LINES, "F"),), royal=True),
        Kind("A", "Guard", "W", zone=PALACE, places=((LINES, "F"),)),
        Kind("B", "Elephant", "nZ"),
        Kind("N", "Horse", "nN"),
        Kind("R", "Chariot", "R", places=((LINES, "B"),)),
        Kind("C", "Cannon", "pR", places=((LINES, "pB"),), shuns="C"),
        Kind("P", "Soldier", "fsW", places=((FAR_LINES, "fF"),), pawn=True),
    ),
    array="rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR",
    may_pass=True,
    endings=(Standstill(VALUES, second=1.5),),
    fifty_moves=False,
)
