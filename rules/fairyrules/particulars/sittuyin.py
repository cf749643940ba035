"""What Sittuyin does beside moving pieces: a Ne becomes the Sitke."""

from collections.abc import Iterator

from fairyrules.moves import Move
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
