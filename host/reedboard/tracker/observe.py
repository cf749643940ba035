"""The tracker's two verbs: `begin` and `observe`. Pure: the same events always give the same beliefs and effects."""

from collections.abc import Mapping, Sequence
from operator import attrgetter

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.board.events import Answer, Event, Press, Reading, Tick
from reedboard.tracker.beam import FEW, MOST
from reedboard.tracker.belief import Belief, Quiet, replace
from reedboard.tracker.complete import completed, silent_children, worth
from reedboard.tracker.costs import ADJUSTED, ASTRAY, BY_CHANCE, LOST, UNLIKELY, WHICH
from reedboard.tracker.effects import Asked, Observation
from reedboard.tracker.footprint import moves_of
from reedboard.tracker.gesture import lifted, put
from reedboard.tracker.health import heard
from reedboard.tracker.line import AT_ONCE, Line, start
from reedboard.tracker.player_input import answered, pressed
from reedboard.tracker.probe import Checkpoint, Happened
from reedboard.tracker.silence import all_told, broken_off, guessed_in_time, pass_time, weigh_ahead
from reedboard.tracker.sites import sites_of
from reedboard.tracker.stands_wrong import set_wrong
from reedboard.tracker.story import UNKNOWN, Moment, Story
from reedboard.tracker.taken_back import taken_back
from reedboard.tracker.think import remembered
from reedboard.tracker.twins import twins_of
from reedboard.tracker.under_way import finishing, in_hand
from reedboard.tracker.unheard import back_blindly, blindly, taken_late, unfelt, unfelt_further
from reedboard.tracker.verdict import (
    ask,
    at_work,
    disagree,
    disagreement,
    judge,
    lifted_by_the_opponent,
    still_apart,
)


def begin(position: Position, trays: bool, slots: Mapping[str, bool], occupied: int | None = None) -> Belief:
    """A game from `position`, as `api.begin` has it."""
    used = dict(slots) if trays else {}
    sites = sites_of(position.game, tuple(used))
    raw = position.occupancy if occupied is None else occupied & sites.cells
    for name, on in used.items():
        raw |= on << sites.index[name]
    line = start(position, sites)
    root = Story(line)
    wrong = (raw ^ position.occupancy) & sites.cells
    if wrong:
        root.off = {cell: (-1 if raw >> cell & 1 else 0) for cell in range(sites.size) if wrong >> cell & 1}
        root.diff = wrong
        root.hand = tuple(line.pieces[cell] for cell, piece in root.off.items() if not piece)
        root.upset = True
    t_ms = -Quiet.ASKED
    belief = Belief(sites, raw, (root,), line, t_ms=t_ms, quiet=Quiet.CONCLUDED)
    belief = replace(belief, mismatch=disagreement(belief))
    return replace(belief, past=(Checkpoint(replace(belief, past=None)),))


def observe(belief: Belief, event: Event) -> tuple[Belief, list[Observation]]:
    """What is believed after an event, and what is new to say, as `api.observe` has it."""
    belief, said = pass_time(belief, event.t_ms, _replayed)
    if isinstance(event, Tick):
        return belief, said
    belief, found = broken_off(belief, event.t_ms)
    belief, late = guessed_in_time(belief, event.t_ms)
    belief, more = _happened(remembered(belief, event), event)
    return belief, said + found + late + more


def look_ahead(belief: Belief) -> None:
    """Prepares what the next event may need, as `api.look_ahead` has it."""
    if weigh_ahead(belief, _replayed):
        return  # both in one moment would take too long
    for each in belief.stories:
        if moves_of(each.line).make():
            return


def _replayed(belief: Belief, event: Event) -> Belief:
    """What is believed after an event that is gone through again; a tick is the silence before one."""
    return pass_time(belief, event.t_ms, _replayed)[0] if isinstance(event, Tick) else _happened(belief, event)[0]


def _happened(belief: Belief, event: Happened) -> tuple[Belief, list[Observation]]:
    match event:
        case Reading(t_ms, name, on):
            return _felt(belief, belief.sites.find(name), on, t_ms)
        case Press(t_ms, side):
            belief, said = pressed(belief, side, t_ms)
        case Answer(t_ms, move):
            belief, said = answered(belief, move, t_ms)
            # What might have followed was not asked yet; and hands that rest are told what is wrong by that.
            for telling in (ask, disagree) if belief.quiet >= Quiet.ASKED and belief.past is not None else ():
                belief, more = telling(belief, t_ms)
                said = [*said, *more]
    # What stood wrong may be a move that people named.
    belief, more = still_apart(belief, event.t_ms)
    return belief, said + more


def _felt(belief: Belief, site: int, on: bool, t_ms: int, *, lost: bool = False) -> tuple[Belief, list[Observation]]:
    bit = 1 << site
    if bool(belief.raw & bit) == on:
        if belief.bounces(site):
            return belief, []
        belief, late = _felt(belief, site, not on, t_ms, lost=True)  # the reading between was lost: it is heard now
        belief, said = _felt(belief, site, on, t_ms)
        return belief, late + said
    waited = belief.quiet >= Quiet.ASKED
    number = belief.number + 1
    stories = grown(belief, site, on, number, t_ms, lost=lost, waited=waited)
    if (
        belief.mismatch is not None
        and not (belief.raw ^ bit ^ belief.shown.occupancy) & belief.sites.cells & ~belief.unreliable
    ):
        stories = [_mended_by_chance(each, belief.shown) for each in stories]
    belief, said = lifted_by_the_opponent(belief, site, on, t_ms)
    belief = replace(
        belief, raw=belief.raw ^ bit, number=number, t_ms=t_ms, quiet=Quiet.NONE, waited=waited, thought=None
    )
    belief, noticed = heard(belief.weighed(stories), site, t_ms)
    belief, more = all_told(belief, t_ms, resting=False)
    return belief, said + noticed + more


def grown(
    belief: Belief, site: int, on: bool, number: int, t_ms: int, *, lost: bool = False, waited: bool = False
) -> list[Story]:
    """All stories one reading on.

    `lost`: it never came, and must have gone before the one that did. `waited`: hands rested before it, so what is
    lifted or dropped now may be the reply to what the piece in the hand took unheard.
    """
    sites, before, bit, known = belief.sites, belief.raw, 1 << site, belief.answered
    earlier = Moment(before, number, t_ms, sites, known)
    now = Moment(before ^ bit, number, t_ms, sites, known)
    found: list[Story] = []
    begun: list[tuple[Story, Story, int]] = []
    stories = _until_then(belief, site, on, earlier, waited=waited)
    for each, here in [speaking for story in stories for speaking in story.heard_at(site, before)]:
        if each.pair & bit and not each.crossed and (before ^ each.lies) & each.pair not in (0, each.pair):
            found.append(_crossing(each, bit))
        if each.lies >> here & 1 and not each.crossed >> here & 1:
            found.append(_caught_up(each, here))
            if not (on and each.hand and here < sites.size and each.at(here)):
                continue
            each = _gone_from_under(each, here)
        if lost:
            each = each.copy()
            each.cost += LOST
        if each.sick & bit:
            lie = each.copy()
            lie.lies ^= bit
            lie.contradicted(site)
            found.append(lie)
        if on and here >= sites.size:
            found += unfelt(each, earlier, here)
        if not on and here < sites.size:
            found += taken_late(each, here)
        early = waited and not on and (len(each.hand) >= 2 or _before_its_turn(each, here))
        for one in put(each, here, now) if on else lifted(each, here, now):
            if early:
                one.begun_early(1 << here if len(each.hand) == 1 else 0)  # of more nobody knows which is touched
            one.since = (here, int(on), t_ms, t_ms - each.since[2])
            begun.append((one, each, here))
    least = min([each.cost for each in found] + [one.cost for one, _, _ in begun], default=0)
    near, alone = list(dict.fromkeys(each.line.path for each in belief.stories))[:FEW], now.alone
    made = 0
    for one, each, here in sorted(begun, key=lambda each: each[0].cost):
        found.append(one)
        # Odd hands in a story dearer by an accident: a move of it would hardly be told.
        if one.cost <= least + ASTRAY or one.cost - each.cost < ADJUSTED:
            if made < MOST:
                more = _after_gesture(one, each, now if one.line.path in near else alone)
                made += len(more)
                found += more
            if on and len(each.hand) > 1 and here in one.off and any(each.off.values()):
                one.cost += WHICH  # only here: the moves just made of it pay nothing, for they tell which it was
    if min(belief.shown.ply, belief.stories[0].line.ply) > AT_ONCE:
        found = [each for each in found if each.line.before is not None]
    return found


def _mended_by_chance(story: Story, shown: Line) -> Story:
    """The story once the board stands as people were told to put it: if they had not meant to, it was by chance."""
    if not story.line.denies(shown):
        return story
    one = story.copy()
    one.cost += BY_CHANCE
    return one


def _until_then(belief: Belief, site: int, on: bool, earlier: Moment, *, waited: bool) -> list[Story]:
    """The stories a reading may be explained in, and those in which something went unheard before it; see `grown`."""
    bit, sites = 1 << site, belief.sites
    replies = site < sites.size and (not on or sites.game.has_reserves)
    found: list[Story] = []
    stories: Sequence[Story] = belief.stories
    if site < sites.size and all(each.undoing and not each.line.lately >> site & 1 for each in stories):
        stories = [_set_up_anew(each) for each in stories]  # none is left in which hands may do so
    for each in stories:
        found.append(each)
        if not each.diff and not each.hand:
            found += silent_children(each, earlier)
        if each.sick and not on:
            found += blindly(each, earlier, puts=True)
        if waited and replies and each.hand and not each.line.own & bit:
            unheard = unfelt(each, earlier)
            likely = each.cost <= ADJUSTED or each.line.holds(belief.shown)
            found += (one for one in unheard if likely or one.line.changed & bit)
    return sorted(found, key=attrgetter("cost"))[:MOST] if len(found) > MOST else found


def _set_up_anew(story: Story) -> Story:
    """The story in which more is going on than that moves are taken back: the board is set up for something else."""
    one = story.copy()
    one.undoing = False
    return one


def _after_gesture(story: Story, before: Story, now: Moment) -> list[Story]:
    """The stories in which the gesture that led to this one from the one before made or took back moves."""
    if story.upset:
        return taken_back(story, now)
    (site, on, _, _), stray = story.since, before.stray[0]
    slid = not on and story.stray[0] != stray and before.off.get(stray) == UNKNOWN
    found = completed(story, stray if slid else site, now)
    if story.owed:
        found += unfelt_further(story, now)
    if story.sick:
        found += blindly(story, now, puts=False)
        found += back_blindly(story, now)
    return found


def _before_its_turn(story: Story, site: int) -> bool:
    """Whether a piece is lifted that is not the mover's, nor to be taken by what is in the mover's hand.

    After a move set on a wrong cell it is the reply.
    """
    if site >= story.line.sites.size or story.line.own >> site & 1 or set_wrong(story) or not story.moving:
        return False
    moves = moves_of(story.line).between(story.diff | 1 << site, ~0)
    taking = (each for each in moves if each.taken >> site & 1)
    return not any(all(story.diff >> origin & 1 for _, origin in each.travels) for each in taking)


def _crossing(story: Story, bit: int) -> Story:
    """One of two sensors changes because they are swapped just now; the other will, too."""
    one = story.copy()
    one.lies ^= bit
    if one.lies & one.pair == one.pair:
        one.cross()
    return one


def _gone_from_under(story: Story, site: int) -> Story:
    """What stands on a cell that is said to be empty left it: of that its sensor can say nothing."""
    one = story.copy()
    one.hand = (*one.hand, one.at(site))
    one.place(site, 0)
    one.lies ^= 1 << site
    one.touched |= 1 << site
    return one


def _caught_up(story: Story, site: int) -> Story:
    """A sensor says at last what has been so for some time: one lost reading is no reason to doubt it longer."""
    one = story.copy()
    one.lies ^= 1 << site
    if one.lied.get(site, (0, 0))[0] < 2:
        one.sick &= ~(1 << site)
        one.lied = {cell: count for cell, count in one.lied.items() if cell != site}
    if one.guessed and one.line.back(one.guess).changed >> site & 1:
        one.guess = 0  # what it was guessed for is felt now
    return one


def conclude(belief: Belief) -> tuple[Belief, list[Observation]]:
    """The end of a trace, as `api.conclude` has it."""
    t_ms = belief.t_ms + Quiet.CONCLUDED
    belief, said = pass_time(belief, t_ms, _replayed)
    ended = belief.weighed([_less_likely_at_the_end(each) for each in belief.stories])
    best = judge(ended).best
    if best is not None and best.line == belief.shown:
        ended, more = ask(ended, t_ms)
        if more:
            return ended, said + more
    begun = _begun_at_the_end(belief, t_ms)
    if not begun or belief.questions:
        return belief, said
    ply = belief.shown.ply + 1
    belief = replace(belief, questions={ply: begun}, asked=belief.asked | {ply})
    return belief, [*said, Asked(t_ms, ply, begun)]


def _less_likely_at_the_end(story: Story) -> Story:
    """The story, dearer if a piece is in a hand in it: nobody leaves with one."""
    if not story.hand:
        return story
    one = story.copy()
    one.cost += UNLIKELY
    return one


def _begun_at_the_end(belief: Belief, t_ms: int) -> tuple[Move, ...]:
    """What was perhaps played last: a move that only a touch speaks for, or one of which the end was not felt."""
    near = [each for each in belief.agreeing if each.cost <= UNLIKELY]
    now = belief.now(t_ms)
    begun = [each for each in near if each.line.before == belief.shown and not each.lies & ~belief.unreliable]
    begun = [each for each in begun if not at_work(belief, each.line, worth(each))]
    if not begun and all(each.line != belief.shown for each in near):
        for each in belief.stories:
            if each.line == belief.shown and in_hand(each, belief):
                begun += unfelt_further(each, now)
                if each.sick:
                    begun += blindly(each, now, puts=True)  # onto a cell that says nothing of it
                elif not begun and not finishing(belief):  # where nothing was put down that a move begins with
                    begun += blindly(each, now, puts=True, doubt=belief.sites.cells)  # onto any
        begun = [each for each in begun if not each.diff]
    lines = [each.line for each in begun]
    lines += [twin.line for line in lines for twin in twins_of(line, belief.answered)]
    return tuple(dict.fromkeys(each.move for each in lines if each.move is not None))
