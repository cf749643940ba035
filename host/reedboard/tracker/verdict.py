"""The one place that decides what is told, asked and settled: from what the stories cost."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from fairyrules.moves import Move
from reedboard.tracker.belief import Belief, Quiet, replace
from reedboard.tracker.complete import worth
from reedboard.tracker.costs import (
    ADJUSTED,
    ASTRAY,
    CLOSE,
    CROSSED,
    EAGER,
    GIVEN_UP,
    PAUSE,
    TAKEBACK,
    TAKEBACK_AGAIN,
    UNLIKELY,
)
from reedboard.tracker.effects import Asked, Mended, Mismatch, Moved, Observation, Retracted, Settled
from reedboard.tracker.footprint import Footprint, book, last_made, moves_of
from reedboard.tracker.gesture import UPSET
from reedboard.tracker.line import Line
from reedboard.tracker.stands_wrong import astray, spared, was_taken, wrong_before
from reedboard.tracker.story import PATIENCE, UNKNOWN, Story
from reedboard.tracker.twins import twins_of
from reedboard.tracker.under_way import (
    half_taken_back,
    has_begun,
    in_hand,
    may_be_told,
    reply_done,
    under_way,
    way,
)


class Verdict(NamedTuple):
    """The best explanation and those as good; `best` is None while nothing explains the board."""

    best: Story | None
    ties: tuple[Story, ...]


def _guessed_otherwise(among: Sequence[Story], best: Story, belief: Belief) -> list[Story]:
    """Of these stories those that say otherwise what the best one only guesses at, or something before.

    Of those that have one move there the likeliest, and what is as good. Of those that part from the best one before,
    unless somebody was asked already, none while the move guessed at is not made yet, none with all its lies, none that
    part where a guess would be believed by now, and none dearer by more than what stands wrong.
    """
    if not best.guessed:
        return []
    guessed = best.line.back(best.guess)
    found: dict[Move | None, list[Story]] = {}
    for each in among:
        line = each.line.back(best.guess)
        if line == guessed:
            continue
        parting = line.parting(guessed).ply + 1
        shared = best.guess > best.line.ply or (best.lies and not best.lies & ~each.lies)
        before = not shared and parting >= best.guess - PATIENCE and worth(each) <= worth(best) + ASTRAY
        if parting == best.guess or parting in belief.questions or before:
            found.setdefault(line.move, []).append(each)
    least = {move: min(map(worth, stories)) for move, stories in found.items()} | {guessed.move: worth(best)}
    return [each for move, stories in found.items() for each in stories if worth(each) <= least[move] + CLOSE]


def _same_position(line: Line, other: Line) -> bool:
    """Whether another line comes to the same position, but for rights that no piece shows: nothing to feel tells it."""
    here, there = line.position, other.position
    return line != other and here.placement_key == there.placement_key and here.reserves == there.reserves


def _near(story: Story, best: Story, belief: Belief) -> int:
    """How much dearer a story may be and is as good: more where a sensor lies in the best one.

    But not if the same one lies in both, and they part in what is settled: the lie is no part of that.
    """
    lies = best.lies & ~belief.unreliable
    if not lies or (not lies & ~story.lies and story.line.parting(best.line).ply < belief.settled):
        return CLOSE
    return UNLIKELY


def _undid(story: Story, line: Line) -> bool:
    """Whether moves were taken back in this story that another line has made the other way, play going on since."""
    since = story.line.ply - story.back
    return story.back >= 0 and since <= line.ply and line.back(line.ply - since).holds(story.line.back(story.back))


def _again(story: Story, best: Story, belief: Belief) -> int:
    """How much dearer a story may be and is asked about, where nothing to come tells it apart from the best one.

    If moves were taken back in one of them, the other has them made the other way: asked about where hands did both at
    once, for people who repeat moves wait for each other. So is what would replace a settled move.
    """
    if not _same_position(story.line, best.line):
        return 0
    gone_back = _undid(story, best.line) or _undid(best, story.line)
    if best.line.denies(belief.stands) or (gone_back and story.line.ply != best.line.ply):
        return TAKEBACK - CROSSED
    return CLOSE + ADJUSTED if story.line.ply != best.line.ply else 0


def _believed(order: Sequence[Story], belief: Belief) -> Story:
    """The first of these stories, likeliest first; or one little less likely that keeps to what people were told.

    To what is settled and was replied to; or, where nothing to come will tell it apart, as far as may be to what is
    shown.
    """
    best, stands, shown = order[0], belief.stands, belief.shown
    least = worth(best)
    if best.line.denies(stands):
        near = (
            each for each in order if worth(each) <= least + max(TAKEBACK_AGAIN - CROSSED, _again(each, best, belief))
        )
        best = next((each for each in near if not each.line.denies(stands)), best)
    elif not best.line.holds(shown):
        best = next((each for each in order if worth(each) == least and each.line.holds(shown)), best)
    again = [each for each in order if 0 <= worth(each) - worth(best) < _again(each, best, belief)]
    return min([best, *again], key=lambda each: each.line.ply - 2 * each.line.parting(shown).ply)


def sliding(belief: Belief) -> bool:
    """Whether a piece may be sliding, and will be missed on the next cell in a moment."""
    return bool(belief.stories) and belief.stories[0].stray[1] == belief.number and not belief.stories[0].hand


@lru_cache(maxsize=1)
def judge(belief: Belief) -> Verdict:
    """Weighs the stories; kept, for what is told and what is settled at one reading often ask it of the same belief."""
    if belief.quiet < Quiet.SETTLED and sliding(belief):
        return Verdict(None, ())
    agreed = belief.agreeing
    if agreed:
        agreed.sort(key=worth)
        best = agreed[0]
        least = worth(best)
        ties = [
            each for each in agreed if worth(each) - least <= max(_near(each, best, belief), _again(each, best, belief))
        ]
        ties += [
            each
            for each in _guessed_otherwise([each for each in agreed if worth(each) <= least + GIVEN_UP], best, belief)
            if each not in ties
        ]
        if best.guessed:
            ties += _left_otherwise(belief, best, least)
        best = _believed(agreed, belief)
        if best not in ties:
            ties.append(best)
        further = (each for each in belief.stories if each.line == best.line and each.cost + EAGER <= least)
        if any(has_begun(each, belief) for each in further):
            ties = [best]  # hands are rather at work after this line, by as much as in `at_work`
        wrong = _stands_wrong(belief, least)
        price, likeliest = _slid_further(belief, *wrong) if wrong else (least, best)
        if at_work(belief, likeliest.line, price):
            return Verdict(None, tuple(ties))
        return Verdict(likeliest, _as_good(belief, price, likeliest) if wrong else tuple(ties))
    near = [each for each in belief.stories if each.cost < GIVEN_UP and may_be_told(each.line, belief)]
    held = [each for each in near if in_hand(each, belief)]
    if not held:
        resting = belief.quiet >= Quiet.ASKED and not under_way(belief)
        left = _left_at_rest(belief) if resting else None
        return Verdict(left[1], _as_good(belief, *left)) if left else Verdict(None, ())
    held.sort(key=lambda each: (each.cost, -each.line.ply))
    best = _believed(held, belief)
    if at_work(belief, best.line, best.cost):
        return Verdict(None, ())
    likeliest = min((each for each in near if each.line == best.line), key=lambda each: each.cost)
    alike = [
        each for each in belief.stories if each.cost <= likeliest.cost + GIVEN_UP and each.line.ply == best.line.ply
    ]
    alike = [each for each in alike if in_hand(each, belief)]
    otherwise = _guessed_otherwise(alike, likeliest, belief)
    ties = [each for each in alike if each is best or each.cost <= likeliest.cost or each in otherwise]
    if best.left:
        ties += _left_otherwise(belief, best, best.cost)
    return Verdict(best, tuple(ties))


@lru_cache(maxsize=1)
def _wrongly_set(stories: tuple[Story, ...]) -> list[tuple[int, Story]]:
    """The stories with nothing in hands in which pieces stand where no rule puts them, and what each costs with that.

    Kept, for several questions at one reading ask for the same, some of them once another line is shown.
    """
    wrong = (each for each in stories if not each.hand and not each.upset and any(each.off.values()))
    return [(each.cost + astray(each), each) for each in wrong]


def _stands_wrong(belief: Belief, least: int) -> tuple[int, Story] | None:
    """The likeliest story in which a piece was set where no rule puts it, if it is likelier than all that agree.

    It goes on from what is shown, or from where moves of that were taken back to, or only captured pieces lie about.
    """
    shown = belief.shown
    wrong = (
        (price, each)
        for price, each in _wrongly_set(belief.stories)
        if price < least
        if each.line.holds(shown) or each.back == shown.parting(each.line).ply or _only_taken(each)
    )
    return min(wrong, key=itemgetter(0), default=None)


def _only_taken(story: Story) -> bool:
    """Whether nothing stands wrong but what was taken and is laid there for a while."""
    return all(was_taken(story, cell) for cell, piece in story.off.items() if piece)


def _left_otherwise(belief: Belief, best: Story, least: int) -> list[Story]:
    """The stories of another line in which something was left wrong, dearer by what that costs at most.

    But not if they share what the best one guesses at: that they part later is no part of the guess.
    """
    shared = best.line.back(best.guess) if best.guessed else best.line
    return [
        each
        for price, each in _wrongly_set(belief.stories)
        if each.left and price == each.cost and each.cost <= least + ASTRAY
        if not (each.line.holds(shared) or best.line.holds(each.line))
    ]


def _as_good(belief: Belief, price: int, wrong: Story) -> tuple[Story, ...]:
    """The stories in which something stands wrong after as many moves, and which are as good."""
    return tuple(
        each
        for other, each in _wrongly_set(belief.stories)
        if other <= price + CLOSE and each.line.ply == wrong.line.ply
    )


def _slid_further(belief: Belief, price: int, wrong: Story) -> tuple[int, Story]:
    """The likelier story in which the last move went further, if there is one: the piece slid on, or took more."""
    shown = belief.shown
    if wrong.line != shown or belief.settled == shown.ply or shown.before is None:
        return price, wrong
    began = shown.changed & ~shown.occupancy
    further = [
        (other, each)
        for other, each in _wrongly_set(belief.stories)
        if each.line.before == shown.before and not began & ~(each.line.changed & ~each.line.occupancy)
    ]
    return min([(price, wrong), *further], key=itemgetter(0))


def _left_at_rest(belief: Belief) -> tuple[int, Story] | None:
    """The likeliest story at rest, in which something was left where no rule puts it; None if it tells nothing new."""
    likeliest = min(_wrongly_set(belief.stories), key=itemgetter(0), default=None)
    if likeliest is None:
        return None
    least, best = likeliest
    if best.line == belief.shown and len(_as_good(belief, least, best)) == 1:
        return None
    for each in belief.stories:
        near = 0 if best.line.holds(each.line) else CLOSE  # in the former less was played, that is all
        if not each.line.holds(best.line) and each.cost + astray(each) <= least + near:
            return None
    return likeliest


def at_work(belief: Belief, line: Line, price: int) -> bool:
    """Whether hands are rather at work, on what is shown or on the way to this line, than all done at this price."""
    return any(
        margin <= by
        for each in belief.stories
        if each.diff and each.cost < price and not each.upset
        if may_be_told(each.line, belief) or line.holds(each.line)
        for by in [price - each.cost + spared(each)]
        for margin in _margins(each, belief, line, by)
    )


def _margins(story: Story, belief: Belief, line: Line, by: int) -> Iterator[int]:
    """By how much likelier than another line a story has to be, for each thing that hands may be doing in it.

    `by`: how much likelier it is; what takes long to see is not looked for if that is too little.
    """
    stand = any(story.off.values())
    if by >= EAGER and not story.line.holds(line):
        few = 1 if belief.quiet >= Quiet.ASKED else UPSET
        apart = wrong_before(story) | reply_done(story)
        if (
            (not stand and story.diff.bit_count() <= few)
            or has_begun(story, belief, left_out=apart)
            or half_taken_back(story, belief)
        ):
            yield EAGER  # pieces are in hands, or a legal move is not done yet, or not taken back yet
        elif not stand:
            yield GIVEN_UP  # whatever they are in hands for
    if not story.line.holds(belief.shown):
        return
    if stand and story.hand:
        yield astray(story) + ASTRAY  # something stands wrong, and is mended just now
    if line.holds(belief.shown):
        return
    moving = belief.quiet < Quiet.SETTLED and story.hand and UNKNOWN not in story.off.values()
    if moving and _takes_settled_back(belief, line):
        yield 0
    if story.left and UNKNOWN not in story.off.values():
        yield astray(story)  # a known piece stands wrong, and play goes on
    if by < TAKEBACK - PAUSE or story.line != belief.shown or story.diff & belief.raw:
        return
    if _may_be_taken(story, belief):
        yield TAKEBACK - PAUSE


def _takes_settled_back(belief: Belief, line: Line) -> bool:
    """Whether this line takes back what is settled though the piece that moved last stands where it came to."""
    shown = belief.shown
    return not shown.changed & shown.occupancy & ~belief.raw and line.parting(shown).ply < belief.settled


def _may_be_taken(story: Story, belief: Belief) -> bool:
    """Whether what is missing may be what one legal reply takes: a drop lifted again looks like one taken back."""
    replies = moves_of(story.line).footprints
    return any(not story.diff & ~(each.emptied | each.replaced) for each in replies)


def told(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Brings what is shown up to the best explanation."""
    verdict = judge(belief)
    best = verdict.best
    if best is None or (best.line == belief.shown and not belief.questions):
        return belief, []
    open_moves = open_plies(belief, verdict.ties)
    questions = {ply: moves for ply, moves in belief.questions.items() if ply in open_moves}
    said: list[Observation] = []
    shown = belief.shown
    resolved = [ply for ply in belief.questions if ply not in open_moves]
    if best.line != shown:
        said += _difference(belief, best.line, t_ms)
        common = shown.parting(best.line)
        resolved = [ply for ply in resolved if ply <= common.ply]
        belief = replace(
            belief,
            shown=best.line,
            settled=min(belief.settled, common.ply),
            put={ply: moves for ply, moves in belief.put.items() if _is_among(best.line, ply, moves)},
            answers={ply: one for ply, one in belief.answers.items() if _is_among(best.line, ply, frozenset([one]))},
        )
    said += [_moved(belief, ply, t_ms) for ply in resolved if ply <= belief.shown.ply]
    return replace(belief, questions=questions), said


def _is_among(line: Line, ply: int, moves: frozenset[Move]) -> bool:
    return line.ply >= ply and line.back(ply).move in moves


def corrected(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Shows another line where an answer left none that goes on from the shown one, be the reply in hand already."""
    shown = belief.shown
    if not belief.stories or any(each.line.holds(shown) or shown.holds(each.line) for each in belief.stories):
        return belief, []
    line = belief.stories[0].line.back(shown.ply)
    settled = min(belief.settled, shown.parting(line).ply)
    said = _difference(belief, line, t_ms)
    return replace(belief, shown=line, settled=settled), said


def open_plies(belief: Belief, ties: Sequence[Story]) -> Mapping[int, tuple[Move, ...]]:
    """The plies at which equally good explanations differ, and the moves they differ by.

    So do those of lines that feel alike, but for what somebody answered.
    """
    lines = [each.line for each in ties]
    found = _differing(lines)
    shown = next((each for each in ties if each.line.holds(belief.shown)), ties[0] if ties else None)
    if shown is None:
        return found
    for twin in twins_of(shown.line, belief.answered | shown.sure):
        played = shown.line.back(twin.ply).move
        assert played is not None
        found[twin.ply] = tuple(dict.fromkeys((*found.get(twin.ply, ()), played, twin.move)))
    return found


def _differing(lines: list[Line]) -> dict[int, tuple[Move, ...]]:
    """The plies at which lines differ, and the moves they differ by."""
    found: dict[int, tuple[Move, ...]] = {}
    ply = max((line.ply for line in lines), default=0)
    while any(line != lines[0] for line in lines):
        moves = tuple(dict.fromkeys(line.move for line in lines if line.ply == ply and line.move is not None))
        if len(moves) > 1 or any(line.ply < ply for line in lines):
            found[ply] = moves
        lines = [line.back(ply - 1) for line in lines]
        ply -= 1
    return found


def _moved(belief: Belief, ply: int, t_ms: int) -> Moved:
    move = belief.shown.back(ply).move
    assert move is not None
    return Moved(t_ms, ply, move, settled=ply <= belief.settled)


def _difference(belief: Belief, line: Line, t_ms: int) -> list[Observation]:
    """What turns the shown line into another: a retraction where it gets shorter, then every move that is new."""
    shown = belief.shown
    common = shown.parting(line)
    said: list[Observation] = []
    if line.ply < shown.ply:
        said.append(Retracted(t_ms, common.ply + 1))
    for each, _ in reversed(list(line.plies_after(common.ply))):
        assert each.move is not None
        old = shown.back(each.ply)
        if old.ply != each.ply or str(old.move) != str(each.move) or (old.ply > common.ply and shown.ply > each.ply):
            said.append(Moved(t_ms, each.ply, each.move, settled=False))
    return said


def undecided(belief: Belief) -> bool:
    """Whether another explanation is as good as the best."""
    verdict = judge(belief)
    return len(verdict.ties) > 1 or bool(open_plies(belief, verdict.ties))


def settle(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """What stands alone is settled."""
    verdict = judge(belief)
    best = verdict.best
    if best is None or best.diff or undecided(belief):
        return belief, []
    stands = best.guess - 1 if best.guessed else belief.shown.ply
    said: list[Observation] = [Settled(t_ms, ply) for ply in range(belief.settled + 1, stands + 1)]
    return replace(belief, settled=max(belief.settled, stands)), said


def ask(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Asks what equally good explanations differ by: of each where it parts from what is shown, each question once."""
    verdict = judge(belief)
    if verdict.best is None:
        return belief, []
    said: list[Observation] = []
    shown, ties = belief.shown, verdict.ties
    found = open_plies(belief, ties)
    first = min(found, default=0)
    while found:
        ply = min(found)
        moves = _askable(belief, ties, ply, found[ply])
        unplayed = len(moves) == 1 and ply > min(first, shown.ply)  # nobody is asked about what is not told
        if moves and not unplayed and not _exchange_may_come(belief, ply, moves):
            known = belief.put.get(ply, frozenset())
            if not known.issuperset(moves):
                said.append(Asked(t_ms, ply, moves))
                belief = replace(belief, put={**belief.put, ply: known.union(moves)}, asked=belief.asked | {ply})
            belief = replace(belief, questions={**belief.questions, ply: moves})
            ties = tuple(each for each in ties if each.line.back(ply) == shown.back(ply))
            found = open_plies(belief, ties)
        found = {each: moves for each, moves in found.items() if each > ply}
    return belief, said


def _askable(belief: Belief, ties: Sequence[Story], ply: int, moves: Sequence[Move]) -> tuple[Move, ...]:
    """What a question about a ply offers, the move shown first; beyond the moves shown, only what goes on from them."""
    if ply <= belief.shown.ply:
        shown = belief.shown.back(ply).move
        return tuple(sorted(moves, key=lambda move: str(move) != str(shown)))
    lines = [each.line for each in ties if each.line.ply >= ply and each.line.holds(belief.shown)]
    twins = [twin for line in lines for twin in twins_of(line, belief.answered)]
    after = {line.back(ply).move for line in lines} | {twin.move for twin in twins if twin.ply == ply}
    return tuple(move for move in moves if move in after)


def _exchange_may_come(belief: Belief, ply: int, moves: tuple[Move, ...]) -> bool:
    """Whether only kinds are open and the piece may yet be exchanged for one out of the trays, which would tell."""
    if not belief.sites.slot_names or ply != belief.shown.ply or belief.quiet is Quiet.CONCLUDED:
        return False
    before = belief.shown.back(ply - 1).position
    if not all(map(before.is_legal, moves)):
        return False
    pages = book(before, belief.sites)
    return len({pages.of(each).cells for each in moves}) == 1


def at_once(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Settles a move after which nothing else could still come."""
    shown = belief.shown
    if shown.ply == belief.settled or shown.before is None or _may_go_on(shown):
        return belief, []
    verdict = judge(belief)
    if not verdict.ties or verdict.ties[0].diff or undecided(belief):
        return belief, []
    return settle(belief, t_ms)


def _may_go_on(line: Line, cells: int = ~0) -> bool:
    """Whether the last move may be another one not done yet, which has to do with one of these cells (bits)."""
    assert line.before is not None
    made, pages = last_made(line), moves_of(line.before)
    others = pages.between(made.emptied, ~0) if made.emptied else pages.footprints
    return any(each.cells & cells and _goes_on(made, each, line.sites.game.board.files) for each in others)


def _goes_on(made: Footprint, other: Footprint, files: int) -> bool:
    """Whether the other move may be this one continued: more cells of the same, another piece, or farther along."""
    if other.move == made.move or made.emptied & ~other.emptied:
        return False
    if not made.changed & ~other.changed:
        return True
    ways = [way(*each.travels[0], files) for each in (made, other) if each.travels]
    return len(ways) == 2 and ways[0][0] == ways[1][0] and ways[0][1] < ways[1][1]


def lifted_by_the_opponent(belief: Belief, site: int, on: bool, t_ms: int) -> tuple[Belief, list[Observation]]:
    """A move that is not open is settled when the opponent lifts a piece of their own, its own not lifted again."""
    shown = belief.shown
    if on or shown.ply == belief.settled or belief.questions or not shown.own >> site & 1:
        return belief, []
    if shown.before is not None:
        again = shown.changed & shown.occupancy & ~belief.raw & ~(1 << site)
        if again or _may_go_on(shown, 1 << site & ~shown.changed):
            return belief, []
    told_by = next((each for each in belief.stories if each.line.holds(shown)), None)
    if undecided(belief) or (told_by is not None and (told_by.guessed or open_plies(belief, (told_by,)))):
        return belief, []
    said: list[Observation] = [Settled(t_ms, ply) for ply in range(belief.settled + 1, shown.ply + 1)]
    return replace(belief, settled=shown.ply), said


def disagreement(belief: Belief) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Cells to fill and to clear; None if board and game agree or a legal move is under way."""
    if any(each.line == belief.shown and not each.lies & ~belief.unreliable for each in belief.agreeing) or under_way(
        belief
    ):
        return None
    wrong = (belief.raw ^ belief.shown.occupancy) & belief.sites.cells
    wrong = wrong & ~belief.unreliable or wrong
    if not wrong:
        return None
    expected = belief.shown.occupancy
    return belief.sites.names(wrong & expected), belief.sites.names(wrong & ~expected)


def disagree(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Tells what stands wrong, once the board is neither in agreement nor on its way there."""
    apart = disagreement(belief)
    if apart is None or apart == belief.mismatch:
        return belief, []
    return replace(belief, mismatch=apart), [Mismatch(t_ms, *apart)]


def still_apart(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Keeps a disagreement once told up to date, until it is mended."""
    if belief.mismatch is None:
        return belief, []
    now = disagreement(belief)
    if now is None:
        wrong = (belief.raw ^ belief.shown.occupancy) & belief.sites.cells & ~belief.unreliable
        fill, clear = (sum(1 << belief.sites.find(each) for each in cells) for cells in belief.mismatch)
        if not wrong & (fill | clear):
            return replace(belief, mismatch=None), [Mended(t_ms)]
        expected = belief.shown.occupancy
        if not fill & ~expected and not clear & expected:  # else it is another position that is told by now
            return belief, []
        now = belief.sites.names(wrong & expected), belief.sites.names(wrong & ~expected)
    if now == belief.mismatch:
        return belief, []
    return replace(belief, mismatch=now), [Mismatch(t_ms, *now)]
