"""A position with its last move, or a whole game as it goes, as one SVG that stands alone and needs no script.

Reserves lie in trays above and below the board, each kind once, with its count.
"""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import TypeVar

from fairyrules.board import Cell
from fairyrules.diagrams.svg import EDGE, UNIT, coordinates, corner, ground, piece_svg, river
from fairyrules.diagrams.trays import Slot, Trays, count_svg, held, piece_in, trays
from fairyrules.game import Game
from fairyrules.pieces import Piece
from fairyrules.position import Position

LAST = "#b98a2c"
"""Colour of the cells that the last move touched."""
REST = 3
"""How many moves' time the last position stands before a game begins again."""
T = TypeVar("T")


def position_svg(position: Position, last: Sequence[Cell] = (), title: str = "") -> str:
    """The position as one `<svg>` element, the cells of the move before it marked."""
    pieces = position.pieces()
    drawn = [_mark(position.game, cell) for cell in last]
    drawn += [_piece(position.game, cell, piece) for cell, piece in pieces.items()]
    beside = trays([position])
    drawn += [_reserve(beside, slot, count) for slot, count in held(position).items()]
    return _whole(position.game, set(pieces.values()), beside, drawn, title)


def game_svg(positions: Sequence[Position], marks: Sequence[Sequence[Cell]], move_ms: int, title: str = "") -> str:
    """A game as one `<svg>` element that shows position after position and begins again, `move_ms` each.

    `marks` are the cells that the move before each position touched.
    """
    game, count = positions[0].game, len(positions)
    steps = count + REST if count > 1 else 1
    lasting_ms = steps * move_ms
    boards = [position.pieces() for position in positions]
    drawn = []
    for step, cells in enumerate(marks):
        end = step + 1 if step + 1 < count else steps
        drawn += [_while(_mark(game, cell), step, end, steps, lasting_ms) for cell in cells]
    for cell in game.board.cells:
        for step, end, piece in _stays([board.get(cell) for board in boards], steps):
            drawn.append(_while(_piece(game, cell, piece), step, end, steps, lasting_ms))
    beside, reserves = trays(positions), [held(position) for position in positions]
    for slot in beside.places:
        for step, end, held_then in _stays([reserve.get(slot) for reserve in reserves], steps):
            drawn.append(_while(_reserve(beside, slot, held_then), step, end, steps, lasting_ms))
    return _whole(game, {piece for board in boards for piece in board.values()}, beside, drawn, title)


def _stays(seen: Sequence[T | None], steps: int) -> Iterator[tuple[int, int, T]]:
    """What is at one place in position after position: each, from which step to before which; nothing for None."""
    step = 0
    for what, same in groupby(seen):
        length = len(list(same))
        end = step + length if step + length < len(seen) else steps
        if what is not None:
            yield step, end, what
        step += length


def _while(drawn: str, step: int, end: int, steps: int, lasting_ms: int) -> str:
    """The drawing, seen from a step to before another of a game that begins again and again."""
    if step == 0 and end == steps:
        return drawn
    times, values = [0.0], ["visible" if step == 0 else "hidden"]
    if step:
        times.append(step / steps)
        values.append("visible")
    if end < steps:
        times.append(end / steps)
        values.append("hidden")
    return (
        f'<g visibility="{values[0]}">{drawn}<animate attributeName="visibility" calcMode="discrete" '
        f'values="{";".join(values)}" keyTimes="{";".join(f"{time:.5g}" for time in times)}" '
        f'dur="{lasting_ms}ms" repeatCount="indefinite"/></g>'
    )


def _whole(game: Game, pieces: set[Piece], beside: Trays, drawn: Sequence[str], title: str) -> str:
    board = game.board
    width, height = board.files * UNIT + 2 * EDGE, board.ranks * UNIT + 2 * EDGE + beside.above + beside.below
    top = -beside.above
    shapes = (
        f'<g id="{_name(piece)}">{piece_svg(piece, game.equipment.get(piece.kind))}</g>'
        for piece in sorted(pieces | {piece_in(slot) for slot in beside.places}, key=_name)
    )
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {top} {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-label="{escape(title, quote=True)}"><defs>',
            *shapes,
            f'</defs><rect y="{top}" width="{width}" height="{height}" fill="#f4f0e8"/>',
            *ground(board),
            *river(board, game.guide.river),
            *coordinates(board),
            *beside.labels,
            *drawn,
            "</svg>",
        ]
    )


def _mark(game: Game, cell: Cell) -> str:
    x, y = corner(game.board, cell)
    return (
        f'<rect x="{x + 4}" y="{y + 4}" width="92" height="92" rx="12" fill="none" stroke="{LAST}" stroke-width="7"/>'
    )


def _piece(game: Game, cell: Cell, piece: Piece) -> str:
    x, y = corner(game.board, cell)
    return f'<use href="#{_name(piece)}" x="{x + UNIT // 2}" y="{y + UNIT // 2}"/>'


def _reserve(beside: Trays, slot: Slot, count: int) -> str:
    x, y = beside.places[slot]
    piece = f'<use href="#{_name(piece_in(slot))}" x="{x}" y="{y}"/>'
    return f'<g class="reserve">{piece}{count_svg(count, x, y)}</g>'


def _name(piece: Piece) -> str:
    """A name XML takes: "w-plus-R" for a promoted Rook of White."""
    return f"{piece.side.letter}-{piece.kind.replace('+', 'plus-')}"
