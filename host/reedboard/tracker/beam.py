"""The beam: of many stories keep the likeliest, one of each that nothing to come can tell apart."""

from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from fairyrules import Position
from reedboard.tracker.costs import GIVEN_UP, STRAY
from reedboard.tracker.line import Line
from reedboard.tracker.stands_wrong import SWEPT, spared
from reedboard.tracker.story import UNKNOWN, Story

WIDTH: Final = 32
"""Stories kept at most."""
MOST: Final = 64
"""So many stories at most are weighed at one reading, make a move then, or are guessed; the cheapest or likeliest."""
UNTIDY: Final = 15
"""Of them, stories in which pieces stand out of place."""
OTHER_LINES: Final = 4
"""So many more of these, if no story of their line has room: a capture nobody felt is told by what is played later."""
UNDOING: Final = 2
"""Besides, stories in which moves are being taken back in one act."""
OUT_OF_PLACE: Final = 2
"""What a piece missing or out of place is held against a story where there is no room for all."""
MISPLACED: Final = 10
"""The same, more, of each piece but one that stands where it does not belong and is not counted as wrong yet."""
CROWD: Final = 8
"""The same of each story of its line before it, and twice of each line before that feels alike: no other ideas."""
BEHIND: Final = 2
"""A story with a piece out of place, so many plies behind a likelier one without, is dropped, if that is no guess, and
no other explains the board by one move more."""
NEAR: Final = 6
"""So many of the likeliest are asked what one touch more would make of them."""
FEW: Final = 3
"""The likeliest stories that are guessed on from while hands move, `NEAR` at rest; lines whose twins are looked at."""


def placed_by(story: Story) -> int:
    """What the beam orders stories by; a piece that is counted as standing wrong already is explained."""
    off = story.off
    if not off:
        return story.cost
    standing = 0 if story.undoing else len(off) - list(off.values()).count(0) - _wrong_already(story)
    return story.cost + OUT_OF_PLACE * len(off) + (MISPLACED * (standing - 1) if standing > 1 else 0)


def _wrong_already(story: Story) -> int:
    """How many pieces are counted as standing wrong."""
    left, off = story.left, story.off
    return sum(1 for cell, cost in left.items() if cost >= SWEPT and off.get(cell)) if left else 0


def _spread(order: list[tuple[int, int, Story]]) -> list[tuple[int, int, Story]]:
    """The same order, but for what a story has to stand back because others of a line like its own come first."""
    groups: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}
    spread: list[tuple[int, int, int, Story]] = []
    for place, (price, _, each) in enumerate(order):
        same = each.line.feels if each.diff else each.line.path, each.guess
        lines = groups.setdefault(same, {})
        alike, before = lines.get(each.line.path, (len(lines), 0))
        lines[each.line.path] = alike, before + 1
        back = CROWD * (2 * alike + before)
        if each.undoing:
            back = 0  # it is one idea, and which piece stands where is no part of it
        elif each.off:
            adrift = len(each.off) - 2 * _wrong_already(each) - 1  # each lacks on its own cell, too
            if adrift > 0:
                back += MISPLACED * adrift
            if UNKNOWN in each.off.values() and each.stray[0] not in each.left:
                back += STRAY  # one from nowhere pays with the next reading, unless it slid
        spread.append((price + back, place, price, each))
    spread.sort()
    return [(price, place, each) for _, place, price, each in spread]


def _different(stories: Iterable[Story]) -> list[Story]:
    """Of stories that say the same of what is the case the cheapest.

    Their pieces are compared one by one only where all the rest is the same, and what they sum up to: that is rare.
    """
    found: list[Story] = []
    places: dict[tuple[int, ...], list[int]] = {}
    for each in stories:
        off = each.off
        pieces = sum(off.values()) if off else 0
        if each.upset:
            pieces += sum(set(each.hand))  # any of them may be the one that was set down just now
        rest = each.line.path, each.diff, each.lies, each.sick, each.crossed, each.owed, pieces
        alike = places.setdefault(rest, [])
        for place in alike:
            if found[place].off == off and set(found[place].hand) == set(each.hand):
                if each.cost < found[place].cost:
                    found[place] = each
                break
        else:
            alike.append(len(found))
            found.append(each)
    return found


Explained = tuple[Position, int, int, int, int, int, bool]


def _explained(story: Story, stands: Line | None) -> Explained:
    """What tells stories apart whose pieces stand as their line has it; last, whether they deny what `stands`."""
    line = story.line
    denies = stands is not None and line.denies(stands)
    return line.position, line.ply, story.lies, story.sick, story.crossed, story.owed, denies


def kept(stories: Iterable[Story], stands: Line | None = None) -> tuple[tuple[Story, ...], int]:
    """The stories that stay, likeliest first, their costs counted from the first one's, and that.

    `stands`: the moves that are settled and were replied to.
    """
    stay, best = _staying(stories, stands)
    return _counted_from(best, stay), best


def kept_apart(stories: Iterable[Story]) -> tuple[tuple[Story, ...], int]:
    """The same for second thoughts: stories in which a sensor lied have a beam of their own, beside the others.

    A lie costs more than most handlings, so beside stories without it none would have its turn before what is asked.
    """
    honest: list[Story] = []
    lying: list[Story] = []
    for each in stories:
        (lying if each.lied else honest).append(each)
    if not lying or not honest:
        return kept(lying or honest)
    (first, least), (second, more) = _staying(honest), _staying(lying)
    best = min(least, more)
    return _counted_from(best, sorted((*first, *second), key=itemgetter(0))), best


def _counted_from(best: int, stay: Iterable[tuple[int, Story]]) -> tuple[Story, ...]:
    """These stories, their costs counted from here."""
    if not best:
        return tuple(each for _, each in stay)
    found: list[Story] = []
    for _, each in stay:
        one = each.copy()
        one.cost -= best
        found.append(one)
    return tuple(found)


def _staying(stories: Iterable[Story], stands: Line | None = None) -> tuple[list[tuple[int, Story]], int]:
    """The stories that stay, with what they are ordered by, and the cost of the likeliest."""
    found = _different(stories)
    if len(found) == 1:
        return [(placed_by(found[0]), found[0])], found[0].cost
    cheapest: dict[Explained, int] = {}
    latest, dearest = -1, 1 << 30
    leads: set[Line | None] = set()  # by one move more they explain the board
    for each in found:
        if not each.diff and not each.hand:
            leads.add(each.line.before)
            one = _explained(each, stands)
            cheapest[one] = min(each.cost, cheapest.get(one, each.cost))
            if each.cost < dearest and not each.guessed:
                latest, dearest = each.line.ply, each.cost
    if not found:
        return [], 0
    order = sorted([(placed_by(each), number, each) for number, each in enumerate(found)])
    best, limit, far = order[0][2].cost, order[0][0] + GIVEN_UP, latest - BEHIND
    if len(order) > WIDTH:
        order = _spread(order)
    stay: list[tuple[int, Story]] = []
    lines: set[int] = set()
    untidy = undoing = 0
    for price, _, each in order:
        standing = any(each.off.values())
        over = price - limit - (spared(each) if each.amends else 0)  # what was lifted again may come right yet
        if each.undoing:
            if over > 0 or undoing == UNDOING:
                continue
            undoing += 1
        elif standing:
            if over > 0 or (untidy >= UNTIDY and (each.line.path in lines or untidy == UNTIDY + OTHER_LINES)):
                continue
            untidy += 1
        elif over > GIVEN_UP:
            continue
        if not each.diff:
            if not each.hand and each.cost > cheapest[_explained(each, stands)]:
                continue
        elif standing and not each.undoing and each.line.ply < far and each.cost > dearest and each.line not in leads:
            continue
        stay.append((price, each))
        lines.add(each.line.path)
        if len(stay) == WIDTH:
            break
    return stay, best
