"""Makruk, the chess of Thailand.

The Met goes one step diagonally, the Khon one step diagonally or straight ahead; Pawns begin on the third rank and
become Mets on the sixth. Without Pawns on the board the side that is behind counts: mate has to come in time.

Source: the traditional game with its rules of counting.
"""

from fairyrules.board import Board
from fairyrules.ending import Counting
from fairyrules.sheet import Kind, Promotion, Sheet

COUNTS = (("RR", 8), ("R", 16), ("SS", 22), ("NN", 32), ("S", 44), ("N", 64))

SHEET = Sheet(
    name="Makruk",
    board=Board(8, 8),
    kinds=(
        Kind("K", "Khun", "K", royal=True),
        Kind("M", "Met", "F"),
        Kind("S", "Khon", "FfW"),
        Kind("N", "Ma", "N"),
        Kind("R", "Ruea", "R"),
        Kind("P", "Bia", "mfWcfF", pawn=True),
        Kind("+P", "Bia-ngai", "F"),
    ),
    array="rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
    promotions=(Promotion("P", "a6-h8", into=("+P",), turns=True),),
    endings=(Counting(pawns="P", board=64, pieces=COUNTS, otherwise=64),),
    fifty_moves=False,
)
