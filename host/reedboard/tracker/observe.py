"""The tracker's two verbs: `begin` and `observe`. Pure: the same events always give the same beliefs and effects."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.board.events import Answer, Event, Press, Reading, Tick
from reedboard.story.effects import Asked, Observation, Settled
from reedboard.story.sites import sites_of
from reedboard.tracker.beam import likeliest
from reedboard.tracker.belief import QUIET_MS, Blink, Checkpoint, Happened, Quiet, TrackerState
from reedboard.tracker.branch import DISTURBED, children, merged, rebased, silent_children, worth
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import TAKEBACK
from reedboard.tracker.disagreement import disagreement, under_way
from reedboard.tracker.exchange import not_exchanged
from reedboard.tracker.faults import alternatives, suspected
from reedboard.tracker.footprint import Footprint, book, last_made
from reedboard.tracker.hypothesis import Hypothesis, LineOfPlay, brought
from reedboard.tracker.late_victim import late_victims
from reedboard.tracker.memory import remembered
from reedboard.tracker.missed_reading import missed_touches, overtaken, shelved
from reedboard.tracker.player_input import answered, pressed
from reedboard.tracker.second_thoughts import EFFORT, ReplayedEvents
from reedboard.tracker.sensors import felt
from reedboard.tracker.silence import pass_time, settle, still_apart
from reedboard.tracker.swapped import PATIENCE, find_swapped
from reedboard.tracker.takeback import is_new_game, taken_back
from reedboard.tracker.verdict import agreeing, in_hand, judge, told

HOPELESS = 2
"""Silences between readings, running, with board and game apart, after which a second thought is given up: one may be a
slip mended."""

BLINK_MS = 15
"""A sensor that takes back at once what it said, and as soon says it again, felt nothing between."""


def begin(position: Position, trays: bool, slots: Mapping[str, bool], occupied: int | None = None) -> TrackerState:
    """A game from `position`, as `api.begin` has it."""
    used = dict(slots) if trays else {}
    sites = sites_of(position.game, used)
    raw = position.occupancy if occupied is None else occupied & sites.cells
    for name, on in used.items():
        raw |= on << sites.index[name]
    line = LineOfPlay.start(position)
    root = Hypothesis(line)
    if root.apart(raw, sites.cells):
        root = replace(root, most_off=DISTURBED)
    belief = TrackerState(sites, raw, (root,), line, t_ms=-QUIET_MS[Quiet.ASKED], quiet=Quiet.CONCLUDED)
    belief = replace(belief, apart=disagreement(belief))
    return replace(belief, past=(Checkpoint(belief),))


def observe(belief: TrackerState, event: Event) -> tuple[TrackerState, list[Observation]]:
    """What is believed after an event, and what is new to say.

    Time passes only here: the silence before the event acts first, so ticks bring effects sooner and never change them.

    Raises: UnknownSiteError for a reading of a site the board does not have.
    """
    belief, said = pass_time(belief, event.t_ms, _second_thoughts)
    belief, more = _happened(remembered(belief, event), event)
    return belief, said + more


def _second_thoughts(belief: TrackerState, until_ms: int) -> tuple[TrackerState, list[Observation]]:
    """Thinks over what happened lately, with what is left of this silence's effort."""
    again = _Again(EFFORT - belief.pondered)
    if not again.left:
        return belief, []
    belief, said = _thought_over(belief, until_ms, again)
    return replace(belief, pondered=EFFORT - again.left), said


def _thought_over(belief: TrackerState, until_ms: int, again: ReplayedEvents) -> tuple[TrackerState, list[Observation]]:
    """Looks for a faulty sensor in what happened lately, and where there is none, for two exchanged."""
    if agreeing(belief):
        return _otherwise_guessed(belief, until_ms, again), []
    if disagreement(belief) is None:
        return belief, []
    # Much that stands elsewhere than it should is rather the work of a pair, tried for some time, than of one sensor.
    if any(each.most_off >= DISTURBED for each in belief.hypotheses if each.line.holds(belief.shown)):
        paired, said = find_swapped(belief, until_ms, again)
        if said:
            return paired, said
        thought = suspected(belief, until_ms, again)
        # A board being set up again is no riddle; one on which pieces stand elsewhere may be, and perhaps a pair's.
        strays = belief.raw & ~belief.shown.occupancy & belief.sites.cells & ~belief.masked
        if strays:
            return replace(thought, thoughts=min(thought.thoughts, PATIENCE[-1])), []
        return replace(thought, thoughts=belief.thoughts, searches=belief.searches), []
    belief = suspected(belief, until_ms, again)
    return (
        (_otherwise_guessed(belief, until_ms, again), []) if agreeing(belief) else find_swapped(belief, until_ms, again)
    )


def _otherwise_guessed(belief: TrackerState, until_ms: int, again: ReplayedEvents) -> TrackerState:
    """Looks for what may have been played instead of a move that was not felt; if nothing, it is no guess."""
    best = judge(belief).best
    if best is None or not best.guessed_lately or best.guess in {*belief.questions, *belief.answers}:
        return belief
    belief = alternatives(belief, best.guess, until_ms, again)
    if not again.left or len({each.line for each in judge(belief).ties}) > 1:
        return belief
    believed = (replace(each, guess=0) if each.line == best.line else each for each in belief.hypotheses)
    return replace(belief, hypotheses=tuple(believed))


@dataclass(slots=True)
class _Again:
    """Plays events again, until so many explanations were weighed."""

    left: int

    def __call__(self, belief: TrackerState, events: Sequence[Happened], until_ms: int) -> TrackerState | None:
        """What a belief becomes through events and the silence after them; None if it makes no sense of them."""
        lost = 0
        for event in events:
            if not self.left:
                return None
            belief, _ = pass_time(belief, event.t_ms)
            if belief.apart is None or agreeing(belief):
                lost = 0
            elif isinstance(event, Reading) and belief.quiet >= Quiet.ASKED and _lost(belief):
                lost += 1
                if lost >= HOPELESS:
                    return None
            weighed = belief.weighed
            belief, _ = _happened(belief, event)
            self.left = max(0, self.left - (belief.weighed - weighed))
        return pass_time(belief, until_ms)[0]


def _lost(belief: TrackerState) -> bool:
    """Whether nothing explains the board, though it was not upset, and not merely a piece is missed: it may have been
    put where no believed sensor is, unless it is the opponent's.
    """
    if any(each.most_off >= DISTURBED for each in belief.hypotheses):
        return False
    return disagreement(belief) is not None and not any(in_hand(each, belief) for each in belief.hypotheses)


def _happened(belief: TrackerState, event: Event) -> tuple[TrackerState, list[Observation]]:
    match event:
        case Reading(t_ms, name, on):
            site = belief.sites.find(name)
            return _felt(belief, belief.sensors.swapped_with.get(site, site), on, t_ms)
        case Press(t_ms, side):
            belief, said = pressed(belief, side, t_ms)
        case Answer(t_ms, move):
            belief, said = answered(belief, move, t_ms, _Again(EFFORT))
        case Tick():
            return belief, []
    # What stood wrong may be a move that people named.
    belief, more = still_apart(belief, event.t_ms)
    return belief, said + more


def _felt(belief: TrackerState, site: int, on: bool, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    bit = 1 << site
    belief = replace(belief, heard=belief.heard | bit)
    if bool(belief.raw & bit) == on:
        if belief.masked & bit or belief.sensors.burst[0] == site:
            return belief, []
        belief = _unheard(belief, site, on)
    belief = replace(belief, raw=belief.raw ^ bit)
    if belief.masked & bit:
        return belief, []
    stats, noticed = felt(belief.sensors, site, t_ms, belief.sites)
    if noticed:
        return replace(belief, sensors=stats), noticed
    waited = belief.quiet >= Quiet.ASKED
    at_once = belief.sensors.burst[0] == site and t_ms - belief.t_ms < BLINK_MS
    before, again = belief, belief.blink if at_once else None
    belief = replace(belief, sensors=stats, number=belief.number + 1, t_ms=t_ms)
    belief = replace(belief, quiet=Quiet.NONE, pondered=0, blink=None)
    belief, said = _lifted_by_the_opponent(belief, site, on, t_ms)
    if again is not None:
        belief = replace(belief, hypotheses=again.hypotheses, spent=again.spent)
    else:
        belief = _branched(belief, site, on)
        belief = replace(belief, blink=Blink(before.hypotheses, before.spent) if at_once else None)
    belief = _otherwise(belief, on, waited)
    belief = replace(belief, weighed=belief.weighed + len(belief.hypotheses))
    belief, more = told(belief, t_ms)
    said += more
    belief, more = _at_once(belief, t_ms)
    said += more
    belief, more = still_apart(belief, t_ms)
    return belief, said + more


def _unheard(belief: TrackerState, site: int, on: bool) -> TrackerState:
    """The belief when a sensor repeats itself, and another spoke meanwhile: it must have said the opposite between.

    That is heard now; a hypothesis that did not believe the sensor knew it, believes it again, and was no mere guess.
    """
    bit = 1 << site
    belief = replace(belief, raw=belief.raw ^ bit, number=belief.number + 1)
    belief = _branched(belief, site, not on)
    knew = (
        replace(each, doubted=each.doubted & ~bit, guess=0) if each.doubted & bit else each
        for each in belief.hypotheses
    )
    return replace(belief, hypotheses=tuple(knew))


def _otherwise(belief: TrackerState, on: bool, waited: bool) -> TrackerState:
    """Looks beyond the moves that were felt whole, where none of them explains the board, or only at a price."""
    best = min(agreeing(belief), key=lambda each: worth(each, belief.raw, belief.sites), default=None)
    if best is not None and worth(best, belief.raw, belief.sites) < TAKEBACK and not best.aside | best.touched:
        return belief
    earlier = taken_back(belief)
    if earlier and not is_new_game(belief, earlier[0].line):
        return replace(belief, hypotheses=(*belief.hypotheses, *earlier))
    if best is not None:
        return belief
    if belief.raw & ~belief.sites.cells:
        belief = shelved(belief)
    if on and judge(belief).best is None and not under_way(belief):
        return overtaken(belief)
    return overtaken(belief, waiting=True) if waited and not on else belief


def _branched(belief: TrackerState, site: int, on: bool) -> TrackerState:
    """Every hypothesis with the new reading, and every move it completes."""
    sites, raw, masked = belief.sites, belief.raw, belief.masked
    bit = 1 << site
    before = raw ^ bit
    trusted = sites.cells & ~masked
    alive = list(belief.hypotheses)
    for each in belief.hypotheses:
        if not each.marks and not each.most_off and not each.apart(before, trusted):
            alive += silent_children(each, sites, masked)
    alive = list(merged(alive, before, sites, masked))
    played_on = {each.line for each in alive if each.played_on}
    grown: list[Hypothesis] = []
    for each in alive:
        if each.doubted & bit:
            grown.append(each)
            continue
        seen = each.seen(site, on, belief.number, belief.t_ms, raw, trusted)
        made = children(seen, site, raw, sites, masked) + ([] if on else late_victims(seen, site, raw, sites, masked))
        if seen.stood:
            # The known one has felt what was done since the move stood, and may be going back on it.
            # One that is told without the fault that the known one needs is new: what was missed was in a hand.
            known = {rival.line for rival in alive if not rival.doubted & ~seen.doubted}
            made = [child for child in made if child.line not in known]
        grown += [seen, *(replace(child, played_on=child.line in played_on) for child in made)]
    grown = [_calmed(each, raw, trusted) for each in not_exchanged(grown, site, raw, sites)]
    everything = merged(grown, raw, sites, masked)
    return rebased(belief, likeliest(everything, belief, trusted))


def _calmed(seen: Hypothesis, raw: int, trusted: int) -> Hypothesis:
    """A board upset and set up again says nothing of what was moved meanwhile."""
    return seen.fresh() if seen.most_off >= DISTURBED and not seen.apart(raw, trusted) else seen


def _lifted_by_the_opponent(
    belief: TrackerState, site: int, on: bool, t_ms: int
) -> tuple[TrackerState, list[Observation]]:
    """A move is settled when the opponent lifts a piece of their own, unless its own piece was lifted again."""
    shown = belief.shown
    if on or shown.ply == belief.settled or belief.questions:
        return belief, []
    if not book(shown.position, belief.sites).own >> site & 1:
        return belief, []
    if shown.before is not None and brought(shown.before, shown) & ~belief.raw & ~belief.masked & ~(1 << site):
        return belief, []
    said: list[Observation] = [Settled(t_ms, ply) for ply in range(belief.settled + 1, shown.ply + 1)]
    return replace(belief, settled=shown.ply), said


def _at_once(belief: TrackerState, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """Settles a move after which nothing else could still come."""
    shown = belief.shown
    if shown.ply == belief.settled or shown.before is None or len(judge(belief).ties) != 1:
        return belief, []
    made, footprints = last_made(shown, belief.sites), book(shown.before.position, belief.sites)
    others = footprints.between(made.emptied, ~0) if made.emptied else footprints.footprints
    if any(_goes_on(made, each, belief.sites.game.board.files) for each in others):
        return belief, []
    return settle(belief, t_ms)


def _goes_on(made: Footprint, other: Footprint, files: int) -> bool:
    """Whether the other move may be this one continued: more cells of the same, another piece, or farther along."""
    if other.move == made.move or made.emptied & ~other.emptied:
        return False
    if not made.cells & ~other.cells:
        return True
    ways = [_way(target, origin, files) for each in (made, other) for target, origin in each.carried[:1]]
    return len(ways) == 2 and ways[0][0] == ways[1][0] and ways[0][1] < ways[1][1]


def _way(target: int, origin: int, files: int) -> tuple[tuple[int, int], int]:
    """The direction of a travel in its smallest terms, and how many such steps it is."""
    ranks = target // files - origin // files
    across = target % files - origin % files
    steps = math.gcd(ranks, across) or 1
    return (ranks // steps, across // steps), steps


def conclude(belief: TrackerState) -> tuple[TrackerState, list[Observation]]:
    """The end of a trace: all the silence there can be, and the last moment to ask about a mere touch or lift."""
    belief, said = pass_time(belief, belief.t_ms + QUIET_MS[Quiet.CONCLUDED], _second_thoughts)
    begun = _begun_at_the_end(belief)
    if not begun or belief.questions:
        return belief, said
    ply = belief.shown.ply + 1
    t_ms = belief.t_ms + QUIET_MS[Quiet.CONCLUDED]
    belief = replace(belief, questions={ply: begun}, asked=belief.asked | {ply})
    return belief, [*said, Asked(t_ms, ply, begun)]


def _begun_at_the_end(belief: TrackerState) -> tuple[Move, ...]:
    """What was perhaps played last: a move that only a touch speaks for, or a capture that was not felt."""
    trusted = belief.sites.cells & ~belief.masked
    agreed = agreeing(belief)
    if agreed:
        begun = [each for each in agreed if each.touch_only and each.line.before == belief.shown]
    else:
        lifted = (each for each in belief.hypotheses if each.line == belief.shown)
        begun = [child for each in lifted for child in missed_touches(each, belief)]
        begun = [each for each in begun if not each.apart(belief.raw, trusted)]
    return tuple(dict.fromkeys(each.line.move for each in begun if each.line.move is not None))
