"""Where board and game disagree: what to fill and what to clear, the fewest hand movements to agreement."""

from reedboard.tracker.belief import TrackerState
from reedboard.tracker.branch import DISTURBED
from reedboard.tracker.costs import UNSURE
from reedboard.tracker.footprint import Footprint, book
from reedboard.tracker.hypothesis import NEVER, Hypothesis
from reedboard.tracker.illegal_move import is_illegal_move
from reedboard.tracker.verdict import agreeing, in_hand, is_being_taken, judge, may_be_told


def disagreement(belief: TrackerState) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Cells to fill and to clear; None if board and game agree or a legal move is under way.

    Agreement that rests on a sensor only doubted is none: most likely something stands wrong, as long as people were
    not told of it.
    """
    best = judge(belief).best if agreeing(belief) else None
    if best is None and under_way(belief):
        return None
    if best is not None and not _wrong(belief) & best.doubted & ~belief.unreliable:
        return None
    return cells_apart(belief)


def cells_apart(belief: TrackerState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cells to fill and to clear so that the board stands as the shown position, whatever hands are doing."""
    wrong, expected = _wrong(belief), belief.shown.occupancy
    wrong = wrong & ~belief.unreliable or wrong
    return belief.sites.names(wrong & expected), belief.sites.names(wrong & ~expected)


def _wrong(belief: TrackerState) -> int:
    return (belief.raw ^ belief.shown.occupancy) & belief.sites.cells & ~belief.masked


def out_of_date(belief: TrackerState) -> bool:
    """Whether what was told to fill and to clear was said of another position than is shown by now."""
    fill, clear = belief.apart or ((), ())
    expected = set(belief.sites.names(belief.shown.occupancy))
    return not expected.issuperset(fill) or not expected.isdisjoint(clear)


def under_way(belief: TrackerState) -> bool:
    """Whether hands may simply be in the middle of a legal move that goes on from what may be told; no guess counts.

    What led to the shown move has been weighed: one that was dear, and believed, can be replied to like any other.
    """
    going_on = [each for each in belief.hypotheses if may_be_told(each, belief)]
    sure = min((each.cost for each in going_on), default=0) + UNSURE
    near = [each for each in going_on if each.cost < sure]
    if is_illegal_move(belief):
        near = [each for each in near if each.line == belief.shown]
    return any(has_begun(each, belief) for each in near)


def has_begun(seen: Hypothesis, belief: TrackerState) -> bool:
    """Whether hands may simply be in the middle of a legal move that goes on from this hypothesis."""
    if seen.most_off >= DISTURBED:
        return False
    if (in_hand(seen, belief) or _victim_in_hand(seen, belief)) and not _put_down_since(seen, belief):
        return True
    return bool(_begun(seen, belief))


def _victim_in_hand(seen: Hypothesis, belief: TrackerState) -> bool:
    """Whether all that is missing is what one legal move takes, or the piece moved last, on its way back."""
    rest = seen.apart(belief.raw, belief.sites.cells & ~belief.masked)
    before = seen.line.before
    if before is not None and rest and not rest & ~(seen.line.occupancy & ~before.occupancy & ~belief.raw):
        return True
    return is_being_taken(seen, belief)


def finishing(belief: TrackerState) -> list[Footprint]:
    """The moves that what has been put down so far is the beginning of: castling, en passant, an exchange to come."""
    for seen in belief.hypotheses:
        if seen.line == belief.shown and seen.most_off < DISTURBED:
            return _begun(seen, belief)
    return []


def _begun(seen: Hypothesis, belief: TrackerState) -> list[Footprint]:
    rest = seen.apart(belief.raw, belief.sites.cells & ~belief.masked)
    if not rest:
        return []
    return [
        each
        for each in book(seen.line.position, belief.sites).footprints
        if not rest & ~each.emptied & ~each.filled
        and rest & each.emptied
        and (rest & each.filled or _captured(each, seen, belief.raw))
    ]


def _captured(footprint: Footprint, seen: Hypothesis, raw: int) -> bool:
    """Whether a piece of the move stands where its victim stood."""
    for target, origin in footprint.carried:
        put, lift = seen.marks.get(target), seen.marks.get(origin)
        if put is None or lift is None or not footprint.replaced & raw & 1 << target:
            continue
        if NEVER not in (put.first_off, lift.first_off) and put.last_on > lift.first_off:
            return True
    return False


def _put_down_since(seen: Hypothesis, belief: TrackerState) -> bool:
    """Whether a piece was put down on its own or another's cell after the first of those missing was lifted."""
    missing = [mark for site, mark in seen.marks.items() if not belief.raw >> site & 1 and mark.was_on]
    first = min((mark.last_off for mark in missing), default=0)
    return any(mark.last_on > first for site, mark in seen.marks.items() if belief.raw >> site & 1 and mark.was_on)
