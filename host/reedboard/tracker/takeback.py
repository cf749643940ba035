"""Moves taken back on the board: the pieces stand as they stood before, to any depth."""

from collections.abc import Iterator

from fairyrules import Position
from reedboard.tracker.belief import TrackerState
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import IMPLIED, TAKEBACK, UNDONE
from reedboard.tracker.footprint import book
from reedboard.tracker.hypothesis import Hypothesis, LineOfPlay

LEAP = 6
"""More plies taken back in one go than this, to the very first position, are a board set up for a new game."""


def taken_back(belief: TrackerState) -> tuple[Hypothesis, ...]:
    """The latest earlier position that the board shows again, if the pieces that differ were all handled.

    A move before it that nobody need have touched a piece for may be taken back as well. What was open about an earlier
    move stays so: the hypotheses that tell it otherwise go back, too.
    """
    for seen in belief.hypotheses:
        found = _gone_back(seen, belief) if belief.shown.holds(seen.line) else ()
        if found:
            return (*found, *_told_otherwise(seen, found[0].line, belief))
    return ()


def _told_otherwise(seen: Hypothesis, back: LineOfPlay, belief: TrackerState) -> Iterator[Hypothesis]:
    """The same moves taken back in the hypotheses that tell an earlier one otherwise."""
    for each in belief.hypotheses:
        if each.line.ply == seen.line.ply and each.line.back(back.ply) != back:
            yield from (one for one in _gone_back(each, belief) if one.line.ply == back.ply)


def _gone_back(seen: Hypothesis, belief: TrackerState) -> tuple[Hypothesis, ...]:
    """The latest position before a hypothesis's own that the board shows, and the one before if it shows that, too."""
    trusted = belief.sites.cells & ~belief.masked & ~seen.doubted
    line = seen.line.before
    while line is not None:
        changed = 0 if (line.occupancy ^ belief.raw) & trusted else _changed(seen.line.position, line.position)
        if changed and not changed & trusted & ~seen.touched:
            guess = seen.guess if seen.guess <= line.ply else 0
            price = UNDONE if _plainly(seen, line, changed, belief.sites.cells) else TAKEBACK
            latest = Hypothesis(line, seen.cost + price, seen.doubted, guess=guess, doubtful=seen.doubtful)
            if line.before is None or not _silent(line, belief):
                return (latest,)
            return latest, replace(latest, line=line.before, cost=latest.cost + IMPLIED)
        line = line.before
    return ()


def _silent(line: LineOfPlay, belief: TrackerState) -> bool:
    """Whether the line's last move left nothing for sensors to feel."""
    assert line.before is not None
    return any(each.move == line.move for each in book(line.before.position, belief.sites).silent())


def _plainly(seen: Hypothesis, earlier: LineOfPlay, changed: int, cells: int) -> bool:
    """Whether nothing was touched but for going back, and more than a piece lifted and put back."""
    return not seen.touched & cells & ~changed and seen.line.occupancy != earlier.occupancy


def _changed(now: Position, earlier: Position) -> int:
    """The cells that hold another piece now than earlier, or none."""
    after, before = now.pieces(), earlier.pieces()
    return sum(1 << cell for cell in {*after, *before} if after.get(cell) != before.get(cell))


def is_new_game(belief: TrackerState, line: LineOfPlay) -> bool:
    """Whether going back to `line` looks like setting up again rather than like taking back."""
    return line.ply == 0 and belief.shown.ply > LEAP
