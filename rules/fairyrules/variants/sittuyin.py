"""Sittuyin, the chess of Burma.

Only the Nes stand on the board; the players put up everything else in turn on their first three ranks, the Yahhta on
the first. A Ne on a diagonal of the far half, or the last one anywhere, may become a Sitke, of which a side has one at
most: where it stands or one step diagonally, onto an empty cell, and never so that it attacks something.

Source: the traditional game.
"""

from collections.abc import Iterator

from fairyrules.board import Board
from fairyrules.moves import Move
from fairyrules.sheet import Kind, Reserves, Sheet
from fairyrules.view import View

DIAGONALS = "a8 b7 c6 d5 e5 f6 g7 h8"
STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def sitkes(position: View) -> Iterator[Move]:
    """A Ne becomes the Sitke."""
    board, side = position.board, position.side
    nes, zone = position.cells(side, "P"), board.zone(DIAGONALS)
    if position.count(side, "F"):
        return
    for cell in nes:
        if len(nes) > 1 and (board.mirror(cell) if side else cell) not in zone:
            continue
        for target in (cell, *(board.step(cell, step) for step in STEPS)):
            if target != cell and (target < 0 or position.piece_at(target) is not None):
                continue
            near = [position.piece_at(at) for step in STEPS if (at := board.step(target, step)) >= 0 and at != cell]
            if not any(piece is not None and piece.side is not side for piece in near):
                yield position.book.change(cell, "F") if target == cell else position.book.promotion(cell, target, "F")


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
)
