"""Courier Chess, the great chess of medieval Germany.

Twelve files; the Courier (B) rides diagonals, all counsellors beside the King go one step. No double step, no castling;
Pawns become Ferzes. The array stands with three Pawns and the Ferz advanced on either side.

Source: the game of Ströbeck in its reconstructed form. Stalemate draws (G1).
"""

from fairyrules.board import Board
from fairyrules.sheet import Kind, Promotion, Sheet

SHEET = Sheet(
    name="Courier Chess",
    board=Board(12, 8),
    kinds=(
        Kind("K", "King", "K", royal=True),
        Kind("F", "Ferz", "F"),
        Kind("M", "Man", "K"),
        Kind("W", "Schleich", "W"),
        Kind("E", "Alfil", "A"),
        Kind("B", "Courier", "B"),
        Kind("N", "Knight", "N"),
        Kind("R", "Rook", "R"),
        Kind("P", "Pawn", "mfWcfF", pawn=True),
    ),
    array="rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR",
    promotions=(Promotion("P", "a8-l8", into=("F",)),),
)
