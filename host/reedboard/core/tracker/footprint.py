"""What each legal move leaves on the sensors: cells emptied, filled, replaced, and the tray slots it may use.

Everything here is read off `Effect`, the physical truth of a move; no game is known by name.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Move
from reedboard.core.tracker.sites import Sites, members


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """The sensors' side of one move; sets of sites are bits."""

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
    by_site: dict[int, tuple[Footprint, ...]]
    by_change: dict[int, tuple[Footprint, ...]]
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
        emptied=left & ~entered,
        filled=entered & ~left,
        replaced=left & entered,
        carried=tuple(carried),
        takes=tuple((target, slots) for target, slots in takes if slots),
        gives=gives,
        cells=left | entered,
    )


@lru_cache(maxsize=512)
def book(position: Position, sites: Sites) -> Book:
    """The footprints of every legal move of a position."""
    footprints = tuple(footprint(move, position.effect(move), sites) for move in position.legal_moves())
    by_site: dict[int, list[Footprint]] = {}
    by_change: dict[int, list[Footprint]] = {}
    for each in footprints:
        needed = each.cells | each.gives
        for _, slots in each.takes:
            needed |= slots
        if not each.unseen:
            by_change.setdefault(each.emptied | each.filled, []).append(each)
        for site in members(needed):
            by_site.setdefault(site, []).append(each)
    own = other = 0
    for cell, piece in position.pieces().items():
        if piece.side is position.side:
            own |= 1 << cell
        else:
            other |= 1 << cell
    return Book(
        footprints,
        {site: tuple(each) for site, each in by_site.items()},
        {change: tuple(each) for change, each in by_change.items()},
        tuple(each for each in footprints if not each.cells),
        own,
        other,
    )


def different(position: Position, footprints: Iterable[Footprint]) -> list[Footprint]:
    """One of each group of moves that lead to the same position, the first in order."""
    return list({position.play(each.move): each for each in reversed(list(footprints))}.values())[::-1]
