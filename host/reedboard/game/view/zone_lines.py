"""The lines drawn on a game's board: rivers and the edges of zones that rules speak of.

A line runs between grid corners, (from file, from rank, to file, to rank), counted from the lower left corner of a1.
"""

from fairyrules import Game
from reedboard.board.profile import cells

Line = tuple[int, int, int, int, str]

RIVERS = {"wildeurasian-qi": 5, "xiang-courier": 5, "xiangqi": 5}
"""Game -> how many ranks lie on White's side of its River."""

ZONES = {
    "xiang-courier": ("e1-h4", "e7-h10"),
    "xiangqi": ("d1-f3", "d8-f10"),
}
"""Game -> rectangles its pieces are confined to."""


def lines(game: Game) -> tuple[Line, ...]:
    """The lines of a game, sub-variants as their game; most have none."""
    base = game.id.partition("/")[0]
    drawn: list[Line] = []
    for zone in ZONES.get(base, ()):
        first, _, last = zone.partition("-")
        (left, bottom), (right, top) = cells.split(first, base), cells.split(last, base)
        corners = [(left, bottom), (right + 1, bottom), (right + 1, top + 1), (left, top + 1)]
        drawn += [(*start, *end, "zone") for start, end in zip(corners, corners[1:] + corners[:1], strict=True)]
    if base in RIVERS:
        drawn.append((0, RIVERS[base], game.board.files, RIVERS[base], "river"))
    return tuple(drawn)
