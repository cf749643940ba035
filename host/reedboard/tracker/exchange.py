"""Which piece a move brought in exchange for another: a slot that was emptied tells, and the exchange may come late.

A Pawn put on its last rank while a Queen lies on her slot is to become that Queen, or hands brought another piece from
beside the board. Which of them is open until somebody says so or takes a piece from the tray, be it some moves later.
"""

from collections.abc import Sequence
from typing import NamedTuple

from reedboard.story.sites import Sites
from reedboard.tracker.footprint import Footprint, book
from reedboard.tracker.hypothesis import Hypothesis, OpenExchange
from reedboard.tracker.move_fit import fit


class Fitted(NamedTuple):
    """A move that explains what was seen, at what cost, and what may still show that it was another."""

    footprint: Footprint
    cost: int
    exchange: OpenExchange | None = None


def told_by_slots(fitted: Sequence[Fitted], seen: Hypothesis, raw: int, sites: Sites) -> Sequence[Fitted]:
    """The moves that fit, without those that differ only by the new piece where its slot tells it was another.

    Only slots of the mover's own tray: one that both sides share may have been emptied for the reply.
    """
    out = seen.lifted & ~raw & sites.held_by(seen.line.position.side)
    if not out or len(fitted) < 2:
        return fitted
    told = {_way(each.footprint) for each in fitted if each.footprint.taken_from & out}
    return [each for each in fitted if each.footprint.taken_from & out or _way(each.footprint) not in told]


def left_open(
    fitted: Sequence[Fitted], candidates: Sequence[Footprint], seen: Hypothesis, raw: int, sites: Sites, masked: int
) -> Sequence[Fitted]:
    """The same, each knowing what may still be exchanged out of a tray.

    Where it must be asked anyway which piece came from beside the board, those lying ready in the tray are
    explanations, too: most likely the exchange is still to come. All are in the order of the legal moves.
    """
    if not any(each.exchanged for each in candidates):
        return fitted
    alike: dict[object, list[Fitted]] = {}
    for one in fitted:
        alike.setdefault(_way(one.footprint), []).append(one)
    known = {one.footprint.move for one in fitted}
    ready: dict[object, list[Footprint]] = {}
    for each in candidates:
        way = _way(each)
        if way in alike and each.move not in known and _lies_ready(each, seen, raw):
            ready.setdefault(way, []).append(each)
    for way, waiting in ready.items():
        arrived = alike[way]
        if any(one.footprint.taken_from & seen.lifted & ~raw for one in arrived):
            continue
        if len(arrived) > 1 and all(one.footprint.exchanged for one in arrived):
            for each in waiting:
                cost = fit(each._replace(takes=()), seen, raw, sites, masked)
                arrived += [] if cost is None else [Fitted(each, cost)]
        held = 0
        for each in waiting:
            held |= each.taken_from & raw
        alike[way] = [one._replace(exchange=_open(one.footprint, held, waiting, seen)) for one in arrived]
    order = {each.move: number for number, each in enumerate(candidates)}
    return sorted((one for each in alike.values() for one in each), key=lambda one: order[one.footprint.move])


def _lies_ready(footprint: Footprint, seen: Hypothesis, raw: int) -> bool:
    """Whether the piece that a move brings in exchange for the one that travelled lies untouched on a slot."""
    cells = sum(1 << target for target, _ in footprint.carried)
    return bool(footprint.exchanged & cells and footprint.taken_from & raw & ~seen.touched)


def _open(footprint: Footprint, held: int, waiting: Sequence[Footprint], seen: Hypothesis) -> OpenExchange:
    own = footprint.taken_from & held if footprint in waiting else 0
    return OpenExchange(seen.line.ply + 1, footprint.carried[0][0], own, footprint.gives, held & ~own)


def not_exchanged(hypotheses: Sequence[Hypothesis], site: int, raw: int, sites: Sites) -> Sequence[Hypothesis]:
    """The hypotheses without those by which a piece is another than was put in its place out of a tray just now."""
    if not any(each.exchange is not None and each.exchange.cell == site for each in hypotheses):
        return hypotheses
    return [each for each in hypotheses if not _was_exchanged(each, hypotheses, site, raw, sites)]


def _was_exchanged(seen: Hypothesis, hypotheses: Sequence[Hypothesis], site: int, raw: int, sites: Sites) -> bool:
    exchange = seen.exchange
    if exchange is None or exchange.cell != site or not exchange.others & seen.lifted & ~raw:
        return False
    before, told = seen.line.back(exchange.ply - 1), seen.line.back(exchange.ply)
    for other in hypotheses:
        line = other.line.back(exchange.ply)
        if line.ply == exchange.ply and line != told and line.before == before and line.move is not None:
            made = book(before.position, sites).of(line.move)
            if made.entered >> site & 1 and made.taken_from & exchange.others & seen.lifted & ~raw:
                return True
    return False


def _way(footprint: Footprint) -> object:
    """What moves have in common that differ only by the piece that ends there."""
    return footprint.emptied, footprint.filled, footprint.replaced, footprint.carried
