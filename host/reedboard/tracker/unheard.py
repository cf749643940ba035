"""Moves of which sensors said too little: captures nobody felt, pieces that came or went unheard, takebacks of those.

And what the board shows where touches tell nothing: what was played beside one that was upset, or after many tries.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Final

from reedboard.board.events import Reading
from reedboard.tracker.beam import MOST, NEAR, WIDTH
from reedboard.tracker.belief import Belief, Quiet
from reedboard.tracker.complete import after, completed, fits, from_nowhere, further, taken_back, worth
from reedboard.tracker.costs import ADJUSTED, AGAIN, CROSSED, GIVEN_UP, PLY, TWICE, UNFELT, UNTAKEN
from reedboard.tracker.footprint import Footprint, moves_of
from reedboard.tracker.line import AT_ONCE, Line
from reedboard.tracker.sites import members
from reedboard.tracker.story import KEPT, SLOT, UNKNOWN, Moment, Story
from reedboard.tracker.under_way import under_way

FEW: Final = 3
"""The likeliest stories that are guessed on from while hands move, `NEAR` at rest; lines whose twins are looked at."""
GIVEN_BACK: Final = 4
"""So many readings at least has a cell on which a piece was taken and given back: emptied and filled for each."""
BESIDE_FALLEN: Final = 13
"""So many cells were touched at most where play goes on beside fallen pieces: half a board is set up first."""


def guessing(belief: Belief, t_ms: int, *, waiting: bool) -> Belief:
    """Looks beyond the moves that were felt whole, where nothing explains the board and hands are not on their way.

    A piece in the hand took one that was not felt leaving, or its arrival was lost; `waiting`: or its lift was.
    """
    resting = waiting and belief.quiet is Quiet.ASKED
    if not belief.stories or _understood(belief, resting) or under_way(belief, resting=resting, felt=True):
        return belief
    found = list(islice(_guesses(belief, t_ms, waiting=waiting), MOST))
    return belief.weighed([*belief.stories, *found]) if found else belief


def _guesses(belief: Belief, t_ms: int, *, waiting: bool) -> Iterator[Story]:
    """Those of `guessing`, likelier kinds first."""
    near = belief.stories[: NEAR if waiting and belief.past is not None else FEW]
    now, cells = belief.now(t_ms), belief.sites.cells
    for each in near:
        yield from unfelt_further(each, now)
        yield from back_blindly(each, now, doubt=cells)
        if waiting:
            yield from went_on(each, now)
    for each in near:
        for puts in (True, False)[: 1 + waiting]:
            for child in blindly(each, now, puts=puts, doubt=cells):
                yield child
                if child.diff:
                    yield from further(child, now.alone)


def _understood(belief: Belief, resting: bool) -> bool:
    """Whether the board is explained, by more than a guess that is dearer than a move still under way.

    Unless hands are `resting` it is, too, where nothing stands wrong but what has for some time.
    """
    best, agreed = belief.stories[0], belief.agreeing
    if not resting and best.left and not best.hand and not best.diff & ~best.wrong_before:
        return True
    return bool(agreed) and (not best.diff or not all(each.guessed for each in agreed))


def taken_unheard(belief: Belief, site: int, t_ms: int) -> Belief:
    """Weighs besides that a piece the opponent seems to have put back was taken there, the taker unheard."""
    found = [one for each in belief.stories[:NEAR] for one in taken_there(each, site, belief.now(t_ms))]
    return belief.weighed([*belief.stories, *found]) if found else belief


def unfelt(story: Story, now: Moment, slot: int | None = None) -> Iterator[Story]:
    """The stories in which a piece in the hand took what stands on a cell that was not felt empty.

    `slot` was filled just now: by what was taken.
    """
    occ, sites = now.raw ^ story.lies, now.sites
    line, home = story.line, story.line.pieces
    own = line.own & story.diff & ~occ
    if not own or story.upset:
        return
    theirs = occ & sites.cells & ~line.own
    filled, untouched = story.owed if slot is None else 1 << slot, ~story.diff
    for each in moves_of(line, sites).between(own, theirs):
        missing = each.cells & untouched
        if not missing or missing & (missing - 1) or missing & ~each.taken or each.emptied & occ & ~missing:
            continue
        if each.entered & ~occ or len(each.carried) + len(each.exchanged) != 1:
            continue
        target, origin = (each.carried or each.exchanged)[0]
        if any(story.held) or (each.exchanged and any(news.slots & occ & ~story.spoilt for news in each.news)):
            continue
        if slot is not None and not each.gives & filled:
            continue
        one = story.copy()
        if missing == 1 << target:
            if home[origin] not in story.hand:
                continue
            one.let_go(home[origin])
            one.place(target, home[origin])
            price = (UNFELT, TWICE, AGAIN)[min(story.pushed + bool(each.gives & filled), 2)]
            one.pushed += 1
        else:  # what was taken elsewhere lies on its slot, and its cell says that it still stands there
            if story.off.get(target) != home[origin] or not each.gives & filled:
                continue
            one.left_unheard(missing.bit_length() - 1)
            price = 0
        price -= UNTAKEN if slot is None and each.gives & filled else 0
        one = after(one, each, price, now, unseen=True)
        if slot is None:
            one.beside = (*one.beside, (home[target], one.line.ply))[-KEPT:]
        one.guess = one.line.ply
        yield one


def unfelt_further(story: Story, now: Moment) -> Iterator[Story]:
    """The same, and what follows: the moves made since, more captures that were not felt among them."""
    for one in unfelt(story, now):
        yield one
        if not one.diff:
            continue
        for child in (*further(one, now), one):
            if child is not one:
                yield child
            if child.diff and child.cost - story.cost < 3 * UNFELT:
                yield from unfelt_further(child, now)


def played_on(belief: Belief, t_ms: int) -> list[Story]:
    """The stories in which an upset board, set up again, shows a position some plies on: play went on beside it."""
    upset = [each for each in belief.stories if each.upset and (each.touched | each.diff).bit_count() <= BESIDE_FALLEN]
    found: list[Story] = []
    for line in dict.fromkeys([belief.shown, *(each.line for each in upset)][: FEW + 1] if upset else []):
        story = next((each for each in upset if each.line == line), upset[0])
        # A board that stood otherwise from the first is set up for another position; moves taken back are told so.
        if not story.undoing and all(piece or cell in story.first for cell, piece in story.off.items()):
            found += _played_on(story, line, belief.now(t_ms))
    return found


def _played_on(story: Story, line: Line, now: Moment) -> Iterator[Story]:
    """Those that go on from a line: its shortest moves that leave occupied what is, and change only what was felt.

    Which piece is which nobody knows: no move leaves more apart than it found, and half of them came to cells that were
    free, for a piece that is still missing looks like one that captured. Pieces are rather lifted in their order.
    """
    stands, felt = (now.raw ^ story.lies) & now.sites.cells, story.touched | story.diff
    ways: list[tuple[int, int, int, int, Story, Footprint | None]] = [(0, 0, 0, -1, story.afresh(line), None)]
    shortest, made, number = AT_ONCE, 0, 0
    while ways and ways[0][0] <= shortest and made < WIDTH:
        _, _, filled, latest, one, move = heappop(ways)
        if move is not None:
            made += 1
            first = min((story.first[cell] for cell in members(move.emptied) if cell in story.first), default=latest)
            one = one.afresh(one.line.extended(move.move, move.changed, now.codes))
            one.cost += PLY + (ADJUSTED if first < latest else 0)
            latest = max(first, latest)
        plies, apart = one.line.ply - line.ply, (one.line.occupancy ^ stands).bit_count()
        if not apart:
            shortest = plies
            if 2 * filled >= plies > 0:
                yield one
            continue
        for each in moves_of(one.line, now.sites).between(felt, felt, drops=True):
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
    least = min(map(worth, agreed), default=None)
    felt: Counter[int] = Counter()
    found: list[Story] = []
    for back, known in enumerate(reversed((belief.past or ())[-AT_ONCE - 1 :])):
        felt.update(belief.sites.index[event.site] for event in known.events if isinstance(event, Reading))
        story = known.since.stories[0]
        cost = known.since.spent + story.cost + GIVEN_UP - belief.spent
        if story.diff or (least is not None and least <= cost):
            continue
        line, stands = story.line, (belief.raw ^ story.lies) & belief.sites.cells
        lines = [line] if back and line.occupancy == stands and _given_back(line, felt, belief) else []
        if back < 2:
            lines += _one_move_on(line, stands, felt, belief)
        for each in filter(belief.as_answered, lines):
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
    for each in moves_of(line, belief.sites).between(touched, touched, drops=True):
        leaves = line.occupancy & ~each.emptied | each.filled
        if leaves == stands and each.filled and not each.changed & ~touched:
            yield line.extended(each.move, each.changed, belief.codes)


def went_on(story: Story, now: Moment) -> Iterator[Story]:
    """The stories in which a piece from nowhere is one that rested elsewhere and was not felt leaving, or is none."""
    if story.upset:
        return
    for cell in [cell for cell, piece in story.off.items() if piece == UNKNOWN]:
        for rest, piece in story.off.items():
            if piece > 0:
                one = story.copy()
                one.place(cell, piece)
                one.left_unheard(rest)
                one.guess = one.line.ply + 1
                counted = story.left.get(cell, 0)
                if cell not in one.off:
                    one.cost -= max(0, counted - CROSSED)  # it is home again
                elif cell in story.left:
                    one.left = one.left | {cell: counted}
                yield one
                refund = story.left.get(cell, 0) + story.left.get(rest, 0)
                for child in completed(one, cell, now):
                    child.cost -= refund  # what stood wrong there has found its move
                    yield child
        if not story.line.pieces[cell]:
            one = story.copy()
            one.cost -= story.left.get(cell, 0)
            one.midair = ()  # there was no such accident
            one.left_unheard(cell)
            one.guess = one.line.ply
            yield one


def blindly(story: Story, now: Moment, *, puts: bool, doubt: int = 0) -> Iterator[Story]:
    """The stories in which a move was made of which sensors in doubt said nothing.

    `puts`: a piece from the hand was set on such a cell; known only once the reply begins. `doubt`: of these sensors
    any one may have lost its reading.
    """
    occ, sites = now.raw ^ story.lies, now.sites
    sick, diff = story.sick | doubt, story.diff
    if story.upset or (not diff and (bool(doubt) == puts or not story.lies | story.sick)):
        return
    pages = moves_of(story.line, sites)
    lifted, filled, silent = diff | story.sick, diff & occ | story.sick, ~(diff | story.sick)
    if not doubt:
        moves = pages.touching(sick, lifted, filled)
    elif puts:
        moves = pages.touching(diff, lifted, ~0, drops=False)
    else:
        moves = pages.between(~0, filled)
    dropped: set[int] = set()
    for each in moves:
        if each.felt in dropped:
            continue  # without trays any piece may have been: one line stands for all
        missing = each.cells & silent
        if missing and (not doubt or missing & (missing - 1)):
            continue
        unheard = each.cells & ~diff | (each.emptied & occ) | (each.entered & ~occ & each.cells)
        if not unheard or unheard & ~sick or bool(unheard & each.entered) != puts:
            continue
        if not each.cells & diff and (each.cells & (each.cells - 1) or bool(doubt) == puts):
            continue  # nothing was felt of it: it can only be a shot, or a drop onto a sensor that is not believed
        if unheard & ~story.sick and (unheard & (unheard - 1) or unheard & occ & each.entered):
            continue
        one = _gone_unheard(story, each, unheard, occ ^ story.lies)
        cost = None if one is None else fits(one, each, now)
        if one is None or cost is None:
            continue
        if not puts and doubt and unheard & each.emptied and not each.taken:
            rest = one.copy()  # it may only rest where it came to, at what is counted for that already
            rest.guess = rest.line.ply + 1
            rest.left = story.left
            yield rest
        child = after(one, each, cost, now, unseen=puts)
        if unheard & ~story.sick:
            child.guess = child.line.ply
        if not each.origin:
            dropped.add(each.felt)
        yield child


def _gone_unheard(story: Story, footprint: Footprint, unheard: int, raw: int) -> Story | None:
    """The story in which the pieces of a move went, too, of which nothing was felt; None if they cannot have."""
    hand, home, news = list(story.hand), story.line.pieces, footprint.news
    stand: list[tuple[int, int]] = []
    slots = {each.cell: each.slots for each in news}
    drops = [(each.cell, -1) for each in news if not each.before]  # they have no origin
    for target, origin in (*footprint.travels, *drops):
        piece = UNKNOWN if origin < 0 else home[origin]
        if target in slots:
            piece = next((each for each in hand if each >= SLOT and slots[target] >> each - SLOT & 1), piece)
        if unheard >> target & 1:
            if piece in hand:
                hand.remove(piece)
            elif origin >= 0 and not unheard >> origin & 1:
                return None
            stand.append((target, piece))
        elif origin >= 0 and unheard >> origin & 1 and (target, origin) in footprint.carried:
            if story.off.get(target) != UNKNOWN:
                return None
            stand.append((target, piece))
    one = story.copy()
    one.hand = tuple(hand)
    one.cost -= from_nowhere(story, footprint.cells)
    for cell in members(unheard & ~footprint.entered):
        one.place(cell, 0)
    for cell, piece in stand:
        one.place(cell, piece)
    one.lies = story.lies & ~footprint.cells | (raw ^ footprint.entered) & footprint.cells
    one.sick |= unheard
    for cell in members(unheard):
        one.contradicted(cell)
    return one


def back_blindly(story: Story, now: Moment, *, doubt: int = 0) -> Iterator[Story]:
    """The stories that go back to an earlier position of which one sensor in doubt says otherwise; see `blindly`."""
    occ, sites = now.raw ^ story.lies, now.sites
    sick, cells = story.sick | doubt, occ & sites.cells
    if story.upset or not story.diff:
        return
    earlier = story.line.earlier
    for occupied in earlier if doubt else [cells ^ 1 << cell for cell in members(sick)]:
        unheard = occupied ^ cells
        if unheard & (unheard - 1) or occupied not in earlier:
            continue
        possible = (
            line
            for line, changed in earlier[occupied]
            if changed & unheard & sick and not story.diff & ~(changed | unheard)
        )
        line = next(possible, None)
        if line is None:
            continue
        cell, one = unheard.bit_length() - 1, story.copy()
        if unheard & line.occupancy:
            if line.pieces[cell] not in one.hand:
                continue
            one.let_go(line.pieces[cell])
            one.place(cell, line.pieces[cell])
        else:
            one.place(cell, 0)
        one.said_nothing(unheard)
        for back in taken_back(one, now):
            back.guess = max(back.line.ply, 1)
            yield back


def taken_there(story: Story, site: int, now: Moment) -> Iterator[Story]:
    """The stories in which a piece that was lifted and seems to be back on its cell was taken there.

    Much later nothing else would tell: the taker is believed to stand where it came from, or where it rested.
    """
    piece = story.line.pieces[site]
    if story.upset or site in story.off or not story.touched >> site & 1 or not piece or story.line.own >> site & 1:
        return
    one = story.copy()
    one.cost -= ADJUSTED
    one.hand = (*one.hand, piece)
    one.place(site, UNKNOWN)
    for child in (*went_on(one, now), *blindly(one, now, puts=False, doubt=now.sites.cells)):
        if not child.diff:
            yield child
