"""Pictures that only the book has: the plate with its holes, and what a drawing shows in parts."""

from collections.abc import Iterator
from math import ceil

from reedboard.wiring.book.html import picture, window
from reedboard.wiring.circuit.picture import document
from reedboard.wiring.mechanics.plan import Plan
from reedboard.wiring.picture import PITCH

SPAN = 13
"""So many pitches of the board's picture are still read with ease across a page."""

STRIP_MM = 130.0
"""Likewise of a strip."""


def board_pictures(svg: str, name: str) -> Iterator[str]:
    """The whole board; a large one in parts as well."""
    yield picture(svg, f"{name} from above: sensor chain (blue) and LED line (orange)")
    width, height = size(svg)
    columns, rows = ceil(width / PITCH / SPAN), ceil(height / PITCH / (1.4 * SPAN))
    if columns * rows == 1:
        return
    step_x, step_y = width / columns, height / rows
    for row in range(rows):
        for column in range(columns):
            left, top = max(column * step_x - PITCH / 2, 0), max(row * step_y - PITCH / 2, 0)
            shown = window(svg, left, top, min(step_x + PITCH, width - left), min(step_y + PITCH, height - top))
            where = f"part {column + 1} of {columns} from the left, {row + 1} of {rows} from Black's side"
            yield picture(shown, f"{name}, {where}")


def strip_pictures(svg: str) -> Iterator[str]:
    """A strip, cut into lengths that can be read."""
    width, height = size(svg, scale=5)
    parts = ceil(width / STRIP_MM)
    for number in range(parts):
        shown = window(svg, number * width / parts, 0, width / parts, height)
        yield picture(
            shown, f"The strip from its front, part {number + 1} of {parts} from the left; dashed: on the back"
        )


def plan_picture(plan: Plan) -> str:
    """The surface from above, with its size."""
    plate = plan.plate
    return document(plate.width + 24, plate.height + 28, _plan(plan), "The surface")


def _plan(plan: Plan) -> Iterator[str]:
    plate = plan.plate

    def at(x: float, y: float) -> tuple[float, float]:
        return x - plate.left + 18, plate.high - y + 6

    x, y = at(plate.left, plate.high)
    yield f'<rect class="wood" x="{x:.2f}" y="{y:.2f}" width="{plate.width:.2f}" height="{plate.height:.2f}"/>'
    for cell in plan.cells:
        x, y = at(cell.left, cell.high)
        size = f'width="{cell.width:.2f}" height="{cell.height:.2f}"'
        yield f'<rect fill="none" stroke="#c9bda4" stroke-width=".5" x="{x:.2f}" y="{y:.2f}" {size}/>'
    for hole in plan.holes:
        x, y = at(hole.x, hole.y)
        colour = "#b4540a" if hole.use == "led" else "#3b352a"
        yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{hole.width / 2:.2f}" fill="{colour}"/>'
    large = max(plate.width, plate.height) / 50
    larger = f'font-family="DejaVu Sans" text-anchor="middle" fill="#3b352a" style="font-size: {large:.1f}px"'
    yield f'<text {larger} x="{plate.width / 2 + 18:.2f}" y="{plate.height + 24:.2f}">{plate.width:.0f} mm</text>'
    turn = f'transform="rotate(-90 12 {plate.height / 2:.2f})"'
    yield f'<text {larger} x="12" y="{plate.height / 2:.2f}" {turn}>{plate.height:.0f} mm</text>'


def size(svg: str, scale: float = 1) -> tuple[float, float]:
    """Of a drawing, in its own units; `scale` is how many pixels one of them is."""
    head = svg[: svg.index(">")]
    width, height = (float(head.partition(f' {side}="')[2].partition('"')[0]) for side in ("width", "height"))
    return width / scale, height / scale
