"""Gestures: what hands may have done that a reading speaks of."""

from typing import Final

from reedboard.tracker.costs import (
    ADJUSTED,
    ASTRAY,
    BESIDE,
    BORROWED,
    CROSSED,
    HALFWAY,
    HANDFUL,
    KNOCKED_OVER,
    OUT_OF_TURN,
    PAUSE,
    REST,
    RETURNED,
    SECOND,
    STRAY,
    UNTAKEN,
    UNUSED,
    WRONG_SLOT,
)
from reedboard.tracker.footprint import last_made, moves_of
from reedboard.tracker.line import Line
from reedboard.tracker.sites import Sites
from reedboard.tracker.stands_wrong import amend, is_reply, leave
from reedboard.tracker.story import KEPT, NOBODY, PATIENCE, SLOT, UNKNOWN, Moment, Story

UPSET: Final = 6
"""So many cells out of place at once may be no move: with five pieces in hands, as in castling, a bump and a reply."""
LATELY: Final = 13
"""All but one are empty, and were left within so many readings: what is lost track of in play is no board upset."""
SLIDE_MS: Final = 400
"""How long a sliding piece may hold two neighbouring sensors: half a second is a rest, not a slide."""
HALFWAY_MS: Final = 1000
"""How long it may at most rest between them."""
BOUNCE_MS: Final = 50
"""How far two sensors apart may swap the order of what they report: a few scans of a bouncing reed."""
ANSWER_MS: Final = 250
"""Nobody answers a move sooner: it takes 200 ms to see it, and the hand has to come down."""
SOON: Final = 2
"""So many plies after it left the board a piece is set on its slot without that being odd."""


def lifted(story: Story, site: int, now: Moment) -> list[Story]:
    """The stories in which the piece on an occupied site was lifted."""
    sites, t_ms, number = now.sites, now.t_ms, now.number
    found: list[Story] = []
    stray, came, came_ms = story.stray
    if site >= sites.size:
        one = story.copy()
        one.hand = (*one.hand, story.shelf.get(site, SLOT + site))
        one.shelf = {slot: piece for slot, piece in story.shelf.items() if slot != site}
        one.spoilt &= ~(1 << site)
        one.owed &= ~(1 << site)
        found.append(one)
        if came == number - 1 and t_ms - came_ms <= BOUNCE_MS and story.off.get(stray) == UNKNOWN:
            found.append(story.copy())
            found[-1].place(stray, SLOT + site)
            found[-1].stray = NOBODY
        return found
    if story.undoing and not story.line.lately >> site & 1:
        return found  # hands do something else
    late_ms = t_ms - came_ms
    at_once = came == number - 1 and late_ms <= HALFWAY_MS and story.off.get(stray) == UNKNOWN
    if at_once and sites.near[stray] >> site & 1:
        found.append(_slid(story, site, stray, now))
        if late_ms > SLIDE_MS:
            found[-1].cost += HALFWAY
    one = story.copy()
    one.cost += _unexplained(story, number)
    piece = one.at(site)
    if site not in one.first:
        one.first = {**one.first, site: number}
    if story.line.pieces[site] != piece:
        _left_rest(one, site, piece, now)
    one.place(site, 0)
    if piece == UNKNOWN:
        one.stray = NOBODY
        if _taken_last(story):
            found.append(one.copy())  # it was that, laid there for a moment
        if at_once and site == stray and sites.near[site] & now.raw & sites.cells:
            found.append(one.copy())  # a neighbouring piece, which leant over the edge for a moment
            found[-1].cost += STRAY - story.left.get(site, 0)
    one.touched |= 1 << site
    found += _only_tried(story, site)
    if one.hand and story.cost <= ADJUSTED and not one.upset and not one.diff & ~one.line.lately:
        found.append(_undoing(one, piece))
    if len(one.hand) >= 2 and not one.upset:
        one.cost += HANDFUL * (len(one.hand) - 1)
    one.hand = (*one.hand, piece)
    if one.diff.bit_count() >= UPSET and not one.upset:
        lately = [cell for cell, first in one.first.items() if first > number - LATELY and one.off.get(cell) == 0]
        one.upset = len(lately) >= UPSET - 1
        if one.upset:
            one.cost += KNOCKED_OVER
            leave(one, sum(1 << cell for cell, piece in one.off.items() if piece > 0))  # it was no move under way
    found.append(one)
    return found


def _only_tried(story: Story, site: int) -> list[Story]:
    """The story in which a drop was only tried on this cell, and goes elsewhere; none with trays, which tell that."""
    before = story.line.before
    if before is None or story.line.changed != 1 << site or before.pieces[site]:
        return []
    if story.diff or story.hand or before.sites.groups:
        return []
    one = story.afresh(before)
    one.hand = (UNKNOWN,)
    one.beside = story.beside
    one.cost += PAUSE
    return [one]


def _undoing(story: Story, piece: int) -> Story:
    """Moves are taken back in one act: nobody can tell which piece is set down where until all of them stand."""
    one = story.copy()
    one.hand = (*one.hand, piece)
    one.cost += story.taking_back
    one.amends += story.taking_back  # given back when they are taken back, for then it is charged anyway
    one.upset = one.undoing = True
    return one


def _left_rest(one: Story, site: int, piece: int, now: Moment) -> None:
    """Counts that a piece is taken on from where it was set down, or slid past, and the line has another or none."""
    known, own = 0 < piece < SLOT, piece & 1 != one.line.position.turn
    if site in one.left and known:
        one.amends += one.left[site] + (0 if own or is_reply(one.left[site]) else OUT_OF_TURN)
    elif known and own:
        one.rest_at = now.number
    if one.upset:
        return
    if one.rests < 2:
        one.rests += 1
        one.cost += REST
    elif one.line.pieces[site]:
        one.cost += ADJUSTED  # as if the piece that stands there were put back and lifted again


def _slid(story: Story, site: int, stray: int, now: Moment) -> Story:
    """The piece on `site` is the one that was felt on the neighbouring cell just before."""
    number = now.number
    one = story.copy()
    piece = one.at(site)
    if site not in one.first:
        one.first = {**one.first, site: number - 1}
    if story.line.pieces[site] != piece:
        _left_rest(one, site, piece, now)
    elif piece > 0 and not story.line.changed >> site & 1:  # else it only goes on
        one.cost += _set_elsewhere(story, piece)
    one.place(site, 0)
    one.place(stray, piece)
    amend(one)
    one.stray = NOBODY
    one.touched |= 1 << site
    return one


def put(story: Story, site: int, now: Moment) -> list[Story]:
    """The stories in which a piece was put on a free site: each that may be in a hand, or one from elsewhere."""
    occ, sites, t_ms, number = now.raw ^ story.lies, now.sites, now.t_ms, now.number
    if site >= sites.size:
        return _shelved(story, site)
    home = story.line.pieces[site]
    if story.undoing and not story.line.lately >> site & 1:
        return []
    if story.upset:
        return [_set_up(story, site, 0 if story.undoing else home)]
    late = _unexplained(story, number)
    if late:
        story = story.copy()
        story.cost += late
    found: list[Story] = []
    for piece in dict.fromkeys(reversed(story.hand)):
        if piece == home:
            one = _put(story, site, piece)
            one.cost += _put_back(story, piece)
            found.append(one)
            if UNKNOWN in story.hand[story.hand.index(piece) :]:  # lifted after this one, and the same piece
                found.append(one.copy())
                found[-1].hand = tuple(each for each in one.hand if each != UNKNOWN)
        else:
            found.append(_put(story, site, piece))
            if home & 1 == story.line.position.turn and piece >= SLOT and _returns(piece - SLOT, home, sites):
                found.append(_put(story, site, piece, taken=True))
    returned = _taken_lately(story.line, site)
    if returned and returned not in story.hand and returned in dict(story.beside):
        one = story.copy()
        one.beside = without(one.beside, returned)
        one.place(site, returned)
        one.cost += RETURNED + (ADJUSTED if story.hand else 0)
        found.append(one)
    # What the last move took may be laid on a cell for a while; where pieces are dropped, only at once.
    dropped = sites.game.has_reserves and t_ms - story.since[2] >= ANSWER_MS
    laid = 0 if story.hand or dropped else _taken_last(story)
    if laid and not home and not story.line.lately >> site & 1:
        one = story.copy()
        one.beside = without(one.beside, laid)
        one.place(site, laid)
        one.left = one.left | {site: OUT_OF_TURN}
        one.cost += OUT_OF_TURN
        found.append(one)
    elsewhere = story.sick or sites.groups or sites.game.has_reserves  # it may come from a cell that says nothing
    if not story.hand or elsewhere or sites.near[site] & occ:
        one = story.copy()
        one.place(site, UNKNOWN)
        one.stray = (site, number, t_ms)
        found.append(one)
    return found


def _put(story: Story, site: int, piece: int, *, taken: bool = False) -> Story:
    """The story in which this piece was put; `taken`: in place of what stood there, and is not that put back."""
    one, sites = story.copy(), story.line.sites
    one.let_go(piece)
    home = one.line.pieces[site]
    if piece == home:
        one.cost -= max(0, one.left.get(site, 0) - CROSSED)  # it was only adjusted, whenever it was lifted
        one.only_touched(site)
        one.first = {cell: at for cell, at in one.first.items() if cell != site}
    elif one.left:
        stand = one.line.pieces  # it was not
        one.left = {cell: cost for cell, cost in one.left.items() if one.off.get(cell) != 0 or stand[cell] != piece}
    if piece >= SLOT and home and not taken and not one.at(site) and _returns(piece - SLOT, home, sites):
        # The piece that stood there counted as this one, and is exchanged for it late; or had been taken.
        if home in one.hand:
            one.let_go(home)
            one.beside = (*one.beside, (home, one.line.ply))[-KEPT:]
            if not _left_standing(one.line, home):
                one.cost += UNUSED  # it is exchanged for one of its kind
        one.cost += ADJUSTED
        piece = home
    one.place(site, piece)
    amend(one)
    if piece >= SLOT:
        if belongs(_taken_lately(one.line, site), piece - SLOT, sites):
            one.cost += RETURNED
        elif sites.group_of(piece - SLOT)[0] == one.line.position.side.other.letter:
            one.cost += OUT_OF_TURN
    elif one.line.pieces[site] != piece and piece != UNKNOWN:
        one.cost += _set_elsewhere(story, piece)
    return one


def _set_elsewhere(story: Story, piece: int) -> int:
    """What it costs that a piece of the board is set on a cell that is not its own."""
    if piece & 1 == story.line.position.turn:
        return OUT_OF_TURN
    return SECOND if any(0 < other < SLOT for other in story.off.values()) else 0


def _unexplained(story: Story, number: int) -> int:
    """What it costs that a piece from nowhere neither slid there from a neighbouring cell nor was dropped."""
    cell, came, _ = story.stray
    if came != number - 1 or story.off.get(cell) != UNKNOWN:
        return 0
    return BESIDE if story.hand else STRAY


def _taken_last(story: Story) -> int:
    """The piece that the last move took, if it lies beside the board; 0: none."""
    piece, ply = story.beside[-1] if story.beside else (0, 0)
    taken = ply == story.line.ply and 0 < piece < SLOT and piece & 1 != story.line.position.turn
    return piece if taken else 0


def _taken_lately(line: Line, site: int) -> int:
    """What stood on a cell before it was last changed, a few plies ago at most; 0: nothing."""
    for each, before in line.plies_after(line.ply - PATIENCE):
        if each.changed >> site & 1:
            return before.pieces[site]
    return 0


def _set_up(story: Story, site: int, home: int) -> Story:
    """A piece put back where it belongs, or, for all anybody knows, another where none does."""
    one = story.copy()
    piece = home if home and home in one.hand else UNKNOWN
    if piece in one.hand:
        one.let_go(piece)
    one.place(site, home if home else piece)
    if not one.diff:
        one.upset = False
        one.eager = 0  # what was lifted to be set up was no reply begun
        one.hand = ()
        one.first = {}
        one.touched = 0
    return one


def _shelved(story: Story, slot: int) -> list[Story]:
    """The stories in which a piece was set on a slot: its own, or, where nothing is likelier, another."""
    ways = [(piece, True, 0) for piece in dict.fromkeys(story.hand)]
    gone = dict(story.beside)
    ways += [(piece, False, WRONG_SLOT if story.line.ply - ply > SOON else 0) for piece, ply in gone.items()]
    options = [(_shelving(story.line, each[0], slot), *each) for each in ways]
    least = min([UNTAKEN, *(cost + late for cost, _, _, late in options)])
    found: list[Story] = []
    for cost, piece, in_hand, late in options:
        if cost + late > (least if cost >= WRONG_SLOT else UNTAKEN):
            continue
        one = story.copy()
        if in_hand:
            one.let_go(piece)
            if 0 < piece < SLOT and piece & 1 != story.line.position.turn and not _may_leave(story, piece):
                one.cost += OUT_OF_TURN
        else:
            one.beside = without(one.beside, piece)
        one.cost += cost + late
        one.spoilt |= (cost >= WRONG_SLOT) << slot
        if 0 < piece < SLOT:
            one.shelf = {**one.shelf, slot: piece}
        found.append(one)
    if least:
        one = story.copy()
        one.cost += UNTAKEN
        one.owed |= 1 << slot
        found.append(one)
    return found


def _may_leave(story: Story, piece: int) -> bool:
    """Whether a legal move takes this piece of the mover's own off a cell from which it is missing, or exchanges it."""
    home = story.line.pieces
    cells = sum(1 << cell for cell, stands in story.off.items() if not stands and home[cell] == piece)
    found = moves_of(story.line).touching(cells, ~0, ~0, drops=False)
    return any(each.taken & cells or any(news.before == piece for news in each.news) for each in found)


def _shelving(line: Line, piece: int, slot: int) -> int:
    """What it costs that a piece is set on a slot: its own, or another."""
    if piece == UNKNOWN:
        return UNTAKEN
    if piece >= SLOT:
        return ADJUSTED if line.sites.group_of(piece - SLOT) == line.sites.group_of(slot) else WRONG_SLOT
    kinds = piece, _left_standing(line, piece)
    return 0 if any(belongs(each, slot, line.sites) for each in kinds) else WRONG_SLOT


def without(beside: tuple[tuple[int, int], ...], piece: int) -> tuple[tuple[int, int], ...]:
    """Those beside the board but for the one of this kind that left it last."""
    for place in range(len(beside) - 1, -1, -1):
        if beside[place][0] == piece:
            return (*beside[:place], *beside[place + 1 :])
    return beside


def _left_standing(line: Line, piece: int) -> int:
    """The piece that was perhaps left standing where it should have been exchanged for one like this; 0: none."""
    for each, _ in line.plies_after(line.ply - PATIENCE):
        for news in last_made(each).news:
            if news.piece == piece:
                return news.before
    return 0


def _put_back(story: Story, piece: int) -> int:
    """What it costs that a piece is put back where it stands though another out of a slot is in a hand.

    One that may have to be exchanged is rather exchanged now, by one out of its side's tray or borrowed from the other.
    """
    held = story.held
    if not held or not _left_standing(story.line, piece):
        return ADJUSTED
    side = "w" if piece & 1 else "b"
    return ASTRAY if any(story.line.sites.group_of(slot)[0] == side for slot in held) else ASTRAY - BORROWED


def _returns(slot: int, piece: int, sites: Sites) -> bool:
    """Whether what came out of a slot may be the piece that belongs to a cell: of its side and kind, or once taken."""
    own = "w" if piece & 1 else "b", sites.codes.letters[piece].lstrip("+")
    return sites.group_of(slot) == own or belongs(piece, slot, sites)


def belongs(piece: int, slot: int, sites: Sites) -> bool:
    """Whether a piece is of a slot's kind and lies there once taken: with its side, as a reserve with the other."""
    if not piece:
        return False
    holder, kind = sites.group_of(slot)
    if sites.codes.letters[piece].lstrip("+") != kind.lstrip("+"):
        return False
    return (holder == ("w" if piece & 1 else "b")) != sites.game.has_reserves
