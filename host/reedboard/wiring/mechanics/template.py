"""The drill template: the plate from above at full size, over as many sheets as it takes, to be glued edge on edge."""

from math import ceil

from reedboard.wiring.mechanics.pdf import Page, pdf
from reedboard.wiring.mechanics.plan import Plan

SHEETS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Sizes in mm."""

BORDER_MM, OVERLAP_MM, FOOTER_MM = 10.0, 10.0, 10.0
"""What a printer leaves blank, what two neighbours both show, and room for words below."""


def template(name: str, plan: Plan, sheet: str) -> str:
    """The template as PDF."""
    width, height = SHEETS[sheet]
    shown_x, shown_y = width - 2 * BORDER_MM, height - 2 * BORDER_MM - FOOTER_MM
    step_x, step_y = shown_x - OVERLAP_MM, shown_y - OVERLAP_MM
    columns = max(1, ceil((plan.plate.width - OVERLAP_MM) / step_x))
    rows = max(1, ceil((plan.plate.height - OVERLAP_MM) / step_y))
    pages = []
    for row in range(rows):
        for column in range(columns):
            page = Page(width, height)
            left, low = plan.plate.left + column * step_x, plan.plate.low + row * step_y
            _draw(page, plan, BORDER_MM - left, BORDER_MM + FOOTER_MM - low, shown_x, shown_y)
            _marks(page, columns, rows, column, row, shown_x, shown_y)
            words = f"{name}: sheet {column + 1} of {columns} from the left, {row + 1} of {rows} from White's side"
            page.words(BORDER_MM, BORDER_MM + 5, words)
            told = (
                "Print at 100 %: this line is 100 mm long. Glue neighbours so that the crosses meet. White sits below."
            )
            page.words(BORDER_MM, BORDER_MM, told, 2.6)
            page.line(BORDER_MM, BORDER_MM + 8.5, BORDER_MM + 100, BORDER_MM + 8.5, 0.4)
            pages.append(page)
    return pdf(f"Drill template of {name}", pages)


def _draw(page: Page, plan: Plan, dx: float, dy: float, shown_x: float, shown_y: float) -> None:
    """What of the plate lies on this sheet."""
    left, low = BORDER_MM, BORDER_MM + FOOTER_MM
    page.clip(left, low, shown_x, shown_y)
    reach = 6.0
    for cell in plan.cells:
        if (
            left < cell.right + dx
            and cell.left + dx < left + shown_x
            and low < cell.high + dy
            and cell.low + dy < low + shown_y
        ):
            page.box(cell.left + dx, cell.low + dy, cell.width, cell.height, 0.1, 0.6)
    page.box(plan.plate.left + dx, plan.plate.low + dy, plan.plate.width, plan.plate.height, 0.4)
    for hole in plan.holes:
        x, y = hole.x + dx, hole.y + dy
        if left - reach < x < left + shown_x + reach and low - reach < y < low + shown_y + reach:
            page.circle(x, y, hole.width / 2)
            page.words(x + hole.width / 2 + 0.5, y - 0.6, f"{hole.width:g}", 1.8)
    page.unclip()


def _marks(page: Page, columns: int, rows: int, column: int, row: int, shown_x: float, shown_y: float) -> None:
    """Crosses in the middle of every strip that a neighbour shows, too: the same place of the plate on both sheets."""
    half = OVERLAP_MM / 2
    xs = [*([BORDER_MM + half] if column else []), *([BORDER_MM + shown_x - half] if column < columns - 1 else [])]
    base = BORDER_MM + FOOTER_MM
    ys = [*([base + half] if row else []), *([base + shown_y - half] if row < rows - 1 else [])]
    for x in xs:
        for y in (base + shown_y * part for part in (0.25, 0.75)):
            _cross(page, x, y)
    for y in ys:
        for x in (BORDER_MM + shown_x * part for part in (0.25, 0.75)):
            _cross(page, x, y)


def _cross(page: Page, x: float, y: float) -> None:
    page.line(x - 4, y, x + 4, y, 0.3)
    page.line(x, y - 4, x, y + 4, 0.3)
