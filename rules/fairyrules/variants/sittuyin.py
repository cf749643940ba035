"""Sittuyin, the chess of Burma.

Only the Nes stand on the board; the players put up everything else in turn on their first three ranks, the Yahhta on
the first. A Ne on a diagonal of the far half, or the last one anywhere, may become a Sitke, of which a side has one at
most: where it stands or one step diagonally, onto an empty cell, and never so that it attacks something.

Source: the traditional game.
"""

from fairyrules.board import Board
from fairyrules.particulars.sittuyin import sitkes
from fairyrules.sheet import Kind, Reserves, Sheet

SHEET = Sheet(
    name="Sittuyin",
    board=Board(8, 8),
    kinds=(
        Kind("K", "Min-gyi", "K", royal=True),
        Kind("F", "Sitke", "F"),
        Kind("S", "Sin", "FfW"),
        Kind("N", "Myin", "N"),
        Kind("R", "Yahhta", "R", drops="a1-h1"),
        Kind("P", "Ne", "mfWcfF", pawn=True),
    ),
    array="8/8/4pppp/pppp4/4PPPP/PPPP4/8/8",
    reserves=Reserves(start="KFRRSSNNkfrrssnn", drop_cells="a1-h3", first=True),
    more_moves=sitkes,
    more_moves_need="P",
)
