"""A move is made when the pieces stand as it leaves them; what is in the opponent's hand may be the reply begun."""

from collections.abc import Iterator

from reedboard.tracker.costs import (
    ADJUSTED,
    ANSWERED,
    ASTRAY,
    BESIDE,
    BORROWED,
    CROSSED,
    EAGER,
    HALFWAY,
    LOST,
    OUT_OF_TURN,
    OVERTAKEN,
    OWN_OFF,
    PAUSE,
    PLY,
    STRAY,
    TOUCHED,
    UNORDERED,
    UNTAKEN,
    UNTOUCHED,
    UNUSED,
)
from reedboard.tracker.footprint import Footprint, News, moves_of
from reedboard.tracker.gesture import ANSWER_MS, BOUNCE_MS, HALFWAY_MS, SLIDE_MS, without
from reedboard.tracker.line import Line
from reedboard.tracker.sites import members
from reedboard.tracker.stands_wrong import SWEPT, amend, is_reply, left_wrong, was_taken
from reedboard.tracker.story import KEPT, NOBODY, SLOT, UNKNOWN, Moment, Story
from reedboard.tracker.taken_back import taken_back
from reedboard.tracker.twins import Twin, telling, twins_of


def completed(story: Story, site: int, now: Moment) -> list[Story]:
    """The stories in which the reading at `site` made a move, or took some back."""
    occ, sites = now.raw ^ story.lies, now.sites
    found: list[Story] = []
    for each in _made(story, 1 << site, story.sick, now):  # `unheard.blindly` asks for the same moves
        found.append(each)
        if each.diff & (occ & sites.cells | ~each.line.own):
            found += further(each, now, mended=bool(story.amends))
    if story.hand and not occ >> site & 1:
        found += _retaken(story, site, now)
    if story.diff:
        found += taken_back(story, now)
    if story.answer is not None:
        found = [one for each in found for one in naming(each, each.line.ply, story.answer, now)] or found
    return found


def further(story: Story, now: Moment, *, mended: bool = False) -> list[Story]:
    """The same, one more move made before the last reading: the reply was done when its move was.

    More of them where a piece that stood wrong is being put right, or just was (`mended`): play had gone on without
    it. What was left where it stands, and is not touched, makes no move later.
    """
    mended = mended or bool(story.amends)
    stand = () if mended else ((cell, price) for cell, price in story.left.items() if story.off[cell] > 0)
    untouched = sum(1 << cell for cell, price in stand if not is_reply(price))
    found: list[Story] = []
    for each in _made(story, 0, 0, now):
        if each.line.changed & story.diff and not each.line.changed & untouched:
            found.append(each)
            if each.diff and mended:
                found += further(each, now, mended=True)
    return found


def _made(story: Story, site: int, sick: int, now: Moment) -> list[Story]:
    """The stories in which a legal move was made of which no cell is untouched; `site` (a bit; 0: any) is one of them.

    After a twin of the line those are made that are legal only there, and there may be several such twins.
    """
    diff, occ = story.diff, now.raw ^ story.lies
    left = diff | site
    asked = site, left | sick, left & occ | sick
    done = _done(story, asked, now)
    found = _played(story, done, now) if done else []
    if now.twins and diff & occ:
        felt = {each.felt for each in done}
        for twin in telling(story.line, diff, diff & occ, now.answered | story.sure):
            one = story.on(twin.line)
            found += _played(one, [each for each in _done(one, asked, now) if each.felt not in felt], now)
    return found


def _done(story: Story, asked: tuple[int, int, int], now: Moment) -> list[Footprint]:
    """The legal moves that have to do with a site, between such cells, of which no cell is untouched."""
    moves, (site, left, filled), untouched = moves_of(story.line), asked, ~story.diff
    among = moves.touching(site, left, filled) if site else moves.between(left, filled, drops=True)
    return [each for each in among if not each.cells & untouched and each.changed]


def _played(story: Story, done: list[Footprint], now: Moment) -> list[Story]:
    """The stories in which one of these moves was made: a piece turned over or not is one."""
    found: list[Story] = []
    turned: set[int] = set()
    for each in done:
        cost = None if each.felt in turned else fits(story, each, now)
        if cost is None and each.exchanged:
            cost = _lies_ready(story, each, done, now)
        if cost is not None:
            found.append(after(story, each, cost, now))
            found[-1].line.alike = [other for other in done if other.felt == each.felt]
            if not each.news:
                turned.add(each.felt)
    return found


def _retaken(story: Story, site: int, now: Moment) -> Iterator[Story]:
    """The stories in which the last thing that a move takes, elsewhere, left when its mover was being taken itself."""
    occ, home = now.raw ^ story.lies, story.line.pieces
    stood = story.touched & ~story.line.own & ~(1 << site)
    if not stood:
        return
    for each in moves_of(story.line).touching(1 << site, story.diff | 1 << site, stood):
        if not each.taken & ~each.entered & 1 << site or len(each.carried) != 1 or each.news or each.emptied & occ:
            continue
        target, origin = each.carried[0]
        if home[origin] not in story.hand or not stood >> target & 1:
            continue
        if each.cells & ~story.diff & ~(1 << target):
            continue
        there = story.at(target)
        one = story.copy()
        one.let_go(home[origin])
        one.place(target, home[origin])
        one = after(one, each, OVERTAKEN, now)
        one.hand = (*one.hand, home[origin])
        one.place(target, there)
        yield one
        if there:
            yield from further(one, now)


def fits(story: Story, footprint: Footprint, now: Moment) -> int | None:
    """What it costs that this move was made, its own pieces only; None if they do not stand so."""
    occ = now.raw ^ story.lies
    stands = footprint.emptied & occ
    if footprint.entered & ~occ or (stands and stands & ~_apart(story, footprint)):
        return None
    off, home = story.off, story.line.pieces
    cost = 0
    for target, origin in footprint.carried:
        piece = off.get(target)
        if piece != home[origin]:
            if piece != UNKNOWN or home[origin] not in story.hand:
                return None
            late = _unordered(story, target, origin, now)
            if late is None:
                return None
            cost += late
    for each in footprint.news:
        price = accepted(story, each, footprint, now)
        if price is None:
            return None
        cost += price
    return cost


def _apart(story: Story, footprint: Footprint) -> int:
    """The cells (bits) that stay out of place when a move is made.

    That it has nothing to do with, or that it leaves empty and the reply came to already.
    """
    turn, off = story.line.position.turn, story.off
    rest = story.diff & ~footprint.changed
    for cell in members(footprint.emptied & story.diff):
        if 0 < off[cell] < SLOT and off[cell] & 1 == turn:
            rest |= 1 << cell
    return rest


def _lies_ready(story: Story, footprint: Footprint, made: list[Footprint], now: Moment) -> int | None:
    """What it costs that a piece left standing counts as one that lies ready on its slot; None if it cannot be.

    As much as to count as one that is not at hand, where there are several of those, so that it has to be asked anyway.
    """
    if any(story.off.get(news.cell) != news.before for news in footprint.news):
        return None
    alike = [each for each in made if each is not footprint and each.exchanged == footprint.exchanged]
    costs = [fits(story, each, now) for each in alike if each.cells == footprint.cells]
    known = [cost for cost in costs if cost is not None]
    return min(known) if len(known) > 1 else None


def _unordered(story: Story, target: int, origin: int, now: Moment) -> int | None:
    """The cost of a target felt before its origin was missed though the piece did not simply slide over."""
    sites, t_ms = now.sites, now.t_ms
    cell, _, came_ms = story.stray
    if cell != target:
        return None
    late_ms = t_ms - came_ms
    if not sites.near[target] >> origin & 1:
        return UNORDERED if late_ms <= BOUNCE_MS else None
    return UNORDERED if late_ms <= SLIDE_MS else HALFWAY if late_ms <= HALFWAY_MS else None


def accepted(story: Story, news: News, footprint: Footprint, now: Moment) -> int | None:
    """What it costs that the piece on a cell is the new one of a move; None if it cannot be."""
    occ, sites = now.raw ^ story.lies, now.sites
    piece = story.off.get(news.cell)
    slots = news.slots
    waiting = slots & occ & ~story.spoilt or any(slots >> slot & 1 for slot in story.held)
    if piece is None:
        # It stands where it stood: exchanged in place, for all the sensors say.
        return None if waiting else TOUCHED if story.touched >> news.cell & 1 else UNTOUCHED
    if piece >= SLOT:
        slot = piece - SLOT
        if slots >> slot & 1:
            return 0
        holder, kind = sites.group_of(slot)
        if kind != sites.codes.letters[news.piece].lstrip("+"):
            return None
        # Out of the other side's tray it was counted as that side's move, out of turn.
        return BORROWED - OUT_OF_TURN if holder == story.line.position.side.other.letter else BORROWED
    if piece == UNKNOWN:
        others = _needed(story)
        for known in (news.before, *(story.line.pieces[cell] for cell in members(footprint.taken))):
            if known in others:
                others.remove(known)
        if own_slots_held(story):
            return ASTRAY
        if waiting or others:
            return BESIDE
        if news.before:
            return 0
        # A cell that was just left is rather filled by the piece that left it, and was lifted again; and a piece that
        # comes before anybody could answer the reading before it is rather set down by the same hand.
        changed = story.line.changed
        again = changed >> news.cell & 1 and changed & story.touched
        return STRAY if again or story.since[3] < ANSWER_MS else 0
    if piece == news.before:
        return None if waiting else ASTRAY if own_slots_held(story) else 0
    if sites.codes.letters[piece] == sites.codes.letters[news.piece]:
        return BORROWED if waiting or news.slots else ADJUSTED
    return None


def _needed(story: Story) -> list[int]:
    """The pieces in hands but for those that were captured: they were rather laid beside the board by now."""
    missing = [story.line.pieces[cell] for cell, piece in story.off.items() if not piece]
    needed: list[int] = []
    for piece in story.hand:
        if piece in missing:
            missing.remove(piece)
        elif 0 < piece < SLOT:
            continue
        needed.append(piece)
    return needed


def own_slots_held(story: Story) -> bool:
    """Whether a piece out of the mover's own tray is in a hand: it is the new one, or set aside for nothing."""
    return any(story.line.sites.group_of(slot)[0] == story.line.position.side.letter for slot in story.held)


def after(story: Story, footprint: Footprint, cost: int, now: Moment, *, unseen: bool = False) -> Story:
    """The story in which this move was made: its pieces are explained, what else is out of place remains.

    `unseen`: nobody knows when it was done, so what the opponent did since it began was in time.
    """
    gone = footprint.changed
    rest = _apart(story, footprint)
    one = story.copy()
    one.line = story.line.extended(footprint.move, gone)
    one.hand, one.beside, price = _hands_after(story, footprint, rest, now)
    cost += price
    if story.left:
        cost -= from_nowhere(story, gone)
    one.diff = rest
    if rest:
        one.off = {cell: story.off[cell] for cell in members(rest)}
        one.first = {cell: at for cell, at in story.first.items() if rest >> cell & 1}
        one.left, price = _still_out(story, one, footprint, now, unseen=unseen)
        cost += price
    else:
        one.off, one.first, one.left = {}, {}, {}
    wrong = [price for cell, price in story.left.items() if price >= SWEPT and one.left.get(cell) != OUT_OF_TURN]
    if wrong and not unseen:
        more = ANSWERED if min(wrong) <= ASTRAY else PLY  # who did not see it once does not see it later
        cost += more
        one.left = {cell: price + more if price >= SWEPT else price for cell, price in one.left.items()}
    one.cost += cost + PLY
    if any(_is_known(story.off.get(each.cell, 0), each) for each in footprint.news):
        one.sure |= 1 << one.line.ply
    one.overdue = rest
    one.owed = one.early = 0
    one.shelf = {}
    one.touched = story.touched & ~gone if rest else 0
    one.rests = 0
    one.rest_at = -1
    if not rest >> max(one.stray[0], 0) & 1:
        one.stray = NOBODY
    one.answer = None
    amend(one)
    return one


def _is_known(piece: int, news: News) -> bool:
    """Whether it is known which piece is the new one: it was in a hand; what the other side took is hardly dropped."""
    return 0 < piece < SLOT and piece != news.before and bool(news.before or (piece ^ news.piece) & 1)


def _hands_after(
    story: Story, footprint: Footprint, rest: int, now: Moment
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...], int]:
    """What is in hands and what lies beside the board once a move was made, and what that costs.

    In hands is what is missing elsewhere (`rest`), and what the opponent took out of a slot: the reply begun.
    """
    line, home = story.line, story.line.pieces
    beside = story.beside
    hand: list[int] = []
    cost = 0
    if story.hand:
        off = [(cell, piece) for cell, piece in story.off.items() if rest >> cell & 1] if rest else []
        waiting = [home[cell] for cell, _ in off if not footprint.changed >> cell & 1]
        for _, piece in off:
            if piece in waiting:
                waiting.remove(piece)
        arrived = [home[origin] for target, origin in footprint.carried if story.off.get(target) == UNKNOWN]
        for piece in story.hand:
            if piece in arrived:
                arrived.remove(piece)  # it stood there before it was missed
            elif piece in waiting:
                waiting.remove(piece)
                hand.append(piece)
            elif piece >= SLOT and now.sites.group_of(piece - SLOT)[0] != line.position.side.letter:
                hand.append(piece)
                cost += CROSSED
            else:
                beside = (*beside, (piece, line.ply + 1))
                cost += UNUSED if piece >= SLOT else UNTAKEN if piece == UNKNOWN else 0
    for each in footprint.news:
        if not each.before and story.off.get(each.cell) == UNKNOWN:
            beside = without(beside, each.piece)
    return tuple(hand), beside[-KEPT:], cost


def _still_out(
    story: Story, one: Story, footprint: Footprint, now: Moment, *, unseen: bool
) -> tuple[dict[int, int], int]:
    """What was counted, by cell, for the pieces a move leaves out of place, and what is added to that now.

    `one`: the story in which the move was made, as far as it is known: its line, its hands, and what is out of place.
    """
    home, rest = story.line.pieces, one.diff
    own = 1 if story.line.position.turn == 0 else 0
    lifted = members(footprint.emptied | footprint.taken)
    begun = min([story.first[cell] for cell in lifted if cell in story.first], default=-1)
    left = {cell: price for cell, price in story.left.items() if rest >> cell & 1}
    elsewhere = [story.off[cell] for cell in left]
    swept = left_wrong(story)
    taken = [home[cell] for cell in members(footprint.taken) if home[cell] not in story.hand]
    cost = 0
    for cell in members(rest):
        piece = story.off[cell]
        if piece == 0 and home[cell] in elsewhere:
            elsewhere.remove(home[cell])  # counted where it stands
        elif piece == 0:
            charge = _off_the_board(story, cell, own, begun)
            if unseen and story.first.get(cell, -1) >= begun:
                charge = 0  # it is the reply begun, or the move after that
            if home[cell] in one.hand:
                left[cell] = charge
            cost += charge
        elif piece in taken and cell in left and was_taken(one, cell):
            cost -= left[cell]  # it was laid there for a while
            left[cell] = OUT_OF_TURN
        elif unseen and piece == UNKNOWN:
            left[cell] = 0
        elif unseen and _is_theirs(story, piece, now) and _since(story, rest, piece, begun):
            cost -= left.pop(cell, OUT_OF_TURN)
        elif cell not in left or (is_reply(left[cell]) and 0 < piece < SLOT and piece & 1 == own):
            if piece == UNKNOWN:
                left[cell] = price = OUT_OF_TURN
            elif piece < SLOT and piece & 1 == own:
                left[cell], price = ASTRAY, ASTRAY - left.get(cell, 0)
            elif story.amends or (swept and not _since(story, rest, piece, begun)):
                left[cell] = price = 0  # no reply: it answered what stood wrong, or was swept aside with others
            else:
                price = story.overtaking
                left[cell] = OUT_OF_TURN + price
            cost += price
        elif piece == UNKNOWN and is_reply(left[cell]):
            cost -= left[cell] - OUT_OF_TURN  # it was set there before its turn, as others are
            left[cell] = OUT_OF_TURN
        elif piece == UNKNOWN and left[cell] < UNTAKEN - STRAY:  # it was no reply to the move before
            cost += UNTAKEN - STRAY - left[cell]
            left[cell] = UNTAKEN - STRAY
    return left, cost


def _is_theirs(story: Story, piece: int, now: Moment) -> bool:
    """Whether a piece that stands elsewhere is the opponent's, or out of the opponent's tray."""
    if piece >= SLOT:
        return now.sites.group_of(piece - SLOT)[0] == story.line.position.side.other.letter
    return piece & 1 == story.line.position.turn


def from_nowhere(story: Story, cells: int) -> int:
    """What was counted for pieces from nowhere that were left on these cells: now it is known where they came from.

    One to which a reply was made came before its turn.
    """
    return sum(
        price if price <= UNTAKEN else -EAGER
        for cell, price in story.left.items()
        if cells >> cell & 1 and story.off[cell] == UNKNOWN
    )


def _since(story: Story, rest: int, piece: int, begun: int) -> bool:
    """Whether a piece may have been lifted after a move was begun, as far as it is known where of `rest` it was."""
    lifted = [story.first.get(cell, begun) for cell in members(rest) if story.line.pieces[cell] == piece]
    return not lifted or max(lifted) >= begun


def _off_the_board(story: Story, cell: int, own: int, begun: int) -> int:
    """The cost of a cell that is empty though the move just made has nothing to do with it."""
    home = story.line.pieces[cell]
    if home & 1 == own:
        return OWN_OFF
    first = story.first.get(cell, -1)
    if first >= begun and first >= story.rest_at:
        return CROSSED
    if not story.line.changed >> cell & 1:
        return EAGER
    # Nobody begins with the piece that moved last before the reply to that is begun: it rather went on, unheard, or
    # was swept off its cell, but hardly to where it came from.
    swept = any(piece == home and not story.line.changed >> each & 1 for each, piece in story.off.items())
    return CROSSED if swept else LOST


def silent_children(story: Story, now: Moment) -> Iterator[Story]:
    """The stories in which a move was made that need touch nothing at all; who turns pieces often touches one."""
    for each in moves_of(story.line).silent:
        turned = story.line.position.effect(each.move).turns
        one = story.afresh(story.line.extended(each.move, 0))
        one.cost += PLY + (TOUCHED if any(story.touched >> turn.cell & 1 for turn in turned) else UNTOUCHED)
        one.beside = story.beside
        yield one


def naming(story: Story, ply: int, text: str, now: Moment, *, twins: bool = True) -> list[Story]:
    """The story, or with `twins` the one of a twin of its line, in which this move is the ply; none if in neither."""
    line = story.line.back(ply)
    if str(line.move) == text:
        return [story]
    # Most lines have no such twin at that ply, and so none later: theirs need not be made as far as the last.
    if not twins or not _named(line, ply, text, now):
        return []
    return [story.on(twin.line) for twin in _named(story.line, ply, text, now)]


def _named(line: Line, ply: int, text: str, now: Moment) -> list[Twin]:
    """The twins of a line that differ from it at a ply, in which this move is."""
    twins = twins_of(line, now.answered & ~(1 << ply))
    return [each for each in twins if each.ply == ply and str(each.move) == text]


def worth(story: Story) -> int:
    """What it costs to believe that nothing more happened, for a story whose pieces stand as its line has it."""
    return story.cost + PAUSE * len(story.held) + UNTAKEN * story.hand.count(UNKNOWN)
