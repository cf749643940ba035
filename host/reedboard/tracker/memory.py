"""The last plies as they went, kept for second thoughts: a fault may show only when the next move does not fit."""

from reedboard.board.events import Event, Tick
from reedboard.tracker.belief import Checkpoint, TrackerState
from reedboard.tracker.changed import replace
from reedboard.tracker.second_thoughts import felt
from reedboard.tracker.verdict import agreeing, judge

PLIES = 64
"""Stretches kept: a capture believed in error comes to light only when what was not taken moves on."""
EVENTS = 300
"""Events kept of one checkpoint at most: some sixty plies with a question left open."""


def remembered(belief: TrackerState, event: Event) -> TrackerState:
    """The belief that keeps an event in mind."""
    if isinstance(event, Tick) or not belief.past:
        return belief
    *earlier, last = belief.past
    last = Checkpoint(last.since, (*last.events, event))
    if len(last.events) > EVENTS:
        return replace(belief, past=())
    return replace(belief, past=(*earlier, last))


def understood(belief: TrackerState) -> TrackerState:
    """The belief at a moment when board and game agree, be it by a guess: what a later doubt goes back to."""
    agreed = agreeing(belief)
    if belief.past is None or not agreed:
        return belief
    calm = replace(belief, thoughts=0, searches=0)
    if belief.past and _as_before(belief, belief.past[-1].since):
        return calm
    return replace(calm, past=(*belief.past[1 - PLIES :], Checkpoint(replace(calm, past=None))))


def silent_since(belief: TrackerState, site: int) -> int:
    """The ply since which a site has not spoken, as far as is remembered."""
    ply = belief.sure
    for checkpoint in reversed(belief.past or ()):
        if felt(checkpoint) >> site & 1:
            break
        ply = min(ply, checkpoint.since.shown.ply)
    return ply


def _as_before(belief: TrackerState, known: TrackerState) -> bool:
    """Whether nothing is known since then: no other move is shown, or which it was is open between the same ones."""
    if judge(belief).best is not None:
        return belief.shown == known.shown
    return {each.line for each in agreeing(belief)} == {each.line for each in agreeing(known)}
