"""Whether a move fits what was seen: the cells must agree, and there must be a physical way.

The way: a piece must be in a hand before it can be put down. A cell whose occupant changed was filled last after its
new occupant had been lifted; only a piece slid to the next cell may be felt there before it is missed at home.
"""

from reedboard.story.sites import Sites, members
from reedboard.tracker.costs import FELT, HALFWAY, NO_SLIDE, PUT_BACK, UNORDERED, UNUSED
from reedboard.tracker.footprint import Footprint
from reedboard.tracker.hypothesis import NEVER, Hypothesis, SiteMark

SLIDE_MS = 400
"""How long a sliding piece may hold two neighbouring sensors: half a second is a rest, not a slide."""
HALFWAY_MS = 1000
"""How long a sliding piece may at most rest between two cells."""
BOUNCE_MS = 50
"""How far two sensors apart may swap the order of what they report: a few scans of a bouncing reed."""


def fit(footprint: Footprint, seen: Hypothesis, raw: int, sites: Sites, masked: int) -> int | None:
    """The cost of explaining `seen` by this move, whatever else is on the board; None if it cannot be."""
    trusted = ~(seen.doubted | masked)
    if raw & footprint.emptied & trusted or (footprint.filled | footprint.replaced) & ~raw & trusted:
        return None
    if footprint.replaced & ~seen.lifted & trusted:
        return None
    cost = 0
    marks = seen.marks
    for target, origin in footprint.carried:
        put, lift = marks.get(target), marks.get(origin)
        if footprint.replaced >> target & 1 and _stood_elsewhere(seen, origin, target, raw, sites):
            return None
        if not seen.stood:
            cost += _handled_before(put, lift)
        if put is None or lift is None or NEVER in (lift.first_off, put.last_on) or put.last_on > lift.first_off:
            continue
        late_ms = lift.first_off_ms - put.last_on_ms
        next_ = lift.first_off - put.last_on == 1
        if not _adjacent(target, origin, sites.game.board.files):
            if footprint.replaced >> target & 1 or not next_ or late_ms > BOUNCE_MS:
                return None
            cost += UNORDERED
        elif not next_ or late_ms > SLIDE_MS:
            if footprint.replaced >> target & 1:
                return None
            cost += UNORDERED if late_ms <= SLIDE_MS else HALFWAY if late_ms <= HALFWAY_MS else NO_SLIDE
    used = footprint.gives | seen.to_exchange
    for target, slots in footprint.takes:
        used |= slots
        if not slots & ~trusted:
            taken = _taken(target, slots, seen, raw)
            if taken is None:
                return None
            cost += taken
    for site in members(seen.touched & ~raw & ~sites.cells & ~used):
        cost += UNUSED * marks[site].was_on
    return cost


def _handled_before(put: SiteMark | None, lift: SiteMark | None) -> int:
    """The cost of what somebody did on a target before the mover came there for good.

    Once a move stood, lifting its piece and putting it back is a tap that answers a question.
    """
    if put is None or NEVER in (put.first_off, put.last_on):
        return 0
    if put.was_on:
        return PUT_BACK if put.first_off < put.last_off else 0
    return FELT if lift is not None and put.first_off < lift.first_off else 0


def _stood_elsewhere(seen: Hypothesis, origin: int, target: int, raw: int, sites: Sites) -> bool:
    """Whether the mover rested elsewhere while the target was filled: then somebody only adjusted what stood there.

    Certain only if nothing but the mover was in a hand when that other cell was filled.
    """
    marks = seen.marks
    put, lift = marks.get(target), marks.get(origin)
    if put is None or lift is None or NEVER in (put.first_off, put.last_on, lift.first_off):
        return False
    for site in members(seen.touched & ~seen.line.occupancy & ~raw & sites.cells):
        rest = marks[site]
        slid = rest.last_off - put.last_on == 1 and _adjacent(site, target, sites.game.board.files)
        if not slid and lift.first_off < rest.last_on < put.first_off and put.last_on < rest.last_off:
            others = (mark for each, mark in marks.items() if each not in (origin, site) and mark.first_off != NEVER)
            if all(mark.first_off > rest.last_on or mark.first_off < mark.last_on < rest.last_on for mark in others):
                return True
    return False


def slid(onto: int, origin: int, seen: Hypothesis, sites: Sites) -> bool:
    """Whether a piece slid from its cell onto the next one, and was felt there just before it was missed at home."""
    put, lift = seen.marks[onto], seen.marks[origin]
    at_once = lift.first_off - put.last_on == 1 and lift.first_off_ms - put.last_on_ms <= SLIDE_MS
    return at_once and _adjacent(onto, origin, sites.game.board.files)


def _adjacent(one: int, other: int, files: int) -> bool:
    rank, file = divmod(one, files)
    rank2, file2 = divmod(other, files)
    return abs(rank - rank2) <= 1 and abs(file - file2) <= 1


def _taken(target: int, slots: int, seen: Hypothesis, raw: int) -> int | None:
    """The cost of a piece now on `target` coming from one of the slots, or from beside them when they held none; None
    if it cannot have.
    """
    put = seen.marks.get(target)
    costs: list[int] = []
    for site in members(seen.lifted & slots & ~raw):
        lift = seen.marks[site]
        if put is None or put.last_on == NEVER or lift.first_off < put.last_on:
            return 0
        if lift.first_off_ms - put.last_on_ms <= BOUNCE_MS:
            costs.append(UNORDERED)
    held = raw & slots
    for site in members(seen.touched & slots):
        bit = 1 << site
        held = held | bit if seen.marks[site].was_on else held & ~bit
    return min(costs, default=None if held else 0)
