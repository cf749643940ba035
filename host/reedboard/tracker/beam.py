"""The beam: how many hypotheses are kept, and which. It bounds what one reading costs, however long the game."""

from collections.abc import Sequence

from reedboard.tracker.belief import TrackerState
from reedboard.tracker.branch import merged, worth
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import MARGIN
from reedboard.tracker.hypothesis import Hypothesis

BEAM = 64
"""The most hypotheses kept that doubt no sensor: open questions of four answers each and what lies around them."""
SUSPECTS = 128
"""The most hypotheses with a fault at one time: a piece dropped on 17x17 unfelt may be on any of eighty cells."""
REACH = 4
"""Plies behind the best explanation after which an older one is too old: a slide may look like three moves."""


def likeliest(hypotheses: Sequence[Hypothesis], belief: TrackerState, trusted: int) -> list[Hypothesis]:
    """The beam: what is not much worse, and not much older, than the best that agrees with the board."""
    raw, sites = belief.raw, belief.sites
    agreed = [each for each in hypotheses if not each.apart(raw, trusted)]
    best = min(agreed, key=lambda each: worth(each, raw, sites), default=None)
    cost = {id(each): each.cost for each in hypotheses} | {id(each): worth(each, raw, sites) for each in agreed}
    since = (belief.shown if best is None else best.line).ply - REACH
    most = min(cost.values(), default=0) + MARGIN
    near = [each for each in hypotheses if each.line.ply >= since and cost[id(each)] <= most]
    near.sort(key=lambda each: (cost[id(each)], -each.line.ply))
    doubting = [each for each in near if each.doubted]
    if doubting:
        near = [each for each in near if not each.doubted]
    return [*(near if len(near) <= BEAM else _spread(near)), *doubting[:SUSPECTS]]


def joined(belief: TrackerState, found: Sequence[Hypothesis], most: int) -> TrackerState:
    """The belief with the likeliest of the hypotheses found besides, `most` of them at most.

    Those that agree with the board come first: the others are their beginnings, and a move cheaper for it.
    """
    if not found:
        return belief
    trusted = belief.sites.cells & ~belief.masked
    likely = sorted(found, key=lambda each: (bool(each.apart(belief.raw, trusted)), each.cost))[:most]
    everything = merged((*belief.hypotheses, *likely), belief.raw, belief.sites, belief.masked)
    return replace(belief, hypotheses=everything, weighed=belief.weighed + len(found))


def _spread(near: Sequence[Hypothesis]) -> list[Hypothesis]:
    """As many as the beam holds, the cheapest of every length first: short lines are cheap only for what they leave."""
    found: dict[int, list[Hypothesis]] = {}
    for each in near:
        found.setdefault(each.line.ply, []).append(each)
    share = BEAM // len(found)
    chosen = {id(each) for alike in found.values() for each in alike[:share]}
    spare = [each for each in near if id(each) not in chosen][: BEAM - len(chosen)]
    chosen.update(map(id, spare))
    return [each for each in near if id(each) in chosen]
