"""Which explanation is best, what is still open between the best ones, and what to say of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairyrules.moves import Move
from reedboard.story.effects import Moved, Observation, Retracted
from reedboard.story.sites import Sites
from reedboard.tracker.belief import Quiet, TrackerState
from reedboard.tracker.branch import worth
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import CLOSE, DOUBTFUL, FAULT, GUESSED, UNSURE
from reedboard.tracker.footprint import book, last_made
from reedboard.tracker.hypothesis import Hypothesis, LineOfPlay
from reedboard.tracker.slots import filled_slots


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best explanation and those as good; `best` is None while nothing explains the board."""

    best: Hypothesis | None
    ties: tuple[Hypothesis, ...]


def agreeing(belief: TrackerState) -> list[Hypothesis]:
    """The hypotheses whose position is what the sensors say; none if that may be a reply begun."""
    trusted = belief.sites.cells & ~belief.masked
    agreed = [each for each in belief.hypotheses if not each.apart(belief.raw, trusted)]
    return [] if all(_replied_to(each, belief) for each in agreed) else agreed


def _replied_to(earlier: Hypothesis, belief: TrackerState) -> bool:
    """Whether a hypothesis agrees again only because the reply took up what was dropped since, as is shown."""
    if earlier.line.holds(belief.shown):
        return False
    return any(
        not each.doubted & ~earlier.doubted and has_only_come(earlier.line, each.line) and is_being_taken(each, belief)
        for each in belief.hypotheses
    )


def has_only_come(earlier: LineOfPlay, later: LineOfPlay) -> bool:
    """Whether one line goes on from another and only fills cells: lifting what was dropped looks like going back."""
    came = later.occupancy & ~earlier.occupancy
    return bool(came) and earlier.occupancy | came == later.occupancy and later.holds(earlier)


def is_being_taken(seen: Hypothesis, belief: TrackerState) -> bool:
    """Whether all that is missing is what one legal reply takes, and no slot says that it was taken back."""
    rest = seen.apart(belief.raw, belief.sites.cells & ~belief.masked)
    footprints = book(seen.line.position, belief.sites)
    if not rest or rest & ~(footprints.other & ~belief.raw):
        return False
    home = 0
    if seen.line.before is not None:
        home = filled_slots(seen, belief.raw, belief.sites) & last_made(seen.line, belief.sites).taken_from
    return any(not (rest & ~(each.emptied | each.replaced) or home & ~each.gives) for each in footprints.footprints)


def judge(belief: TrackerState) -> Verdict:
    """Weighs the hypotheses. Guesses about faults are told only alone, or after long silence."""
    agreed = agreeing(belief)
    if agreed:
        prices = {id(each): worth(each, belief.raw, belief.sites) for each in agreed}
        cheapest = min(agreed, key=lambda each: prices[id(each)])
        least = prices[id(cheapest)]
        rivals = {each.doubted for each in agreed if prices[id(each)] <= least + DOUBTFUL}
        guessed = least >= FAULT or (cheapest.doubted and len(rivals) > 1)
        margin = GUESSED if cheapest.guessed_lately else DOUBTFUL if guessed else 0
        ties = [
            each for each in agreed if prices[id(each)] <= least + (margin or CLOSE * _explains(each, cheapest, belief))
        ]
        if margin:
            ties.sort(key=lambda each: prices[id(each)])
        if not guessed or len({each.line for each in ties}) == 1 or belief.quiet is Quiet.CONCLUDED:
            return Verdict(next((each for each in ties if each.line.holds(belief.shown)), ties[0]), tuple(ties))
        return Verdict(None, tuple(ties))
    sure = min((each.cost for each in belief.hypotheses), default=0) + UNSURE
    near = [each for each in belief.hypotheses if each.cost < sure and may_be_told(each, belief)]
    held = [each for each in near if in_hand(each, belief)]
    if not held:
        return Verdict(None, ())
    best = min(held, key=lambda each: (each.cost, -each.line.ply))
    most = best.cost + (GUESSED if best.guessed_lately else 0)
    alike = [
        each
        for each in belief.hypotheses
        if best.cost <= each.cost <= most and (each.line.ply == best.line.ply or each.guessed_lately)
    ]
    ties = [each for each in alike if each is best or in_hand(each, belief)]
    return Verdict(best, tuple(ties))


def may_be_told(seen: Hypothesis, belief: TrackerState) -> bool:
    """Whether a hypothesis goes on from the moves shown, or from an earlier one once all that came since is lifted."""
    if seen.line.holds(belief.shown):
        return True
    came = belief.shown.occupancy & ~seen.line.occupancy
    return not came & belief.raw and has_only_come(seen.line, belief.shown)


def _explains(seen: Hypothesis, cheapest: Hypothesis, belief: TrackerState) -> bool:
    """Whether a hypothesis needs a touch that the cheapest leaves aside."""
    cells = belief.sites.cells
    return bool((cheapest.aside | cheapest.touched & cells) & ~(seen.aside | seen.touched & cells))


def in_hand(seen: Hypothesis, belief: TrackerState) -> bool:
    """Whether all that is missing may be in the hands of the side to move: one piece, or what one legal move lifts."""
    rest = seen.apart(belief.raw, belief.sites.cells & ~belief.masked)
    if rest & belief.raw:
        return False
    footprints = book(seen.line.position, belief.sites)
    if not rest & footprints.own:
        return False
    return rest.bit_count() == 1 or any(not rest & ~(each.emptied | each.replaced) for each in footprints.footprints)


def told(belief: TrackerState, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """Brings what is shown up to the best explanation."""
    verdict = judge(belief)
    said: list[Observation] = []
    open_moves = open_plies(verdict.ties, belief.raw, belief.sites) if verdict.best else belief.questions
    questions = {ply: moves for ply, moves in belief.questions.items() if ply in open_moves}
    best = verdict.best
    if best is not None and best.line != belief.shown:
        said += _difference(belief, best.line, t_ms)
        common = belief.shown.parting(best.line)
        answered = [ply for ply in belief.questions if ply not in open_moves and ply <= common.ply]
        settled = min(belief.settled, common.ply)
        put = {ply: moves for ply, moves in belief.put.items() if _is_among(best.line, ply, moves)}
        answers = {ply: move for ply, move in belief.answers.items() if _is_among(best.line, ply, frozenset([move]))}
        hypotheses = _marked(belief, best)
        belief = replace(belief, shown=best.line, settled=settled, hypotheses=hypotheses, put=put, answers=answers)
        said += [_moved(belief, ply, t_ms) for ply in answered]
    elif best is not None:
        answered = [ply for ply in belief.questions if ply not in open_moves and ply <= best.line.ply]
        said += [_moved(belief, ply, t_ms) for ply in answered]
        if best.played_on:
            belief = replace(belief, hypotheses=_marked(belief, best))
    return replace(belief, questions=questions), said


def _is_among(line: LineOfPlay, ply: int, moves: frozenset[Move]) -> bool:
    """Whether a line has one of these moves at a ply."""
    return line.ply >= ply and line.back(ply).move in moves


def corrected(belief: TrackerState, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """Shows another line where an answer left none that goes on from the shown one, be the reply in hand already."""
    shown = belief.shown
    if not belief.hypotheses or any(each.line.holds(shown) or shown.holds(each.line) for each in belief.hypotheses):
        return belief, []
    line = min(belief.hypotheses, key=lambda each: each.cost).line.back(shown.ply)
    settled = min(belief.settled, shown.parting(line).ply)
    return replace(belief, shown=line, settled=settled), _difference(belief, line, t_ms)


def open_plies(ties: Sequence[Hypothesis], raw: int, sites: Sites) -> Mapping[int, tuple[Move, ...]]:
    """The plies at which equally good explanations differ, and the moves they differ by."""
    if len(ties) < 2:
        return {}
    found: dict[int, tuple[Move, ...]] = {}
    lines = [each.line for each in ties]
    ply = max(line.ply for line in lines)
    while any(line != lines[0] for line in lines):
        moves = tuple(dict.fromkeys(line.move for line in lines if line.ply == ply and line.move is not None))
        if len(moves) > 1 or any(line.ply < ply for line in lines):
            found[ply] = moves
        lines = [line.back(ply - 1) for line in lines]
        ply -= 1
    return found


def _moved(belief: TrackerState, ply: int, t_ms: int) -> Moved:
    move = belief.shown.back(ply).move
    assert move is not None
    return Moved(t_ms, ply, move, settled=ply <= belief.settled)


def _difference(belief: TrackerState, line: LineOfPlay, t_ms: int) -> list[Observation]:
    """What turns the shown line into another: a retraction where it gets shorter, then every move that is new."""
    shown = belief.shown
    common = shown.parting(line)
    said: list[Observation] = []
    if line.ply < shown.ply:
        said.append(Retracted(t_ms, common.ply + 1))
    new: list[LineOfPlay] = []
    while line != common:
        new.append(line)
        assert line.before is not None
        line = line.before
    for each in reversed(new):
        assert each.move is not None
        old = shown.back(each.ply)
        if old.ply != each.ply or str(old.move) != str(each.move) or (old.ply > common.ply and shown.ply > each.ply):
            said.append(Moved(t_ms, each.ply, each.move, settled=False))
    return said


def _marked(belief: TrackerState, best: Hypothesis) -> tuple[Hypothesis, ...]:
    """The hypotheses once this one is shown: earlier ones of its line were played on, itself it was not.

    So were those of every hypothesis as long that agrees with the board: coming back to there is no cheaper for being
    less likely.
    """
    raw, sites = belief.raw, belief.sites
    trusted = sites.cells & ~belief.masked
    rivals = (each for each in belief.hypotheses if each.line.ply == best.line.ply and not each.apart(raw, trusted))
    lines = {best.line, *(each.line for each in rivals)}
    found: list[Hypothesis] = []
    for each in belief.hypotheses:
        if each is best:
            home = replace(each.fresh(~sites.cells & ~raw), played_on=False, cost=worth(each, raw, sites))
            found.append(home if each.played_on else each)
        elif each.line.ply < best.line.ply and any(line.holds(each.line) for line in lines):
            found.append(each if each.played_on else replace(each, played_on=True))
        else:
            found.append(each)
    return tuple(found)
