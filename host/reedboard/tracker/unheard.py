"""Moves of which sensors said too little or too late: captures nobody felt or felt plies late, pieces unheard."""

from collections.abc import Iterable, Iterator
from itertools import islice

from reedboard.tracker.beam import FEW, MOST, NEAR
from reedboard.tracker.belief import Belief, Quiet
from reedboard.tracker.complete import after, completed, fits, from_nowhere, further
from reedboard.tracker.costs import ADJUSTED, AGAIN, CROSSED, OUT_OF_TURN, TWICE, UNFELT, UNTAKEN
from reedboard.tracker.footprint import Footprint, last_made, moves_of
from reedboard.tracker.line import Line
from reedboard.tracker.sites import members
from reedboard.tracker.stands_wrong import wrong_before
from reedboard.tracker.story import KEPT, PATIENCE, SLOT, UNKNOWN, Moment, Story
from reedboard.tracker.taken_back import taken_back
from reedboard.tracker.twins import feeling_alike
from reedboard.tracker.under_way import under_way


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
    if not resting and best.left and not best.hand and not best.diff & ~wrong_before(best):
        return True
    return bool(agreed) and (not best.diff or not all(each.guessed for each in agreed))


def taken_unheard(belief: Belief, site: int) -> Belief:
    """Weighs besides that a piece the opponent seems to have put back was taken there, the taker unheard."""
    found = [one for each in belief.stories[:NEAR] for one in taken_there(each, site, belief.now(belief.t_ms))]
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
    for each in moves_of(line).between(own, theirs):
        missing = each.cells & untouched
        if not missing or missing & (missing - 1) or missing & ~each.taken or each.emptied & occ & ~missing:
            continue
        if each.entered & ~occ or len(each.travels) != 1:
            continue
        target, origin = each.travels[0]
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
    occ, sick, diff = now.raw ^ story.lies, story.sick | doubt, story.diff
    if story.upset or (not diff and (bool(doubt) == puts or not story.lies | story.sick)):
        return
    pages = moves_of(story.line)
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
        one = _gone_unheard(story, each, unheard, now.raw)
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


def taken_late(story: Story, site: int) -> Iterator[Story]:
    """The stories in which what is lifted here was taken from afar some plies ago, and is taken off only now."""
    line, bit, since = story.line, 1 << site, list[Footprint]()
    if story.diff or story.hand or story.owed or not line.pieces[site]:
        return
    for later, before in line.plies_after(line.ply - PATIENCE):
        made = last_made(later)
        if made.changed & bit:
            return
        if since and not before.own & bit:
            for each in moves_of(before).touching(bit, made.changed, made.changed, drops=False):
                if each.taken & bit and each.changed == made.changed | bit and each.travels == made.travels:
                    played = _with(before.extended(each.move, each.changed), reversed(since))
                    if played is not None:
                        one = story.afresh(played)
                        one.beside = (*story.beside, (line.pieces[site], line.ply))[-KEPT:]
                        one.cost += OUT_OF_TURN + story.overtaking
                        one.eager += 1
                        yield one
        since.append(made)


def _with(line: Line, moves: Iterable[Footprint]) -> Line | None:
    """The line with these moves made as well; None if one is not legal, or changes other cells."""
    for made in moves:
        same = next((each for each in feeling_alike(moves_of(line), made) if each.move == made.move), None)
        if same is None:
            return None
        line = line.extended(same.move, same.changed)
    return line


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
