"""The tracker's two verbs: `begin` and `observe`. Pure: the same events always give the same beliefs and effects."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairyrules import Position
from reedboard.core.events import Answer, Event, Press, Reading, Tick
from reedboard.core.tracker.belief import QUIET_MS, Belief, Quiet
from reedboard.core.tracker.branch import DISTURBED, children, merged, rebased, silent_children, worth
from reedboard.core.tracker.disagreement import disagreement
from reedboard.core.tracker.effects import Mended, Mismatch, NewGameOffered, Observation, Settled
from reedboard.core.tracker.faults import BEAM, overtaken, shelved
from reedboard.core.tracker.footprint import book
from reedboard.core.tracker.hypothesis import Hypothesis, Line
from reedboard.core.tracker.said import answered, pressed
from reedboard.core.tracker.sensors import felt
from reedboard.core.tracker.silence import pass_time
from reedboard.core.tracker.sites import sites_of
from reedboard.core.tracker.takeback import array_stands, is_new_game, taken_back
from reedboard.core.tracker.verdict import agreeing, judge, told

REACH = 4
"""Plies behind the best explanation after which an older one is too old: a slide may look like three moves."""
MARGIN = 160
"""Cost above the cheapest at which a hypothesis is given up: a fault and an unfelt capture more."""


def begin(position: Position, trays: bool, slots: Mapping[str, bool], occupied: int | None = None) -> Belief:
    """A game from `position`.

    Args:
        position: where the game starts; its side to move makes ply 1.
        trays: whether the board has trays; without, `slots` is not looked at.
        slots: every tray slot and whether it is occupied.
        occupied: the cells (bit = cell) whose sensors say occupied; None: those of the position.

    Raises: UnknownSiteError for a slot whose name says no kind.
    """
    used = dict(slots) if trays else {}
    sites = sites_of(position.game, used)
    raw = position.occupancy if occupied is None else occupied & sites.cells
    for name, on in used.items():
        raw |= on << sites.index[name]
    line = Line.start(position)
    root = Hypothesis(line)
    if root.apart(raw, sites.cells):
        root = replace(root, most_off=DISTURBED)
    belief = Belief(sites, raw, (root,), line, t_ms=-QUIET_MS[Quiet.ASKED], quiet=Quiet.CONCLUDED)
    return replace(belief, apart=disagreement(belief))


def observe(belief: Belief, event: Event) -> tuple[Belief, list[Observation]]:
    """What is believed after an event, and what is new to say.

    Time passes only here: the silence before the event acts first, so ticks bring effects sooner and never change them.

    Raises: UnknownSiteError for a reading of a site the board does not have.
    """
    belief, said = pass_time(belief, event.t_ms)
    match event:
        case Reading(t_ms, name, on):
            belief, more = _felt(belief, belief.sites.find(name), on, t_ms)
        case Press(t_ms, side):
            belief, more = pressed(belief, side, t_ms)
        case Answer(t_ms, move):
            belief, more = answered(belief, move, t_ms)
        case Tick():
            more = []
    return belief, said + more


def _felt(belief: Belief, site: int, on: bool, t_ms: int) -> tuple[Belief, list[Observation]]:
    bit = 1 << site
    repeated = bool(belief.raw & bit) == on
    if repeated and not any(each.flips & bit for each in belief.hypotheses):
        return belief, []
    belief = replace(belief, raw=belief.raw ^ (0 if repeated else bit))
    if belief.masked & bit:
        return replace(belief, heard=belief.heard | bit), []
    stats, noticed = felt(belief.sensors, site, t_ms, belief.sites)
    if noticed:
        return replace(belief, sensors=stats), noticed
    waited = belief.quiet >= Quiet.ASKED
    belief = replace(belief, sensors=stats, number=belief.number + 1, t_ms=t_ms, quiet=Quiet.NONE)
    belief, said = _lifted_by_the_opponent(belief, site, on, t_ms)
    belief = _branched(belief, site, on, repeated)
    if not agreeing(belief):
        earlier = taken_back(belief)
        if earlier is not None and not is_new_game(belief, earlier.line):
            belief = replace(belief, hypotheses=(*belief.hypotheses, earlier))
        elif belief.raw & ~belief.sites.cells:
            belief = shelved(belief)
        if on and judge(belief).best is None:
            belief = overtaken(belief)
        elif waited and not on:
            belief = overtaken(belief, waiting=True)
    belief, more = told(belief, t_ms)
    said += more
    belief, more = _apart(belief, t_ms)
    return belief, said + more


def _branched(belief: Belief, site: int, on: bool, repeated: bool) -> Belief:
    """Every hypothesis with the new reading, and every move it completes."""
    sites, raw, masked = belief.sites, belief.raw, belief.masked
    bit = 1 << site
    before = raw if repeated else raw ^ bit
    trusted = sites.cells & ~masked
    alive = list(belief.hypotheses)
    for each in belief.hypotheses:
        if not each.marks and not each.most_off and not each.apart(before, trusted):
            alive += silent_children(each, sites)
    alive = list(merged(alive, before, sites, masked))
    grown: list[Hypothesis] = []
    for each in alive:
        if each.flips & bit:
            each = replace(each, flips=each.flips ^ bit)
            if not repeated:
                grown.append(each)
                continue
        elif repeated:
            grown.append(each)
            continue
        seen = each.seen(site, on, belief.number, belief.t_ms, raw, sites.cells)
        grown += [seen, *children(seen, site, raw, sites, masked)]
    grown = [_calmed(each, raw, trusted) for each in grown]
    everything = merged(grown, raw, sites, masked)
    return replace(belief, hypotheses=rebased(_likeliest(everything, belief, trusted)))


def _likeliest(hypotheses: Sequence[Hypothesis], belief: Belief, trusted: int) -> list[Hypothesis]:
    """The beam: what is not much worse, and not much older, than the best that agrees with the board."""
    raw, sites = belief.raw, belief.sites
    agreed = [each for each in hypotheses if not each.apart(raw, trusted)]
    best = min(agreed, key=lambda each: worth(each, raw, sites), default=None)
    cost = {id(each): each.cost for each in hypotheses} | {id(each): worth(each, raw, sites) for each in agreed}
    since = (belief.shown if best is None else best.line).ply - REACH
    most = min(cost.values(), default=0) + MARGIN
    near = [each for each in hypotheses if each.line.ply >= since and cost[id(each)] <= most]
    return sorted(near, key=lambda each: (cost[id(each)], -each.line.ply))[:BEAM]


def _calmed(seen: Hypothesis, raw: int, trusted: int) -> Hypothesis:
    """A board upset and set up again says nothing of what was moved meanwhile."""
    return seen.fresh() if seen.most_off >= DISTURBED and not seen.apart(raw, trusted) else seen


def _lifted_by_the_opponent(belief: Belief, site: int, on: bool, t_ms: int) -> tuple[Belief, list[Observation]]:
    """A move is settled when the opponent lifts a piece of his own."""
    shown = belief.shown
    if on or shown.ply == belief.settled or belief.questions:
        return belief, []
    if not book(shown.position, belief.sites).own >> site & 1:
        return belief, []
    said: list[Observation] = [Settled(t_ms, ply) for ply in range(belief.settled + 1, shown.ply + 1)]
    return replace(belief, settled=shown.ply), said


def _apart(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Keeps a disagreement once told up to date, until it is mended."""
    said: list[Observation] = []
    if belief.apart is not None:
        now = disagreement(belief)
        if now is None and agreeing(belief):
            said.append(Mended(t_ms))
            belief = replace(belief, apart=None)
        elif now is not None and now != belief.apart:
            said.append(Mismatch(t_ms, *now))
            belief = replace(belief, apart=now)
    offered = belief.shown.ply > 0 and bool(belief.shown.move) and array_stands(belief, belief.sites)
    if offered and not belief.new_game_offered and not agreeing(belief):
        said.append(NewGameOffered(t_ms))
    return replace(belief, new_game_offered=offered), said


def conclude(belief: Belief) -> tuple[Belief, list[Observation]]:
    """The end of a trace: all the silence there can be."""
    return pass_time(belief, belief.t_ms + QUIET_MS[Quiet.CONCLUDED])
