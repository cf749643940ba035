"""The last plies as they went, kept for second thoughts: a fault may show only when the next move does not fit."""

from dataclasses import replace

from reedboard.core.events import Event, Tick
from reedboard.core.tracker.belief import Belief, Stretch
from reedboard.core.tracker.verdict import agreeing, judge

PLIES = 64
"""Stretches kept: a capture believed in error comes to light only when what was not taken moves on."""
EVENTS = 300
"""Events kept of one stretch at most: some sixty plies with a question left open."""


def remembered(belief: Belief, event: Event) -> Belief:
    """The belief that keeps an event in mind."""
    if isinstance(event, Tick) or not belief.past:
        return belief
    *earlier, last = belief.past
    last = replace(last, events=(*last.events, event))
    if len(last.events) > EVENTS:
        return replace(belief, past=())
    return replace(belief, past=(*earlier, last))


def understood(belief: Belief) -> Belief:
    """The belief at a moment when board and game agree, be it by a guess: what a later doubt goes back to."""
    verdict = judge(belief)
    if belief.past is None or verdict.best is None or not agreeing(belief):
        return belief
    if belief.past and belief.past[-1].since.shown == belief.shown:
        return replace(belief, thoughts=0)
    return replace(
        belief, past=(*belief.past[1 - PLIES :], Stretch(replace(belief, past=None, thoughts=0))), thoughts=0
    )
