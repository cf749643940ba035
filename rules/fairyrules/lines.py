"""The lines along which a cell can be attacked, walked outward from it: the backward tables of legality.

Every way an enemy piece may capture on the cell, turned round, is a line of cells that begins beside the cell. Lines
with a common beginning are one, so each cell is looked at once whatever the number of kinds that ride along it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from fairyrules.betza import Hop, Mode, Pattern
from fairyrules.board import NOWHERE, Cell, Step
from fairyrules.sheet import Phase

if TYPE_CHECKING:
    from fairyrules.rules import Rules

Codes = frozenset[int]
FAR: Final = 1 << 30
"""As good as any place on a line."""
MOST_CHANGED: Final = 1
"""A move that takes nothing from a distance empties at most one cell of a line, and fills one."""


Odd = tuple[Codes, int, int, tuple[Cell, ...]]
"""(attackers, lowest, highest, cells between, nearest first): exactly one piece stands between, in these bounds."""


@dataclass(slots=True)
class Lines:
    """The lines into one cell; in each, nearest first, the pieces (codes) that attack from there."""

    leaps: tuple[tuple[Cell, Codes], ...] = ()
    rides: tuple[tuple[tuple[Cell, Codes], ...], ...] = ()
    """All cells before the attacker are empty."""
    hops: tuple[tuple[tuple[Cell, Codes, Codes], ...], ...] = ()
    """Likewise, or (the second set) exactly one piece stands before the attacker."""
    odds: dict[Cell, tuple[Odd, ...]] = field(default_factory=dict)
    """Rarer attackers, by where they stand; there are so few that they are looked for, not the lines walked."""


def attacked(board: list[int], lines: Lines, odd: list[Cell]) -> bool:
    """Whether any piece on the board attacks the cell of the lines.

    `odd` is where the rarer attackers stand (`LineTable.standing`); that one of them was taken since does no harm.
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
    for hop in lines.hops:
        hurdle = False
        for cell, direct, over in hop:
            piece = board[cell]
            if piece:
                if hurdle:
                    if piece in over:
                        return True
                    break
                if piece in direct:
                    return True
                hurdle = True
    for cell in odd:
        for each in lines.odds.get(cell, ()):
            if board[cell] in each[0] and _hops(board, each):
                return True
    return False


def _hops(board: list[int], odd: Odd) -> bool:
    """Whether exactly one piece stands between, where it should."""
    _, low, high, between = odd
    places = [place for place, cell in enumerate(between) if board[cell]]
    return len(places) == 1 and low <= places[0] <= high


class Survey:
    """What a walk out of the own King tells, once a position: which moves need a closer look."""

    __slots__ = ("cures", "emptied", "filled", "odd")

    def __init__(self, odd: list[Cell]) -> None:
        self.odd = odd
        """Where the opponent's rarer attackers stand."""
        self.emptied: list[Cell] = []
        """Own pieces that may not leave without a look: pinned, or one of two screens before a hopper."""
        self.filled: list[Cell] = []
        """Empty cells where a piece would give a hopper its hurdle."""
        self.cures: list[tuple[set[Cell], Cell] | None] = []
        """For each check (cells to land on, the hurdle to take away or NOWHERE) against it; None: look at all."""


def survey(board: list[int], lines: Lines, own: tuple[bool, ...], odd: list[Cell]) -> Survey:
    """Walks all lines out of the King; `own` tells own pieces by code, `odd` where the rarer attackers stand."""
    found = Survey(odd)
    for cell, codes in lines.leaps:
        if board[cell] in codes:
            found.cures.append(({cell}, NOWHERE))
    for line in lines.rides:
        screen = NOWHERE
        for cell, codes in line:
            piece = board[cell]
            if piece:
                if screen != NOWHERE:
                    if piece in codes:
                        found.emptied.append(screen)
                    break
                if own[piece]:
                    screen = cell
                    continue
                if piece in codes:
                    found.cures.append((_up_to(line, cell), NOWHERE))
                break
    for hop in lines.hops:
        _survey_hop(board, hop, own, found)
    for cell in odd:
        for each in lines.odds.get(cell, ()):
            if board[cell] in each[0]:
                _survey_odd(board, each, found)
    return found


def _up_to(line: tuple[tuple[Cell, Codes], ...], last: Cell) -> set[Cell]:
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
                found.cures.append(({*empty, cell}, NOWHERE))
            if piece in over:
                found.filled.extend(empty)
        elif second == NOWHERE:
            second = cell
            if piece in over:
                found.cures.append(({*empty, cell}, first))
            if piece in direct and own[board[first]]:
                found.emptied.append(first)
        else:
            if piece in over:
                found.emptied.append(first)
                found.emptied.append(second)
            break


def _survey_odd(board: list[int], odd: Odd, found: Survey) -> None:
    """One move changes at most two of the cells between, so with three pieces there nothing can come of it."""
    between = odd[3]
    if _hops(board, odd):
        found.cures.append(None)
    if sum([board[cell] != 0 for cell in between]) <= MOST_CHANGED + 1:
        found.emptied.extend(between)
        found.filled.extend(between)


@dataclass(slots=True)
class _Node:
    """A step of the lines of any cell: who attacks from here, freely or if the rules allow from just there."""

    direct: set[int] = field(default_factory=set)
    over: set[int] = field(default_factory=set)
    direct_if: set[tuple[int, bool]] = field(default_factory=set)
    over_if: set[tuple[int, bool]] = field(default_factory=set)
    onward: dict[Step, "_Node"] = field(default_factory=dict)


class LineTable:
    """The lines into every cell for the attacks of one side in one phase, each built when first asked for.

    With `facing`, the enemy King counts as an attacker along the lines on which Kings may not see each other.
    """

    def __init__(self, rules: "Rules", side: int, phase: Phase, facing: bool) -> None:
        self._rules = rules
        self._side = side
        self._phase = phase
        self._root = _Node()
        self._odd: dict[tuple[int, int], _Node] = {}
        self._odd_codes: set[int] = set()
        self._cells: list[Lines | None] = [None] * rules.board.size
        self._shared: dict[Codes, Codes] = {}
        for kind in rules.kinds:
            code = rules.code(kind.letter, side)
            limited = bool(kind.zone or kind.lands or kind.threatens)
            patterns = rules.patterns(kind, phase)
            for pattern in patterns:
                if pattern.mode is not Mode.QUIET:
                    self._add(pattern, code, limited)
            self._add_rifle(kind.rifle, patterns, code, limited)
        if facing:
            for pattern in rules.facing:
                self._add(pattern, rules.code(rules.royal, side), False)

    def into(self, cell: Cell) -> Lines:
        """The lines into the cell."""
        lines = self._cells[cell]
        if lines is None:
            lines = self._cells[cell] = self._build(cell)
        return lines

    def hit(self, cell: Cell, board: list[int], men: dict[Cell, int]) -> bool:
        """Whether any of the side's men on the board attacks the cell."""
        return attacked(board, self.into(cell), self.standing(men))

    def standing(self, men: dict[Cell, int]) -> list[Cell]:
        """Where, among the side's men, the rarer attackers stand (`Lines.odds`)."""
        codes = self._odd_codes
        return [cell for cell, code in men.items() if code in codes] if codes else []

    def _add(self, pattern: Pattern, code: int, limited: bool) -> None:
        for last in range(pattern.first, len(pattern.steps)):
            outward = [(-x, -y) for x, y in reversed(pattern.steps[: last + 1])]
            if pattern.hop is Hop.NONE:
                node = self._descend(self._root, outward)
                target, target_if = node.direct, node.direct_if
            elif pattern.hop is Hop.OVER:
                node = self._descend(self._root, outward)
                target, target_if = node.over, node.over_if
            else:
                self._odd_codes.add(code)
                node = self._descend(self._odd.setdefault((0, 0), _Node()), outward)
                target, target_if = node.direct, node.direct_if
            if limited or pattern.initial:
                target_if.add((code, pattern.initial))
            else:
                target.add(code)

    def _add_rifle(self, rifle: str, patterns: tuple[Pattern, ...], code: int, limited: bool) -> None:
        """Attacks by taking from a distance: from where the piece stands, or from where a quiet move brings it."""
        for shot in self._rules.read(rifle) if rifle else ():
            self._add(shot, code, False)
            back = [(-x, -y) for x, y in reversed(shot.steps)]
            for pattern in patterns:
                if pattern.mode is Mode.TAKE:
                    continue
                for last in range(pattern.first, len(pattern.steps)):
                    outward = back + [(-x, -y) for x, y in reversed(pattern.steps[: last + 1])]
                    if pattern.hop is Hop.NONE:
                        root = self._root
                    else:
                        self._odd_codes.add(code)
                        high = FAR if pattern.hop is Hop.OVER else len(back)
                        root = self._odd.setdefault((len(back), high), _Node())
                    node = self._descend(root, outward)
                    node.direct.add(code)

    def _descend(self, node: _Node, outward: list[Step]) -> _Node:
        for x, y in outward:
            node = node.onward.setdefault((x, -y) if self._side else (x, y), _Node())
        return node

    def _build(self, cell: Cell) -> Lines:
        leaps: dict[Cell, Codes] = {}
        rides = []
        hops = []
        for line in self._walk(self._root, cell, cell, ()):
            if len(line) == 1 and not line[0][2]:
                leaps[line[0][0]] = leaps.get(line[0][0], frozenset()) | line[0][1]
            elif any(over for _, _, over in line):
                hops.append(line)
            else:
                rides.append(tuple((here, direct) for here, direct, _ in line))
        odds: dict[Cell, tuple[Odd, ...]] = {}
        for (low, high), root in self._odd.items():
            for line in self._walk(root, cell, cell, ()):
                for place, (here, direct, _) in enumerate(line):
                    if direct:
                        between = tuple(passed for passed, _, _ in line[:place])
                        odds[here] = (*odds.get(here, ()), (direct, low, high, between))
        return Lines(
            tuple((here, self._share(codes)) for here, codes in leaps.items()),
            tuple(rides),
            tuple(hops),
            odds,
        )

    def _walk(
        self, node: _Node, here: Cell, target: Cell, line: tuple[tuple[Cell, Codes, Codes], ...]
    ) -> Iterator[tuple[tuple[Cell, Codes, Codes], ...]]:
        """The lines that go on from a node, each cell's attackers named in the first of the lines that share it."""
        ended = True
        for step, following in node.onward.items():
            cell = self._rules.board.step(here, step)
            if cell in (NOWHERE, target):
                continue
            direct = self._allowed(following.direct, following.direct_if, cell, target)
            over = self._allowed(following.over, following.over_if, cell, target)
            for longer in self._walk(following, cell, target, (*line, (cell, direct, over))):
                yield longer
                ended = False
                empty: Codes = frozenset()
                line = tuple((passed, empty, empty) for passed, _, _ in line)
        if ended and line and (line[-1][1] or line[-1][2]):
            yield line

    def _allowed(self, free: set[int], limited: set[tuple[int, bool]], origin: Cell, target: Cell) -> Codes:
        codes = set(free)
        for code, initial in limited:
            if initial and origin not in self._rules.home(self._rules.kind_of(code), self._side):
                continue
            if self._rules.may_attack(code, self._phase, origin, target):
                codes.add(code)
        return self._share(frozenset(codes))

    def _share(self, codes: Codes) -> Codes:
        return self._shared.setdefault(codes, codes)
