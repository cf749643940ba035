"""What each legal move leaves on the sensors: cells emptied, filled, replaced, and the tray slots it may use.

Everything here is read off `Effect`, the physical truth of a move; no game is known by name. Most moves of a position
were legal in the one before, so what a move leaves is kept, by what decides its effect (`Position.effect_key`).
"""

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Move
from reedboard.story.sites import Sites
from reedboard.tracker.hypothesis import LineOfPlay

GLANCES = 4
"""How often a position is asked for some of its moves before all are made: they cost about as much."""


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
    exchanged: int
    """Cells where a piece of another kind takes the place of one that stood or came there."""
    taken_from: int
    """All slots it may take from."""

    @property
    def changed(self) -> int:
        """All cells whose piece is another afterwards."""
        return self.cells

    @property
    def travels(self) -> tuple[tuple[int, int], ...]:
        """Target and origin of each piece that goes somewhere, exchanged there or not."""
        return self.carried

    @property
    def unseen(self) -> bool:
        """Whether the board looks the same afterwards."""
        return not self.emptied and not self.filled


class Book:
    """A position's footprints, made as far as they are asked for, and whose pieces stand where.

    Most positions are only reached to see whether a move goes on from there: a few moves of the pieces in hand answer
    that. One that is asked more often is being played, and gets all its moves.
    """

    __slots__ = ("_all", "_asked", "_kept", "_position", "_sites", "other", "own")

    def __init__(self, position: Position, sites: Sites, kept: dict[Hashable, Footprint]) -> None:
        self._position = position
        self._sites = sites
        self._kept = kept
        self._all: tuple[Footprint, ...] | None = None
        self._asked = 0
        self.own = position.cells_of(position.side)
        """Cells of the side to move."""
        self.other = position.cells_of(position.side.other)

    @property
    def footprints(self) -> tuple[Footprint, ...]:
        """All of them, in the order of the legal moves."""
        if self._all is None:
            self._all = self._of(self._position.legal_moves())
        return self._all

    def done(self, on: int, off: int) -> list[Footprint]:
        """The moves that may have been made if the cells of `on` are occupied now and those of `off` are not."""
        some = self.between(~on, ~off)
        return [each for each in some if each.cells and not (each.emptied & on or each.entered & off)]

    def between(self, left: int, entered: int) -> tuple[Footprint, ...]:
        """At least those of the moves that begin in `left` and end in `entered`, or are no plain travel."""
        self._asked += 1
        if self._all is None and self._asked <= GLANCES:
            return self._of(self._position.legal_moves_between(left, entered))
        return self.footprints

    def of(self, move: Move) -> Footprint:
        """That of one legal move."""
        return self._of((move,))[0]

    def silent(self, blind: int = 0) -> list[Footprint]:
        """The moves that need touch nothing at all: `turn=W`; or nothing that is felt, where some cells are `blind`."""
        return [each for each in self.between(blind, blind) if not each.cells & ~blind]

    def _of(self, moves: Iterable[Move]) -> tuple[Footprint, ...]:
        kept = self._kept
        position = self._position
        footprints: list[Footprint] = []
        for move in moves:
            key = position.effect_key(move)
            found = kept.get(key)
            if found is None:
                found = footprint(move, position.effect(move), self._sites)
                if key is not None:
                    kept[key] = found
            footprints.append(found)
        return tuple(footprints)


def footprint(move: Move, effect: Effect, sites: Sites) -> Footprint:
    """Derives the footprint of a move from what it does."""
    left = entered = gives = exchanged = 0
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
        exchanged |= bit
        gives |= sites.slots_of(exchange.given_to, exchange.before)
        takes.append((exchange.cell, sites.slots_of(exchange.taken_from, exchange.after)))
    for entry in effect.entries:
        entered |= 1 << entry.cell
        takes.append((entry.cell, sites.slots_of(entry.holder, entry.piece)))
    cells = left | entered
    taken_from = 0
    for _, slots in takes:
        taken_from |= slots
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
        cells | taken_from | gives,
        exchanged,
        taken_from,
    )


@lru_cache(maxsize=32)
def _kept(_: Sites) -> dict[Hashable, Footprint]:
    """The footprints already made, by what decides their effects: no more than a board has moves."""
    return {}


@lru_cache(maxsize=512)
def book(position: Position, sites: Sites) -> Book:
    """The footprints of the legal moves of a position."""
    return Book(position, sites, _kept(sites))


def made_since(line: LineOfPlay, ply: int, sites: Sites) -> Iterator[tuple[int, Footprint]]:
    """The plies of a line after a ply, latest first, and the footprints of their moves."""
    while line.before is not None and line.ply > ply:
        yield line.ply, last_made(line, sites)
        line = line.before


def last_made(line: LineOfPlay, sites: Sites) -> Footprint:
    """That of the last move of a line, which has one."""
    assert line.before is not None
    assert line.move is not None
    return book(line.before.position, sites).of(line.move)
