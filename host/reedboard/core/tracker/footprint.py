"""What each legal move leaves on the sensors: cells emptied, filled, replaced, and the tray slots it may use.

Everything here is read off `Effect`, the physical truth of a move; no game is known by name. Most moves of a position
were legal in the one before, so what a move leaves is kept, by what decides its effect (`Position.effect_key`).
"""

from collections.abc import Hashable
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
    entered: int
    """Cells filled or replaced: occupied once the move is done."""
    needed: int
    """The cells, and all slots it may take from or give to."""

    @property
    def unseen(self) -> bool:
        """Whether the board looks the same afterwards."""
        return not self.emptied and not self.filled


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """A position's footprints, and whose pieces stand where."""

    footprints: tuple[Footprint, ...]
    own: int
    """Cells of the side to move."""
    other: int

    def done(self, believed: int, trusted: int) -> list[Footprint]:
        """The moves that change something and agree with what is occupied, as far as the trusted cells tell."""
        on, off = believed & trusted, trusted & ~believed
        return [each for each in self.footprints if each.cells and not (each.emptied & on or each.entered & off)]

    def silent(self) -> list[Footprint]:
        """The moves that need touch nothing at all: `turn=W`."""
        return [each for each in self.footprints if not each.cells]


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
    needed = cells = left | entered
    for _, slots in takes:
        needed |= slots
    return Footprint(
        move,
        left & ~entered,
        entered & ~left,
        left & entered,
        tuple(carried),
        tuple([(target, slots) for target, slots in takes if slots]) if takes else (),
        gives,
        cells,
        entered,
        needed | gives,
    )


@lru_cache(maxsize=32)
def _kept(_: Sites) -> dict[Hashable, Footprint]:
    """The footprints already made, by what decides their effects: no more than a board has moves."""
    return {}


@lru_cache(maxsize=512)
def book(position: Position, sites: Sites) -> Book:
    """The footprints of every legal move of a position."""
    kept = _kept(sites)
    footprints: list[Footprint] = []
    for move in position.legal_moves():
        key = position.effect_key(move)
        found = kept.get(key)
        if found is None:
            found = footprint(move, position.effect(move), sites)
            if key is not None:
                kept[key] = found
        footprints.append(found)
    side = position.side
    return Book(tuple(footprints), position.cells_of(side), position.cells_of(side.other))
