"""What the players say: clock presses and answers."""

from collections.abc import Iterator

from fairyrules.errors import FairyRulesError
from fairyrules.pieces import Side
from reedboard.tracker.beam import NEAR
from reedboard.tracker.belief import Belief, Quiet, replace
from reedboard.tracker.complete import naming, silent_children, worth
from reedboard.tracker.costs import ASTRAY, CLOSE, GIVEN_UP
from reedboard.tracker.effects import NOT_PLAYED, Observation, Settled
from reedboard.tracker.footprint import book
from reedboard.tracker.sites import members
from reedboard.tracker.story import UNKNOWN, Story
from reedboard.tracker.verdict import corrected, open_plies, told


def pressed(belief: Belief, side: Side, t_ms: int) -> tuple[Belief, list[Observation]]:
    """ "My move stands as it is": what `side` did not just play is ruled out, if anything else is left.

    Where the reply was begun or done before the press, it is still the press of the move before.
    """
    agreed, shown = belief.agreeing, belief.shown
    late = belief.position.side is side and shown.ply > 1 and belief.pressed == shown.ply - 2
    mine = [each for each in agreed if _made_by(side, each)]
    if late:
        mine += [each for each in agreed if each.line.holds(shown) and each not in mine]
    elif belief.position.side is side and not any(each.line.ply == belief.shown.ply + 1 for each in mine):
        told_now = [each for each in agreed if each.line == shown]
        mine += [child for each in told_now for child in silent_children(each, belief.now(t_ms))]
    belief = replace(belief, pressed=shown.ply - (belief.position.side is side))
    # A piece of the reply may just have been lifted: nothing has to be found that leaves none in a hand.
    begun = [each.cost for each in belief.stories if _begun_since(side, each)] if belief.quiet < Quiet.ASKED else []
    best = min(mine, key=worth, default=None)
    late = late and best is not None and best.line.holds(shown)
    if best is None or (not late and begun and min(begun) < worth(best)):
        return belief, []
    most = worth(best) + (GIVEN_UP if best.guessed else CLOSE)
    stories = [each for each in mine if worth(each) <= most]
    if late:  # whatever comes of the reply
        stands = shown.back(shown.ply - 1)
        stories += [each for each in belief.stories if each.line.holds(stands) and each not in stories]
    belief, said = told(belief.weighed(stories), t_ms)
    belief = replace(belief, pressed=belief.shown.ply - (belief.position.side is side))
    open_yet = any(ply <= belief.pressed for ply in open_plies(belief, belief.stories))
    if (late or len(belief.stories) == 1) and not open_yet:
        return _settled(belief, belief.pressed, t_ms, said)
    return belief, said


def _made_by(side: Side, story: Story) -> bool:
    return story.line.move is not None and story.line.mover is side


def _begun_since(side: Side, story: Story) -> bool:
    """Whether a piece of the other side's is in a hand after this side's move, and nothing else is out of place."""
    return _made_by(side, story) and story.moving and not any(story.off.values())


def answered(belief: Belief, text: str, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Somebody named the move of the oldest open ply it fits; or, unasked, the last one or the one begun."""
    if text == NOT_PLAYED:
        return _not_played(belief, t_ms)
    for ply, named in _named(belief, text, t_ms):
        if named:
            move = named[0].line.back(ply).move
            assert move is not None
            stories = [_known(each, ply) for each in named]
            # What a ply was says nothing of whether it has been taken back since.
            undone = [each for each in belief.stories if each.back == each.line.ply < ply]
            stories += [each for each in undone if any(one.line.holds(each.line) for one in named)]
            belief = replace(belief.weighed(stories), answers={**belief.answers, ply: move})
            belief, renamed = corrected(belief, t_ms)
            belief, said = told(belief, t_ms)
            # While nothing explains the board nothing is told: the question is answered all the same.
            questions = {each: moves for each, moves in belief.questions.items() if each != ply}
            belief = replace(belief, questions=questions)
            return _stands(belief, ply, t_ms, renamed + said)
    return _foretold(belief, text, t_ms)


def _not_played(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """The one move in question was not made: what holds it is ruled out, if anything else explains the board."""
    ply = min(belief.questions, default=0)
    asked = belief.questions.get(ply, ())
    stories = [each for each in belief.stories if each.line.ply < ply or each.line.back(ply).move not in asked]
    if len(asked) != 1 or all(each.diff for each in stories):
        return belief, []
    belief, renamed = corrected(belief.weighed(stories), t_ms)
    belief, said = told(belief, t_ms)
    return replace(belief, questions={}), renamed + said


def _named(belief: Belief, text: str, t_ms: int) -> Iterator[tuple[int, list[Story]]]:
    """The plies that this move may be said of, what was asked first, and the stories in which it is."""
    now = belief.now(t_ms)
    # Second thoughts hear many answers again: twins of the likeliest stories' lines have to do there.
    near = belief.stories if belief.past is not None else belief.stories[:NEAR]

    def saying(ply: int) -> list[Story]:
        long = [each for each in belief.stories if each.line.ply >= ply]
        return [one for each in long for one in naming(each, ply, text, now, twins=each in near)]

    last = belief.shown.ply
    offered = {ply for ply, moves in belief.put.items() if text in map(str, moves)}
    since = {ply for ply in belief.asked if ply not in belief.answers and ply <= last}
    asked = offered | {ply for ply in since if str(belief.shown.back(ply).move) == text}
    other = min(belief.questions, default=0) if belief.past is not None and not asked else 0
    for ply in (*sorted(belief.questions), *sorted(asked)):
        yield ply, saying(ply) + (_set_otherwise(belief, ply, text) if ply == other else [])
    for ply in sorted({each.line.ply for each in belief.stories} & {last, last + 1} - {0}):
        yield ply, saying(ply)


def _set_otherwise(belief: Belief, ply: int, text: str) -> list[Story]:
    """The story in which this legal move was the ply, though its piece was set elsewhere; none if it was not legal.

    As much of what was told since stays as is legal after it. What stands where nothing should is what is missing.
    """
    line = belief.shown.back(ply - 1)
    for said in (text, *map(str, belief.shown.moves()[ply:])):
        try:
            move = line.position.parse(said)
        except FairyRulesError:
            break
        line = line.extended(move, book(line.position, belief.sites).of(move).changed)
    if line.ply < ply:
        return []
    one = belief.stories[0].afresh(line)
    one.diff = (belief.raw ^ one.lies ^ line.occupancy) & belief.sites.cells
    missing = [line.pieces[cell] for cell in members(one.diff & line.occupancy)]
    one.off = {cell: 0 for cell in members(one.diff & line.occupancy)}
    for cell in members(one.diff & ~line.occupancy):
        likely = belief.stories[0].at(cell)
        one.off[cell] = missing.pop(missing.index(likely) if likely in missing else 0) if missing else UNKNOWN
        one.left = {**one.left, cell: ASTRAY}
        one.cost += ASTRAY
    one.hand = tuple(missing)
    return [one]


def _known(story: Story, ply: int) -> Story:
    one = story.copy()
    if one.guess == ply:
        one.guess = 0
    return one


def _stands(belief: Belief, ply: int, t_ms: int, said: list[Observation]) -> tuple[Belief, list[Observation]]:
    """Adds that the move an answer named stands, and all before it, once no other explanation of them is left."""
    if belief.questions or belief.shown.ply < ply or len({each.line.back(ply).move for each in belief.stories}) > 1:
        return belief, said
    return _settled(belief, ply, t_ms, said)


def _settled(belief: Belief, ply: int, t_ms: int, said: list[Observation]) -> tuple[Belief, list[Observation]]:
    """Adds that the shown moves up to this ply stand."""
    said = [*said, *(Settled(t_ms, each) for each in range(belief.settled + 1, ply + 1))]
    return replace(belief, settled=max(belief.settled, ply)), said


def _foretold(belief: Belief, text: str, t_ms: int) -> tuple[Belief, list[Observation]]:
    """An answer that no live explanation holds: the move now begun, or one that leaves the board as it is."""
    try:
        move = belief.position.parse(text)
    except FairyRulesError:
        return belief, []
    shown = belief.shown
    made = book(belief.position, belief.sites).of(move)
    line = shown.extended(move, made.changed)
    if not (belief.raw ^ line.occupancy) & belief.sites.cells:
        belief, said = told(replace(belief, stories=(Story(line),)), t_ms)
        return _stands(belief, line.ply, t_ms, said)
    stories = []
    for each in belief.stories:
        one = each.copy()
        if each.line == shown:
            one.answer = text
        stories.append(one)
    return replace(belief, stories=tuple(stories)), []
