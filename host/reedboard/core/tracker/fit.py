"""Whether a move fits what was seen: the cells must agree, and there must be a physical story.

The story: a piece must be in a hand before it can be put down. A cell whose occupant changed was filled last after its
new occupant had been lifted; only a piece slid to the next cell may be felt there before it is missed at home.
"""

from reedboard.core.tracker.footprint import Footprint
from reedboard.core.tracker.hypothesis import NEVER, Hypothesis
from reedboard.core.tracker.sites import Sites, members

SLIDE_MS = 400
"""How long a sliding piece may hold two neighbouring sensors: half a second is a rest, not a slide."""
UNORDERED = 2
"""Cost of a target felt long before its origin was missed: bouncing sensors do that, hands do not."""
UNUSED = 5
"""Cost of a tray slot that changed for no reason the move gives."""


def fit(print_: Footprint, seen: Hypothesis, raw: int, sites: Sites, masked: int) -> int | None:
    """The cost of explaining `seen` by this move, whatever else is on the board; None if it cannot be."""
    believed = raw ^ seen.flips
    trusted = ~(seen.flips | masked)
    if believed & print_.emptied & ~masked or (print_.filled | print_.replaced) & ~believed & ~masked:
        return None
    if print_.replaced & ~seen.lifted & trusted:
        return None
    cost = 0
    marks = seen.marks
    for target, origin in print_.carried:
        put, lift = marks.get(target), marks.get(origin)
        if put is None or lift is None or NEVER in (lift.first_off, put.last_on) or put.last_on > lift.first_off:
            continue
        near = _adjacent(target, origin, sites.game.board.files)
        if near and lift.first_off - put.last_on == 1 and lift.first_off_ms - put.last_on_ms <= SLIDE_MS:
            continue
        if print_.replaced >> target & 1:
            return None
        if not near:
            cost += UNORDERED
    used = print_.gives
    for target, slots in print_.takes:
        used |= slots
        if not _taken(target, slots, seen, raw):
            return None
    changed = seen.touched & ~sites.cells & ~used
    for site in members(changed):
        if marks[site].was_on != bool(raw >> site & 1):
            cost += UNUSED
    return cost


def _adjacent(one: int, other: int, files: int) -> bool:
    rank, file = divmod(one, files)
    rank2, file2 = divmod(other, files)
    return abs(rank - rank2) <= 1 and abs(file - file2) <= 1


def _taken(target: int, slots: int, seen: Hypothesis, raw: int) -> bool:
    """Whether the piece now on `target` may come from one of the slots, or from beside them when they held none."""
    put = seen.marks.get(target)
    for site in members(seen.lifted & slots & ~raw):
        if put is None or put.last_on == NEVER or seen.marks[site].first_off < put.last_on:
            return True
    held = raw & slots
    for site in members(seen.touched & slots):
        bit = 1 << site
        held = held | bit if seen.marks[site].was_on else held & ~bit
    return not held
