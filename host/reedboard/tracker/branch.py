"""From one hypothesis to the next: the moves that fit what was just seen, each a hypothesis of its own."""

import math
from collections.abc import Iterable

from reedboard.story.sites import Sites, members
from reedboard.tracker.belief import TrackerState
from reedboard.tracker.changed import replace
from reedboard.tracker.costs import (
    ADJUSTED,
    BEFOREHAND,
    CROWDED,
    EAGER,
    HELD,
    IMPLIED,
    LATE,
    OVERLAPPED,
    OVERTAKEN,
    PLY,
    REPLYING,
    SLID,
    STRAYED,
    TAKEBACK,
    UNTAKEN,
    UNTOUCHED,
    VISITED,
)
from reedboard.tracker.exchange import Fitted, left_open, told_by_slots
from reedboard.tracker.footprint import Book, Footprint, book
from reedboard.tracker.hypothesis import NEVER, Hypothesis, OpenExchange
from reedboard.tracker.move_fit import fit, slid
from reedboard.tracker.slots import filled_at, filled_slots, kept_out, unexplained_slots

DISTURBED = 6
"""So many pieces off the board at once are no move: castling in both hands, a bump and an eager opponent make five."""


def children(seen: Hypothesis, site: int | None, raw: int, sites: Sites, masked: int) -> list[Hypothesis]:
    """The hypotheses one move further that the reading at `site` completes; None: whatever completed them."""
    if seen.most_off >= DISTURBED:
        return []
    footprints = book(seen.line.position, sites)
    trusted = sites.cells & ~masked
    rest = seen.apart(raw, trusted)
    certain = trusted & ~seen.doubted
    # A piece that is only missed was not put where a sensor is not believed, unless the reply says so (`unfelt.py`).
    blind = (seen.doubted | masked) & sites.cells & ~seen.touched
    candidates = [each for each in footprints.done(certain & raw, certain & ~raw) if not each.entered & blind]
    if site is not None:
        # The last reading of a slide is a cell left behind, which is none of the move's own. A piece out of a slot that
        # the move takes none from is for another.
        bit = 1 << site
        moved = [each for each in candidates if (each.emptied | each.filled) & certain == rest]
        whole = [each for each in moved if rest or (each.emptied & ~certain and each.replaced & seen.lifted)]
        near = [each for each in candidates if bit & (each.needed if raw & bit else each.cells | each.taken_from)]
        candidates = near + [each for each in whole if bit & sites.cells & ~each.cells]
    costs = [(each, fit(each, seen, raw, sites, masked)) for each in candidates]
    fitted = told_by_slots([Fitted(each, cost) for each, cost in costs if cost is not None], seen, raw, sites)
    found: list[Hypothesis] = []
    for footprint, cost, exchange in left_open(fitted, candidates, seen, raw, sites, masked):
        child = after(seen, footprint, cost, footprints, raw, sites, masked)
        if child is not None:
            found.append(child if exchange is None else replace(child, exchange=exchange))
    if seen.answer is not None:
        named = [each for each in found if str(each.line.move) == seen.answer]
        found = named or found
    further = [each for each in found if each.marks and each.apart(raw, trusted)]
    for each in further:
        found += children(each, None, raw, sites, masked)
    return found


def after(
    seen: Hypothesis,
    footprint: Footprint,
    cost: int,
    footprints: Book,
    raw: int,
    sites: Sites,
    masked: int,
    spared: int = 0,
) -> Hypothesis | None:
    """The hypothesis that this move was made; None if what remains to explain could not be the opponent's doing,
    or if it was done before the move it replies to: hands may overlap, but they end in turn. Only a piece taken from
    afar may be off the board by then.

    Cells in `spared` were touched for the reply alone. Where a piece arrived unfelt, nobody knows when.
    """
    rest = seen.apart(raw, sites.cells & ~masked) & ~footprint.emptied & ~footprint.filled
    if rest and not (_opponents(rest, footprints, raw, sites) and _recent(rest, seen)):
        return None
    end = max((_last(seen, site) for site in members(footprint.cells & seen.touched & ~spared)), default=seen.since)
    if end < seen.since and not footprint.entered & (masked | seen.doubted):
        if footprint.filled or footprint.replaced:
            return None
        cost += OVERTAKEN
    untaken = 0 if rest else unexplained_slots(seen, raw, sites) & ~footprint.gives
    cost += _overlapping(rest, footprint, seen, sites) if rest else _besides(footprint, untaken, seen, raw, sites)
    if seen.stood:
        reopened = seen.reopened or bool(seen.doubted & seen.stood)
        cost += _meanwhile(footprint, seen, footprints) if reopened else LATE
    keep = kept_out(footprint, seen, raw, sites)
    if rest:
        keep |= sites.cells & ~footprint.cells | spared | filled_slots(seen, raw, sites) & ~footprint.gives
    silent = footprint.unseen and not any(slots & seen.lifted & ~raw for _, slots in footprint.takes)
    child = Hypothesis(
        seen.line.extended(footprint.move),
        cost=seen.cost + PLY + cost + (IMPLIED if silent else 0),
        doubted=seen.doubted,
        marks={site: mark for site, mark in seen.marks.items() if keep >> site & 1},
        lifted=seen.lifted & keep,
        touched=seen.touched & keep,
        touch_only=silent,
        since=max(end, seen.since),
        crowded=seen.crowded and bool(rest),
        guess=seen.guess,
        doubtful=seen.doubtful,
        exchange=_still_open(seen.exchange, footprint),
        aside=seen.aside | (0 if rest else seen.touched & ~footprint.cells & sites.cells),
    )
    if seen.crowded and not rest:
        return child.guessed(child.line.ply, child.line.ply)
    return child.guessed(filled_at(untaken, seen, sites), child.line.ply) if untaken else child


def _still_open(exchange: OpenExchange | None, footprint: Footprint) -> OpenExchange | None:
    """The exchange, unless a move takes away the piece that it is about."""
    return None if exchange is not None and footprint.cells >> exchange.cell & 1 else exchange


def _overlapping(rest: int, footprint: Footprint, seen: Hypothesis, sites: Sites) -> int:
    """The cost of a reply begun before the move was done, or even before the move was begun."""
    cost = OVERLAPPED * (rest & seen.touched).bit_count()
    begun = _first_lift(footprint.cells, seen)
    if footprint.emptied and not footprint.emptied & ~seen.lifted and _first_lift(rest, seen) < begun:
        cost += EAGER
    visited = seen.touched & ~seen.line.occupancy & ~footprint.cells & sites.cells
    return cost + OVERTAKEN if _left_a_rest(rest, visited, seen) else cost


def _besides(footprint: Footprint, untaken: int, seen: Hypothesis, raw: int, sites: Sites) -> int:
    """The cost of what was handled besides the move, which left the board as the move has it; `untaken`: the slots
    filled for no reason it gives.
    """
    put_back = seen.lifted & raw & ~sites.cells & ~footprint.needed
    cost = CROWDED * seen.crowded + UNTAKEN * untaken.bit_count() + ADJUSTED * put_back.bit_count()
    return cost + aside(seen.touched & ~footprint.cells, seen.line.occupancy, sites) + _strays(footprint, seen, sites)


def _meanwhile(footprint: Footprint, seen: Hypothesis, footprints: Book) -> int:
    """The cost of what was handled while the mover rested, before it went on after quiet time."""
    if footprint.cells & seen.meanwhile:
        return BEFOREHAND
    return REPLYING if seen.meanwhile & footprints.other else 0


def _recent(rest: int, seen: Hypothesis) -> bool:
    """Whether all that is unexplained was touched after the move before had ended: hands overlap by one move."""
    return all(_last(seen, site) > seen.since for site in members(rest & seen.touched))


def _first_lift(sites: int, seen: Hypothesis) -> int | float:
    """The number of the first lift at any of these sites; infinite if there was none."""
    return min((seen.marks[site].first_off for site in members(sites & seen.lifted)), default=math.inf)


def _left_a_rest(rest: int, visited: int, seen: Hypothesis) -> bool:
    """Whether the mover left a cell it rested on only after the reply had begun."""
    begun = _first_lift(rest, seen)
    marks = (seen.marks[site] for site in members(visited))
    return any(mark.last_on != NEVER and mark.last_off > begun for mark in marks)


def _last(seen: Hypothesis, site: int) -> int:
    mark = seen.marks[site]
    return max(mark.last_off, mark.last_on)


def aside(touched: int, occupancy: int, sites: Sites) -> int:
    """What it costs that cells the move does not need were touched and left as they were."""
    touched &= sites.cells
    visited = (touched & ~occupancy).bit_count()
    return ADJUSTED * (touched & occupancy).bit_count() + min(VISITED * visited, SLID)


def _strays(footprint: Footprint, seen: Hypothesis, sites: Sites) -> int:
    """What it costs that free cells were filled and left before any piece of the move was lifted.

    A piece that slides off its cell may be felt on the next one first.
    """
    begun = min((seen.marks[site].first_off for site in members(footprint.cells & seen.lifted)), default=NEVER)
    visited = seen.touched & ~footprint.cells & ~seen.line.occupancy & sites.cells
    strayed = [site for site in members(visited) if NEVER < seen.marks[site].last_on < begun]
    origins = [origin for _, origin in footprint.carried if origin in seen.marks]
    return STRAYED * sum(not any(slid(site, origin, seen, sites) for origin in origins) for site in strayed)


def silent_children(seen: Hypothesis, sites: Sites, masked: int = 0) -> list[Hypothesis]:
    """The hypotheses that a move was made which no sensor that is believed need have felt."""
    return [
        Hypothesis(
            seen.line.extended(footprint.move),
            cost=seen.cost + PLY + UNTOUCHED,
            doubted=seen.doubted,
            touch_only=True,
            aside=seen.aside,
            guess=seen.guess,
            doubtful=seen.doubtful,
            exchange=_still_open(seen.exchange, footprint),
        )
        for footprint in book(seen.line.position, sites).silent(seen.doubted | masked)
    ]


def merged(hypotheses: Iterable[Hypothesis], raw: int, sites: Sites, masked: int) -> tuple[Hypothesis, ...]:
    """The cheapest of each that nothing to come can tell apart; of equally cheap ones, one for each line of play."""
    found: dict[object, dict[int, Hypothesis]] = {}
    for each in hypotheses:
        key: tuple[object, ...] = (each.line.position, each.doubted)
        if each.apart(raw, sites.cells & ~masked):
            key = (*key, each.line.path, each.lifted, each.touched)
        rivals = found.setdefault(key, {})
        weigh = (lambda one: one.cost) if len(key) > 2 else (lambda one: worth(one, raw, sites))
        cost = weigh(each)
        least = min(map(weigh, rivals.values()), default=cost)
        if cost < least:
            rivals.clear()
        if cost <= least:
            rivals.setdefault(each.line.path, each)
    return tuple(each for rivals in found.values() for each in rivals.values())


def rebased(belief: TrackerState, hypotheses: Iterable[Hypothesis]) -> TrackerState:
    """The belief with these hypotheses, costs counted from the cheapest: they stay comparable however long the game."""
    everything = tuple(hypotheses)
    least = min((each.cost for each in everything), default=0)
    if least:
        everything = tuple(replace(each, cost=each.cost - least) for each in everything)
    return replace(belief, hypotheses=everything, spent=belief.spent + least)


def worth(seen: Hypothesis, raw: int, sites: Sites) -> int:
    """What it costs to believe that nothing more happened, for one that agrees with the board."""
    held = (seen.lifted & ~sites.cells & ~raw & ~seen.to_exchange).bit_count()
    if seen.played_on:
        return seen.cost + TAKEBACK + HELD * held
    slots = HELD * held + UNTAKEN * unexplained_slots(seen, raw, sites).bit_count()
    return seen.cost + slots + aside(seen.touched, seen.line.occupancy, sites) + CROWDED * seen.crowded


def at_home(seen: Hypothesis, raw: int, sites: Sites) -> Hypothesis:
    """A hypothesis that agrees with the board, its evidence turned into cost; pieces lifted from slots stay so."""
    held = ~sites.cells & ~raw
    untaken = unexplained_slots(seen, raw, sites)
    home = replace(
        seen.fresh(held),
        cost=seen.cost
        + aside(seen.touched, seen.line.occupancy, sites)
        + CROWDED * seen.crowded
        + UNTAKEN * untaken.bit_count(),
        aside=seen.aside | seen.touched & sites.cells,
    )
    if untaken:
        return home.guessed(filled_at(untaken, seen, sites), seen.line.ply)
    return home.guessed(seen.line.ply, seen.line.ply) if seen.crowded else home


def _opponents(rest: int, footprints: Book, believed: int, sites: Sites) -> bool:
    """Whether what a move leaves unexplained may be the reply already under way: a piece of the opponent's in their
    hand, the piece they are about to take, or a drop."""
    if rest & footprints.other & ~believed:
        return True
    if not rest & believed:
        return rest.bit_count() == 1
    return sites.game.has_reserves
