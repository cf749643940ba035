"""Moves whose target was not felt, looked for only when nothing else explains the board: captures whose victim's touch
was too short, and arrivals where a sensor has lied."""

from collections.abc import Iterator

from reedboard.story.sites import members
from reedboard.tracker.beam import BEAM, joined
from reedboard.tracker.belief import TrackerState
from reedboard.tracker.branch import DISTURBED, after, children
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import BLIND, MISSED, SHELVED
from reedboard.tracker.exchange import Fitted, told_by_slots
from reedboard.tracker.footprint import Book, Footprint, book
from reedboard.tracker.hypothesis import NEVER, Hypothesis, SiteMark
from reedboard.tracker.move_fit import fit
from reedboard.tracker.verdict import in_hand

UNFELT_IN_A_ROW = 3
"""How many captures running may go unfelt: an exchange on one cell by quick hands."""


def missed_touches(seen: Hypothesis, belief: TrackerState, shelved: int | None = None) -> list[Hypothesis]:
    """The captures whose victim's cell was never felt empty, and the moves to a cell whose sensor is not believed.

    `shelved`: only the captures that filled one of these slots.
    """
    if seen.most_off >= DISTURBED:
        return []
    raw, sites, masked = belief.raw, belief.sites, belief.masked
    footprints = book(seen.line.position, sites)
    fitted: list[Fitted] = []
    certain = sites.cells & ~masked & ~seen.doubted & ~footprints.other
    sensible = belief.heard & ~(raw ^ seen.line.occupancy)
    doubted = (seen.doubted & ~sensible | masked) & sites.cells & ~seen.touched
    for footprint in footprints.done(certain & raw, certain & ~raw):
        unfelt = _unfelt_by(footprint, footprints, doubted)
        if not unfelt or not _begun(footprint, seen, raw) or _in_hand_before(seen, footprint, unfelt, raw):
            continue
        if shelved is not None and (not footprint.gives & shelved or unfelt & seen.touched):
            continue
        marks = {site: mark for site, mark in seen.marks.items() if not unfelt >> site & 1}
        blind = replace(seen, lifted=seen.lifted | unfelt, marks=marks)
        cost = fit(footprint, blind, raw | unfelt, sites, masked)
        if cost is not None:
            fitted.append(Fitted(footprint, cost + (_price(unfelt, doubted, masked) if shelved is None else SHELVED)))
    found: list[Hypothesis] = []
    for footprint, cost, _ in told_by_slots(fitted, seen, raw, sites):
        unfelt = _unfelt_by(footprint, footprints, doubted)
        child = after(seen, footprint, cost, footprints, raw, sites, masked, spared=unfelt & seen.touched)
        if child is not None:
            sure = shelved is not None or not unfelt & ~masked
            found.append(child if sure else child.guessed(child.line.ply, child.line.ply))
    return found


def _unfelt_by(footprint: Footprint, footprints: Book, doubted: int) -> int:
    """The cells of a move that may not have been felt: its victim's, and those it reaches whose sensor is in doubt."""
    return footprint.replaced & footprints.other | footprint.entered & doubted


def _price(unfelt: int, doubted: int, masked: int) -> int:
    """The cost of cells that nobody felt, by how well their sensors are believed."""
    if unfelt & ~doubted:
        return MISSED
    return BLIND if unfelt & ~masked else 0


def _begun(footprint: Footprint, seen: Hypothesis, raw: int) -> bool:
    """Whether a piece was lifted that makes the move: one that leaves its cell, or a new one its slot."""
    return bool(footprint.emptied & seen.lifted) or any(slots & seen.lifted & ~raw for _, slots in footprint.takes)


def _in_hand_before(seen: Hypothesis, footprint: Footprint, unfelt: int, raw: int) -> bool:
    """Whether the cell said to be unfelt was felt: its piece was lifted before the taker, and is still up."""
    taker = min((seen.marks[site].last_off for site in members(footprint.emptied & seen.touched)), default=0)
    return any(seen.marks[site].last_off < taker for site in members(unfelt & seen.touched & ~raw))


def shelved(belief: TrackerState) -> TrackerState:
    """Looks for captures that only the victim's slot tells of, where no piece that was felt to leave is on it."""
    filled = [(seen, seen.touched & ~belief.sites.cells & belief.raw) for seen in belief.hypotheses]
    if any(slots and _felt_leaving(seen, slots, belief) for seen, slots in filled):
        return belief
    found: list[Hypothesis] = []
    for seen, slots in filled:
        if slots:
            found += missed_touches(seen, belief, shelved=slots)
    return joined(belief, found, BEAM)


def _felt_leaving(seen: Hypothesis, slots: int, belief: TrackerState) -> bool:
    """Whether one of the slots may hold a piece that was lifted to be taken, by a move that is not done yet."""
    footprints = book(seen.line.position, belief.sites)
    gone = seen.lifted & footprints.other & ~belief.raw
    return bool(gone) and any(
        each.gives & slots and (each.emptied | each.replaced) & gone for each in footprints.footprints
    )


def overtaken(belief: TrackerState, waiting: bool = False) -> TrackerState:
    """Looks for captures missed, once the opponent has replied to something, or is `waiting` with pieces in hand."""
    raw = belief.raw
    trusted = belief.sites.cells & ~belief.masked
    found: list[Hypothesis] = []
    for seen, rest in _both_in_hand(belief, trusted):
        if not waiting:
            found += _unfelt(seen, belief, trusted, depth=UNFELT_IN_A_ROW)
        elif not rest & raw:
            missed = [each for each in missed_touches(seen, belief) if not each.apart(raw, trusted) & raw]
            shots = (shot for each in missed for shot in children(each, None, raw, belief.sites, belief.masked))
            found += [*missed, *(each for each in shots if not each.apart(raw, trusted))]
    return joined(belief, found, BEAM)


def replied(belief: TrackerState) -> TrackerState:
    """Looks for one capture missed whose reply was felt whole since, whatever came last: a piece slid leaves a cell.

    It is none if less is needed for a piece to be still in a hand.
    """
    trusted = belief.sites.cells & ~belief.masked
    held = min((each.cost for each in belief.hypotheses if in_hand(each, belief)), default=None)
    found: list[Hypothesis] = []
    for seen, _ in _both_in_hand(belief, trusted):
        if _felt_leaving(seen, seen.touched & ~belief.sites.cells & belief.raw, belief):
            continue
        for child in missed_touches(seen, belief):
            if all(_first(mark) > child.since for mark in child.marks.values()):
                further = children(child, None, belief.raw, belief.sites, belief.masked)
                found += [each for each in further if not each.apart(belief.raw, trusted)]
    return joined(belief, [each for each in found if held is None or each.cost <= held], BEAM)


def _first(mark: SiteMark) -> int:
    """The number of a site's first reading that is known."""
    return min(number for number in (mark.first_off, mark.last_off, mark.last_on) if number != NEVER)


def _both_in_hand(belief: TrackerState, trusted: int) -> Iterator[tuple[Hypothesis, int]]:
    """The hypotheses by which both sides have pieces in hand, one perhaps out of a slot, and what else is wrong."""
    raw, sites = belief.raw, belief.sites
    for seen in belief.hypotheses:
        rest = seen.apart(raw, trusted)
        footprints = book(seen.line.position, sites)
        side = seen.line.position.side
        new = seen.lifted & ~sites.cells & ~raw & ~seen.to_exchange
        mine = rest & footprints.own & ~raw | new & ~sites.held_by(side.other)
        theirs = rest & footprints.other & ~raw | new & ~sites.held_by(side)
        # Of two of their own, one may be what the opponent took from afar.
        if mine and (theirs or mine & (mine - 1)):
            yield seen, rest


def _unfelt(seen: Hypothesis, belief: TrackerState, trusted: int, depth: int) -> list[Hypothesis]:
    """The hypotheses that begin with a capture missed and leave at most pieces in hand."""
    found: list[Hypothesis] = []
    for child in missed_touches(seen, belief):
        further = children(child, None, belief.raw, belief.sites, belief.masked)
        whole = any(not each.apart(belief.raw, trusted) & belief.raw for each in further)
        if not whole and depth > 1 and child.apart(belief.raw, trusted):
            further = _unfelt(child, belief, trusted, depth - 1)
            whole = bool(further)
        if whole or not child.apart(belief.raw, trusted) & belief.raw:
            found += [child, *further]
    return found
