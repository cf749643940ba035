"""Second thoughts: when nothing explains the board, the last plies are gone through again with a sensor in doubt.

Back 1, 2, 4, ... 64 plies, one suspect after the other. How much is weighed is a function of the silence alone, so many
explanations a millisecond, in slices that end with the next reading: the same journal always gives the same game, and
no call takes long.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from reedboard.board.events import Reading
from reedboard.tracker.belief import QUIET_MS, Belief, Quiet, replace
from reedboard.tracker.complete import further, worth
from reedboard.tracker.footprint import book
from reedboard.tracker.probe import (
    SINCE_MS,
    Checkpoint,
    Happened,
    Probe,
    Replay,
    Rest,
    absolute,
    advanced,
    by_cells,
    doubting,
    repeating,
)
from reedboard.tracker.sites import Sites, members
from reedboard.tracker.story import Story
from reedboard.tracker.under_way import under_way, wrong_before
from reedboard.tracker.unheard import back_blindly, blindly, taken_there, unfelt_further, went_on
from reedboard.tracker.verdict import disagreement, judge

UNTIL_MS = QUIET_MS[Quiet.CONCLUDED]
"""Silence after which there are no more: what is not found by then is mended by hand."""
PER_MS = 1.0
"""Explanations weighed a millisecond of silence: a tick of 50 ms takes some 5 ms of CPU, half the machine at most."""
BIG = 128
"""On boards of more cells an explanation takes four times as long, and so many fewer are weighed."""
DEAR = 35
"""A ply that cost so much to explain is thought over though it is explained: a reading lost is about as likely."""
FRUITLESS = 6
"""Silences thought over in vain, running, after which the board is left to be mended by hand."""
DEPTHS = (1, 2, 4, 8, 16, 32, 64)
NEARBY = 2
"""Plies gone through before it is asked where the cells in question were felt before."""
ROUNDS = tuple((plies, pairs) for plies in DEPTHS for pairs in (False, True))
"""How many plies are gone through each time, and whether with a pair swapped or one sensor in doubt."""
FIRST = ((1, False), (2, False))
"""What goes before where the board is explained: the other explanation is rather a reading lost."""
SUSPECTS = 32
"""Sites or pairs suspected at each depth."""
PLIES = 6
"""Readings looked at for them: two sensors that are swapped tell so at the first move of either."""
NEAR = 6
"""Stories of which it is asked what one touch more would make of them."""
FEW = 3
"""The same while hands move."""
MOST_GUESSES = 60
"""Stories that may come of it, the likelier kinds first."""
LOST = 3
"""Rests of a replay at which nothing explains the board, running, before it is given up."""


@dataclass(frozen=True, slots=True, eq=False)
class Thought:
    """How far second thoughts have come."""

    probes: tuple[Probe, ...] = ()
    """Those under way: a silence too short for one ends it for the next silence to go on with."""
    probed: frozenset[tuple[int, int]] = frozenset()
    explained: bool = False
    """Whether the board was explained when they began."""
    asked: bool = False
    """Whether it was asked where the cells in question were felt before."""
    round: int = 0
    """Which of the rounds this is."""
    suspects: tuple[int, ...] = ()
    """Those not tried yet in it."""
    replay: Belief | None = None
    """The replay under way, and its next event."""
    next: int = 0
    lost: int = 0
    doubted: int = 0
    """Whom the replay under way is for."""
    tried: frozenset[tuple[int, int]] = frozenset()
    """The suspects that explain nothing, as (plies, bits)."""
    found: tuple[Story, ...] = ()
    """Stories that explain the board, costs counted from the start of the game."""
    used: int = 0
    """Explanations weighed in this silence."""
    begun: bool = False
    over: bool = False


def guessing(belief: Belief, t_ms: int, *, waiting: bool) -> Belief:
    """Looks beyond the moves that were felt whole, where nothing explains the board and hands are not on their way.

    A piece in the hand took one that was not felt leaving, or its arrival was lost; `waiting`: or its lift was.
    """
    resting = waiting and belief.quiet is Quiet.ASKED
    if not belief.stories or _understood(belief, resting) or under_way(belief, resting=resting, felt=True):
        return belief
    found = list(islice(_guesses(belief, t_ms, waiting=waiting), MOST_GUESSES))
    return belief.weighed([*belief.stories, *found]) if found else belief


def _guesses(belief: Belief, t_ms: int, *, waiting: bool) -> Iterator[Story]:
    """Those of `guessing`, likelier kinds first."""
    near = belief.stories[: NEAR if waiting and belief.past is not None else FEW]
    now, cells = belief.now(t_ms), belief.sites.cells
    for each in near:
        yield from unfelt_further(each, now)
        yield from back_blindly(each, now, doubt=cells)
        if waiting:
            yield from went_on(each, now)
    for each in near:
        for puts in (True, False)[: 1 + waiting]:
            for child in blindly(each, now, puts=puts, doubt=cells):
                yield child
                if child.diff:
                    yield from further(child, now)


def _understood(belief: Belief, resting: bool) -> bool:
    """Whether the board is explained, by more than a guess that is dearer than a move still under way.

    Unless hands are `resting` it is, too, where nothing stands wrong but what has for some time.
    """
    best, agreed = belief.stories[0], belief.agreeing
    if not resting and best.left and not best.hand and not best.diff & ~wrong_before(best):
        return True
    return bool(agreed) and (not best.diff or not all(each.guessed for each in agreed))


def taken_unheard(belief: Belief, site: int, t_ms: int) -> Belief:
    """Weighs besides that a piece the opponent seems to have put back was taken there, the taker unheard."""
    found = [one for each in belief.stories[:NEAR] for one in taken_there(each, site, belief.now(t_ms))]
    return belief.weighed([*belief.stories, *found]) if found else belief


def remembered(belief: Belief, event: Happened) -> Belief:
    """The belief that knows of an event, and has a checkpoint if the last ply is understood."""
    past = belief.past
    if past is None:
        return belief
    if past[-1].since.shown != belief.shown or not past:
        best = belief.stories[0] if belief.stories else None
        if best is not None and not best.diff and best.line == belief.shown and not best.upset:
            since = replace(belief, past=None, thought=None)
            past = (*past[-(DEPTHS[-1] - 1) :], Checkpoint(since))
            belief = replace(belief, tried=frozenset(), probed=frozenset())
    last = past[-1]
    probes = repeating(belief, past, event)
    return replace(belief, past=(*past[:-1], Checkpoint(last.since, (*last.events, event))), probes=probes)


def wanted(belief: Belief) -> bool:
    """Whether something is to be thought over: the board is explained by nothing, or only by a guess or a lie."""
    if not belief.past or all(each.upset for each in belief.stories):
        return False
    if belief.probes:
        return True
    agreed = belief.agreeing
    if not agreed:
        return belief.fruitless < FRUITLESS and disagreement(belief) is not None
    best = judge(belief).best
    if best is None or best.lies & ~belief.unreliable & belief.sites.cells:
        return True
    if worth(best) + belief.spent - belief.past[-1].since.spent >= DEAR:
        return True
    return best.guessed and best.guess not in belief.questions and best.guess not in belief.answers


def thinking(belief: Belief, until_ms: int, replayed: Replay, rested: Rest) -> tuple[Belief, int | None]:
    """Goes on thinking as far as the silence allows; the time at which something was found, if it was."""
    thought = belief.thought
    assert thought is not None
    per_ms = PER_MS if belief.sites.size <= BIG else PER_MS / 4
    limit = int((min(until_ms - belief.t_ms, UNTIL_MS) - SINCE_MS) * per_ms)
    while not thought.over and thought.used < limit:
        thought = _step(belief, thought, replayed, rested)
    if thought.used >= int((UNTIL_MS - SINCE_MS) * per_ms):
        thought = replace_thought(thought, over=True)
    belief = replace(belief, thought=thought)
    if not thought.over:
        return belief, None
    return ended(belief), min(belief.t_ms + SINCE_MS + int(thought.used / per_ms), until_ms)


def ended(belief: Belief, *, in_vain: bool = True) -> Belief:
    """The belief that weighs what its second thoughts have found, be they at their end or not.

    `in_vain`: nothing found counts as a silence in which nothing was.
    """
    thought = belief.thought
    assert thought is not None
    belief = replace(
        belief,
        thought=replace_thought(thought, found=(), over=True),
        probes=thought.probes,
        probed=belief.probed | thought.probed,
        tried=belief.tried | thought.tried,
    )
    if not thought.found:
        return replace(belief, fruitless=belief.fruitless + in_vain)
    found = []
    for each in thought.found:
        one = each.copy()
        one.cost -= belief.spent
        found.append(one)
    return replace(belief.weighed([*belief.stories, *found]), fruitless=0)


def replace_thought(thought: Thought, **changes: object) -> Thought:
    """The same with some fields changed."""
    return dataclasses.replace(thought, **changes)  # type: ignore[arg-type]


def _step(belief: Belief, thought: Thought, replayed: Replay, rested: Rest) -> Thought:
    """One event of one replay, or the next replay, or the next depth."""
    past = belief.past
    assert past is not None
    if thought.probes:
        return _gone_through(belief, past, thought, replayed, rested)
    rounds = _rounds(len(past), thought.explained)
    back, pairs = rounds[thought.round]
    if thought.replay is None:
        if not thought.begun:
            if _explained(belief, thought):
                return replace_thought(thought, over=True)
            if back > NEARBY and not thought.asked:
                return _asked_by_cells(belief, past, thought)
            order = sorted(_suspects(belief, back, pairs=pairs), key=lambda each: (back, each) in belief.tried)
            return replace_thought(thought, suspects=tuple(order), begun=True, used=thought.used + 1)
        if thought.suspects:
            since = past[-back].since
            doubted, *others = thought.suspects
            return replace_thought(
                thought,
                suspects=tuple(others),
                doubted=doubted,
                replay=doubting(since, doubted),
                next=0,
                lost=0,
                used=thought.used + 1,
            )
        if thought.round + 1 == len(rounds):
            return replace_thought(thought, over=True) if thought.asked else _asked_by_cells(belief, past, thought)
        return replace_thought(thought, round=thought.round + 1, begun=False)
    events = [event for each in past[-back:] for event in each.events]
    if thought.next == len(events):
        world = rested(thought.replay, belief.t_ms + SINCE_MS)
        known = len(belief.faults) + 1
        found = [
            absolute(each, world)
            for each in world.agreeing
            if 0 < len(each.lied) <= known + bool(each.crossed) and bool(each.crossed) == bool(each.pair)
        ]
        # With hands in the middle of a move it may explain the board once that is done.
        vain = not found and disagreement(world) is not None
        tried = thought.tried | {(back, thought.doubted)} if vain else thought.tried
        return replace_thought(thought, replay=None, found=(*thought.found, *found), tried=tried)
    event = events[thought.next]
    world = rested(thought.replay, event.t_ms)
    lost = thought.lost
    if world.quiet >= Quiet.ASKED:
        lost = lost + 1 if not world.agreeing and disagreement(world) is not None else 0
    if lost >= LOST:
        tried = thought.tried | {(back, thought.doubted)}
        return replace_thought(thought, replay=None, used=thought.used + 1, tried=tried)
    world = replayed(world, event)
    used = thought.used + 1 + world.work - thought.replay.work
    return replace_thought(thought, replay=world, next=thought.next + 1, lost=lost, used=used)


def _asked_by_cells(belief: Belief, past: Sequence[Checkpoint], thought: Thought) -> Thought:
    """Goes where the cells in question were felt before, once the last plies have explained nothing."""
    return replace_thought(thought, probes=tuple(by_cells(belief, past)), asked=True, used=thought.used + 1)


def _gone_through(
    belief: Belief, past: Sequence[Checkpoint], thought: Thought, replayed: Replay, rested: Rest
) -> Thought:
    """One event of the first probe."""
    probe, *others = thought.probes
    further, found, work = advanced(belief, past, probe, replayed, rested)
    used = thought.used + work
    if further is not None:
        return replace_thought(thought, probes=(further, *others), used=used)
    probed = thought.probed | {(probe.since.number, probe.site)}
    return replace_thought(thought, probes=tuple(others), probed=probed, found=thought.found + found, used=used)


def _explained(belief: Belief, thought: Thought) -> bool:
    """Whether something was found that explains the board, and better than what is believed if that does, too."""
    most = min((worth(each) for each in belief.agreeing), default=None)
    return any(not each.diff and (most is None or each.cost - belief.spent <= most) for each in thought.found)


@lru_cache
def _rounds(known: int, explained: bool) -> tuple[tuple[int, bool], ...]:
    """Those there are where so many plies are known."""
    rounds = FIRST + ROUNDS if explained else ROUNDS
    return tuple(dict.fromkeys((min(plies, known), pairs) for plies, pairs in rounds))


def _suspects(belief: Belief, back: int, *, pairs: bool) -> list[int]:
    """The sensors whose fault may explain the board, as bits, likeliest first; or the pairs that may be swapped."""
    past = belief.past
    assert past is not None
    sites = belief.sites
    wrong = (belief.raw ^ belief.shown.occupancy) & sites.cells
    since = past[-back].since.stories[0]
    events = [event for each in past[-back:] for event in each.events]
    if pairs:
        return _pairs(since, events, sites)
    came = wrong & belief.raw
    for event in events[:PLIES]:
        if isinstance(event, Reading) and event.on:
            came |= 1 << sites.index[event.site]
    order: dict[int, None] = dict.fromkeys(_lost_lifts(since, came, sites))
    order |= dict.fromkeys(members(wrong))
    for event in reversed(events[-40:]):
        if isinstance(event, Reading):
            site = sites.index[event.site]
            if site < sites.size:
                order.setdefault(site)
    near: dict[int, None] = {}
    for story in belief.stories[:NEAR]:
        if story.diff and not story.upset:
            near |= dict.fromkeys(_near_misses(story, story.diff, sites))
    touched = 0
    for event in past[-back].events:
        if isinstance(event, Reading):
            touched |= 1 << sites.index[event.site]
    for story in past[-back].since.stories[:1]:
        near |= dict.fromkeys(_near_misses(story, touched, sites))
    for site in near:
        order.setdefault(site)
    known = since.sick
    return [1 << site for site in order if not known >> site & 1][:SUSPECTS]


def _pairs(story: Story, events: Sequence[Happened], sites: Sites) -> list[int]:
    """Pairs of sites whose sensors may be swapped: one was felt, the other would have made a move of the rest."""
    if story.pair:
        return []
    felt = [sites.index[event.site] for event in events[:PLIES] if isinstance(event, Reading)]
    found: dict[int, None] = {}
    for one, other in pairwise(felt):
        if one != other and max(one, other) < sites.size:
            found.setdefault(1 << one | 1 << other)
    touched = 0
    for site in felt:
        touched |= 1 << site
    for site in dict.fromkeys(felt):
        if site < sites.size:
            for missing in _near_misses(story, touched & ~(1 << site), sites):
                if missing != site:
                    found.setdefault(1 << site | 1 << missing)
    return list(found)[:SUSPECTS]


def _lost_lifts(story: Story, came: int, sites: Sites) -> Iterator[int]:
    """The cells from which pieces may have come, unheard, to where some came of which nobody knows whence."""
    for each in book(story.line.position, sites).footprints:
        if each.emptied and not each.emptied & (each.emptied - 1) and each.entered and not each.entered & ~came:
            yield each.emptied.bit_length() - 1


def _near_misses(story: Story, touched: int, sites: Sites) -> Iterator[int]:
    """The cells that alone were not touched of a move that otherwise was."""
    for each in book(story.line.position, sites).footprints:
        missing = each.cells & ~touched
        if missing and not missing & (missing - 1) and each.cells & touched:
            yield missing.bit_length() - 1
