"""What each legal move leaves on the sensors: cells emptied, filled, replaced, and the tray slots it may use.

Everything here is read off `Effect`, the physical truth of a move; no game is known by name.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Move
from reedboard.core.tracker.sites import Sites


class Footprint(NamedTuple):
    """The sensors' side of one move; sets of sites are bits. A tuple: big boards need hundreds a ply."""

    move: Move
    emptied: int
    filled: int
    replaced: int
    """Cells occupied before and after, by another piece: emptied and filled again."""
    carried: tuple[tuple[int, int], ...]
    """Target and origin of each travel: what stands on the target at last was lifted from the origin before."""
    takes: tuple[tuple[int, int], ...]
    """Target, and the slots one of which gives the piece that ends there."""
    gives: int
    """Slots that may receive what leaves the board."""
    cells: int
    """All cells emptied, filled or replaced."""

    @property
    def unseen(self) -> bool:
        """Whether the board looks the same afterwards."""
        return not self.emptied and not self.filled


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """A position's footprints, found by any site they need, and whose pieces stand where."""

    footprints: tuple[Footprint, ...]
    by_site: dict[int, list[Footprint]]
    """By the bit of any site they need; nobody changes the lists."""
    by_change: dict[int, list[Footprint]]
    """By the cells emptied and filled, the moves that may be what the board shows."""
    silent: tuple[Footprint, ...]
    """Moves that need touch nothing at all: `turn=W`."""
    own: int
    """Cells of the side to move."""
    other: int


def footprint(move: Move, effect: Effect, sites: Sites) -> Footprint:
    """Derives the footprint of a move from what it does."""
    left = entered = gives = 0
    carried: list[tuple[int, int]] = []
    takes: list[tuple[int, int]] = []
    for travel in effect.travels:
        if travel.origin != travel.target:
            left |= 1 << travel.origin
            entered |= 1 << travel.target
            carried.append((travel.target, travel.origin))
    for removal in effect.removals:
        left |= 1 << removal.cell
        gives |= sites.slots_of(removal.holder, removal.piece, removal.kind_held)
    for exchange in effect.exchanges:
        bit = 1 << exchange.cell
        if not entered & bit:
            left |= bit
        entered |= bit
        gives |= sites.slots_of(exchange.given_to, exchange.before)
        takes.append((exchange.cell, sites.slots_of(exchange.taken_from, exchange.after)))
    for entry in effect.entries:
        entered |= 1 << entry.cell
        takes.append((entry.cell, sites.slots_of(entry.holder, entry.piece)))
    return Footprint(
        move,
        left & ~entered,
        entered & ~left,
        left & entered,
        tuple(carried),
        tuple([(target, slots) for target, slots in takes if slots]) if takes else (),
        gives,
        left | entered,
    )


@lru_cache(maxsize=512)
def book(position: Position, sites: Sites) -> Book:
    """The footprints of every legal move of a position."""
    effect = position.effect
    footprints = tuple([footprint(move, effect(move), sites) for move in position.legal_moves()])
    by_site: dict[int, list[Footprint]] = {}
    by_change: dict[int, list[Footprint]] = {}
    for each in footprints:
        needed = each.cells | each.gives
        for _, slots in each.takes:
            needed |= slots
        change = each.emptied | each.filled
        if change:
            by_change.setdefault(change, []).append(each)
        while needed:
            low = needed & -needed
            by_site.setdefault(low, []).append(each)
            needed ^= low
    own = other = 0
    for cell, piece in position.pieces().items():
        if piece.side is position.side:
            own |= 1 << cell
        else:
            other |= 1 << cell
    return Book(
        footprints,
        by_site,
        by_change,
        tuple([each for each in footprints if not each.cells]),
        own,
        other,
    )
