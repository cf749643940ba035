"""Shatranj, the chess of the Arabs, from which ours has grown.

The Counsellor goes one step diagonally, the Elephant leaps two; Pawns step once and become Counsellors. Stalemate
loses, and so does a King left alone, unless its next move bares the other one too.

Source: the game of the ninth century as al-Adli tells it.
"""

from fairyrules.board import Board
from fairyrules.ending import Extinction
from fairyrules.sheet import Kind, Promotion, Sheet

SHEET = Sheet(
    name="Shatranj",
    board=Board(8, 8),
    kinds=(
        Kind("K", "Shah", "K", royal=True),
        Kind("Q", "Counsellor", "F"),
        Kind("B", "Elephant", "A"),
        Kind("N", "Knight", "N"),
        Kind("R", "Rook", "R"),
        Kind("P", "Pawn", "mfWcfF", pawn=True),
    ),
    array="rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR",
    promotions=(Promotion("P", "a8-h8", into=("Q",)),),
    endings=(Extinction(most=1, others=1, answer=True),),
    stalemate_loses=True,
    fifty_moves=False,
)
