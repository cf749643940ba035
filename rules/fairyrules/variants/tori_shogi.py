"""Tori Shogi, the Shogi of birds, on seven by seven cells.

Swallows and Falcons promote on the last two ranks. What is taken may be dropped; of Swallows a side may have two on a
file, and a Swallow may not be dropped to give mate. A side without a legal move has lost.

Source: Toyota Genryu, 1799.
"""

from fairyrules.board import Board
from fairyrules.declared import Kept
from fairyrules.sheet import Kind, Promotion, Reserves, Sheet

SHEET = Sheet(
    name="Tori Shogi",
    board=Board(7, 7, turned=True),
    kinds=(
        Kind("K", "Phoenix", "K", royal=True),
        Kind("F", "Falcon", "FfsW"),
        Kind("C", "Crane", "FvW"),
        Kind("P", "Pheasant", "fDbF"),
        Kind("L", "Left Quail", "fRrbBlbF"),
        Kind("R", "Right Quail", "fRlbBrbF"),
        Kind("S", "Swallow", "fW", pawn=True, drops="a1-g6", most_a_file=2, drop_mates=False),
        Kind("+F", "Eagle", "fBbRfsWbF2", held="F"),
        Kind("+S", "Goose", "fAbD", held="S"),
    ),
    array="rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR",
    promotions=(
        Promotion("S", "a6-g7", into=("+S",), leaving=True, turns=True),
        Promotion("F", "a6-g7", into=("+F",), leaving=True, turns=True),
    ),
    reserves=Reserves(Kept(), drop_cells="a1-g7"),
    stalemate_loses=True,
    fifty_moves=False,
)
