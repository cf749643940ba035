"""Second thoughts: when nothing explains the board, the last plies are gone through again with a sensor in doubt.

Back 1, 2, 4, ... 64 plies, one suspect after the other, what was tried in vain last. How much is weighed is a function
of the silence alone, so many explanations a millisecond, in slices that end with the next reading: the same journal
always gives the same game, and no call takes long.
"""

import dataclasses
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Final

from reedboard.tracker.belief import Belief, Quiet, replace
from reedboard.tracker.complete import worth
from reedboard.tracker.costs import ASTRAY, LOST, PAUSE
from reedboard.tracker.probe import (
    SINCE_MS,
    Checkpoint,
    Doubted,
    Happened,
    Probe,
    Replay,
    Suspects,
    advanced,
    put_late,
    put_right,
    repeating,
    suspected,
)
from reedboard.tracker.story import Story
from reedboard.tracker.verdict import disagreement, judge

UNTIL_MS: Final = Quiet.CONCLUDED
"""Silence after which there are no more: what is not found by then is mended by hand."""
PER_MS: Final = 1.2
"""Explanations weighed a millisecond of silence: a tick of 50 ms takes some 5 ms of CPU, half the machine at most."""
BIG: Final = 128
"""On boards of more cells an explanation takes four times as long, and so many fewer are weighed."""
AHEAD_MS: Final = 120
"""So much of a silence is thought over ahead of it, half of that at once: ticks are 60 ms late, and come every 50."""
DEAR: Final = ASTRAY + PAUSE
"""A ply that cost so much to explain is thought over though it is explained: a reading lost is about as likely."""
DEPTHS: Final = (1, 2, 4, 8, 16, 32, 64)
ROUNDS: Final = tuple(product(DEPTHS, Suspects))
"""How many plies are gone through each time, and what is in doubt."""
FIRST: Final = ((1, Suspects.ONE), (2, Suspects.ONE))
"""What goes before where the board is explained: the other explanation is rather a reading lost."""


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """How far second thoughts have come."""

    probes: tuple[Probe, ...] = ()
    """Still to be gone through, the first of them under way."""
    explained: bool = False
    """Whether the board was explained when they began."""
    doubtful: bool = True
    """Whether sensors were in doubt then: else nothing is gone through but these."""
    round: int = 0
    """Which of the rounds comes next."""
    tried: frozenset[Doubted] = frozenset()
    """The probes that explain nothing."""
    found: tuple[Story, ...] = ()
    """Stories that explain the board, costs counted from the start of the game."""
    used: int = 0
    """Explanations weighed in this silence."""
    over: bool = False
    ahead: "list[Thought]" = field(default_factory=list, init=False)
    """What it comes to a step further, once that was looked at."""


def remembered(belief: Belief, event: Happened) -> Belief:
    """The belief that knows of an event, and has a checkpoint if the last ply is understood."""
    past = belief.past
    if past is None:
        return belief
    if past[-1].since.shown != belief.shown:
        best = belief.stories[0] if belief.stories else None
        if best is not None and not best.diff and best.line == belief.shown and not best.upset:
            since = replace(belief, past=None, thought=None)
            past = (*past[-(DEPTHS[-1] - 1) :], Checkpoint(since))
            belief = replace(belief, tried=frozenset(), thought_over=0)
    last = past[-1]
    probes = (*repeating(belief, past, event), *put_right(belief, past, event), *put_late(belief, past, event))
    return replace(belief, past=(*past[:-1], Checkpoint(last.since, (*last.events, event))), probes=probes)


def first_thought(belief: Belief) -> Thought | None:
    """What is to be thought over, if anything is."""
    if not belief.past or all(each.upset for each in belief.stories):
        return None
    doubtful = any(each.sure for each in belief.probes) or _doubtful(belief, belief.past[-1])
    if not belief.probes and not doubtful:
        return None
    # What is known to have been lost comes first, then what was put right last.
    probes = sorted(belief.probes, key=lambda each: (not each.sure, -each.mended_ms))
    return Thought(tuple(probes), explained=bool(belief.agreeing), doubtful=doubtful)


def _doubtful(belief: Belief, last: Checkpoint) -> bool:
    """Whether sensors are in doubt: the board is explained by nothing, or only by a guess or a lie."""
    agreed = belief.agreeing
    if not agreed:
        return disagreement(belief) is not None
    best = judge(belief).best
    if best is None or best.lies & ~belief.unreliable & belief.sites.cells:
        return True
    if worth(best) + belief.spent - last.since.spent >= DEAR:
        return True
    return best.guessed and best.guess not in belief.questions and best.guess not in belief.answers


def thinking(belief: Belief, until_ms: int, replayed: Replay) -> tuple[Belief, int | None]:
    """Goes on thinking as far as the silence allows; the time at which something was found, if it was."""
    thought = belief.thought
    assert thought is not None
    per_ms = _per_ms(belief)
    limit = int((until_ms - belief.t_ms - SINCE_MS) * per_ms)
    while not thought.over and thought.used < min(limit, _most(belief, thought)):
        thought = _after(belief, thought, replayed)
    if thought.used >= _most(belief, thought):
        thought = dataclasses.replace(thought, over=True)
    belief = replace(belief, thought=thought)
    if not thought.over:
        return belief, None
    return ended(belief), min(belief.t_ms + SINCE_MS + int(thought.used / per_ms), until_ms)


def think_ahead(belief: Belief, replayed: Replay) -> None:
    """Weighs what the next event may need at once, a round at most: ticks are behind, and no reading waits for it."""
    thought = belief.thought
    assert thought is not None
    most = AHEAD_MS * _per_ms(belief)
    limit, weighed = thought.used + most, 0
    while not thought.over and thought.used < min(limit, _most(belief, thought)) and weighed < most / 2:
        before, known = thought, bool(thought.ahead)
        thought = _after(belief, thought, replayed)
        if not known:
            weighed += thought.used - before.used
            if thought.round > before.round:
                return  # to look for suspects takes as long


def _per_ms(belief: Belief) -> float:
    return PER_MS if belief.sites.size <= BIG else PER_MS / 4


def _most(belief: Belief, thought: Thought) -> int:
    """How much one silence weighs at most: of sensors in doubt the less, the more was weighed so far in vain."""
    most = int((UNTIL_MS - SINCE_MS) * _per_ms(belief))
    return most - belief.thought_over // 2 if thought.round else most


def _after(belief: Belief, thought: Thought, replayed: Replay) -> Thought:
    """A step further, kept with the thought."""
    if not thought.ahead:
        thought.ahead.append(_step(belief, thought, replayed))
    return thought.ahead[0]


def ended(belief: Belief) -> Belief:
    """The belief that weighs what its second thoughts have found, be they at their end or not."""
    thought = belief.thought
    assert thought is not None
    belief = replace(
        belief,
        thought=dataclasses.replace(thought, found=(), over=True),
        probes=tuple(each for each in thought.probes if each.sure or each.mending),
        tried=belief.tried | thought.tried,
        thought_over=0 if _explained(belief, thought) else belief.thought_over + thought.used,
    )
    if not thought.found:
        return belief
    found = []
    for each in thought.found:
        one = each.copy()
        one.cost += LOST * belief.denied(each.line) - belief.spent
        found.append(one)
    return belief.weighed([*belief.stories, *found])


def _step(belief: Belief, thought: Thought, replayed: Replay) -> Thought:
    """One event of one probe, or the next round."""
    past = belief.past
    assert past is not None
    if not thought.probes:
        rounds = _rounds(len(past), thought.explained)
        if not thought.doubtful or thought.round == len(rounds) or _explained(belief, thought):
            return dataclasses.replace(thought, over=True)
        probes = suspected(belief, past, *rounds[thought.round])
        return dataclasses.replace(thought, probes=tuple(probes), round=thought.round + 1, used=thought.used + 1)
    probe, *others = thought.probes
    step = advanced(belief, past, probe, replayed)
    return dataclasses.replace(
        thought,
        probes=(step.probe, *others) if step.probe else tuple(others),
        found=(*thought.found, *step.found),
        tried=thought.tried | {probe.doubted} if step.vain else thought.tried,
        used=thought.used + step.work,
    )


def _explained(belief: Belief, thought: Thought) -> bool:
    """Whether something was found that explains the board, and better than what is believed if that does, too."""
    most = min((worth(each) for each in belief.agreeing), default=None)
    return any(not each.diff and (most is None or each.cost - belief.spent <= most) for each in thought.found)


@lru_cache
def _rounds(known: int, explained: bool) -> tuple[tuple[int, Suspects, bool], ...]:
    """Those there are where so many plies are known: at last what was tried in vain, for more was felt since."""
    rounds = FIRST + ROUNDS if explained else ROUNDS
    return tuple(dict.fromkeys((min(plies, known), kind, tried) for tried in (False, True) for plies, kind in rounds))
