"""Moves taken back on the board: the pieces stand as they stood before, to any depth."""

from fairyrules import Position
from reedboard.core.tracker.belief import Belief
from reedboard.core.tracker.branch import TAKEBACK
from reedboard.core.tracker.hypothesis import Hypothesis, Line
from reedboard.core.tracker.sites import Sites

LEAP = 6
"""More plies taken back in one go than this, to the very first position, are a board set up for a new game."""


def taken_back(belief: Belief) -> Hypothesis | None:
    """The latest earlier position that the board shows again, if the pieces that differ were all handled."""
    for seen in belief.hypotheses:
        if not belief.shown.holds(seen.line):
            continue
        trusted = belief.sites.cells & ~belief.masked & ~seen.doubted
        line = seen.line.before
        while line is not None:
            if not (line.occupancy ^ belief.raw) & trusted and _handled(seen, line.position, trusted):
                return Hypothesis(line, seen.cost + TAKEBACK, seen.doubted)
            line = line.before
    return None


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


def array_stands(belief: Belief, sites: Sites) -> bool:
    """Whether the game's own start position is what the sensors show."""
    return not (belief.raw ^ sites.game.start().occupancy) & sites.cells & ~belief.masked
