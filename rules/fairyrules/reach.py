"""Where a piece on a cell may go, as ways precomputed once: the forward tables of move generation.

A way is a tag and its data. Each node of a path is a pair (cell, move), the move made once by the `MoveBook`, so that
generating is only appending. A path ends at the first piece, or where the tag says otherwise.

The tags are numbers, and final, because the compiled build then compares them without looking them up.
"""

from collections.abc import Iterator
from typing import Any, Final

from fairyrules.betza import Hop, Mode
from fairyrules.board import Cell
from fairyrules.declared import ByDirection
from fairyrules.kept import Kept
from fairyrules.mask import mask_of
from fairyrules.movement import Movement
from fairyrules.moves import Move, MoveBook, Travel
from fairyrules.sheet import Kind, Phase, Promotion

RIDE: Final = 0
"""Paths; each may end with a capture."""
LEAP: Final = 1
"""Single cells, empty or with an enemy."""
PUSH: Final = 2
"""Paths without capture."""
TAKE: Final = 3
"""Single cells with an enemy."""
CANNON: Final = 4
"""Paths without capture that go on behind the first piece to capture the second."""
TAKE_RIDE: Final = 5
"""(quiet, take, paths, nobody) that only capture."""
VIA: Final = 6
"""(quiet, take, paths, nobody) with cells that may be passed but not landed on: their move is None."""
HOP: Final = 7
"""(quiet, take, paths, pieces shunned) that land behind the first piece, anywhere; None as in VIA."""
HOP_BEHIND: Final = 8
"""(quiet, take, paths, pieces shunned) that land right behind the first piece."""
PAWN: Final = 12
"""(path, cells): a path without capture, and cells with an enemy."""
RIFLE: Final = 9
"""(cell, ways, victims' cells by the cell stood on): the ways, then taking from there or from where they lead."""
MERGE: Final = 10
"""Ways of which several may give the same move, which counts once: a Rhino's bent paths meet."""
CHANGING: Final = 11
"""(ways, promotions by move): ways some of whose moves change the piece's kind."""

NOBODY: Final[frozenset[int]] = frozenset()
Node = tuple[Cell, Travel]
OpenNode = tuple[Cell, Travel | None]
Way = tuple[int, Any]
Reach = tuple[Way, ...]


class Found:
    """The moves of a piece on a cell, and what stood around it; never changed."""

    __slots__ = ("asks", "mask", "moves", "seen")

    def __init__(self, seen: int, moves: list[Move], asks: tuple[tuple[int, Promotion], ...] = ()) -> None:
        self.seen = seen
        """As bits of a `State.placement`."""
        self.moves = moves
        self.asks = asks
        """Of which moves, by place, a sheet's function still has to say what they change the piece into."""
        self.mask = mask_of(seen)


NOTHING_FOUND: Final = Found(-1, [])


class Sight:
    """A piece on a cell: what decides its moves, and its moves by what stands there."""

    __slots__ = ("asks", "cells", "found", "last", "mask", "sees", "ways")

    def __init__(
        self, cells: int, found: dict[int, Found], ways: Reach | None, asks: dict[Travel, Promotion] | None = None
    ) -> None:
        self.cells = cells
        """As bits of a `State.placement`; none: the moves cannot be told from a placement."""
        self.mask = mask_of(cells)
        self.found = found
        """By what was seen."""
        self.last = NOTHING_FOUND
        """That of the last time: mostly nothing around a piece has changed since, and comparing is less than a look-up.

        In one attribute, so that no other thread meets the moves of one time with the sight of another.
        """
        self.ways = ways
        """None: nobody asked yet."""
        self.sees = b""
        """By cell, whether it counts for the moves; empty: nobody asked yet (`replies.py`)."""
        self.asks = asks or {}
        """The moves of which a sheet's function says what they change the piece into: not told from a placement."""


NO_SIGHT: Final = Sight(0, {}, None)


class ReachTable:
    """What every piece may do from every cell, found when first asked for."""

    def __init__(self, movement: Movement, book: MoveBook, kept: Kept) -> None:
        self._movement = movement
        self._book = book
        self._by_phase: tuple[dict[Phase, list[list[Reach | None]]], ...] = ({}, {})
        self._towards: dict[Phase, dict[int, list[Reach | None]]] = {}
        self._sights: tuple[dict[Phase, list[list[Sight]]], ...] = ({}, {})
        self._sights_without_phase: list[list[list[Sight]]] = [[], []]
        """By side, those of no phase once more: few games have any, and a list is nearer than a dict."""
        self._kept = kept

    def of_side(self, side: int, phase: Phase) -> list[list[Reach | None]]:
        """By code, by cell: what the side's pieces may do in the phase; None where nobody asked yet."""
        table = self._by_phase[side].get(phase)
        if table is None:
            size = self._movement.board.size
            own = self._movement.codes.own[side]
            table = self._by_phase[side][phase] = [[None] * size if mine else [] for mine in own]
        return table

    def of_piece(self, code: int, phase: Phase, cell: Cell) -> Reach:
        """What the piece may do from the cell, now also in the table."""
        found = self.of_side((code & 1) ^ 1, phase)[code][cell] = self.unkept(code, phase, cell)
        return found

    def unkept(self, code: int, phase: Phase, cell: Cell) -> Reach:
        """The same made anew, for who keeps it in a form of their own: the table is left as it is."""
        return build(self._movement, self._book, code, phase, cell)

    def sights(self, side: int, phase: Phase) -> list[list[Sight]]:
        """By code, by cell: the lists of moves known so far."""
        if phase is None:
            table = self._sights_without_phase[side]
            if table:
                return table
        known = self._sights[side].get(phase)
        if known is None:
            size = self._movement.board.size
            own = self._movement.codes.own[side]
            known = self._sights[side][phase] = [[NO_SIGHT] * size if mine else [] for mine in own]
            if phase is None:
                self._sights_without_phase[side] = known
        return known

    def sight(self, code: int, phase: Phase, cell: Cell) -> Sight:
        """Those of the piece on the cell, now also in the table."""
        side = (code & 1) ^ 1
        known = self.of_side(side, phase)[code][cell]
        ways = self.of_piece(code, phase, cell) if known is None else known
        cells = list(cells_seen(ways))
        both = 1 | 1 << self._movement.board.size
        mask = 0
        for seen in cells:
            mask |= 0 if seen is None else both << seen
        seen_by = 0 if None in cells else mask
        found = self.sights(side, phase)[code][cell] = Sight(seen_by, self._kept.table(), ways, asking(ways))
        return found

    def towards(self, code: int, phase: Phase, target: Cell) -> list[Reach | None]:
        """By cell, what of that leads to the target; None where nobody asked yet."""
        tables = self._towards.get(phase)
        if tables is None:
            tables = self._towards[phase] = {}
        key = code * self._movement.board.size + target
        table = tables.get(key)
        if table is None:
            table = tables[key] = [None] * self._movement.board.size
        return table

    def of_piece_to(self, code: int, phase: Phase, cell: Cell, target: Cell) -> Reach:
        """What of the piece's ways leads to the target, now also in the table."""
        whole = self.of_side((code & 1) ^ 1, phase)[code][cell]
        found = cut(self.of_piece(code, phase, cell) if whole is None else whole, target)
        self.towards(code, phase, target)[cell] = found
        return found


def cells_seen(ways: Reach) -> Iterator[Cell | None]:
    """The cells that decide what the ways give, but for what a sheet's function says; None where who it is does too."""
    data: Any
    for tag, data in ways:
        if tag in (RIDE, PUSH, CANNON):
            yield from [cell for path in data for cell, _ in path]
        elif tag in (LEAP, TAKE):
            yield from [cell for cell, _ in data]
        elif tag == PAWN:
            yield from [cell for nodes in data for cell, _ in nodes]
        elif tag == MERGE:
            yield from cells_seen(data)
        elif tag == CHANGING:
            yield from cells_seen(data[0])
        elif tag == RIFLE or data[3]:
            yield None
        else:
            yield from [cell for path in data[2] for cell, _ in path]


def asking(ways: Reach) -> dict[Travel, Promotion]:
    """The moves of which a sheet's function has to be asked, position by position, what they change the piece into.

    If there are any, `CHANGING` is the only way.
    """
    if not ways or ways[0][0] != CHANGING:
        return {}
    changes: dict[Travel, Promotion] = ways[0][1][1]
    return {
        move: promotion
        for move, promotion in changes.items()
        if callable(promotion.into) and not isinstance(promotion.into, ByDirection)
    }


def cut(ways: Reach, target: Cell) -> Reach:
    """The ways without what leads elsewhere; paths end with the target. Captures by rifle are kept."""
    kept: list[Way] = []
    data: Any
    for tag, data in ways:
        if tag in (RIDE, PUSH, CANNON):
            data = _paths_to(data, target)
            leads = data != ()
        elif tag in (LEAP, TAKE):
            data = tuple(node for node in data if node[0] == target)
            leads = data != ()
        elif tag == PAWN:
            path = _paths_to((data[0],), target)
            data = (path[0] if path else (), tuple(node for node in data[1] if node[0] == target))
            leads = data != ((), ())
        elif tag == CHANGING:
            data = (cut(data[0], target), data[1])
            leads = data[0] != ()
        elif tag == MERGE:
            data = cut(data, target)
            leads = data != ()
        elif tag != RIFLE:
            data = (*data[:2], _paths_to(data[2], target), data[3])
            leads = data[2] != ()
        if tag == RIFLE or leads:
            kept.append((tag, data))
    return tuple(kept)


def _paths_to(paths: tuple[tuple[OpenNode, ...], ...], target: Cell) -> tuple[tuple[OpenNode, ...], ...]:
    """The paths that come to land on the target, each up to there."""
    cut = []
    for path in paths:
        places = [place for place, (cell, move) in enumerate(path) if cell == target and move is not None]
        if places:
            cut.append(path[: places[-1] + 1])
    return tuple(cut)


def build(movement: Movement, book: MoveBook, code: int, phase: Phase, cell: Cell) -> Reach:
    """Everything the piece `code` may do from the cell while its side is in the phase."""
    side = (code & 1) ^ 1
    kind = movement.codes.kind_of(code)
    plain: dict[tuple[Mode, Hop], list[list[OpenNode]]] = {}
    for pattern in movement.patterns(kind, phase):
        if pattern.initial and cell not in movement.home(kind, side):
            continue
        path: list[OpenNode] = []
        for index, target in enumerate(movement.walk(pattern, side, cell)):
            lands = (
                index >= pattern.first
                and movement.may_land(code, phase, cell, target)
                and movement.fits_place(pattern.within, side, cell, target)
            )
            path.append((target, book.travel(cell, target) if lands else None))
        while path and path[-1][1] is None:
            path.pop()
        if path:
            plain.setdefault((pattern.mode, pattern.hop), []).append(path)
    for first, second in kind.leaps:
        pair = [movement.board.cell(first), movement.board.cell(second)]
        if cell in pair:
            target = pair[1 - pair.index(cell)]
            plain.setdefault((Mode.QUIET, Hop.NONE), []).append([(target, book.travel(cell, target))])
    shunned = movement.shunned(kind)
    ways = _ways({key: _without_prefixes(paths) for key, paths in plain.items()}, shunned)
    if _meet(plain):
        ways = [(MERGE, tuple(ways))]
    if kind.rifle:
        ways = [(RIFLE, (cell, tuple(ways), rifle_cells(movement, kind, side)))]
    changes = _changes(movement, code, plain)
    return ((CHANGING, (tuple(ways), changes)),) if changes else tuple(ways)


def rifle_cells(movement: Movement, kind: Kind, side: int) -> tuple[tuple[Cell, ...], ...]:
    """By the cell stood on, where the kind takes without going there."""
    shots = movement.shots(kind)
    return tuple(
        tuple(dict.fromkeys(victim for shot in shots for victim in movement.walk(shot, side, cell)))
        for cell in range(movement.board.size)
    )


def _meet(plain: dict[tuple[Mode, Hop], list[list[OpenNode]]]) -> bool:
    """Whether different paths lead to one cell, for moves or for captures."""
    for unused in (Mode.TAKE, Mode.QUIET):
        paths = [path for (mode, _), found in plain.items() if mode is not unused for path in _without_prefixes(found)]
        moves = [move for path in paths for _, move in path if move is not None]
        if len(set(moves)) < len(moves):
            return True
    return False


def _without_prefixes(paths: list[list[OpenNode]]) -> list[tuple[OpenNode, ...]]:
    """The paths, without those another one begins with: a Pawn's single step is in its double step."""
    kept: list[tuple[OpenNode, ...]] = []
    for path in sorted({tuple(path) for path in paths}, key=len, reverse=True):
        if len(path) == 1 and any(other[0] == path[0] for other in kept):
            continue
        if not any(other[: len(path)] == path for other in kept):
            kept.append(path)
    order = [tuple(path) for path in paths]
    return sorted(kept, key=order.index)


def _ways(plain: dict[tuple[Mode, Hop], list[tuple[OpenNode, ...]]], shunned: frozenset[int]) -> list[Way]:
    ways: list[Way] = []
    quiet = plain.get((Mode.QUIET, Hop.NONE), [])
    over = plain.get((Mode.TAKE, Hop.OVER), [])
    if quiet and not shunned and _all_land(quiet) and set(over) <= set(quiet):
        # A Cannon: what it captures lies behind the first piece on the path it moves along.
        cannon = [path for path in quiet if path in over]
        if cannon:
            ways.append((CANNON, tuple(cannon)))
            plain = plain | {
                (Mode.QUIET, Hop.NONE): [path for path in quiet if path not in over],
                (Mode.TAKE, Hop.OVER): [],
            }
    for (mode, hop), paths in plain.items():
        if paths:
            ways.extend(_plain_ways(mode, hop, paths, shunned))
    if [tag for tag, _ in ways] == [PUSH, TAKE] and len(ways[0][1]) == 1:
        return [(PAWN, (ways[0][1][0], ways[1][1]))]
    return ways


def _all_land(paths: list[tuple[OpenNode, ...]]) -> bool:
    return all(move is not None for path in paths for _, move in path)


def _plain_ways(mode: Mode, hop: Hop, paths: list[tuple[OpenNode, ...]], shunned: frozenset[int]) -> list[Way]:
    quiet, take = mode is not Mode.TAKE, mode is not Mode.QUIET
    if hop is not Hop.NONE:
        return [(HOP if hop is Hop.OVER else HOP_BEHIND, (quiet, take, tuple(paths), shunned))]
    landing = [path for path in paths if _all_land([path])]
    via = tuple(path for path in paths if not _all_land([path]))
    single = tuple(path[0] for path in landing if len(path) == 1)
    long = tuple(path for path in landing if len(path) > 1)
    ways: list[Way] = []
    if mode is Mode.QUIET:
        if landing:
            ways.append((PUSH, tuple(landing)))
    else:
        if long:
            ways.append((RIDE, long) if quiet else (TAKE_RIDE, (False, True, long, NOBODY)))
        if single:
            ways.append((LEAP if quiet else TAKE, single))
    if via:
        ways.append((VIA, (quiet, take, via, NOBODY)))
    return ways


def _changes(
    movement: Movement, code: int, plain: dict[tuple[Mode, Hop], list[list[OpenNode]]]
) -> dict[Travel, Promotion]:
    changes = {}
    for paths in plain.values():
        for path in paths:
            for _, move in path:
                if move is not None:
                    promotion = movement.promotion(code, move.origin, move.target)
                    if promotion is not None:
                        changes[move] = promotion
    return changes
