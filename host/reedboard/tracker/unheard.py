"""Moves of which sensors said nothing: captures nobody felt, pieces that came or went unheard, takebacks of those."""

from collections.abc import Iterator

from reedboard.tracker.complete import accepted, after, completed, from_nowhere, further, taken_back
from reedboard.tracker.costs import ADJUSTED, AGAIN, CROSSED, SHELVED, UNFELT, UNFELT_AGAIN, UNTAKEN, UNUSED
from reedboard.tracker.footprint import book
from reedboard.tracker.sites import members
from reedboard.tracker.story import KEPT, SLOT, UNKNOWN, Moment, Story


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
    filled = story.owed if slot is None else 1 << slot
    for each in book(line.position, sites).between(own, theirs):
        missing = each.cells & ~story.diff
        if not missing or missing & ~each.taken or missing.bit_count() > 1 or each.emptied & occ & ~missing:
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
            price = (SHELVED if each.gives & filled else UNFELT, UNFELT_AGAIN, AGAIN)[min(story.pushed, 2)]
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
    line, home = story.line, story.line.pieces
    pages = book(line.position, sites)
    if not doubt:
        left, entered = diff | sick, diff & occ | sick
    elif puts:
        left, entered = diff | story.sick, ~0
    else:
        left, entered = ~0, diff & occ | story.sick
    for each in pages.between(left, entered) if doubt else pages.touching(sick, left, entered):
        unheard = each.cells & ~diff | (each.emptied & occ) | (each.entered & ~occ & each.cells)
        if not unheard or unheard & ~sick or bool(unheard & each.entered) != puts:
            continue
        if not each.cells & diff and (each.cells & (each.cells - 1) or bool(doubt) == puts):
            continue  # nothing was felt of it: it can only be a shot, or a drop onto a sensor that is not believed
        if unheard & ~story.sick and (unheard & (unheard - 1) or unheard & occ & each.entered):
            continue
        one = story.copy()
        hand = list(one.hand)
        one.off = off = story.off.copy()
        if not all(_carried_blindly(*ends, home[ends[1]], off, hand, unheard) for ends in each.carried):
            continue
        slots = dict(each.takes)
        if not all(
            _exchanged_blindly(target, origin, off, hand, home[origin], slots.get(target, 0), unheard)
            for target, origin in each.exchanged
        ):
            continue
        one.hand = tuple(hand)
        cost = -from_nowhere(story, each.cells)
        for news in each.news:
            if unheard >> news.cell & 1 and off.get(news.cell, 0) < SLOT:
                price: int | None = UNUSED
            else:
                price = accepted(one, news, each, now)
            if price is None:
                break
            cost += price
        else:
            one.diff |= each.cells
            for cell in members(each.cells & ~diff):
                off.setdefault(cell, 0)
            if not puts and doubt and unheard & each.emptied and not each.taken:
                yield _left_unheard(one, unheard, cost)  # it may only rest where it came to
            child = after(one, each, cost, now, unseen=puts)
            raw = occ ^ story.lies
            if unheard & ~story.sick:
                child.sick |= unheard
                child.guess = child.line.ply
            child.lies = story.lies & ~each.cells | (raw ^ each.entered) & each.cells
            for cell in members(unheard):
                child.contradicted(cell)
            yield child


def _left_unheard(story: Story, unheard: int, cost: int) -> Story:
    """The story in which the pieces stand so, though no move was made."""
    one = story.copy()
    one.cost += cost
    one.said_nothing(unheard)
    one.guess = one.line.ply + 1
    return one


def _carried_blindly(target: int, origin: int, piece: int, off: dict[int, int], hand: list[int], unheard: int) -> bool:
    """Moves a piece as far as nothing was felt of it; whether it can have gone so."""
    if unheard >> target & 1:
        if not unheard >> origin & 1:
            if piece not in hand:
                return False
            hand.remove(piece)
        off[target] = piece
        return True
    if unheard >> origin & 1:
        if off.get(target) != UNKNOWN:
            return False
        off[target] = piece
        off[origin] = 0
        return True
    return off.get(target) == piece


def _exchanged_blindly(
    target: int, origin: int, off: dict[int, int], hand: list[int], piece: int, slots: int, unheard: int
) -> bool:
    """The same for a piece that is another in the end: the new one, out of `slots`, or which, is judged by itself."""
    if unheard >> target & 1:
        new = next((each for each in hand if each >= SLOT and slots >> each - SLOT & 1), None)
        if new is None:
            return _carried_blindly(target, origin, piece, off, hand, unheard)
        hand.remove(new)
        off[target] = new
        return True
    if unheard >> origin & 1:
        off[origin] = 0
    return bool(off.get(target))


def back_blindly(story: Story, now: Moment, *, doubt: int = 0) -> Iterator[Story]:
    """The stories that go back to an earlier position of which one sensor in doubt says otherwise; see `blindly`."""
    occ, sites = now.raw ^ story.lies, now.sites
    sick, cells = story.sick | doubt, occ & sites.cells
    if story.upset or not story.diff:
        return
    tried = 0
    for line, changed in story.line.earlier:
        unheard = line.occupancy ^ cells
        if unheard & (unheard - 1) or not unheard & sick & changed & ~tried or story.diff & ~(changed | unheard):
            continue
        tried |= unheard
        cell = unheard.bit_length() - 1
        one = story.copy()
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
