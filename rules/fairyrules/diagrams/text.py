"""Diagrams as lines of text."""

from fairyrules.board import Cell
from fairyrules.diagrams.picture import Mark, Picture

SIGNS = {Mark.MOVE: "o", Mark.TAKE: "x", Mark.BOTH: "*", Mark.SHOT: "!", Mark.HURDLE: "#", Mark.LEG: "'"}
"""How text marks a cell."""
EMPTY, TINTED, HOLE = "·", "=", " "


def text(picture: Picture) -> str:
    """The board from White's side, a line a rank, with its coordinates.

    >>> import fairyrules
    >>> from fairyrules.diagrams import array_picture
    >>> print(text(array_picture(fairyrules.game("chess"))).splitlines()[0])
    8  r  n  b  q  k  b  n  r
    """
    board = picture.board
    gutter = len(str(board.ranks))
    lines = []
    for rank in reversed(range(board.ranks)):
        signs = (sign(picture, rank * board.files + file) for file in range(board.files))
        lines.append(f"{rank + 1:>{gutter}} " + "".join(f"{sign:>2} " for sign in signs).rstrip())
    lines.append(" " * gutter + " " + "".join(f"{chr(97 + file):>2} " for file in range(board.files)).rstrip())
    return "\n".join(lines)


def sign(picture: Picture, cell: Cell) -> str:
    """What stands for a cell."""
    if cell in picture.board.holes:
        return HOLE
    if cell in picture.pieces:
        return str(picture.pieces[cell])
    if cell in picture.marks:
        return SIGNS[picture.marks[cell]]
    return TINTED if cell in picture.tints else EMPTY
