"""What happens when nothing happens: moves settle, questions are asked, disagreement is told, sensors are doubted."""

from collections.abc import Callable, Sequence

from fairyrules.moves import Move
from reedboard.story.effects import Asked, Mended, Mismatch, Observation, Settled
from reedboard.tracker.belief import QUIET_MS, Quiet, TrackerState
from reedboard.tracker.branch import at_home, rebased, worth
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import GUESSED, NEAR, TAKEBACK
from reedboard.tracker.disagreement import cells_apart, disagreement, out_of_date
from reedboard.tracker.footprint import book
from reedboard.tracker.hypothesis import Hypothesis, brought
from reedboard.tracker.memory import understood
from reedboard.tracker.missed_reading import overtaken, replied
from reedboard.tracker.sensor_health import learned_of_sensors
from reedboard.tracker.verdict import agreeing, in_hand, judge, open_plies, told

Doubt = Callable[[TrackerState, int], tuple[TrackerState, list[Observation]]]
"""Looks for a faulty sensor in what happened until a time."""


def pass_time(
    belief: TrackerState, until_ms: int, doubt: Doubt | None = None
) -> tuple[TrackerState, list[Observation]]:
    """Lets the silence between the last reading and `until_ms` act; without `doubt` all sensors are trusted."""
    said: list[Observation] = []
    for stage in Quiet:
        if stage > belief.quiet and until_ms >= belief.t_ms + QUIET_MS[stage]:
            belief, more = _act(replace(belief, quiet=stage), belief.t_ms + QUIET_MS[stage], doubt)
            said += more
    return belief, said


def _act(belief: TrackerState, t_ms: int, doubt: Doubt | None) -> tuple[TrackerState, list[Observation]]:
    match belief.quiet:
        case Quiet.NONE:
            return belief, []
        case Quiet.SETTLED:
            return settle(belief, t_ms)
        case Quiet.ASKED:
            belief, asked = ask(belief, t_ms)
            if not agreeing(belief):
                belief = replied(overtaken(belief, waiting=True))
            belief, doubts = learned_of_sensors(belief, t_ms)
            belief, told_apart = disagree(understood(_tidied(belief)), t_ms)
            return belief, asked + doubts + told_apart
        case Quiet.DOUBTED | Quiet.CONCLUDED:
            found = list[Observation]()
            if doubt is not None:
                belief, found = doubt(belief, t_ms)
            belief, said = told(belief, t_ms)
            belief, asked = ask(belief, t_ms)
            belief, settled = settle(belief, t_ms)  # what stood against it may have been forgotten since
            belief, doubts = learned_of_sensors(belief, t_ms)
            belief, told_apart = still_apart(understood(_tidied(belief)), t_ms)
            return belief, found + said + asked + settled + doubts + told_apart


def settle(belief: TrackerState, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """What stands alone is settled; a piece missing elsewhere may be the victim of a move that only rests."""
    verdict = judge(belief)
    best = verdict.best
    if best is None or len(verdict.ties) > 1 or best.apart(belief.raw, belief.sites.cells & ~belief.masked):
        return belief, []
    stands = best.guess - 1 if best.guessed_lately else belief.shown.ply
    said: list[Observation] = [Settled(t_ms, ply) for ply in range(belief.settled + 1, stands + 1)]
    return replace(belief, settled=max(belief.settled, stands)), said


def ask(belief: TrackerState, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """Asks what equally good explanations differ by, each question once."""
    verdict = judge(belief)
    if verdict.best is None:
        return belief, []
    found = open_plies(verdict.ties, belief.raw, belief.sites)
    said: list[Observation] = []
    for ply in sorted(found):
        moves = _askable(belief, verdict.ties, ply, found[ply])
        # Whether a move was played at all where an earlier one is open: that one's answer mostly tells.
        follows = len(moves) == 1 and ply > min(found)
        if not moves or follows or _exchange_may_come(belief, ply, moves):
            continue
        known = belief.put.get(ply, frozenset())
        if not known.issuperset(moves):
            said.append(Asked(t_ms, ply, moves))
            belief = replace(belief, put={**belief.put, ply: known.union(moves)}, asked=belief.asked | {ply})
        belief = replace(belief, questions={**belief.questions, ply: moves})
    return belief, said


def _askable(belief: TrackerState, ties: Sequence[Hypothesis], ply: int, moves: Sequence[Move]) -> tuple[Move, ...]:
    """What a question about a ply offers, the move shown first.

    Beyond the moves shown, only what goes on from them: what follows others is asked once they are known.
    """
    if ply <= belief.shown.ply:
        shown = belief.shown.back(ply).move
        return tuple(sorted(moves, key=lambda move: str(move) != str(shown)))
    after = {each.line.back(ply).move for each in ties if each.line.ply >= ply and each.line.holds(belief.shown)}
    return tuple(move for move in moves if move in after)


def _exchange_may_come(belief: TrackerState, ply: int, moves: tuple[Move, ...]) -> bool:
    """Whether only kinds are open and the piece may yet be exchanged for one out of the trays, which would tell."""
    if not belief.sites.slot_names or ply != belief.shown.ply or belief.quiet is Quiet.CONCLUDED:
        return False
    footprints = book(belief.shown.back(ply - 1).position, belief.sites)
    cells = {each.cells for each in footprints.footprints if each.move in moves}
    return len(cells) == 1


def disagree(belief: TrackerState, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """Tells what stands wrong, once the board is neither in agreement nor on its way there."""
    apart = disagreement(belief)
    if apart is None or apart == belief.apart:
        return belief, []
    return replace(belief, apart=apart), [Mismatch(t_ms, *apart)]


def still_apart(belief: TrackerState, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """Keeps a disagreement once told up to date, until it is mended."""
    if belief.apart is None:
        return belief, []
    now = disagreement(belief)
    if now is None and agreeing(belief):
        return replace(belief, apart=None), [Mended(t_ms)]
    if now is None and out_of_date(belief):
        now = cells_apart(belief)
    if now is None or now == belief.apart:
        return belief, []
    return replace(belief, apart=now), [Mismatch(t_ms, *now)]


def _tidied(belief: TrackerState) -> TrackerState:
    """Forgets what quiet time has ruled out: the rests on the way, and the touches at an agreed position."""
    standing = agreeing(belief)
    if not standing:
        return belief
    raw, sites = belief.raw, belief.sites
    least = min(worth(each, raw, sites) for each in standing)
    open_ = any(each.guessed_lately for each in standing if worth(each, raw, sites) == least)
    near = [each for each in standing if worth(each, raw, sites) <= least + (GUESSED if open_ else NEAR)]
    kept = _absolved([each for each in near if not any(_needs_less(other, each, belief) for other in near)], belief)
    held = _still_held(belief, standing, least)
    after = {each.line.before: each.line for each in (*kept, *held)}
    stood = [
        _stood(each, brought(each.line, after[each.line]))
        for each in belief.hypotheses
        if each.line in after and each not in near
    ]
    home = (at_home(each, raw, sites) for each in kept)
    if len(kept) == 1:
        home = (replace(each, aside=0) for each in home)
    return rebased(belief, (*home, *stood, *(each for each in held if each.line not in after)))


def _stood(each: Hypothesis, moved: int) -> Hypothesis:
    """A hypothesis whose next move stands through quiet time, having brought pieces to these cells."""
    return replace(each, stood=moved, reopened=False, meanwhile=each.meanwhile if each.stood == moved else 0)


def _still_held(belief: TrackerState, standing: list[Hypothesis], least: int) -> list[Hypothesis]:
    """The cheaper hypotheses by which a piece is still in a hand, where what stands is dear."""
    if least < TAKEBACK:
        return []
    ended = {(each.line, each.doubted) for each in standing}
    known = {each.line.before for each in standing}
    others = (each for each in belief.hypotheses if (each.line, each.doubted) not in ended and each.line not in known)
    return [each for each in others if each.cost < least and in_hand(each, belief)]


def _absolved(kept: list[Hypothesis], belief: TrackerState) -> list[Hypothesis]:
    """The same with no sensor in doubt, if but the choice of which one is open and all of them are right by now."""
    doubted = {each.doubted for each in kept}
    if len(doubted) < 2 or len({each.line for each in kept}) > 1:
        return kept
    if any(each.doubted & (belief.raw ^ each.line.occupancy) & ~belief.masked for each in kept):
        return kept
    return [replace(min(kept, key=lambda each: worth(each, belief.raw, belief.sites)), doubted=0)]


def _needs_less(one: Hypothesis, other: Hypothesis, belief: TrackerState) -> bool:
    """Whether one tells the same moves as another, no dearer, and doubts fewer sensors."""
    if one.line != other.line or one.doubted == other.doubted or one.doubted & ~other.doubted:
        return False
    return worth(one, belief.raw, belief.sites) <= worth(other, belief.raw, belief.sites)
