"""Moves are taken back when the pieces stand as an earlier position of the line has them."""

from collections import Counter

from reedboard.tracker.costs import ADJUSTED, OUT_OF_TURN, RETURNED
from reedboard.tracker.footprint import last_made
from reedboard.tracker.gesture import belongs
from reedboard.tracker.line import Line
from reedboard.tracker.sites import Sites, members
from reedboard.tracker.stands_wrong import wrong_before
from reedboard.tracker.story import SLOT, UNKNOWN, Moment, Story


def taken_back(story: Story, now: Moment) -> list[Story]:
    """The story that goes back to the latest earlier position which the pieces show again, all or but for some.

    Those stood wrong before, and still do.
    """
    back = _back_beside(story, 0, now)
    if back or story.upset:
        return back
    wrong = wrong_before(story)
    return _back_beside(story, wrong, now) if wrong and story.diff & ~wrong else []


def _back_beside(story: Story, wrong: int, now: Moment) -> list[Story]:
    """The same, if on these cells (bits) all is left as it is."""
    cells = (now.raw ^ story.lies) & now.sites.cells & ~wrong | story.line.occupancy & wrong
    for line, changed in story.line.earlier.get(cells, ()):
        if changed and not story.diff & ~(changed | wrong) and not changed & wrong:
            if not _stand(story, line, changed, now.sites):
                continue
            back = [_gone_back(story, line, wrong, now)]
            while line.before is not None and not line.changed:
                line = line.before  # it was taken back as well, for all that could be felt
                back.append(_gone_back(story, line, wrong, now))
                back[-1].cost += ADJUSTED
            return back
    return []


def _gone_back(story: Story, line: Line, wrong: int, now: Moment) -> Story:
    one = story.afresh(line)
    if story.back == story.line.ply:
        one.cost += RETURNED  # who takes one back often takes more
        if any(0 < piece < SLOT and piece & 1 == story.line.position.turn for piece in story.off.values()):
            one.cost -= OUT_OF_TURN  # so it was its turn
    else:
        one.cost += story.taking_back
    one.undone += 1
    # What seemed to stand wrong was part of it.
    one.cost -= story.amends + sum(price for cell, price in story.left.items() if not wrong >> cell & 1)
    one.diff = wrong
    one.off = {cell: story.off[cell] for cell in members(wrong)}
    one.left = {cell: price for cell, price in story.left.items() if wrong >> cell & 1}
    one.beside = tuple((piece, ply) for piece, ply in story.beside if ply <= line.ply)
    one.back = line.ply
    if story.hand and (story.undoing or not story.upset):
        one.hand = _off_again(story, line, now)
    if story.guess > line.ply:
        one.guess = 0
    return one


def _off_again(story: Story, line: Line, now: Moment) -> tuple[int, ...]:
    """What is in hands when moves were taken back: a piece that was dropped is one out of its slot again."""
    sites, hand = now.sites, list(story.hand)
    for stands in [line.pieces[cell] for cell, piece in story.off.items() if piece == UNKNOWN]:
        out = (each for each in hand if each >= SLOT and belongs(stands, each - SLOT, sites))
        came = stands if stands in hand else next(out, None)
        if came is not None:
            hand.remove(came)
    for later, _ in story.line.plies_after(line.ply):
        for news in last_made(later).news:
            if news.slots and not news.before and news.piece in hand:
                hand[hand.index(news.piece)] = SLOT + news.slots.bit_length() - 1
    return tuple(piece for piece in hand if piece >= SLOT)  # all others of that position stand


def _stand(story: Story, line: Line, changed: int, sites: Sites) -> bool:
    """Whether the pieces that are out of place may be those of an earlier position."""
    put: list[str] = []
    wanting: list[str] = []
    for cell in members(changed):
        piece, wanted = story.at(cell), line.pieces[cell]
        if piece == wanted:
            continue
        if not piece or not wanted:
            return False
        kind = sites.codes.letters[wanted].lstrip("+")
        if piece != UNKNOWN:
            known = sites.group_of(piece - SLOT)[1] if piece >= SLOT else sites.codes.letters[piece].lstrip("+")
            if known == kind and (piece >= SLOT or sites.game.has_reserves):
                continue  # what was captured, for the other side or not promoted
            if not (story.diff | story.touched) >> cell & 1:
                return False
            if not story.upset or cell in story.off:  # else it may be any: it was only set down where one belongs
                put.append(known)
        wanting.append(kind)
    # Of several that were in hands at once nobody knows which was put where.
    return (story.upset or len(put) != 1) and Counter(put) <= Counter(wanting)
