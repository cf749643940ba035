"""A move is made when the pieces stand as it leaves them; what may still be in the opponent's hand is the reply begun.

Taking back is the same with an earlier position of the line.
"""

from collections.abc import Iterator

from reedboard.tracker.costs import (
    ADJUSTED,
    AGAIN,
    ANSWERED,
    ASTRAY,
    BESIDE,
    BORROWED,
    CROSSED,
    EAGER,
    HALFWAY,
    HELD,
    LOST,
    OUT_OF_TURN,
    OVERTAKEN,
    OWN_OFF,
    PLY,
    RETURNED,
    SHELVED,
    STRAY,
    TAKEBACK,
    TOUCHED,
    UNFELT,
    UNFELT_AGAIN,
    UNORDERED,
    UNTAKEN,
    UNTOUCHED,
    UNUSED,
)
from reedboard.tracker.footprint import Footprint, News, book, last_made
from reedboard.tracker.line import FAR, Line, PieceCodes
from reedboard.tracker.sites import Sites, members
from reedboard.tracker.story import BOUNCE_MS, HALFWAY_MS, KEPT, NOBODY, SLIDE_MS, SLOT, UNKNOWN, Story, without


def completed(
    story: Story, site: int, number: int, t_ms: int, occ: int, sites: Sites, codes: PieceCodes
) -> list[Story]:
    """The stories in which the reading at `site` made a move, or took some back; `occ`: the occupied sites."""
    if story.upset:
        return []
    found: list[Story] = []
    line = story.line
    diff = story.diff
    pages = book(line.position, sites)
    made = [
        each
        for each in pages.at(site, diff | 1 << site, (diff | 1 << site) & occ)
        if not each.cells & ~diff and (each.cells or each.in_place)
    ]
    for each in made:
        cost = _fits(story, each, occ, t_ms, sites, codes)
        if cost is None and each.exchanged:
            cost = _lies_ready(story, each, made, occ, t_ms, sites, codes)
        if cost is not None:
            child = _after(story, each, cost, number, sites, codes)
            found.append(child)
            if child.diff & (occ & sites.cells | ~child.line.own):
                found += further(child, occ, number, t_ms, sites, codes)
    if story.hand and not occ >> site & 1:
        found += _retaken(story, site, number, t_ms, occ, sites, codes)
    if diff:
        found += taken_back(story, occ, sites, codes, 1 if found else FAR)
    if story.answer is not None:
        named = [each for each in found if str(each.line.move) == story.answer]
        found = named or found
    return found


def _retaken(
    story: Story, site: int, number: int, t_ms: int, occ: int, sites: Sites, codes: PieceCodes
) -> Iterator[Story]:
    """The stories in which the last thing that a move takes, elsewhere, left when its mover was being taken itself."""
    home = story.line.pieces
    for each in book(story.line.position, sites).at(site, story.diff | 1 << site, story.touched):
        if not each.taken & ~each.entered & 1 << site or len(each.carried) != 1 or each.news or each.emptied & occ:
            continue
        target, origin = each.carried[0]
        if home[origin] not in story.hand or not story.touched >> target & 1:
            continue
        if each.cells & ~story.diff & ~(1 << target):
            continue
        there = story.at(target)
        one = story.copy()
        hand = list(one.hand)
        hand.remove(home[origin])
        one.hand = tuple(hand)
        one._set(target, home[origin])
        one = _after(one, each, OVERTAKEN, number, sites, codes)
        one.hand = (*one.hand, home[origin])
        one._set(target, there)
        yield one
        if there:
            yield from further(one, occ, number, t_ms, sites, codes)


def further(story: Story, occ: int, number: int, t_ms: int, sites: Sites, codes: PieceCodes) -> list[Story]:
    """The same, one more move made before the last reading: the reply was done when its move was."""
    found: list[Story] = []
    diff = story.diff
    for each in book(story.line.position, sites).between(diff, diff & occ, drops=True):
        if each.cells and not each.cells & ~diff:
            cost = _fits(story, each, occ, t_ms, sites, codes)
            if cost is not None:
                found.append(_after(story, each, cost, number, sites, codes))
    return found


def _fits(story: Story, footprint: Footprint, occ: int, t_ms: int, sites: Sites, codes: PieceCodes) -> int | None:
    """What it costs that this move was made, its own pieces only; None if they do not stand so."""
    if footprint.emptied & occ or footprint.entered & ~occ:
        return None
    off, home = story.off, story.line.pieces
    cost = 0
    for target, origin in footprint.carried:
        piece = off.get(target)
        if piece != home[origin]:
            if piece != UNKNOWN or home[origin] not in story.hand:
                return None
            late = _unordered(story, target, origin, t_ms, sites)
            if late is None:
                return None
            cost += late
    for each in footprint.news:
        price = _accepted(story, each, footprint, occ, sites, codes)
        if price is None:
            return None
        cost += price
    return cost


def _lies_ready(
    story: Story, footprint: Footprint, made: list[Footprint], occ: int, t_ms: int, sites: Sites, codes: PieceCodes
) -> int | None:
    """What it costs that a piece left standing counts as one that lies ready on its slot; None if it cannot be.

    As much as to count as one that is not at hand, where there are several of those, so that it has to be asked anyway.
    """
    if any(story.off.get(news.cell) != news.before for news in footprint.news):
        return None
    alike = [each for each in made if each is not footprint and each.exchanged == footprint.exchanged]
    costs = [_fits(story, each, occ, t_ms, sites, codes) for each in alike if each.cells == footprint.cells]
    known = [cost for cost in costs if cost is not None]
    return min(known) if len(known) > 1 else None


def _unordered(story: Story, target: int, origin: int, t_ms: int, sites: Sites) -> int | None:
    """The cost of a target felt before its origin was missed though the piece did not simply slide over."""
    cell, _, came_ms = story.stray
    if cell != target:
        return None
    late_ms = t_ms - came_ms
    if not sites.near[target] >> origin & 1:
        return UNORDERED if late_ms <= BOUNCE_MS else None
    return UNORDERED if late_ms <= SLIDE_MS else HALFWAY if late_ms <= HALFWAY_MS else None


def _accepted(story: Story, news: News, footprint: Footprint, occ: int, sites: Sites, codes: PieceCodes) -> int | None:
    """What it costs that the piece on a cell is the new one of a move; None if it cannot be."""
    piece = story.off.get(news.cell)
    slots = news.slots
    if piece is None:
        # It stands where it stood: exchanged in place, for all the sensors say.
        if slots & occ & ~story.spoilt or any(slots >> slot & 1 for slot in story.held):
            return None
        return TOUCHED if story.touched >> news.cell & 1 else UNTOUCHED
    if piece >= SLOT:
        slot = piece - SLOT
        if slots >> slot & 1:
            return 0
        holder, kind = sites.group_of(slot)
        if kind != codes.letters[news.piece].lstrip("+"):
            return None
        # Out of the other side's tray it was counted as that side's move, out of turn.
        return BORROWED - OUT_OF_TURN if holder == story.line.position.side.other.letter else BORROWED
    waiting = slots & occ & ~story.spoilt or any(slots >> slot & 1 for slot in story.held)
    if piece == UNKNOWN:
        others = list(story.hand)
        for known in (news.before, *(story.line.pieces[cell] for cell in members(footprint.taken))):
            if known in others:
                others.remove(known)
        if own_slots_held(story, sites):
            return ASTRAY
        if waiting or others:
            return BESIDE
        if news.before:
            return 0
        # A cell that was just left is rather filled by the piece that left it, and was lifted again; one beside the
        # cell it came to just now rather by the same piece, sliding on.
        changed = story.line.changed
        again = changed >> news.cell & 1 and changed & story.touched
        on = sites.near[news.cell] & changed & story.line.occupancy and story.since[3] <= SLIDE_MS
        return STRAY if again or on else 0
    if piece == news.before:
        return None if waiting else ASTRAY if own_slots_held(story, sites) else 0
    if codes.letters[piece] == codes.letters[news.piece]:
        return BORROWED if waiting or news.slots else ADJUSTED
    return None


def own_slots_held(story: Story, sites: Sites) -> bool:
    """Whether a piece out of the mover's own tray is in a hand: it is the new one, or set aside for nothing."""
    return any(sites.group_of(slot)[0] == story.line.position.side.letter for slot in story.held)


def _after(
    story: Story, footprint: Footprint, cost: int, number: int, sites: Sites, codes: PieceCodes, *, unseen: bool = False
) -> Story:
    """The story in which this move was made: its pieces are explained, what else is out of place remains.

    `unseen`: nobody knows when it was done, so what the opponent did since it began was in time.
    """
    line, home = story.line, story.line.pieces
    one = story.copy()
    one.line = line.extended(footprint.move, footprint.cells | footprint.in_place, codes)
    gone = footprint.cells | footprint.in_place
    rest = story.diff & ~gone
    begun = min([story.first[cell] for cell in members(footprint.emptied) if cell in story.first], default=-1)
    waiting = [home[cell] for cell in members(rest)]
    for piece in [story.off[cell] for cell in members(rest)]:
        if piece in waiting:
            waiting.remove(piece)
    hand: list[int] = []
    beside = list(story.beside)
    loose = 0
    arrived = [home[origin] for target, origin in footprint.carried if story.off.get(target) == UNKNOWN]
    for piece in story.hand:
        if piece in arrived:
            arrived.remove(piece)  # it stood there before it was missed
        elif piece in waiting:
            waiting.remove(piece)
            hand.append(piece)
        elif piece >= SLOT:
            if sites.group_of(piece - SLOT)[0] != line.position.side.letter:
                hand.append(piece)  # the reply begun
                cost += CROSSED
            else:
                loose += 1
                beside.append((piece, line.ply + 1))
        else:
            cost += vanished(line) if piece == UNKNOWN else 0
            beside.append((piece, line.ply + 1))
    for each in footprint.news:
        if not each.before and story.off.get(each.cell) == UNKNOWN:
            beside = list(without(tuple(beside), each.piece))
    own = 1 if line.position.turn == 0 else 0
    left = {cell: price for cell, price in story.left.items() if rest >> cell & 1}
    cost -= _from_nowhere(story, gone)
    elsewhere = [story.off[cell] for cell in story.left if rest >> cell & 1]
    for cell in members(rest):
        piece = story.off[cell]
        if piece == 0 and home[cell] in elsewhere:
            elsewhere.remove(home[cell])  # counted where it stands
        elif piece == 0:
            charge = _off_the_board(story, cell, own, begun)
            if unseen and story.first.get(cell, -1) >= begun:
                charge = 0  # it is the reply begun, or the move after that
            if home[cell] in hand:
                left[cell] = charge
            cost += charge
        elif unseen and (piece == UNKNOWN or (piece & 1 != own and _since(story, piece, begun))):
            cost -= 0 if piece == UNKNOWN else left.get(cell, OUT_OF_TURN)
            left[cell] = 0
        elif cell not in left:
            left[cell] = OUT_OF_TURN if piece == UNKNOWN else ASTRAY if piece < SLOT and piece & 1 == own else OVERTAKEN
            cost += left[cell]
        elif piece == UNKNOWN and left[cell] < UNTAKEN - STRAY:  # it was no reply to the move before
            cost += UNTAKEN - STRAY - left[cell]
            left[cell] = UNTAKEN - STRAY
    if not unseen and any(ASTRAY - OUT_OF_TURN <= price <= ASTRAY for price in story.left.values()):
        cost += ANSWERED
        left = {cell: price + ANSWERED if price >= ASTRAY - OUT_OF_TURN else price for cell, price in left.items()}
    one.off = {cell: story.off[cell] for cell in members(rest)} if rest else {}
    one.diff = rest
    one.left = left
    one.overdue = rest
    one.owed = 0
    one.first = {cell: at for cell, at in story.first.items() if rest >> cell & 1} if rest else {}
    one.beside = tuple(beside[-KEPT:])
    one.hand = tuple(hand)
    cost += UNUSED * loose
    one.cost += cost + PLY
    one.touched = story.touched & ~gone if rest else 0
    one.rests = 0
    one.rest_at = -1
    if not rest >> max(one.stray[0], 0) & 1:
        one.stray = NOBODY
    one.answer = None
    return one


def _from_nowhere(story: Story, cells: int) -> int:
    """What was counted for pieces from nowhere that were left on these cells: now it is known where they came from.

    One to which a reply was made came before its turn.
    """
    return sum(
        price if price <= UNTAKEN else -EAGER
        for cell, price in story.left.items()
        if cells >> cell & 1 and story.off[cell] == UNKNOWN
    )


def _since(story: Story, piece: int, begun: int) -> bool:
    """Whether a piece may have been lifted after a move was begun, as far as it is known from where it was lifted."""
    lifted = [story.first.get(cell, begun) for cell in story.off if story.line.pieces[cell] == piece]
    return not lifted or max(lifted) >= begun


def _off_the_board(story: Story, cell: int, own: int, begun: int) -> int:
    """The cost of a cell that is empty though the move just made has nothing to do with it."""
    if story.line.pieces[cell] & 1 == own:
        return OWN_OFF
    first = story.first.get(cell, -1)
    if first >= begun and first >= story.rest_at:
        return CROSSED
    # Nobody begins with the piece that moved last before the reply to that is begun: it rather went on, unheard.
    return LOST if story.line.changed >> cell & 1 else EAGER


def taken_back(story: Story, occ: int, sites: Sites, codes: PieceCodes, far: int = FAR) -> list[Story]:
    """The story that goes back to the latest earlier position which the pieces show again."""
    cells = occ & sites.cells
    for line, changed in story.line.earlier[:far]:
        if line.occupancy == cells and changed and not story.diff & ~changed:
            if not _stand(story, line, changed, sites, codes):
                continue
            back = [_gone_back(story, line, sites)]
            while line.before is not None and not line.changed:
                line = line.before  # it was taken back as well, for all that could be felt
                back.append(_gone_back(story, line, sites))
                back[-1].cost += ADJUSTED
            return back
    return []


def back_blindly(story: Story, occ: int, sites: Sites, codes: PieceCodes, *, doubt: int = 0) -> Iterator[Story]:
    """The stories that go back to an earlier position of which one sensor in doubt says otherwise; see `blindly`."""
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
            hand = list(one.hand)
            hand.remove(line.pieces[cell])
            one.hand = tuple(hand)
            one._set(cell, line.pieces[cell])
        else:
            one._set(cell, 0)
        one.lies ^= unheard
        one.sick |= unheard
        one.contradicted(cell)
        for back in taken_back(one, occ ^ unheard, sites, codes):
            back.guess = max(back.line.ply, 1)
            yield back


def _gone_back(story: Story, line: Line, sites: Sites) -> Story:
    one = story.afresh(line)
    one.cost += RETURNED if story.back == story.line.ply else TAKEBACK  # who takes one back often takes more
    one.back = line.ply
    if story.hand and not story.upset:
        one.hand = _off_again(story, line, sites)
    if story.guess > line.ply:
        one.guess = 0
    return one


def _off_again(story: Story, line: Line, sites: Sites) -> tuple[int, ...]:
    """What is in hands when moves were taken back: a piece that was dropped is one out of its slot again."""
    hand = list(story.hand)
    for piece in [line.pieces[cell] for cell, piece in story.off.items() if piece == UNKNOWN]:
        if piece in hand:
            hand.remove(piece)  # it stands there
    undone = story.line
    while undone.before is not None and undone.ply > line.ply:
        for news in last_made(undone, sites).news:
            if news.slots and not news.before and news.piece in hand:
                hand[hand.index(news.piece)] = SLOT + news.slots.bit_length() - 1
        undone = undone.before
    return tuple(piece for piece in hand if piece >= SLOT)  # all others of that position stand


def _stand(story: Story, line: Line, changed: int, sites: Sites, codes: PieceCodes) -> bool:
    """Whether the pieces that are out of place are those of an earlier position."""
    for cell in members(changed):
        piece, wanted = story.at(cell), line.pieces[cell]
        if piece == wanted or (piece == UNKNOWN and wanted):
            continue
        if piece >= SLOT and sites.group_of(piece - SLOT)[1] == codes.letters[wanted].lstrip("+"):
            continue
        return False
    return True


def silent_children(story: Story, sites: Sites, codes: PieceCodes) -> Iterator[Story]:
    """The stories in which a move was made that need touch nothing at all."""
    for each in book(story.line.position, sites).silent:
        one = story.afresh(story.line.extended(each.move, 0, codes))
        one.cost += PLY + UNTOUCHED
        one.beside = story.beside
        yield one


def unfelt(
    story: Story, occ: int, number: int, t_ms: int, sites: Sites, codes: PieceCodes, slot: int | None = None
) -> Iterator[Story]:
    """The stories in which a piece in the hand took what stands on a cell that was not felt empty.

    `slot` was filled just now: by what was taken.
    """
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
            rest = list(one.hand)
            rest.remove(home[origin])
            one.hand = tuple(rest)
            one._set(target, home[origin])
            price = (SHELVED if each.gives & filled else UNFELT, UNFELT_AGAIN, AGAIN)[min(story.pushed, 2)]
            one.pushed += 1
        else:  # what was taken elsewhere lies on its slot, and its cell says that it still stands there
            if story.off.get(target) != home[origin] or not each.gives & filled:
                continue
            one._silent_at(missing.bit_length() - 1)
            price = 0
        price -= UNTAKEN if slot is None and each.gives & filled else 0
        one = _after(one, each, price, number, sites, codes, unseen=True)
        if slot is None:
            one.beside = (*one.beside, (home[target], one.line.ply))[-KEPT:]
        one.guess = one.line.ply
        yield one


def unfelt_further(story: Story, occ: int, number: int, t_ms: int, sites: Sites, codes: PieceCodes) -> Iterator[Story]:
    """The same, and what follows: the moves made since, more captures that were not felt among them."""
    for one in unfelt(story, occ, number, t_ms, sites, codes):
        yield one
        if not one.diff:
            continue
        for child in (*further(one, occ, number, t_ms, sites, codes), one):
            if child is not one:
                yield child
            if child.diff and child.cost - story.cost < 3 * UNFELT:
                yield from unfelt_further(child, occ, number, t_ms, sites, codes)


def went_on(story: Story, occ: int, number: int, t_ms: int, sites: Sites, codes: PieceCodes) -> Iterator[Story]:
    """The stories in which a piece from nowhere is one that rested elsewhere and was not felt leaving, or is none."""
    if story.upset:
        return
    for cell in [cell for cell, piece in story.off.items() if piece == UNKNOWN]:
        for rest, piece in story.off.items():
            if piece > 0:
                one = story.copy()
                one._set(cell, piece)
                one._silent_at(rest)
                one.guess = one.line.ply + 1
                counted = story.left.get(cell, 0)
                if cell not in one.off:
                    one.cost -= max(0, counted - CROSSED)  # it is home again
                elif cell in story.left:
                    one.left = one.left | {cell: counted}
                yield one
                refund = story.left.get(cell, 0) + story.left.get(rest, 0)
                for child in completed(one, cell, number, t_ms, occ ^ 1 << rest, sites, codes):
                    child.cost -= refund  # what stood wrong there has found its move
                    yield child
        if not story.line.pieces[cell]:
            one = story.copy()
            one.cost -= story.left.get(cell, 0)
            one._silent_at(cell)
            one.guess = one.line.ply
            yield one


def blindly(
    story: Story, occ: int, number: int, t_ms: int, sites: Sites, codes: PieceCodes, *, puts: bool, doubt: int = 0
) -> Iterator[Story]:
    """The stories in which a move was made of which sensors in doubt said nothing.

    `puts`: a piece from the hand was set on such a cell; known only once the reply begins. `doubt`: of these sensors
    any one may have lost its reading.
    """
    sick, diff = story.sick | doubt, story.diff
    if story.upset or not diff | story.lies | story.sick:
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
        if not all(_exchanged_blindly(*ends, off, hand, home[ends[1]], unheard) for ends in each.exchanged):
            continue
        one.hand = tuple(hand)
        cost = -_from_nowhere(story, each.cells)
        for news in each.news:
            if unheard >> news.cell & 1:
                price: int | None = UNUSED
            else:
                price = _accepted(one, news, each, occ, sites, codes)
            if price is None:
                break
            cost += price
        else:
            one.diff |= each.cells
            for cell in members(each.cells & ~diff):
                off.setdefault(cell, 0)
            if not puts and doubt and unheard & each.emptied and not each.taken:
                yield _left_unheard(one, unheard, cost)  # it may only rest where it came to
            child = _after(one, each, cost, number, sites, codes, unseen=puts)
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
    one.lies ^= unheard
    one.sick |= unheard
    one.guess = one.line.ply + 1
    for cell in members(unheard):
        one.contradicted(cell)
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
    target: int, origin: int, off: dict[int, int], hand: list[int], piece: int, unheard: int
) -> bool:
    """The same for a piece that is another in the end: which, is judged by itself."""
    if unheard >> target & 1:
        return _carried_blindly(target, origin, piece, off, hand, unheard)
    if unheard >> origin & 1:
        off[origin] = 0
    return bool(off.get(target))


def vanished(line: Line) -> int:
    """What it costs that a piece from nowhere has left the board again: without reserves it was no part of the game."""
    return ADJUSTED if line.position.game.has_reserves else UNTAKEN - STRAY


def worth(story: Story) -> int:
    """What it costs to believe that nothing more happened, for a story whose pieces stand as its line has it."""
    return story.cost + HELD * len(story.held) + vanished(story.line) * story.hand.count(UNKNOWN)
