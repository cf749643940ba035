"""What the players say: clock presses and answers."""

from fairyrules.errors import FairyRulesError
from fairyrules.pieces import Side
from reedboard.story.effects import Observation, Settled
from reedboard.tracker.belief import TrackerState
from reedboard.tracker.branch import at_home, merged, silent_children, worth
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import CLOSE, GUESSED
from reedboard.tracker.faults import named
from reedboard.tracker.hypothesis import Hypothesis, LineOfPlay
from reedboard.tracker.second_thoughts import ReplayedEvents
from reedboard.tracker.verdict import agreeing, corrected, told


def pressed(belief: TrackerState, side: Side, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """ "My move stands as it is": what `side` did not just play is ruled out, if anything else is left."""
    agreed = agreeing(belief)
    mine = [each for each in agreed if each.line.move is not None and _mover(each.line) is side]
    if belief.position.side is side:
        silent = [
            child for each in agreed if each.line == belief.shown for child in silent_children(each, belief.sites)
        ]
        touched = [each for each in mine if each.line.ply == belief.shown.ply + 1]
        mine = touched or silent or mine
    if not mine:
        return belief, []
    best = min(mine, key=lambda each: worth(each, belief.raw, belief.sites))
    most = worth(best, belief.raw, belief.sites) + (GUESSED if best.guessed_lately else CLOSE)
    kept = [each for each in mine if worth(each, belief.raw, belief.sites) <= most]
    belief = replace(belief, hypotheses=tuple(at_home(each, belief.raw, belief.sites) for each in kept))
    belief, said = told(belief, t_ms)
    return settled(belief, t_ms, said)


def settled(belief: TrackerState, t_ms: int, said: list[Observation]) -> tuple[TrackerState, list[Observation]]:
    """Adds that what is shown stands, if nothing else is as likely."""
    if len(belief.hypotheses) == 1:
        said = [*said, *(Settled(t_ms, ply) for ply in range(belief.settled + 1, belief.shown.ply + 1))]
        belief = replace(belief, settled=belief.shown.ply)
    return belief, said


def answered(
    belief: TrackerState, text: str, t_ms: int, replayed: ReplayedEvents
) -> tuple[TrackerState, list[Observation]]:
    """Somebody named the move of the oldest open ply it fits; or, unasked, the move about to be made.

    One that was not offered is looked for among the hypotheses with a faulty sensor.
    """
    found = _told_by(belief, text, t_ms)
    if found is None:
        ply = min(_offered(belief, text) or belief.questions, default=None)
        if ply is not None:
            found = _told_by(named(belief, ply, text, t_ms, replayed), text, t_ms)
    return found or _foretold(belief, text, t_ms)


def _told_by(belief: TrackerState, text: str, t_ms: int) -> tuple[TrackerState, list[Observation]] | None:
    """What an answer leaves of the explanations; None if it fits none."""
    for ply in sorted({*belief.questions, *_branching(belief), *_offered(belief, text)}):
        kept = [each for each in belief.hypotheses if each.line.ply >= ply and str(each.line.back(ply).move) == text]
        if kept:
            named = kept[0].line.back(ply).move
            assert named is not None
            belief = replace(
                belief,
                hypotheses=tuple(
                    replace(
                        each,
                        touch_only=False,
                        guess=0 if each.guess == ply else each.guess,
                        exchange=None if each.exchange is not None and each.exchange.ply == ply else each.exchange,
                    )
                    for each in kept
                ),
                answers={**belief.answers, ply: named},
            )
            belief, renamed = corrected(belief, t_ms)
            belief, said = told(belief, t_ms)
            return _stands(belief, ply, t_ms, renamed + said)
    return None


def _stands(
    belief: TrackerState, ply: int, t_ms: int, said: list[Observation]
) -> tuple[TrackerState, list[Observation]]:
    """Adds that the move an answer named stands, and all before it, once no other explanation of them is left."""
    if belief.questions or belief.shown.ply < ply or len({each.line.back(ply).move for each in belief.hypotheses}) > 1:
        return belief, said
    said = [*said, *(Settled(t_ms, each) for each in range(belief.settled + 1, ply + 1))]
    return replace(belief, settled=max(belief.settled, ply)), said


def _branching(belief: TrackerState) -> set[int]:
    """The plies at which live hypotheses differ, the shown line's last among them."""
    return {each.line.ply for each in belief.hypotheses if each.line.ply >= belief.shown.ply and each.line.ply > 0}


def _offered(belief: TrackerState, text: str) -> set[int]:
    """The plies of which somebody was asked whether it was this move, though the question may have passed since."""
    return {ply for ply, moves in belief.put.items() if text in map(str, moves)}


def _foretold(belief: TrackerState, text: str, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """An answer that no live explanation holds: the move now begun, or one that leaves the board as it is."""
    try:
        move = belief.position.parse(text)
    except FairyRulesError:
        return belief, []
    line = belief.shown.extended(move)
    played = Hypothesis(line)
    if not played.apart(belief.raw, belief.sites.cells & ~belief.masked):
        belief, said = told(replace(belief, hypotheses=(played,)), t_ms)
        return _stands(belief, line.ply, t_ms, said)
    hypotheses = tuple(replace(each, answer=text) if each.line == belief.shown else each for each in belief.hypotheses)
    return replace(belief, hypotheses=merged(hypotheses, belief.raw, belief.sites, belief.masked)), []


def _mover(line: LineOfPlay) -> Side:
    assert line.before is not None
    return line.before.position.side
