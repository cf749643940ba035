"""A victim that leaves the board only when its taker was lifted already, to be taken itself: en passant, a shot."""

from reedboard.story.sites import Sites, members
from reedboard.tracker.branch import DISTURBED, after
from reedboard.tracker.changed import replace
from reedboard.tracker.footprint import book
from reedboard.tracker.hypothesis import NEVER, Hypothesis
from reedboard.tracker.move_fit import fit


def late_victims(seen: Hypothesis, site: int, raw: int, sites: Sites, masked: int) -> list[Hypothesis]:
    """The hypotheses one move further that a victim's lift at `site` completes, the reply having begun."""
    footprints = book(seen.line.position, sites)
    if seen.most_off >= DISTURBED or seen.stood or not footprints.other >> site & 1:
        return []
    found: list[Hypothesis] = []
    for target in members(seen.lifted & ~raw & sites.cells & ~footprints.own & ~(1 << site)):
        mark = seen.marks[target]
        if not NEVER < mark.last_on < mark.last_off:
            continue
        stood = raw | 1 << target
        certain = sites.cells & ~masked & ~seen.doubted
        landed = _landed(seen, target)
        for footprint in footprints.done(certain & stood, certain & ~stood):
            if not (footprint.emptied >> site & 1 and footprint.entered >> target & 1):
                continue
            cost = fit(footprint, landed, stood, sites, masked)
            child = None if cost is None else after(landed, footprint, cost, footprints, stood, sites, masked)
            if child is not None:
                found.append(child.seen(target, False, mark.last_off, mark.first_off_ms, raw, certain))
    return found


def _landed(seen: Hypothesis, target: int) -> Hypothesis:
    """The hypothesis without the last lift of what stood on a cell."""
    mark = seen.marks[target]
    if mark.first_off < mark.last_off:
        return replace(seen, marks={**seen.marks, target: mark._replace(last_off=mark.first_off)})
    marks = {**seen.marks, target: mark._replace(first_off=NEVER, last_off=NEVER)}
    return replace(seen, marks=marks, lifted=seen.lifted & ~(1 << target))
