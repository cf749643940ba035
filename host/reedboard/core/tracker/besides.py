"""A piece set on its slot that nobody missed: the move may have been the same with a capture besides, its lift lost."""

from reedboard.core.tracker.footprint import Book, Footprint, book
from reedboard.core.tracker.hypothesis import Hypothesis
from reedboard.core.tracker.sites import Sites, members

SHOT = 50
"""Cost of a slot filled where the same move with a capture besides would have filled it: most likely that was lost."""


def shot_besides(print_: Footprint, seen: Hypothesis, raw: int, pages: Book, sites: Sites) -> int:
    """The ply, of this move or the one before, that explains a slot filled if it captured besides; 0: there is none."""
    filled = _filled(seen, raw, sites) & ~print_.gives
    if filled and _captures_besides(print_, filled, pages):
        return seen.line.ply + 1
    return seen.line.ply if filled and shot_before(seen, raw, sites) else 0


def shot_before(seen: Hypothesis, raw: int, sites: Sites) -> bool:
    """Whether slots were filled that the last move does not give to, but would if it had captured besides."""
    before, filled = seen.line.before, _filled(seen, raw, sites)
    if before is None or not filled:
        return False
    pages = book(before.position, sites)
    made = next(each for each in pages.footprints if each.move == seen.line.move)
    return not made.gives & filled and _captures_besides(made, filled, pages)


def _filled(seen: Hypothesis, raw: int, sites: Sites) -> int:
    """The slots that hold a piece and did not before."""
    slots = seen.touched & raw & ~sites.cells
    return sum(1 << site for site in members(slots) if not seen.marks[site].was_on)


def _captures_besides(print_: Footprint, filled: int, pages: Book) -> bool:
    """Whether the same move with a capture besides fills one of these slots."""
    return any(
        each.gives & filled and each.cells != print_.cells and not print_.cells & ~each.cells
        for each in pages.footprints
    )
