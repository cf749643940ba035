"""Two sensors wired in each other's place: found once play goes on for two moves that only their exchange makes legal.

One illegal move looks like a swapped pair, so the first contradiction is told as such; the pair that alone explains it
and what follows is believed, and from then on each sensor speaks for the other's cell.
"""

from collections.abc import Iterator, Sequence

from reedboard.board.events import Reading
from reedboard.story.effects import Observation
from reedboard.story.sites import members
from reedboard.tracker.belief import Checkpoint, TrackerState
from reedboard.tracker.branch import worth
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import FAULT
from reedboard.tracker.footprint import book, made_since
from reedboard.tracker.second_thoughts import ReplayedEvents, shared, thought_over
from reedboard.tracker.sensors import exchanged
from reedboard.tracker.verdict import agreeing, judge

PATIENCE = range(2, 9)
"""Vain second thoughts after which pairs are tried: not before play went on, nor for a board that nobody mends."""
PLIES = 8
"""Plies gone back for a swapped pair: some of its moves look like legal ones."""
PAIRS = 200
"""Pairs tried at most in one silence: among many, one makes sense by chance."""
OPENING = 8
"""Readings after which the first move that a pair spoils must be over, and its reply."""
CROSSINGS = 2
"""Moves that a pair must have spoilt before it is believed."""


def find_swapped(
    belief: TrackerState, until_ms: int, replayed: ReplayedEvents
) -> tuple[TrackerState, list[Observation]]:
    """The belief with two sensors exchanged, if that pair alone makes sense of what nothing else does."""
    if not belief.past or belief.thoughts not in PATIENCE:
        return belief, []
    tried = 0
    for back in range(1, min(PLIES, len(belief.past)) + 1):
        checkpoints = belief.past[-back:]
        pairs = _pairs(checkpoints)
        tried += len(pairs)
        if tried > PAIRS:
            break
        worlds = list(_worlds(checkpoints, pairs, until_ms, replayed))
        if not replayed.left:
            break
        if not worlds:
            continue
        pair, world = worlds[0]
        if len(worlds) > 1 or _spoilt(checkpoints[0].since, world, pair) < CROSSINGS:
            return belief, []
        return _taken_over(belief, world, pair, until_ms)
    return belief, []


def _worlds(
    checkpoints: Sequence[Checkpoint], pairs: Sequence[tuple[int, int]], until_ms: int, replayed: ReplayedEvents
) -> Iterator[tuple[tuple[int, int], TrackerState]]:
    """What each pair would make of these checkpoints, where that makes sense."""
    since = replace(checkpoints[0].since, past=None)
    for pair in pairs:
        stats = since.sensors
        one, other = pair
        crossing = replace(since, sensors=replace(stats, swapped_with={**stats.swapped_with, one: other, other: one}))
        world = thought_over(crossing, checkpoints, until_ms, replayed)
        if world is None:
            continue
        # A piece in a hand would make sense of half a move that is none: pairs wait until all is put down.
        best = judge(world).best if agreeing(world) else None
        if best is not None and worth(best, world.raw, world.sites) < FAULT:
            yield pair, world


def _pairs(checkpoints: Sequence[Checkpoint]) -> list[tuple[int, int]]:
    """The pairs that may have spoilt the first move: one cell of it unfelt, and one felt that it does not need."""
    since = checkpoints[0].since
    sites = since.sites
    events = [event for checkpoint in checkpoints for event in checkpoint.events]
    felt = [sites.index[each.site] for each in events if isinstance(each, Reading)]
    touched = sum({1 << site for site in felt[:OPENING]}) & sites.cells
    cells = list(members(touched))
    found = {(one, other) for one in cells for other in cells if one < other}
    for footprint in book(since.shown.position, sites).footprints:
        unfelt = footprint.cells & ~touched
        if unfelt and unfelt & (unfelt - 1) == 0 and footprint.cells & touched:
            cell = unfelt.bit_length() - 1
            found |= {(min(cell, other), max(cell, other)) for other in members(touched & ~footprint.cells)}
    known = since.sensors.swapped_with
    return sorted(pair for pair in found if not any(site in known or since.masked >> site & 1 for site in pair))


def _spoilt(since: TrackerState, world: TrackerState, pair: tuple[int, int]) -> int:
    """How many of the moves since then needed a cell of the pair."""
    made = made_since(world.shown, since.shown.ply, world.sites)
    return sum(any(each.cells >> site & 1 for site in pair) for _, each in made)


def _taken_over(
    belief: TrackerState, world: TrackerState, pair: tuple[int, int], t_ms: int
) -> tuple[TrackerState, list[Observation]]:
    """The belief that goes on as if the pair had always been exchanged."""
    stats, said = exchanged(world.sensors, pair, t_ms, world.sites)
    lines = shared(belief.shown)
    hypotheses = tuple(replace(each, line=lines(each.line)) for each in world.hypotheses)
    return replace(
        belief,
        raw=world.raw,
        hypotheses=hypotheses,
        sensors=stats,
        spent=world.spent,
        heard=0,
        thoughts=0,
        searches=0,
        past=(),
    ), said
