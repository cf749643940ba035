"""Tray slots that speak of other moves than the last: a piece taken out for the next one, or set there by one misread.

A piece set on its slot that nobody missed was most likely taken by another move than the one told: a lift was lost.
"""

from reedboard.story.sites import Sites, members
from reedboard.tracker.footprint import Footprint, book, last_made
from reedboard.tracker.hypothesis import Hypothesis


def filled_slots(seen: Hypothesis, raw: int, sites: Sites) -> int:
    """The slots that hold a piece and did not before."""
    slots = seen.touched & raw & ~sites.cells
    return sum(1 << site for site in members(slots) if not seen.marks[site].was_on)


def unexplained_slots(seen: Hypothesis, raw: int, sites: Sites) -> int:
    """The slots that were filled and that the last move does not give to."""
    filled = filled_slots(seen, raw, sites) & ~seen.to_exchange
    return filled & ~last_made(seen.line, sites).gives if filled and seen.line.before else filled


def filled_at(slots: int, seen: Hypothesis, sites: Sites) -> int:
    """The ply whose move must have been another, if it took what lies on these slots.

    That is the next where it may take such a piece; else it was taken before, by the other side.
    """
    next_ = any(each.gives & slots for each in book(seen.line.position, sites).footprints)
    return max(1, seen.line.ply + next_)


def kept_out(footprint: Footprint, seen: Hypothesis, raw: int, sites: Sites) -> int:
    """The slots not of the mover's side whose pieces are in a hand, and not for this move: they are for the reply."""
    used = 0
    for _, slots in footprint.takes:
        used |= slots
    return seen.lifted & ~sites.cells & ~raw & ~sites.held_by(seen.line.position.side) & ~used
