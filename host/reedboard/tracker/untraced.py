"""What the board shows where touches tell nothing: what was played beside an upset one, or after many tries."""

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import Final

from reedboard.board.events import Reading
from reedboard.tracker.beam import FEW, WIDTH
from reedboard.tracker.belief import Belief
from reedboard.tracker.complete import worth
from reedboard.tracker.costs import ADJUSTED, GIVEN_UP, PLY, TAKEBACK, UNLIKELY
from reedboard.tracker.footprint import Footprint, moves_of
from reedboard.tracker.line import AT_ONCE, Line
from reedboard.tracker.sites import members
from reedboard.tracker.story import Story
from reedboard.tracker.under_way import has_begun
from reedboard.tracker.verdict import judge

GIVEN_BACK: Final = 4
"""So many readings at least has a cell on which a piece was taken and given back: emptied and filled for each."""
FAR_BACK: Final = 2 * AT_ONCE
"""So many changes of what is told back at most: what is taken back in one act, and what was tried between."""
BESIDE_FALLEN: Final = 13
"""So many cells were touched at most where play goes on beside fallen pieces: half a board is set up first."""


def played_on(belief: Belief) -> list[Story]:
    """The stories in which an upset board, set up again, shows a position some plies on: play went on beside it."""
    upset = [each for each in belief.stories if each.upset and (each.touched | each.diff).bit_count() <= BESIDE_FALLEN]
    found: list[Story] = []
    for line in dict.fromkeys([belief.shown, *(each.line for each in upset)][: FEW + 1] if upset else []):
        story = next((each for each in upset if each.line == line), upset[0])
        # A board that stood otherwise from the first is set up for another position; moves taken back are told so.
        if not story.undoing and all(piece or cell in story.first for cell, piece in story.off.items()):
            found += _played_on(story, line, belief)
    return found


def _played_on(story: Story, line: Line, belief: Belief) -> Iterator[Story]:
    """Those that go on from a line: its shortest moves that leave occupied what is, and change only what was felt.

    Which piece is which nobody knows: no move leaves more apart than it found, and half of them came to cells that were
    free, for a piece that is still missing looks like one that captured. Pieces are rather lifted in their order.
    """
    stands, felt = (belief.raw ^ story.lies) & belief.sites.cells, story.touched | story.diff
    ways: list[tuple[int, int, int, int, Story, Footprint | None]] = [(0, 0, 0, -1, story.afresh(line), None)]
    shortest, made, number = AT_ONCE, 0, 0
    while ways and ways[0][0] <= shortest and made < WIDTH:
        _, _, filled, latest, one, move = heappop(ways)
        if move is not None:
            made += 1
            first = min((story.first[cell] for cell in members(move.emptied) if cell in story.first), default=latest)
            one = one.afresh(one.line.extended(move.move, move.changed))
            one.cost += PLY + (ADJUSTED if first < latest else 0)
            latest = max(first, latest)
        plies, apart = one.line.ply - line.ply, (one.line.occupancy ^ stands).bit_count()
        if not apart:
            shortest = plies
            if 2 * filled >= plies > 0:
                yield one
            continue
        for each in moves_of(one.line).between(felt, felt, drops=True):
            left = ((one.line.occupancy & ~each.emptied | each.filled) ^ stands).bit_count()
            if left <= apart and each.cells and not each.changed & ~felt:
                number += 1
                heappush(ways, (plies + 1 + (left + 1) // 2, number, filled + bool(each.filled), latest, one, each))


def untraced(belief: Belief) -> list[Story]:
    """The stories in which nobody can tell by which touches the board came to stand as it does.

    It shows an earlier position again, or one move from the last that was understood, or from the one before that.
    None if something explains it for less, or explains such a line.
    """
    agreed = belief.agreeing
    # What may be a move in the making explains the board as well, be it a little dearer.
    begun = (each.cost - UNLIKELY for each in belief.stories if each.line == belief.shown and has_begun(each, belief))
    least = min([*map(worth, agreed), *begun], default=None)
    felt: Counter[int] = Counter()
    found: list[Story] = []
    for back, known in enumerate(reversed((belief.past or ())[-FAR_BACK:])):
        felt.update(belief.sites.index[event.site] for event in known.events if isinstance(event, Reading))
        story = known.since.stories[0]
        cost = known.since.spent + story.cost + GIVEN_UP - belief.spent
        if story.diff or (least is not None and least <= cost):
            continue
        line, stands = story.line, (belief.raw ^ story.lies) & belief.sites.cells
        again = back and (line.before or back <= AT_ONCE)  # farther back, the array is set up for another game
        lines = [line] if again and line.occupancy == stands and _given_back(line, felt, belief) else []
        if back < 2:
            lines += _one_move_on(line, stands, felt, belief)
        for each in (line for line in lines if not belief.denied(line)):
            one = story.afresh(each)
            one.cost, one.guess = cost, max(each.ply, 1)
            one.back = line.ply if each is line else -1
            found.append(one)
    explained = {each.line for each in agreed}
    return [] if any(each.line in explained for each in found) else found


def _given_back(line: Line, felt: Counter[int], belief: Belief) -> bool:
    """Whether each cell that settled moves left another piece on was touched as often as to take and to give back."""
    settled = belief.shown.back(max(belief.settled, line.ply))
    both = zip(line.pieces, settled.pieces, strict=True)
    return all(felt[cell] >= GIVEN_BACK for cell, (one, other) in enumerate(both) if one and other and one != other)


def _one_move_on(line: Line, stands: int, felt: Iterable[int], belief: Belief) -> Iterator[Line]:
    """The lines one move longer that leave occupied what is: it goes to a free cell, and was touched all over."""
    touched = sum(1 << site for site in felt)
    for each in moves_of(line).between(touched, touched, drops=True):
        leaves = line.occupancy & ~each.emptied | each.filled
        if leaves == stands and each.filled and not each.changed & ~touched:
            yield line.extended(each.move, each.changed)


def as_shown(belief: Belief) -> Belief:
    """Weighs besides that a board of which nothing explains how it came to stand as it is shown was set up so."""
    wrong = (belief.raw ^ belief.shown.occupancy) & belief.sites.cells
    if belief.past is None or wrong & ~belief.unreliable or judge(belief).best is not None:
        return belief
    one = belief.stories[0].afresh(belief.shown)
    one.cost += TAKEBACK
    one.lies = one.lies & ~belief.sites.cells | wrong
    one.guess = 0
    return belief.weighed([*belief.stories, one])
