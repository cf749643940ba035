"""Where a sensor may have lost a reading: the plies since then, gone through again with that sensor in doubt.

A sensor that says the same twice has lost a reading between; when, the board tells. Else those are asked that were
felt when the cells in question were felt before.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reedboard.board.events import Answer, Press, Reading
from reedboard.tracker.belief import QUIET_MS, Belief, Quiet, replace
from reedboard.tracker.sites import members
from reedboard.tracker.story import Story
from reedboard.tracker.verdict import disagreement

SINCE_MS = QUIET_MS[Quiet.DOUBTED]
"""Silence before second thoughts: a question comes first."""
BEST = 2
"""Stories whose pieces out of place are cells in question."""
CELLS = 4
"""So many of them are asked about."""
BEFORE = 2
"""So many times that each was felt before."""

Happened = Reading | Press | Answer
Replay = Callable[[Belief, Happened], Belief]
Rest = Callable[[Belief, int], Belief]


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """What was held when board and game agreed after a ply, and what happened since, as far as the next."""

    since: Belief
    events: tuple[Happened, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """A sensor that may have lost a reading since some ply, and the plies since then gone through with it in doubt."""

    site: int
    since: Belief
    """The checkpoint before the ply."""
    sure: bool = False
    """It said the same twice, so one of its readings since it spoke before was lost."""
    replay: Belief | None = None
    """How far they were gone through, and the next event."""
    next: int = 0


def repeating(belief: Belief, past: Sequence[Checkpoint], event: Happened) -> tuple[Probe, ...]:
    """The sensors still to be looked into; with this event's, if it said the same twice."""
    known = tuple(each for each in belief.probes if any(one.since is each.since for one in past))
    if not isinstance(event, Reading):
        return known
    site = belief.sites.find(event.site)
    if bool(belief.raw >> site & 1) != event.on or belief.bounces(site):
        return known
    for each in reversed(past):
        if any(isinstance(one, Reading) and one.site == event.site for one in each.events):
            return (*known, Probe(site, each.since, sure=True))
    return (*known, Probe(site, past[0].since, sure=True))


def by_cells(belief: Belief, past: Sequence[Checkpoint]) -> Iterator[Probe]:
    """The sensors that were felt when the cells in question were felt before.

    A lift lost long ago leaves a legal move behind, and contradicts nothing until its cells are played on again.
    """
    sites = belief.sites
    cells = (belief.raw ^ belief.shown.occupancy) & sites.cells
    for story in belief.stories[:BEST]:
        if not story.upset:
            cells |= story.diff
    tried = set(belief.probed)
    for cell in list(members(cells))[:CELLS]:
        times = 0
        for each in reversed(past[:-1]):
            felt = dict.fromkeys(sites.index[one.site] for one in each.events if isinstance(one, Reading))
            if cell not in felt:
                continue
            for site in felt:
                if (each.since.number, site) not in tried:
                    tried.add((each.since.number, site))
                    yield Probe(site, each.since)
            times += 1
            if times == BEFORE:
                break


def advanced(
    belief: Belief, past: Sequence[Checkpoint], probe: Probe, replayed: Replay, rested: Rest
) -> tuple[Probe | None, tuple[Story, ...], int]:
    """A probe one event further, or None if it is done; what it has found, and how many stories were weighed."""
    first = next(number for number, each in enumerate(past) if each.since is probe.since)
    events = [event for each in past[first:] for event in each.events]
    world = probe.replay or doubting(probe.since, 1 << probe.site)
    before = world.work
    if probe.next == len(events):
        world = rested(world, belief.t_ms + SINCE_MS)
        if not probe.sure and not world.agreeing and disagreement(world) is not None:
            return None, (), 1 + world.work - before
        known = set() if probe.sure else {each.line.path for each in belief.stories}
        found = [absolute(each, world) for each in world.stories if each.lied or each.line.path not in known]
        return None, tuple(found), 1 + world.work - before
    if not probe.sure and probe.next == len(past[first].events) and not any(each.lied for each in world.stories):
        return None, (), 1  # nothing of that ply can be understood otherwise
    event = events[probe.next]
    world = replayed(rested(world, event.t_ms), event)
    return Probe(probe.site, probe.since, probe.sure, world, probe.next + 1), (), 1 + world.work - before


def absolute(story: Story, world: Belief) -> Story:
    """A story of a replay as one of the game: its cost counted from the game's start, a lone lie a guess for now."""
    one = story.copy()
    one.cost += world.spent
    one.sick = sum(1 << site for site in story.lied) & ~story.crossed
    if not one.guess and len(one.lied) == 1:
        ((count, ply),) = one.lied.values()
        one.guess = ply + 1 if count == 1 else 0
    return one


def doubting(since: Belief, doubted: int) -> Belief:
    """The belief with one more sensor in doubt, or with two that may be swapped."""
    stories: list[Story] = []
    for each in since.stories:
        one = each.copy()
        if doubted & (doubted - 1):
            one.pair = one.pair or doubted
        else:
            one.sick |= doubted
        stories.append(one)
    return replace(since, stories=tuple(stories))
