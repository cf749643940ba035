"""What each legal move leaves on the board, read off its `Effect`, and found by the cells it changes.

No game is known by name. What a move leaves is kept by what decides its effect (`Position.effect_key`), for most moves
of a position were legal in the one before. Sets of sites are bits.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import final

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Drop, Move, Travel
from reedboard.tracker.line import Line
from reedboard.tracker.sites import Sites


@final
@dataclass(slots=True)
class News:
    """A cell on which another piece stands in the end than the one that came or stood there."""

    cell: int
    piece: int
    slots: int
    """Where the new piece may come from; 0: from beside the board."""
    before: int
    """The piece it is exchanged for; 0: none, it is a drop."""


@final
@dataclass(slots=True)
class Footprint:
    """The physical side of one move."""

    move: Move
    cells: int
    """Those of `changed`, but for a piece exchanged where it stands: without trays that looks like a mere touch."""
    changed: int
    """Cells whose piece is another afterwards."""
    emptied: int
    filled: int
    entered: int
    """Cells that a piece came to: occupied in the end."""
    carried: tuple[tuple[int, int], ...]
    """Target and origin of each piece that travelled and was not exchanged."""
    exchanged: tuple[tuple[int, int], ...]
    """The same of those that were."""
    news: tuple[News, ...]
    taken: int
    """Cells whose pieces left the board."""
    gives: int
    """Slots that may receive what leaves the board."""
    touched: int
    """All cells and slots it has to do with."""
    origin: int
    """Where a plain travel begins, as a bit; 0 for a drop, negative for any other move."""
    target: int
    """Where either ends, as a bit."""
    felt: int = 0
    """The same for moves that feel alike: those that differ in `move` alone, or the kind of what comes from nowhere."""

    @property
    def replaced(self) -> int:
        """Cells occupied before and after, by another piece."""
        return self.changed & ~self.emptied & ~self.filled

    @property
    def travels(self) -> tuple[tuple[int, int], ...]:
        """Target and origin of each piece that goes somewhere, exchanged there or not."""
        return self.carried + self.exchanged

    @property
    def takes(self) -> tuple[tuple[int, int], ...]:
        """Target, and the slots one of which gives the piece that ends there."""
        return tuple((each.cell, each.slots) for each in self.news if each.slots)


@final
class Book:
    """A position's moves, made as far as they are asked for.

    Most positions are only reached to see whether a move goes on from there: a few moves of the pieces in hand answer
    that. All are made of one that is asked for them, or while nothing happens: on a board of 289 cells they take as
    long as thirty glances.
    """

    __slots__ = ("_all", "_asked", "_kept", "_position", "_silent", "_touching", "other", "own", "sites")

    def __init__(self, position: Position, sites: Sites, kept: dict[Hashable, Footprint]) -> None:
        self._position = position
        self.sites = sites
        self._kept = kept
        self._all: tuple[Footprint, ...] | None = None
        self._asked: dict[tuple[int, int, bool], list[Footprint]] = {}
        """By origins, targets and whether drops are asked for: the stories of one line ask for much the same."""
        self._touching: dict[int, tuple[Iterable[Footprint], list[Footprint]]] = {}
        """By the sites: which of them were looked through last, and those that have to do with the sites."""
        self._silent: list[Footprint] | None = None
        self.own = position.cells_of(position.side)
        """Cells of the side to move."""
        self.other = position.cells_of(position.side.other)

    def make(self) -> bool:
        """Makes all of them; False if they are made already."""
        if self._all is not None:
            return False
        self._all = tuple(self._of(self._position.legal_moves()))
        self._asked.clear()
        return True

    @property
    def footprints(self) -> tuple[Footprint, ...]:
        """All of them, in the order of the legal moves."""
        self.make()
        assert self._all is not None
        return self._all

    def between(self, left: int, entered: int, *, drops: bool = False) -> Iterable[Footprint]:
        """At least those that begin in `left` and end in `entered`, or begin there and are no plain travel."""
        drops = drops or not self.sites.game.has_reserves
        if drops and entered == ~0 and not self.own & ~left:
            return self.footprints
        asked = left & self.own, entered, drops
        found = self._asked.get(asked)
        if found is None:
            found = self._asked[asked] = self._between(*asked)
        return found

    def _between(self, left: int, entered: int, drops: bool) -> list[Footprint]:
        if self._all is None:
            return self._of(self._position.legal_moves_between(left, entered, drops))
        return [
            each
            for each in self._all
            if each.origin < 0 or (each.target & entered and (each.origin & left or (drops and not each.origin)))
        ]

    def touching(self, sites: int, left: int, entered: int, *, drops: bool = True) -> Iterable[Footprint]:
        """At least the moves between such cells (and drops, if `drops`) that have to do with one of these sites."""
        moves = self.between(left, entered, drops=drops) if self._all is None else self._all  # looked through once
        among, found = self._touching.get(sites, (None, []))
        if among is not moves:
            found = [each for each in moves if each.touched & sites]
            self._touching[sites] = moves, found
        return found

    def of(self, move: Move) -> Footprint:
        """That of one legal move."""
        return self._of((move,))[0]

    @property
    def silent(self) -> list[Footprint]:
        """The moves that need touch nothing at all: `turn=W`."""
        if self._silent is None:
            self._silent = [each for each in self.between(0, 0) if not each.changed]
        return self._silent

    def _of(self, moves: Iterable[Move]) -> list[Footprint]:
        kept, position = self._kept, self._position
        found: list[Footprint] = []
        for move in moves:
            key = position.effect_key(move)
            made = kept.get(key)
            if made is None:
                made = _footprint(move, position.effect(move), self.sites)
                if key is not None:
                    kept[key] = made
            found.append(made)
        return found


def _footprint(move: Move, effect: Effect, sites: Sites) -> Footprint:
    codes = sites.codes
    left = entered = gives = taken = slots_used = 0
    origins: dict[int, int] = {}
    for travel in effect.travels:
        if travel.origin != travel.target:
            left |= 1 << travel.origin
            entered |= 1 << travel.target
            origins[travel.target] = travel.origin
    for removal in effect.removals:
        taken |= 1 << removal.cell
        gives |= sites.slots_of(removal.holder, removal.piece, removal.kind_held)
    left |= taken
    exchanged: list[tuple[int, int]] = []
    news: list[News] = []
    in_place = 0
    for exchange in effect.exchanges:
        before, after = codes.of(exchange.before), codes.of(exchange.after)
        gives |= sites.slots_of(exchange.given_to, exchange.before)
        if before == after:
            continue
        slots = sites.slots_of(exchange.taken_from, exchange.after)
        slots_used |= slots
        news.append(News(exchange.cell, after, slots, before))
        if exchange.cell in origins:
            exchanged.append((exchange.cell, origins.pop(exchange.cell)))
        elif not entered >> exchange.cell & 1:
            in_place |= 1 << exchange.cell
    for entry in effect.entries:
        slots = sites.slots_of(entry.holder, entry.piece)
        slots_used |= slots
        entered |= 1 << entry.cell
        news.append(News(entry.cell, codes.of(entry.piece), slots, 0))
    cells = left | entered
    changed = cells | in_place
    board = (
        cells,
        changed,
        left & ~entered,
        entered & ~left,
        entered | in_place,
        tuple(origins.items()),
        tuple(exchanged),
    )
    trays = taken, gives, changed | slots_used | gives
    ends = _ends(move, changed)
    kinds = tuple((each.cell, each.slots, each.before, each.piece if each.slots else each.piece & 1) for each in news)
    return Footprint(move, *board, tuple(news), *trays, *ends, hash((board, kinds, trays, ends)))


def _ends(move: Move, changed: int) -> tuple[int, int]:
    """Origin and target of a plain travel or a drop, as bits."""
    match move:
        case Travel(origin, target) if changed == 1 << origin | 1 << target:
            return 1 << origin, 1 << target
        case Drop(_, target):
            return 0, 1 << target
        case _:
            return -1, -1


@lru_cache(maxsize=32)
def _kept(_: Sites) -> dict[Hashable, Footprint]:
    """What was made already, by what decides it: no more than a board has moves."""
    return {}


@lru_cache(maxsize=512)
def book(position: Position, sites: Sites) -> Book:
    """The physical side of the legal moves of a position."""
    return Book(position, sites, _kept(sites))


def moves_of(line: Line) -> Book:
    """The physical side of the legal moves that a line may go on with."""
    if line.book is None:
        line.book = book(line.position, line.sites)
    return line.book


def last_made(line: Line) -> Footprint:
    """That of the last move of a line, which has one."""
    if line.made is None:
        assert line.before is not None
        assert line.move is not None
        line.made = moves_of(line.before).of(line.move)
    return line.made
