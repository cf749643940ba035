"""A piece set on its slot that nobody missed: perhaps the move was another, which took it, and a lift was lost."""

from reedboard.core.tracker.footprint import Book, Footprint, book, last_made
from reedboard.core.tracker.hypothesis import Hypothesis
from reedboard.core.tracker.sites import Sites, members

UNTAKEN = 50
"""Cost of a slot filled though nothing was taken that belongs there: most likely a lift was lost."""


def shot_besides(print_: Footprint, seen: Hypothesis, raw: int, pages: Book, sites: Sites) -> int:
    """The ply, of this move or the one before, that explains a slot filled if another move was made; 0: there is none.

    Another is the same with a capture besides, or one whose cells were all felt and stand as it would leave them.
    """
    filled = filled_slots(seen, raw, sites) & ~print_.gives
    if not filled:
        return 0
    if any(
        each.replaced and not (each.cells & ~seen.touched or each.entered & ~raw)
        for each in pages.between(seen.touched, seen.touched & raw)
        if each.gives & filled
    ):
        return seen.line.ply + 1
    if _captures_besides(print_, filled, pages):
        return seen.line.ply + 1
    return seen.line.ply if _shot_before(seen, raw, sites) else 0


def _shot_before(seen: Hypothesis, raw: int, sites: Sites) -> bool:
    """Whether slots were filled that the last move does not give to, but another by the same piece does.

    One with a capture besides, or one that took what was lifted and put back since.
    """
    before, filled = seen.line.before, filled_slots(seen, raw, sites)
    if before is None or not filled:
        return False
    pages, made = book(before.position, sites), last_made(seen.line, sites)
    if made.gives & filled:
        return False
    return _captures_besides(made, filled, pages) or any(
        each.emptied == made.emptied and _took(each, filled, seen) for each in pages.footprints
    )


def unexplained_slots(seen: Hypothesis, raw: int, sites: Sites) -> int:
    """The slots that were filled and that the last move does not give to."""
    filled = filled_slots(seen, raw, sites)
    return filled & ~last_made(seen.line, sites).gives if filled and seen.line.before else filled


def shot_since(seen: Hypothesis, raw: int, sites: Sites) -> bool:
    """Whether slots were filled that the next move may have filled: it takes what was lifted, and all is put down."""
    filled = filled_slots(seen, raw, sites)
    if not filled:
        return False
    pages = book(seen.line.position, sites)
    return any(not each.entered & ~raw and _took(each, filled, seen) for each in pages.footprints)


def filled_slots(seen: Hypothesis, raw: int, sites: Sites) -> int:
    """The slots that hold a piece and did not before."""
    slots = seen.touched & raw & ~sites.cells
    return sum(1 << site for site in members(slots) if not seen.marks[site].was_on)


def _took(print_: Footprint, filled: int, seen: Hypothesis) -> bool:
    """Whether a move took a piece from a cell that was felt, and fills one of these slots."""
    return bool(print_.gives & filled and print_.replaced) and not print_.replaced & ~seen.touched


def _captures_besides(print_: Footprint, filled: int, pages: Book) -> bool:
    """Whether the same move with a capture besides fills one of these slots."""
    return any(
        each.gives & filled and each.cells != print_.cells and not print_.cells & ~each.cells
        for each in pages.between(print_.cells, print_.cells)
    )
