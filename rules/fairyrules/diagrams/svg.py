"""Diagrams as SVG that stands alone: no style sheet, no script, no font but the reader's own."""

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from fairyrules.board import Board, Cell
from fairyrules.diagrams.chessmen import SCALE, SHAPES, black, needs_badge, white
from fairyrules.diagrams.picture import Mark, Picture
from fairyrules.equipment import Chessman, Equipment, Set
from fairyrules.pieces import Piece, Side

UNIT = 100
"""Width of a cell."""
EDGE = 46
"""Width of the margin that holds the coordinates."""
LIGHT, DARK, FRAME, INK = "#efe5d1", "#d3bd98", "#8a6f4d", "#33291f"
TINT = "#0b6e69"
NO_EQUIPMENT: Mapping[str, Equipment] = {}


def svg(picture: Picture, equipment: Mapping[str, Equipment] = NO_EQUIPMENT, title: str = "") -> str:
    """The picture as one `<svg>` element, pieces drawn as the chessmen that stand for them, tiles where none does."""
    board = picture.board
    width, height = board.files * UNIT + 2 * EDGE, board.ranks * UNIT + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(title, quote=True)}">',
        *ground(board),
        *tints(board, picture.tints),
        *river(board, picture.river),
        *coordinates(board),
    ]
    for cell, mark in sorted(picture.marks.items()):
        parts.append(placed(board, cell, mark_svg(mark)))
    for cell, piece in sorted(picture.pieces.items()):
        parts.append(placed(board, cell, piece_svg(piece, equipment.get(piece.kind))))
    return "".join([*parts, "</svg>"])


def chessman_svg(piece: Piece, chessman: Equipment | None, title: str = "") -> str:
    """One piece as a small `<svg>` of its own."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" role="img" '
        f'aria-label="{escape(title, quote=True)}">{piece_svg(piece, chessman)}</svg>'
    )


def corner(board: Board, cell: Cell) -> tuple[int, int]:
    """The upper left corner of a cell."""
    return EDGE + board.file_of(cell) * UNIT, EDGE + (board.ranks - board.rank_of(cell)) * UNIT


def placed(board: Board, cell: Cell, drawing: str) -> str:
    """The drawing, centred on the cell."""
    x, y = corner(board, cell)
    return f'<g transform="translate({x + UNIT // 2} {y + UNIT // 2})">{drawing}</g>'


def ground(board: Board) -> Iterator[str]:
    """The frame round every part of the board, and its cells."""
    yield f'<path d="{squares(board, board.cells)}" fill="{FRAME}" stroke="{FRAME}" stroke-width="14"/>'
    for colour, odd in ((DARK, 1), (LIGHT, 0)):
        cells = [cell for cell in board.cells if (board.file_of(cell) + board.rank_of(cell)) % 2 == odd]
        yield f'<path d="{squares(board, cells)}" fill="{colour}"/>'


def squares(board: Board, cells: Iterable[Cell]) -> str:
    """Path data of cells."""
    return "".join(f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}z" for x, y in (corner(board, cell) for cell in sorted(cells)))


def tints(board: Board, cells: frozenset[Cell]) -> Iterator[str]:
    """Cells pointed out: a wash and a diamond, for those who do not see the colour."""
    if not cells:
        return
    yield f'<path d="{squares(board, cells)}" fill="{TINT}" fill-opacity=".28"/>'
    diamonds = (f"M{x + 50} {y + 30}l20 20l-20 20l-20 -20z" for x, y in (corner(board, cell) for cell in sorted(cells)))
    yield f'<path d="{"".join(diamonds)}" fill="{TINT}" fill-opacity=".75"/>'


def river(board: Board, below: int) -> Iterator[str]:
    """The River, a band of water between two ranks."""
    if below:
        y = EDGE + (board.ranks - below) * UNIT
        yield f'<path d="M{EDGE} {y}h{board.files * UNIT}" stroke="#4f86a8" stroke-width="12" stroke-linecap="round"/>'


def coordinates(board: Board) -> Iterator[str]:
    """File letters below, rank numbers at the left; none along what does not exist."""
    files = sorted({board.file_of(cell) for cell in board.cells})
    ranks = sorted({board.rank_of(cell) for cell in board.cells})
    style = f'font-family="sans-serif" font-size="30" fill="{INK}" text-anchor="middle"'
    below = EDGE + board.ranks * UNIT + 36
    letters = (f'<text x="{EDGE + file * UNIT + 50}" y="{below}">{chr(97 + file)}</text>' for file in files)
    numbers = (f'<text x="20" y="{EDGE + (board.ranks - rank) * UNIT + 61}">{rank}</text>' for rank in ranks)
    yield f"<g {style}>{''.join([*letters, *numbers])}</g>"


def mark_svg(mark: Mark) -> str:
    """A mark, told by its shape as well as by its colour."""
    match mark:
        case Mark.MOVE:
            return f'<circle r="17" fill="{TINT}"/>'
        case Mark.TAKE:
            return '<path d="M-24 -24L24 24M24 -24L-24 24" stroke="#b3261e" stroke-width="13" stroke-linecap="round"/>'
        case Mark.BOTH:
            return f'<circle r="30" fill="none" stroke="#b3261e" stroke-width="8"/><circle r="14" fill="{TINT}"/>'
        case Mark.SHOT:
            return (
                '<path d="M0 -36V-12M0 36V12M-36 0H-12M36 0H12" stroke="#b3261e" stroke-width="9" '
                'stroke-linecap="round"/><circle r="24" fill="none" stroke="#b3261e" stroke-width="7"/>'
            )
        case Mark.HURDLE:
            stone = 'x="-30" y="-30" width="60" height="60" rx="12"'
            return f'<rect {stone} fill="#9a9287" stroke="{INK}" stroke-width="5"/>'
        case Mark.LEG:
            return f'<path d="M0 -17L17 0L0 17L-17 0Z" fill="none" stroke="{INK}" stroke-width="6"/>'


def piece_svg(piece: Piece, chessman: Equipment | None) -> str:
    """A piece as its chessman, with its letter where the shape does not tell the kind."""
    chessman = chessman or Equipment(Set.TILES, Chessman.TILE, 1, face=piece.kind)
    shape, light = SHAPES[chessman.chessman], piece.side is Side.WHITE
    fill, line, edge = (white(chessman), INK, INK) if light else (black(chessman), "#e6dac7", "#0f0c0a")
    turn = " rotate(180)" if chessman.set is Set.TILES and not light else ""
    drawn = f'<path d="{" ".join(shape.fill)}" fill="{fill}" stroke="{edge}" stroke-width="3"/>'
    if shape.line:
        drawn += f'<path d="{" ".join(shape.line)}" fill="none" stroke="{line}" stroke-width="2.6"/>'
    if chessman.set is Set.TILES:
        plain, promoted = (INK, "#b3261e") if light else ("#f5ead8", "#ff9c8a")
        colour = promoted if piece.kind.startswith("+") else plain
        drawn += letter(piece.kind, 17, 38 if len(piece.kind) > 1 else 46, colour)
    body = (
        f'<g transform="scale({SCALE[chessman.set]}){turn}" stroke-linejoin="round" stroke-linecap="round">{drawn}</g>'
    )
    if not needs_badge(chessman, piece.kind):
        return body
    plate, ink = ("#fffaf0", INK) if light else ("#201b18", "#f5ead8")
    badge = f'<circle r="15" fill="{plate}" stroke="{ink}" stroke-width="2.4"/>' + letter(piece.kind, 7.5, 21, ink)
    return f'{body}<g transform="translate(29 27)">{badge}</g>'


def letter(text: str, y: float, size: int, colour: str) -> str:
    """A letter, centred."""
    return (
        f'<text y="{y}" font-size="{size}" font-family="serif" font-weight="700" fill="{colour}" stroke="none" '
        f'text-anchor="middle">{escape(text)}</text>'
    )
