"""Moves taken back on the board: the pieces stand as they stood before, to any depth."""

from dataclasses import replace

from fairyrules import Position
from reedboard.core.tracker.belief import Belief
from reedboard.core.tracker.branch import IMPLIED, TAKEBACK
from reedboard.core.tracker.footprint import book
from reedboard.core.tracker.hypothesis import Hypothesis, Line

LEAP = 6
"""More plies taken back in one go than this, to the very first position, are a board set up for a new game."""


def taken_back(belief: Belief) -> tuple[Hypothesis, ...]:
    """The latest earlier position that the board shows again, if the pieces that differ were all handled.

    A move before it that nobody need have touched a piece for may be taken back as well.
    """
    for seen in belief.hypotheses:
        if not belief.shown.holds(seen.line):
            continue
        trusted = belief.sites.cells & ~belief.masked & ~seen.doubted
        line = seen.line.before
        while line is not None:
            if not (line.occupancy ^ belief.raw) & trusted and _handled(seen, line.position, trusted):
                guess = seen.guess if seen.guess <= line.ply else 0
                latest = Hypothesis(line, seen.cost + TAKEBACK, seen.doubted, guess=guess, doubtful=seen.doubtful)
                if line.before is None or not _silent(line, belief):
                    return (latest,)
                return latest, replace(latest, line=line.before, cost=latest.cost + IMPLIED)
            line = line.before
    return ()


def _silent(line: Line, belief: Belief) -> bool:
    """Whether the line's last move left nothing for sensors to feel."""
    assert line.before is not None
    return any(each.move == line.move for each in book(line.before.position, belief.sites).silent())


def _handled(seen: Hypothesis, earlier: Position, trusted: int) -> bool:
    """Whether every cell that now holds another piece was lifted or filled."""
    now = seen.line.position.pieces()
    before = earlier.pieces()
    return all(
        seen.touched >> cell & 1
        for cell in {*now, *before}
        if trusted >> cell & 1 and now.get(cell) != before.get(cell)
    )


def is_new_game(belief: Belief, line: Line) -> bool:
    """Whether going back to `line` looks like setting up again rather than like taking back."""
    return line.ply == 0 and belief.shown.ply > LEAP
