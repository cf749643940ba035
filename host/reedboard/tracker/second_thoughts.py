"""Second thoughts: what the tracker would have made of the last moves, had it believed its sensors otherwise."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from reedboard.board.events import Reading
from reedboard.tracker.belief import QUIET_MS, Checkpoint, Happened, Quiet, TrackerState
from reedboard.tracker.hypothesis import LineOfPlay

EFFORT = 15_000
"""Explanations weighed again at most in one silence, a second or two: what is least likely is not thought of then."""


class ReplayedEvents(Protocol):
    """Plays events again, as long as there is effort left."""

    left: int
    """Explanations that may still be weighed; none: it makes no sense of anything."""

    def __call__(self, belief: TrackerState, events: Sequence[Happened], until_ms: int) -> TrackerState | None:
        """What a belief becomes through events, and the silence until a time; None if it makes no sense of them."""


def thought_over(
    world: TrackerState,
    checkpoints: Sequence[Checkpoint],
    until_ms: int,
    replayed: ReplayedEvents,
    *,
    closely: bool = False,
) -> TrackerState | None:
    """What a belief becomes through checkpoints of play; None if it makes no sense of them, or nothing new.

    One that understands the first checkpoint as it was understood is mostly no different from one that starts after it,
    unless what it does not believe was felt there. `closely`: be sure of that, for the price of playing on.
    """
    first, *rest = checkpoints
    if rest:
        known = rest[0].since
        after = replayed(world, first.events, known.t_ms + QUIET_MS[Quiet.ASKED])
        if after is None:
            return None
        alike = after.shown == known.shown and after.raw == known.raw
        if alike and not closely and not felt(first) & after.masked & ~known.masked:
            return None
        world = after
        first = Checkpoint(world, tuple(event for checkpoint in rest for event in checkpoint.events))
    return replayed(world, first.events, until_ms)


def felt(checkpoint: Checkpoint) -> int:
    """The sites that spoke."""
    index = checkpoint.since.sites.index
    found = 0
    for event in checkpoint.events:
        if isinstance(event, Reading):
            found |= 1 << index[event.site]
    return found


def shared(shown: LineOfPlay) -> Callable[[LineOfPlay], LineOfPlay]:
    """Gives lines as ones that share their beginnings with the one shown, and with each other."""
    known: dict[LineOfPlay, LineOfPlay] = {}
    line: LineOfPlay | None = shown
    while line is not None:
        known[line] = line
        line = line.before

    def one(line: LineOfPlay) -> LineOfPlay:
        found = known.get(line)
        if found is None:
            assert line.before is not None
            found = replace(line, before=one(line.before))
            known[line] = found
        return found

    return one
