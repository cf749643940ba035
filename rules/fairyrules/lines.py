"""The lines along which a cell can be attacked, walked outward from it; `line_table.py` makes them.

Each cell is looked at once whatever the number of kinds that ride along its line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fairyrules.board import NOWHERE, Cell
from fairyrules.mask import NO_MASK, Mask

Codes = frozenset[int]
MOST_CHANGED: Final = 1
"""A move that takes nothing from a distance empties at most one cell of a line, and fills one."""


Rare = tuple[Codes, int, int, tuple[Cell, ...], int, Codes]
"""(attackers, lowest, highest, cells between, place of the attacked cell among them or NOWHERE, pieces shunned).

Exactly one piece stands between, in these bounds, and is none of those shunned; the attacked cell counts as one,
whatever stands there now. The cells between begin with the nearest.
"""


Line = tuple[tuple[Cell, Codes], ...]


class Ride:
    """A line all of whose cells before the attacker are empty, and where attackers may stand on it."""

    __slots__ = ("attackers", "line")

    def __init__(self, attackers: Mask, line: Line) -> None:
        self.attackers = attackers
        """As the bits their side has in a `State.placement`."""
        self.line = line


@dataclass(slots=True)
class Lines:
    """The lines into one cell; in each, nearest first, the pieces (codes) that attack from there."""

    leaps_seen: Mask = NO_MASK
    """Where attackers may leap from, as the bits their side has in a `State.placement`."""
    rides_seen: tuple[Ride, ...] = ()
    leaps: tuple[tuple[Cell, Codes], ...] = ()
    rides: tuple[Line, ...] = ()
    """All cells before the attacker are empty."""
    hops: tuple[tuple[tuple[Cell, Codes, Codes], ...], ...] = ()
    """Likewise, or (the second set) exactly one piece stands before the attacker."""
    rare: dict[Cell, tuple[Rare, ...]] = field(default_factory=dict)
    """Rarer attackers, by where they stand; there are so few that they are looked for, not the lines walked."""

    passed: frozenset[Cell] = frozenset()
    """Cells of the rides behind which an attacker may stand."""
    leaps_from: dict[Cell, Codes] = field(default_factory=dict)
    """The leaps once more, by where they begin."""
    rides_over: dict[Cell, tuple[Line, ...]] = field(default_factory=dict)
    """The rides once more, by each of their cells."""

    _from: dict[int, frozenset[Cell]] = field(default_factory=dict)

    def from_where(self, code: int) -> frozenset[Cell]:
        """The cells from which the piece attacks, if what lies between allows."""
        known = self._from.get(code)
        if known is None:
            known = self._from[code] = self._found_from(code)
        return known

    def _found_from(self, code: int) -> frozenset[Cell]:
        found = {cell for cell, codes in self.leaps if code in codes}
        found.update([cell for line in self.rides for cell, codes in line if code in codes])
        found.update([cell for line in self.hops for cell, direct, over in line if code in direct or code in over])
        found.update([cell for cell, moves in self.rare.items() for move in moves if code in move[0]])
        return frozenset(found)


def attacked(board: list[int], lines: Lines, rare: list[Cell]) -> bool:
    """Whether any piece on the board attacks the cell of the lines.

    `rare` is where the rarer attackers stand (`LineTable.standing`); that one of them was taken since does no harm.
    """
    for cell, codes in lines.leaps:
        if board[cell] in codes:
            return True
    for line in lines.rides:
        for cell, codes in line:
            piece = board[cell]
            if piece:
                if piece in codes:
                    return True
                break
    return bool(lines.hops or rare) and _attacked_over_hurdles(board, lines, rare, NOWHERE)


def attacked_behind(placement: Mask, board: list[int], lines: Lines, rare: list[Cell], left: Cell) -> bool:
    """The same once the piece on the cell `left`, no attacker, is gone; lines without attackers are not walked.

    `placement` is the board's `State.mask`.
    """
    if placement & lines.leaps_seen:
        for cell, codes in lines.leaps:
            if board[cell] in codes:
                return True
    for ride in lines.rides_seen:
        if placement & ride.attackers:
            for cell, codes in ride.line:
                piece = board[cell]
                if piece and cell != left:
                    if piece in codes:
                        return True
                    break
    return bool(lines.hops or rare) and _attacked_over_hurdles(board, lines, rare, left)


def attacked_after(
    placement: Mask, board: list[int], lines: Lines, rare: list[Cell], origin: Cell, target: Cell
) -> bool:
    """The same once a piece of the attacked side has gone from the origin to the target, taking what stands there.

    `board` and `placement` are as before it went.
    """
    if placement & lines.leaps_seen:
        for cell, codes in lines.leaps:
            if board[cell] in codes and cell != target:
                return True
    for ride in lines.rides_seen:
        if placement & ride.attackers:
            for cell, codes in ride.line:
                if cell == target:
                    break
                piece = board[cell]
                if piece and cell != origin:
                    if piece in codes:
                        return True
                    break
    if not (lines.hops or rare):
        return False
    board = board.copy()
    board[target] = board[origin]
    board[origin] = 0
    return _attacked_over_hurdles(board, lines, rare, NOWHERE)


def _attacked_over_hurdles(board: list[int], lines: Lines, rare: list[Cell], left: Cell) -> bool:
    for hop in lines.hops:
        hurdle = False
        for cell, direct, over in hop:
            piece = board[cell]
            if piece and cell != left:
                if hurdle:
                    if piece in over:
                        return True
                    break
                if piece in direct:
                    return True
                hurdle = True
    for cell in rare:
        for each in lines.rare.get(cell, ()):
            if board[cell] in each[0] and _hops(board, each, left):
                return True
    return False


def uncovered(board: list[int], lines: Lines, origin: Cell, target: Cell) -> bool:
    """Whether a travel attacks the cell of the lines, safe before: from the travel's target, or over its origin.

    `board` is as the travel left it. Not for lines with hops or rarer attackers, which a piece may begin to screen.
    """
    codes = lines.leaps_from.get(target)
    if codes is not None and board[target] in codes:
        return True
    for changed in (target, origin):
        for line in lines.rides_over.get(changed, ()):
            for cell, codes in line:
                piece = board[cell]
                if piece:
                    if piece in codes:
                        return True
                    break
    return False


def _hops(board: list[int], rare: Rare, left: Cell) -> bool:
    """Whether exactly one piece stands between, where it should; that on the cell `left` is gone."""
    _, low, high, between, attacked_place, shunned = rare
    places = [place for place, cell in enumerate(between) if (board[cell] and cell != left) or place == attacked_place]
    return len(places) == 1 and low <= places[0] <= high and board[between[places[0]]] not in shunned


Evasion = tuple[set[Cell], Cell] | None
"""Against a check: the cells to land on, the hurdle to take away or NOWHERE; None where none but a look can tell."""


class Survey:
    """What a walk out of the own King tells, once a position: which moves need a closer look."""

    __slots__ = ("emptied", "evasions", "filled", "king_safe", "rare")

    def __init__(self, rare: list[Cell]) -> None:
        self.rare = rare
        """Where the opponent's rarer attackers stand."""
        self.emptied: tuple[Cell, ...] = ()
        """Own pieces that may not leave without a look: pinned, or one of two screens before a hopper."""
        self.filled: tuple[Cell, ...] = ()
        """Empty cells where a piece would give a hopper its hurdle."""
        self.king_safe: tuple[Cell, ...] = ()
        """Where the King was found to be safe, if it went there by itself."""
        self.evasions: tuple[Evasion, ...] = ()
        """For each check what may answer it."""


def survey(placement: Mask, board: list[int], lines: Lines, own: tuple[bool, ...], rare: list[Cell]) -> Survey:
    """Walks all lines out of the King; `own` tells own pieces by code, `rare` where the rarer attackers stand.

    `placement` is the board's `State.mask`.
    """
    found = Survey(rare)
    if placement & lines.leaps_seen:
        for cell, codes in lines.leaps:
            if board[cell] in codes:
                found.evasions += (({cell}, NOWHERE),)
    for ride in lines.rides_seen:
        if not placement & ride.attackers:
            continue
        screen = NOWHERE
        for cell, codes in ride.line:
            piece = board[cell]
            if piece:
                if screen != NOWHERE:
                    if piece in codes:
                        found.emptied += (screen,)
                    break
                if own[piece]:
                    screen = cell
                    continue
                if piece in codes:
                    found.evasions += ((_up_to(ride.line, cell), NOWHERE),)
                break
    for hop in lines.hops:
        _survey_hop(board, hop, own, found)
    for cell in rare:
        for each in lines.rare.get(cell, ()):
            if board[cell] in each[0]:
                _survey_rare(board, each, found)
    return found


def may_answer(evasions: Sequence[Evasion], origin: Cell, target: Cell) -> bool:
    """Whether a move of a piece that is not attacked itself may answer every check; a drop's origin is NOWHERE."""
    return all([each is None or target in each[0] or origin == each[1] != NOWHERE for each in evasions])


def _up_to(line: Line, last: Cell) -> set[Cell]:
    cells = set()
    for cell, _ in line:
        cells.add(cell)
        if cell == last:
            break
    return cells


def _survey_hop(
    board: list[int], line: tuple[tuple[Cell, Codes, Codes], ...], own: tuple[bool, ...], found: Survey
) -> None:
    first = second = NOWHERE
    empty: list[Cell] = []
    for cell, direct, over in line:
        piece = board[cell]
        if not piece:
            if second == NOWHERE:
                empty.append(cell)
            continue
        if first == NOWHERE:
            first = cell
            if piece in direct:
                found.evasions += (({*empty, cell}, NOWHERE),)
            if piece in over:
                found.filled += tuple(empty)
        elif second == NOWHERE:
            second = cell
            if piece in over:
                found.evasions += (({*empty, cell}, first),)
            if piece in direct and own[board[first]]:
                found.emptied += (first,)
        else:
            if piece in over:
                found.emptied += (first,)
                found.emptied += (second,)
            break


def _survey_rare(board: list[int], rare: Rare, found: Survey) -> None:
    """One move changes at most two of the cells between, so with three pieces there nothing can come of it."""
    between = rare[3]
    if _hops(board, rare, NOWHERE):
        found.evasions += (None,)
    if sum([board[cell] != 0 for cell in between]) <= MOST_CHANGED + 1:
        found.emptied += between
        found.filled += between
