"""Pieces put where no rule lets them go: an illegal move is likelier than a sensor that fails in the same gesture."""

import itertools
from collections.abc import Sequence

from reedboard.board.events import Reading
from reedboard.story.sites import members
from reedboard.tracker.belief import Happened, TrackerState
from reedboard.tracker.branch import DISTURBED
from reedboard.tracker.hypothesis import Hypothesis


def is_illegal_move(belief: TrackerState) -> bool:
    """Whether all that stands wrong is one piece that was lifted and put elsewhere, be it on an enemy's cell.

    It must be one of the side to move: if the other side has moved on, a move before that went unfelt. Whosesoever it
    is, there is nothing to explain while it is in the hand again.
    """
    alike = [each for each in belief.hypotheses if each.line == belief.shown and not each.doubted]
    return bool(alike) and _was_put_elsewhere(min(alike, key=lambda each: each.cost), belief)


def _was_put_elsewhere(seen: Hypothesis, belief: TrackerState) -> bool:
    rest = seen.apart(belief.raw, belief.sites.cells & ~belief.masked)
    missing, extra = rest & ~belief.raw, rest & belief.raw
    if missing.bit_count() != 1 or extra.bit_count() > 1 or missing & ~seen.touched:
        return False
    origin = missing.bit_length() - 1
    if not extra and _is_up_again(seen, origin):
        return True
    pieces = seen.line.position.pieces()
    if pieces[origin].side is not seen.line.position.side:
        return False
    put = extra or sum(
        1 << cell
        for cell in members(seen.lifted & belief.raw & belief.sites.cells)
        if pieces[cell].side is not pieces[origin].side
    )
    return any(seen.marks[site].last_on > seen.marks[origin].last_off for site in members(put & seen.touched))


def _is_up_again(seen: Hypothesis, origin: int) -> bool:
    """Whether the piece of a cell was put on a free one, and has left that again."""
    since = seen.marks[origin].last_off
    return any(since < mark.last_on < mark.last_off for mark in seen.marks.values() if not mark.was_on)


def upset(belief: TrackerState) -> bool:
    """Whether more pieces are in hands than any move takes; what stands elsewhere is in none."""
    wrong = (belief.raw ^ belief.shown.occupancy) & belief.sites.cells & ~belief.masked
    return (wrong & ~belief.raw).bit_count() - (wrong & belief.raw).bit_count() >= DISTURBED


def strays(events: Sequence[Happened], belief: TrackerState) -> tuple[int, int]:
    """The cells that one gesture after another left wrong: where a piece was lifted, and where at once put, to stay.

    Nowhere if that does not account for everything wrong: another piece may have been in the hand, and put down there.
    """
    wrong = (belief.raw ^ belief.shown.occupancy) & belief.sites.cells & ~belief.masked
    readings = [each for each in events if isinstance(each, Reading)]
    lifted = placed = 0
    in_hand = False
    for lift, put in itertools.pairwise(readings):
        if not lift.on and put.on and not in_hand:
            pair = 1 << belief.sites.index[lift.site], 1 << belief.sites.index[put.site]
            if not sum(pair) & ~wrong:
                lifted, placed = lifted | pair[0], placed | pair[1]
        in_hand = not lift.on
    return (0, 0) if wrong & ~lifted & ~placed else (lifted, placed)
