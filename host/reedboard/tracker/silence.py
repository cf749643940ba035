"""What happens when nothing happens: moves settle, questions are asked, disagreement is told."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from reedboard.tracker.beam import placed_by
from reedboard.tracker.belief import Belief, Quiet, replace
from reedboard.tracker.complete import silent_children, worth
from reedboard.tracker.costs import CLOSE, GIVEN_UP, IN_DOUBT, PAUSE, PLY, STRAY, TAKEBACK, UNLIKELY
from reedboard.tracker.effects import Fault, Observation
from reedboard.tracker.health import named
from reedboard.tracker.probe import Replay
from reedboard.tracker.sites import members
from reedboard.tracker.stands_wrong import astir, astray, leave, left_wrong, was_taken
from reedboard.tracker.story import NOBODY, Story
from reedboard.tracker.think import ended, first_thought, think_ahead, thinking
from reedboard.tracker.under_way import half_done, half_taken_back, has_begun, in_hand, reply_done
from reedboard.tracker.unheard import guessing, taken_unheard
from reedboard.tracker.untraced import as_shown, played_on, untraced
from reedboard.tracker.verdict import ask, at_once, disagree, settle, sliding, still_apart, told

NEARLY: Final = 2
"""So many cells at most are wrong on a board that is upset no longer."""


def pass_time(belief: Belief, until_ms: int, replayed: Replay) -> tuple[Belief, list[Observation]]:
    """Lets the silence between the last reading and `until_ms` act."""
    said: list[Observation] = []
    if belief.quiet is Quiet.CONCLUDED:
        return belief, said
    for stage in Quiet:
        due_ms = belief.t_ms + stage
        if stage > belief.quiet and until_ms >= due_ms:
            if stage is Quiet.GUESSED and belief.past is None and until_ms >= belief.t_ms + Quiet.ASKED:
                continue  # a replay knows that hands will rest: it guesses then
            if stage is Quiet.CONCLUDED:
                belief, more = _thought(belief, due_ms, replayed)
                said += more
            belief, more = (_passed if belief.past is None else _passed_soon)(belief, stage)
            said += more
    belief, more = _thought(belief, until_ms, replayed)
    return belief, said + more


def _passed(belief: Belief, stage: Quiet) -> tuple[Belief, list[Observation]]:
    """What a silence that has come so far makes of the belief."""
    belief = replace(belief, quiet=stage)
    t_ms = belief.t_ms + stage
    match stage:
        case Quiet.GUESSED:
            return _guessed(belief, t_ms)
        case Quiet.SETTLED:
            return settle(belief, t_ms)
        case Quiet.ASKED:
            return _hands_rest(belief, t_ms)
    if stage is Quiet.DOUBTED:
        belief = replace(belief, thought=first_thought(belief))
    belief, said = all_told(belief, t_ms, resting=True)
    belief, settled = settle(belief, t_ms)  # what stood against it may have been forgotten since
    return belief, said + settled


_passed_soon = lru_cache(maxsize=1)(_passed)
"""The same, kept: `weigh_ahead` asks for it before it comes."""


def _thought(belief: Belief, until_ms: int, replayed: Replay) -> tuple[Belief, list[Observation]]:
    """Goes on with second thoughts, and tells what they found."""
    if belief.thought is None or belief.thought.over:
        return belief, []
    belief, at_ms = thinking(belief, until_ms, replayed)
    return (belief, []) if at_ms is None else all_told(belief, at_ms, resting=True)


def broken_off(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Ends second thoughts because something happens, with what they found until now."""
    thought = belief.thought
    if thought is None or thought.over:
        return belief, []
    if not thought.found:
        return ended(belief), []
    return all_told(ended(belief), t_ms, resting=True)


def weigh_ahead(belief: Belief, replayed: Replay) -> bool:
    """Weighs what the silence brings next, and goes ahead with second thoughts; whether there are any just now."""
    if belief.thought is not None and not belief.thought.over:
        think_ahead(belief, replayed)
        return True
    if belief.quiet is not Quiet.CONCLUDED:
        soon, _ = _passed_soon(belief, next(stage for stage in Quiet if stage > belief.quiet))
        if belief.quiet is Quiet.ASKED and soon.thought is not None:
            think_ahead(soon, replayed)
            return True
    return False


def guessed_in_time(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Looks beyond what was felt before an event that leaves no silence for it: the reply done in one quick touch.

    What is lifted after a rest may be the reply to a move not felt whole; once it is set down too, that is hard to see.
    """
    if belief.quiet is Quiet.NONE and belief.waited and not belief.raw >> belief.burst[0] & 1:
        return _guessed(replace(belief, quiet=Quiet.GUESSED), t_ms)
    return belief, []


def all_told(belief: Belief, t_ms: int, *, resting: bool) -> tuple[Belief, list[Observation]]:
    """Tells moves, those that stand already, sensors, what stands apart; with hands `resting` asks what is open."""
    said: list[Observation] = []
    for telling in (told, ask if resting else at_once, named, still_apart):
        belief, more = telling(belief, t_ms)
        said += more
    return belief, said


def _guessed(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Looks beyond what was felt: no reading comes at once that explains the one before."""
    stories, site = belief.stories, belief.burst[0]
    on = bool(belief.raw >> site & 1)
    if (on or belief.waited) and not belief.agreeing and not sliding(belief):
        belief = guessing(belief, belief.t_ms, waiting=belief.waited and not on)
    elif on and site < belief.sites.size and belief.past is not None:
        belief = taken_unheard(belief, site)
    return all_told(belief, t_ms, resting=False) if belief.stories is not stories else (belief, [])


def _hands_rest(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Looks beyond what was felt, forgets what the pause has ruled out, and tells and asks what is left."""
    if belief.agreeing:
        belief = guessing(belief, t_ms, waiting=True)  # before what only a guess leaves behind is forgotten
    belief = guessing(_paused(belief), t_ms, waiting=True)
    besides = [one for each in belief.stories for one in each.silenced()]
    failed = sum(1 << site for site, fault in belief.faults.items() if fault in (Fault.DEAD, Fault.STUCK))
    besides += [one for each in belief.stories for one in each.rather_swapped(belief.raw, failed)]
    if belief.past is not None:  # a silence has no time to look for it once for each sensor in doubt
        besides += played_on(belief)
        besides += untraced(belief)
    if besides:
        belief = belief.weighed([*belief.stories, *besides])
    belief, said = all_told(as_shown(belief), t_ms, resting=True)
    # How the board differs from a replay is told to nobody.
    belief, apart = disagree(belief, t_ms) if belief.past is not None else (belief, [])
    return belief, said + apart


def _paused(belief: Belief) -> Belief:
    """Weighs the pause against stories with pieces in hands, and forgets what quiet time has ruled out."""
    agreed = belief.agreeing
    if not agreed:
        return belief.weighed([_waited(each, belief) for each in belief.stories])
    least = min(map(worth, agreed))
    near = GIVEN_UP if any(each.guessed for each in agreed if worth(each) == least) else UNLIKELY

    def stays(story: Story) -> bool:
        # What speaks for a lie that still stands may come much later, and an older guess says nothing of it.
        open_yet = not story.guess or story.guessed or story.lies
        doubted = (story.sick or story.crossed) and open_yet
        untold = story.guessed and not belief.sites.groups  # with trays the slot of what was taken has told by now
        return worth(story) <= least + (IN_DOUBT if doubted else GIVEN_UP if untold else near)

    after = {each.line.before for each in agreed if stays(each)}
    stay: list[Story] = []
    before = {(each.line, each.lies, each.diff) for each in belief.stories if each.diff}
    for each in belief.stories:
        if not each.diff:
            if stays(each):
                stay.append(_rested(each))
                if each.touched and not each.hand:  # what a touch says of turned pieces is soon forgotten
                    stay += filter(stays, silent_children(each, belief.now(belief.t_ms)))
                if each.line.before is not None and (each.line.before, each.lies, each.line.changed) not in before:
                    stay += _only_resting(each)
        else:
            waited = _waited(each, belief)  # with what is left astray counted, unless a move is under way
            if (
                each.line in after
                or waited.cost <= least + CLOSE + _kept_for(each, waited, belief)
                or (least >= TAKEBACK and placed_by(each) < least - STRAY)
            ):
                stay.append(waited)
    return belief.weighed(stay)


def _kept_for(story: Story, waited: Story, belief: Belief) -> int:
    """How much dearer than one that explains the board a story may be that does not; `waited`: once hands rested."""
    stands = left_wrong(waited) or any(was_taken(waited, cell) for cell in waited.left)
    if stands and not waited.hand and not waited.lies:
        return GIVEN_UP  # what stands wrong and is not mended explains the board as well as a guess does
    if story.undoing:
        return GIVEN_UP  # what is half taken back may look like other moves, until all stands
    if half_taken_back(story, belief):
        return UNLIKELY  # a capture whose victim was set back first looks as if the taker had been adjusted
    if story.hand and not story.diff & (story.diff - 1):
        return 2 * PAUSE  # of either side: it is being taken, or was knocked over
    if in_hand(story, belief):
        return 2 * PAUSE if story.hand else 4 * PAUSE  # laid on its slot: the piece it is exchanged for has to be found
    return 0


def _only_resting(story: Story) -> Iterator[Story]:
    """The story in which the piece moved last only rests where it stands, if there was no room for it until now."""
    before = story.line.before
    origin, target = story.line.changed & ~story.line.occupancy, story.line.changed & story.line.occupancy
    if before is None or target & before.occupancy or origin.bit_count() != 1 or target.bit_count() != 1 or story.hand:
        return
    one = story.afresh(before)
    one.off = {cell: story.line.pieces[cell] for cell in members(story.line.changed)}
    one.diff = story.line.changed
    one.cost += PAUSE - PLY
    one.beside = story.beside
    yield one


def _waited(story: Story, belief: Belief) -> Story:
    """A story in which hands rested with pieces off the board or out of place."""
    one = story.copy()
    if one.undoing:
        one.cost += 2 * PAUSE  # it is rather done in one go
        return one
    if one.upset:
        if len(one.off) > NEARLY:
            return story
        one.upset = False  # set up but for these: they are put right, or a reading of theirs was lost
        one.eager = 0
        one.hand = tuple(one.line.pieces[cell] for cell, piece in one.off.items() if not piece)
        return one
    if astir(one):
        one.cost += PAUSE
    if astray(one) and not half_taken_back(one, belief):
        reply = reply_done(one)
        leave(one, reply if has_begun(one, belief, left_out=reply) or half_done(one, belief) else ~0)
    return one


def _rested(story: Story) -> Story:
    """A story at rest: what was touched and put back says nothing any more."""
    one = story.copy()
    one.touched = 0
    one.first = {}
    one.rests = 0
    one.stray = NOBODY
    one.midair = ()
    return one
