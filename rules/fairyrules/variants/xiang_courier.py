"""Xiang Courier, by Charles Gilman.

Courier Chess seen through Xiangqi: a River between ranks 5 and 6, Fortresses of four by four cells, pieces that go on
foot and can be blocked, and a King and a Wazir in the General's place. Stalemate and perpetual check lose; the Kings
may not see each other along files and diagonals.

Rulings X1-X6. Which of f and g holds the King is a reading (X1).
"""

from fairyrules.board import Board, Cell
from fairyrules.sheet import Kind, Phase, Sheet

FORTRESS = "e1-h4"
OWN_SIDE = "a1-l5"
BEYOND = "a6-l10"
SHORES = (5, 6)


def crosses_in_one_sweep(board: Board, _: Phase, origin: Cell, target: Cell) -> bool:
    """A Bishop crosses the River only by a move that neither starts nor ends beside it (X3)."""
    start, end = board.rank_of(origin), board.rank_of(target)
    return (start <= SHORES[0]) == (end <= SHORES[0]) or not {start, end} & set(SHORES)


SHEET = Sheet(
    name="Xiang Courier",
    board=Board(12, 10),
    kinds=(
        Kind("K", "King", "K", zone=FORTRESS, royal=True),
        Kind("W", "Wazir", "W", zone=FORTRESS),
        Kind("F", "Ferz", "F", zone=FORTRESS),
        Kind("R", "Rook", "R"),
        Kind("N", "Knight", "nN"),
        Kind("E", "Elephant", "nA", zone=OWN_SIDE),
        Kind("B", "Bishop", "B", lands=crosses_in_one_sweep),
        Kind("C", "Cannon", "mRcpR"),
        Kind("P", "Point", "fWisW", home=BEYOND, pawn=True),
    ),
    array="rnebfkwfbenr/12/1c8c1/p1pp1pp1pp1p/12/12/P1PP1PP1PP1P/1C8C1/12/RNEBFKWFBENR",
    facing="fbRB",
    stalemate_loses=True,
    perpetual_check_loses=True,
    fifty_moves=False,
)
