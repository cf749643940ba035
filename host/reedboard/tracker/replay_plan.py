"""Which plies to think over when nothing explains the board, and whose sensors to suspect there, likeliest first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd
from operator import or_
from typing import NamedTuple

from reedboard.board.events import Reading
from reedboard.story.sites import members
from reedboard.tracker.belief import Checkpoint, Happened, TrackerState
from reedboard.tracker.branch import DISTURBED
from reedboard.tracker.costs import DEAR
from reedboard.tracker.footprint import book
from reedboard.tracker.hypothesis import Hypothesis, LineOfPlay
from reedboard.tracker.illegal_move import strays
from reedboard.tracker.second_thoughts import felt

RECENT = 2
"""Plies gone back for a fault in any case."""
FARTHER = 12
"""The same before it is given up: a lift that was lost may have left a legal move of another kind."""
UNMENDED = 2
"""Second thoughts in vain after which an illegal move would have been noticed, and put right."""
PLAYED_ON = 2
"""Moves after an illegal one that nobody makes: it was none."""
EARLIER_AT_MOST = 3
"""So many of those are thought over again, and so many plies at which the cells now in question were felt before, or
the cells blamed."""
FAR = 200
"""Events gone back at most for such a ply, some fifty plies: each suspect that matters has them played again."""


class Lead(NamedTuple):
    """What to think over, without believing one suspect or another."""

    checkpoints: Sequence[Checkpoint]
    suspects: list[int]
    later: bool = False
    """Whether it is only followed on a second thought, or once a fault was found nearer by."""
    repeated: bool = False
    """Whether the one suspect repeated itself: it said the opposite once since the first of the checkpoints."""


def replay_plan(belief: TrackerState, found: Sequence[Hypothesis], *, last: bool) -> Iterator[Lead]:
    """The least to think over first.

    Args:
        belief: what is held now.
        found: the hypotheses that the replays before have led to: it grows as they are made.
        last: whether it is given up after this time.
    """
    past = belief.past or ()
    possible = being_set_up(belief) or ~0
    dear = far = 0
    handled, passed, blamed = _Trail(), _Trail(_between(belief)), _Trail()
    for site, back in _repeated(past):
        yield Lead(past[-back:], [site], repeated=True)
    for back in range(1, len(past) + 1):
        checkpoint = past[-back]
        far += len(checkpoint.events)
        if back > RECENT and far > FAR:
            return
        spoke = felt(checkpoint)
        bought = back > 1 and past[1 - back].since.spent - checkpoint.since.spent >= DEAR
        dear += bought
        # A list: all trails are followed, whatever the first says.
        trails = [trail.met(spoke) for trail in (handled, passed, blamed)]
        later = any(trails) or (bought and dear <= EARLIER_AT_MOST)
        if back == 1:
            handled.cells = spoke
        if back == RECENT:
            blamed.cells = reduce(or_, (each.doubted for each in found), 0) & ~_as_believed(past[-back:], belief)
        if later or back <= (FARTHER if last else RECENT):
            checkpoints = past[-back:]
            near = checkpoints if back <= RECENT and not later else checkpoints[:1]
            yield Lead(checkpoints, [each for each in suspects(near, belief) if possible >> each & 1], later)


def _between(belief: TrackerState) -> int:
    """The cells between one where a piece is missed and one in line with it where a piece stands that should not: what
    stood there, or did not, may have been misread. One that moved last may have come from where it stood before.
    """
    files, shown = belief.sites.game.board.files, belief.shown
    wrong = (belief.raw ^ shown.occupancy) & belief.sites.cells & ~belief.masked
    origins = wrong & ~belief.raw
    if shown.before is not None and origins & ~shown.before.occupancy:
        origins |= shown.before.occupancy & ~shown.occupancy & ~belief.raw
    found = 0
    for origin in members(origins):
        for target in members(wrong & belief.raw):
            ranks, across = target // files - origin // files, target % files - origin % files
            steps = gcd(ranks, across)
            if steps in (abs(ranks), abs(across)):
                way = ranks // steps * files + across // steps
                found |= sum(1 << origin + step * way for step in range(1, steps))
    return found & belief.sites.cells


def _as_believed(checkpoints: Sequence[Checkpoint], now: TrackerState) -> int:
    """The sites that said lately what the game believes of them: how they came to be so has been thought over."""
    index, occupied = now.sites.index, now.shown.occupancy
    found = 0
    for event in (event for checkpoint in checkpoints for event in checkpoint.events if isinstance(event, Reading)):
        site = index[event.site]
        found |= (occupied >> site & 1 == event.on) << site
    return found


@dataclass(slots=True)
class _Trail:
    """Cells that are gone back to where they were felt before: those in question now, those that a piece passed on its
    way, and those that were blamed.
    """

    cells: int = 0
    times: int = 0
    just_met: bool = False

    def met(self, spoke: int) -> bool:
        """Whether to think over a ply at which these cells spoke: it is one of the cells', or the one before it.

        A move may have been understood before it was whole.
        """
        before, self.just_met = self.just_met, bool(spoke & self.cells)
        self.times += self.just_met
        self.cells &= ~spoke
        return (before or self.just_met) and self.times <= EARLIER_AT_MOST


def suspects(checkpoints: Sequence[Checkpoint], now: TrackerState) -> list[int]:
    """The sites whose sensors alone may keep a move from fitting: cells touched, cells that alone went unfelt, and
    slots that a new piece should have come from. What stands wrong comes first.

    Not those between which a piece was plainly carried, unless play goes on in spite of it.
    """
    since = checkpoints[0].since
    sites = since.sites
    events = [event for checkpoint in checkpoints for event in checkpoint.events]
    lifted = sum({1 << sites.index[event.site] for event in events if isinstance(event, Reading) and not event.on})
    touched = reduce(or_, map(felt, checkpoints)) & sites.cells
    found = touched
    for line in _passed(now, since.shown):
        for footprint in book(line.position, sites).footprints:
            unfelt = footprint.cells & ~touched
            if not unfelt:
                for _, slots in footprint.takes:
                    held = slots & since.raw
                    found |= 0 if slots & lifted else held & -held
            elif unfelt & (unfelt - 1) == 0 and (footprint.cells & touched or unfelt == footprint.cells):
                found |= unfelt
    found &= ~since.masked & ~_carried(events, now)
    wrong = (now.raw ^ now.shown.occupancy) & sites.cells
    return [*members(found & wrong), *members(found & ~wrong)]


def _carried(events: Sequence[Happened], now: TrackerState) -> int:
    """The cells between which a piece seems to have been carried; where pieces are dropped, it may be another."""
    off, on = strays(events, now)
    if now.thoughts < UNMENDED:
        return off | on
    return 0 if now.sites.game.has_reserves and off.bit_count() > PLAYED_ON else off


def repeaters(checkpoints: Sequence[Checkpoint]) -> int:
    """The sites that said the same twice: a reading of theirs was lost between."""
    since = checkpoints[0].since
    raw, found = since.raw, 0
    for event in (event for checkpoint in checkpoints for event in checkpoint.events if isinstance(event, Reading)):
        bit = 1 << since.sites.index[event.site]
        if bool(raw & bit) == event.on:
            found |= bit
        raw = raw | bit if event.on else raw & ~bit
    return found


def _repeated(past: Sequence[Checkpoint]) -> Iterator[tuple[int, int]]:
    """The cells that repeated themselves lately, and how far back they were felt last before: what happened since?"""
    if not past:
        return
    for site in members(repeaters(past[-1:]) & past[-1].since.sites.cells):
        back = next((back for back in range(2, len(past) + 1) if felt(past[-back]) >> site & 1), len(past))
        yield site, max(1, back - 1)


def _passed(now: TrackerState, since: LineOfPlay) -> list[LineOfPlay]:
    """Every line from one on that a live hypothesis is at, or passed."""
    found = {since}
    for each in now.hypotheses:
        line: LineOfPlay | None = each.line
        while line is not None and line.ply >= since.ply and line not in found:
            found.add(line)
            line = line.before
    return sorted(found, key=lambda each: each.ply)


def being_set_up(belief: TrackerState) -> int:
    """The cells still empty of a board that was upset and is being set up: one of them may have been filled unfelt."""
    wrong = (belief.raw ^ belief.shown.occupancy) & belief.sites.cells & ~belief.masked
    upset_before = any(each.most_off >= DISTURBED for each in belief.hypotheses if each.line == belief.shown)
    return wrong if upset_before and not wrong & belief.raw else 0
