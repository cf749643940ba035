"""Which sensor is to blame when nothing explains the board: the last moves are played again without each suspect.

A masked sensor is inferred around so well that the tracker itself is the best judge. What it would have made of the
readings since board and game last agreed, had it not believed this one sensor, is a story with a fault.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reedboard.core.events import Reading
from reedboard.core.tracker.astray import astray, strays, upset
from reedboard.core.tracker.beam import SUSPECTS
from reedboard.core.tracker.belief import Belief, Stretch
from reedboard.core.tracker.branch import DISTURBED, merged, worth
from reedboard.core.tracker.disagreement import disagreement
from reedboard.core.tracker.effects import Fault
from reedboard.core.tracker.footprint import book
from reedboard.core.tracker.hypothesis import Hypothesis, Line
from reedboard.core.tracker.sites import members
from reedboard.core.tracker.thoughts import Replayed, shared, thought_over
from reedboard.core.tracker.verdict import FAULT, agreeing

AGAIN = 40
"""Cost of another lie by a sensor that has lied before: dead ones always do."""
NEAR = 24
"""Stories of one suspect this much worse than its best are not kept."""
THOUGHTS = 4
"""Second thoughts in vain after which the players must mend the board: most likely they made an illegal move."""
UNMENDED = 2
"""Second thoughts in vain after which an illegal move would have been noticed, and put right."""
RECENT = 2
"""Plies gone back for a fault in any case."""
FARTHER = 12
"""The same before it is given up: a lift that was lost may have left a legal move of another kind."""
DEAR = 20
"""A ply that cost so much was believed for want of better: a capture unfelt, a change untouched. It is thought over
once a fault is found since then, or play went on without one: a slip that is mended at once is not worth it."""
DEAR_AT_MOST = 3
"""So many of those are thought over again."""
FAR = 200
"""Events gone back at most for a dear ply, some fifty plies: each suspect that matters has them played again."""
UNSHAKEN = -1_000_000
"""Changes short of recovery of a sensor that is masked for the sake of argument."""


def suspected(belief: Belief, until_ms: int, replayed: Replayed) -> Belief:
    """Adds the stories with one faulty sensor, if the board has no better one.

    They are looked for since the last time when all was well, and further back only if that gives none.
    """
    if not belief.past or upset(belief):
        return belief
    if belief.thoughts >= THOUGHTS or astray(belief):
        return replace(belief, thoughts=belief.thoughts + 1)
    found: list[Hypothesis] = []
    possible = _being_set_up(belief) or ~0
    recent = FARTHER if belief.thoughts == THOUGHTS - 1 else RECENT
    for stretches, bought in _looking_back(belief.past, recent):
        if found or belief.thoughts if bought else not found or len(stretches) <= RECENT:
            near = not bought and len(stretches) <= RECENT
            suspects = [
                each for each in _suspects(stretches if near else stretches[:1], belief) if possible >> each & 1
            ]
            found += _stories(belief, stretches, (None, *suspects), until_ms, replayed)
    found = [each for each in found if not _denied(each.line, belief)]
    if not found:
        return replace(belief, thoughts=belief.thoughts + 1)
    return _with(belief, found)


def _being_set_up(belief: Belief) -> int:
    """The cells still empty of a board that was upset and is being set up: one of them may have been filled unfelt."""
    wrong = (belief.raw ^ belief.shown.occupancy) & belief.sites.cells & ~belief.masked
    upset_before = any(each.most_off >= DISTURBED for each in belief.hypotheses if each.line == belief.shown)
    return wrong if upset_before and not wrong & belief.raw else 0


def alternatives(belief: Belief, ply: int, until_ms: int, replayed: Replayed) -> Belief:
    """Adds the stories in which one faulty sensor accounts for what was guessed at a ply, by another move."""
    guessed = belief.shown.back(ply).move
    found = _otherwise(belief, ply, until_ms, replayed)
    return _with(belief, [each for each in found if each.line.back(ply).move != guessed])


def named(belief: Belief, ply: int, text: str, until_ms: int, replayed: Replayed) -> Belief:
    """Adds the stories in which one faulty sensor accounts for the move that somebody said was played at a ply."""
    found = _otherwise(belief, ply, until_ms, replayed)
    return _with(belief, [each for each in found if each.line.ply >= ply and str(each.line.back(ply).move) == text])


def _otherwise(belief: Belief, ply: int, until_ms: int, replayed: Replayed) -> list[Hypothesis]:
    """The stories with one faulty sensor since before a ply."""
    past = belief.past or ()
    back = next((back for back in range(1, len(past) + 1) if past[-back].since.shown.ply < ply), None)
    if back is None:
        return []
    stretches = past[-back:]
    found = _stories(belief, stretches, _suspects(stretches, belief), until_ms, replayed)
    return [each for each in found if not _denied(each.line, belief)]


def _with(belief: Belief, found: list[Hypothesis]) -> Belief:
    """The belief with the likeliest of these stories."""
    found = sorted(found, key=lambda each: each.cost)[:SUSPECTS]
    everything = merged((*belief.hypotheses, *found), belief.raw, belief.sites, belief.masked)
    return replace(belief, hypotheses=everything)


def _needing(suspect: int, line: Line, since: Belief) -> int:
    """The first ply of a line since then whose move needs a cell; if none does, the last: the cell spoke after it."""
    found = line.ply
    while line.before is not None and line.ply > since.shown.ply:
        pages = book(line.before.position, since.sites)
        if any(each.cells >> suspect & 1 for each in pages.footprints if each.move == line.move):
            found = line.ply
        line = line.before
    return found


def _denied(line: Line, belief: Belief) -> bool:
    """Whether somebody said that another move was played than the line has."""
    return any(line.ply >= ply and line.back(ply).move != move for ply, move in belief.answers.items())


def _looking_back(past: Sequence[Stretch], recent: int) -> Iterator[tuple[Sequence[Stretch], bool]]:
    """What to think over, the least first, and whether it begins with a story that was dear."""
    dear = far = 0
    for back in range(1, len(past) + 1):
        far += len(past[-back].events)
        if back > RECENT and far > FAR:
            return
        bought = back > 1 and past[1 - back].since.spent - past[-back].since.spent >= DEAR
        dear += bought
        if back <= recent or (bought and dear <= DEAR_AT_MOST):
            yield past[-back:], bought


def _stories(
    belief: Belief, stretches: Sequence[Stretch], suspects: Iterable[int | None], until_ms: int, replayed: Replayed
) -> list[Hypothesis]:
    """Every story of these stretches that agrees with the board if one of the suspects is faulty (None: if none is)."""
    lines = shared(belief.shown)
    found: list[Hypothesis] = []
    closely = sum(bool(stretch.events) for stretch in stretches) <= RECENT
    for suspect in suspects:
        world = thought_over(_without(stretches[0].since, suspect), stretches, until_ms, replayed, closely=closely)
        if world is None:
            continue
        agreed = agreeing(world)
        if not agreed and disagreement(world) is not None:
            continue
        least = min(worth(each, world.raw, world.sites) for each in agreed or world.hypotheses)
        if least >= FAULT:
            continue
        price = 0 if suspect is None else AGAIN if suspect in belief.sensors.doubts else FAULT
        for each in world.hypotheses:
            if worth(each, world.raw, world.sites) <= least + NEAR:
                doubted = each.doubted | (0 if suspect is None else 1 << suspect)
                cost = each.cost + price + world.spent - belief.spent
                guess = each.guess if suspect is None else _needing(suspect, each.line, stretches[0].since)
                story = replace(each, line=lines(each.line), doubted=doubted, cost=cost)
                found.append(story.guessed(guess, belief.shown.ply) if guess else story)
        if suspect is None and found:
            break
    return found


def _suspects(stretches: Sequence[Stretch], now: Belief) -> Iterator[int]:
    """The cells whose sensors alone may keep a move from fitting: those touched, and those that alone went unfelt.

    Not those between which a piece was plainly carried, unless play goes on in spite of it.
    """
    since = stretches[0].since
    sites = since.sites
    events = [event for stretch in stretches for event in stretch.events]
    touched = 0
    for event in events:
        if isinstance(event, Reading):
            touched |= 1 << sites.index[event.site]
    touched &= sites.cells
    found = touched
    near = [each.line for each in now.hypotheses if each.line.ply >= since.shown.ply]
    lines = {since.shown, *near}
    for line in sorted(lines, key=lambda each: each.ply):
        for print_ in book(line.position, sites).footprints:
            unfelt = print_.cells & ~touched
            if unfelt & (unfelt - 1) == 0 and (print_.cells & touched or unfelt == print_.cells):
                found |= unfelt
    lifted, put = strays(events, now)
    carried = lifted | put if now.thoughts < UNMENDED else lifted
    yield from members(found & ~since.masked & ~carried)


def _without(since: Belief, suspect: int | None) -> Belief:
    """The same belief as if one sensor had been masked."""
    if suspect is None:
        return replace(since, past=None)
    faults = {**since.sensors.faults, suspect: Fault.DEAD}
    sensors = replace(since.sensors, faults=faults, sense={**since.sensors.sense, suspect: UNSHAKEN})
    return replace(since, past=None, sensors=sensors)
