"""Which sensor is to blame when nothing explains the board: the last moves are played again without each suspect.

A masked sensor is inferred around so well that the tracker itself is the best judge. What it would have made of the
readings since board and game last agreed, had it not believed this one sensor, is a hypothesis with a fault.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from reedboard.board.events import Reading
from reedboard.story.effects import Fault
from reedboard.tracker.beam import SUSPECTS, joined
from reedboard.tracker.belief import Checkpoint, TrackerState
from reedboard.tracker.branch import worth
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import AGAIN, FAULT, NEAR_WITH_FAULT
from reedboard.tracker.disagreement import disagreement, has_begun
from reedboard.tracker.footprint import made_since
from reedboard.tracker.hypothesis import Hypothesis, LineOfPlay
from reedboard.tracker.illegal_move import is_illegal_move, upset
from reedboard.tracker.replay_plan import FARTHER, RECENT, Lead, being_set_up, repeaters, replay_plan, suspects
from reedboard.tracker.second_thoughts import ReplayedEvents, shared, thought_over
from reedboard.tracker.verdict import agreeing

SEARCHES = 4
"""Searches in vain after which the players must mend the board: most likely they made an illegal move."""
UNSHAKEN = -1_000_000
"""Changes short of recovery of a sensor that is masked for the sake of argument."""


def suspected(belief: TrackerState, until_ms: int, replayed: ReplayedEvents) -> TrackerState:
    """Adds the hypotheses with one faulty sensor, if the board has no better one.

    They are looked for since the last time when all was well, and further back only if that gives none.
    """
    if not belief.past or upset(belief):
        return belief
    in_vain = replace(belief, thoughts=belief.thoughts + 1)
    if belief.searches >= SEARCHES or is_illegal_move(belief):
        return in_vain
    found: list[Hypothesis] = []
    for lead in replay_plan(belief, found, last=belief.searches == SEARCHES - 1):
        if not _worth_following(lead, bool(found), belief):
            continue
        tried = [None, *lead.suspects]
        closely = len(lead.suspects) == 1 or sum(bool(checkpoint.events) for checkpoint in lead.checkpoints) <= RECENT
        stories = _stories(belief, lead.checkpoints, tried, until_ms, replayed, closely=closely)
        if lead.repeated and not stories:
            stories = _heard_between(belief, lead.checkpoints, lead.suspects[0], until_ms, replayed)
        found += stories
    found = [each for each in found if not _denied(each.line, belief)]
    if not found:
        return replace(in_vain, searches=belief.searches + 1)
    return joined(belief, found, SUSPECTS)


def _worth_following(lead: Lead, found: bool, belief: TrackerState) -> bool:
    """Whether a lead may tell more than was found."""
    return found or belief.thoughts > 0 if lead.later else not found or len(lead.checkpoints) <= RECENT


def alternatives(belief: TrackerState, ply: int, until_ms: int, replayed: ReplayedEvents) -> TrackerState:
    """Adds the hypotheses in which one faulty sensor accounts for what was guessed at a ply, by another move."""
    guessed = belief.shown.back(ply)
    found = next(_since_before(belief, ply, until_ms, replayed), [])
    return joined(belief, [each for each in found if each.line.back(ply) != guessed], SUSPECTS)


def named(belief: TrackerState, ply: int, text: str, until_ms: int, replayed: ReplayedEvents) -> TrackerState:
    """Adds the hypotheses in which one faulty sensor accounts for the move that somebody said was played at a ply.

    If none does, what was read wrongly may be some plies older.
    """
    for found in _since_before(belief, ply, until_ms, replayed):
        alike = [each for each in found if each.line.ply >= ply and str(each.line.back(ply).move) == text]
        if alike:
            return joined(belief, alike, SUSPECTS)
    return belief


def _since_before(
    belief: TrackerState, ply: int, until_ms: int, replayed: ReplayedEvents
) -> Iterator[list[Hypothesis]]:
    """The hypotheses with one faulty sensor since before a ply, then those since each of the plies before that."""
    past = belief.past or ()
    first = next((back for back in range(1, len(past) + 1) if _before(past[-back].since, ply, belief)), len(past) + 1)
    for back in range(first, min(first + FARTHER, len(past) + 1)):
        checkpoints = past[-back:]
        tried = suspects(checkpoints if back == first else checkpoints[:1], belief)
        found = _stories(belief, checkpoints, tried, until_ms, replayed, closely=True)
        yield [each for each in found if not _denied(each.line, belief)]


def _before(since: TrackerState, ply: int, now: TrackerState) -> bool:
    """Whether no hypothesis of that moment was at a ply yet, and what was shown is still believed."""
    return all(each.line.ply < ply for each in since.hypotheses) and now.shown.holds(since.shown)


def _guess(seen: Hypothesis, suspect: int | None, since: TrackerState, now: TrackerState) -> int:
    """The ply at which a hypothesis with a fault may be wrong: that of the first move since then that needs the
    suspect's cell and was not told so before, or else needs it at all; if none does, the last, after which the cell
    spoke.

    A cell still empty of a board that is being set up says nothing of the moves before.
    """
    if suspect is None or (seen.line == now.shown and being_set_up(now)):
        return seen.guess
    needing = list(_needing(seen, suspect, since))
    told = seen.line.parting(now.shown).ply
    return min([ply for ply in needing if ply > told] or needing, default=seen.line.ply)


def _needing(seen: Hypothesis, suspect: int, since: TrackerState) -> Iterator[int]:
    """The plies of a hypothesis since then whose moves need the suspect's cell."""
    made = made_since(seen.line, since.shown.ply, since.sites)
    return (ply for ply, each in made if each.needed >> suspect & 1)


def _begun(suspect: int | None, since: TrackerState, world: TrackerState) -> tuple[Hypothesis, ...]:
    """The hypotheses, but the one shown there, that need the suspect's cell and of which the next move has begun."""
    if suspect is None:
        return ()
    return tuple(each for each in world.hypotheses if any(_needing(each, suspect, since)) and has_begun(each, world))


def _denied(line: LineOfPlay, belief: TrackerState) -> bool:
    """Whether somebody said that another move was played than the line has."""
    return any(line.ply >= ply and line.back(ply).move != move for ply, move in belief.answers.items())


def _stories(
    belief: TrackerState,
    checkpoints: Sequence[Checkpoint],
    tried: Iterable[int | None],
    until_ms: int,
    replayed: ReplayedEvents,
    *,
    closely: bool,
) -> list[Hypothesis]:
    """Every hypothesis of these checkpoints that agrees with the board if one tried is faulty (None: if none is)."""
    found: list[Hypothesis] = []
    for suspect in tried:
        world = thought_over(_without(checkpoints[0].since, suspect), checkpoints, until_ms, replayed, closely=closely)
        if world is None:
            continue
        doubted = 0 if suspect is None else 1 << suspect & belief.sites.cells
        for each in _told_in(world, suspect, checkpoints, belief):
            found.append(replace(each, doubted=each.doubted | doubted))
        if suspect is None and found:
            break
    return found


def _heard_between(
    belief: TrackerState, checkpoints: Sequence[Checkpoint], site: int, until_ms: int, replayed: ReplayedEvents
) -> list[Hypothesis]:
    """Every hypothesis that agrees with the board if a sensor that repeats itself said the opposite in between.

    It makes no difference whether a piece was put down at once, or a moment before the next was lifted; nor whether it
    was lifted at once, or a moment before the next was put down.
    """
    world = _without(checkpoints[0].since, None)
    events = [event for checkpoint in checkpoints for event in checkpoint.events]
    name = belief.sites.name(site)
    said = [(at, event.on) for at, event in enumerate(events) if isinstance(event, Reading) and event.site == name]
    before = [(-1, bool(world.raw >> site & 1)), *said]
    twice = next(((one, two) for one, two in pairwise(before) if one[1] == two[1]), None)
    if twice is None:
        return []
    (first, same), (last, _) = twice
    on = not same
    found: list[Hypothesis] = []
    for at, event in enumerate(events[: last + 1]):
        if at > first and (at == last or (isinstance(event, Reading) and event.on != on)):
            otherwise = replayed(world, [Reading(event.t_ms, name, on), *events[at:]], until_ms)
            found += _told_in(otherwise, site, checkpoints, belief) if otherwise is not None else []
        played = replayed(world, [event], event.t_ms)
        if played is None:
            break
        world = played
    return found


def _told_in(
    world: TrackerState, suspect: int | None, checkpoints: Sequence[Checkpoint], belief: TrackerState
) -> Iterator[Hypothesis]:
    """The hypotheses of a world in which a sensor was wrong, or none, as a belief has them."""
    agreed, kept = agreeing(world), world.hypotheses
    if not agreed and disagreement(world) is not None:
        kept = _begun(suspect, checkpoints[0].since, world)
    least = min((worth(each, world.raw, world.sites) for each in agreed or kept), default=FAULT)
    if least >= FAULT:
        return
    repeated = suspect is not None and bool(repeaters(checkpoints[-1:]) >> suspect & 1)
    price = 0 if suspect is None else AGAIN if repeated or belief.sensors.lying(suspect) else FAULT
    lines = shared(belief.shown)
    for each in kept:
        if worth(each, world.raw, world.sites) <= least + NEAR_WITH_FAULT:
            # One that repeats itself told of what went unfelt.
            guess = each.guess if repeated else _guess(each, suspect, checkpoints[0].since, belief)
            story = replace(each, line=lines(each.line), cost=each.cost + price + world.spent - belief.spent)
            yield story.guessed(guess, each.line.ply) if guess else story


def _without(since: TrackerState, suspect: int | None) -> TrackerState:
    """The same belief as if one sensor had been masked."""
    if suspect is None:
        return replace(since, past=None)
    faults = {**since.sensors.faults, suspect: Fault.DEAD}
    sensors = replace(since.sensors, faults=faults, sense={**since.sensors.sense, suspect: UNSHAKEN})
    return replace(since, past=None, sensors=sensors)
