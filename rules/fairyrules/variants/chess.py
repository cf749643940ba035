"""Chess.

Source: the FIDE Laws of Chess.
"""

from fairyrules.board import Board
from fairyrules.sheet import Castling, Kind, Passing, Promotion, Sheet, Wing

SHEET = Sheet(
    name="Chess",
    board=Board(8, 8),
    kinds=(
        Kind("P", "Pawn", "mfWcfFimfW2", home="a2-h2", pawn=True),
        Kind("N", "Knight", "N"),
        Kind("B", "Bishop", "B"),
        Kind("R", "Rook", "R"),
        Kind("Q", "Queen", "Q"),
        Kind("K", "King", "K", royal=True),
    ),
    array="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    promotions=(Promotion("P", "a8-h8", into=("Q", "R", "B", "N")),),
    castlings=(Castling("K", "R", home="e1", wings=(Wing("h1", "g", "f"), Wing("a1", "c", "d"))),),
    castling_letters={"K": "h1", "Q": "a1"},
    passing=(Passing("P", advance=2, taken_at=1, taken_by="P"),),
)
