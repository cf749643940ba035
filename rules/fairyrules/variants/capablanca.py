"""Capablanca Chess: chess on ten files with an Archbishop and a Chancellor.

The King castles three cells to either side. All else is as in chess.

Source: José Raúl Capablanca's array of the 1920s with eight ranks.
"""

from fairyrules.board import Board
from fairyrules.sheet import Castling, Kind, Promotion, Wing
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.derive(
    name="Capablanca Chess",
    board=Board(10, 8),
    array="rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
    promotions=(Promotion("P", "a8-j8", into=("Q", "C", "A", "R", "B", "N")),),
    castlings=(Castling("K", "R", home="f1", wings=(Wing("j1", "i", "h"), Wing("a1", "c", "d"))),),
    castling_letters={},
).with_kinds(
    Kind("P", "Pawn", "mfWcfFimfW2", home="a2-j2", pawn=True),
    Kind("A", "Archbishop", "BN"),
    Kind("C", "Chancellor", "RN"),
)
