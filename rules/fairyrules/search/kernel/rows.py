"""The rows of a game's tables that are made when the kernel first asks for them, as fairyrules' own are.

A row is a list of numbers: for ways and lines of attack, paths of steps (`layout.step`).
"""

import ctypes
from collections.abc import Callable, Iterable
from ctypes import c_int32, c_uint64
from typing import TYPE_CHECKING, Any, Final

from fairyrules.board import NOWHERE
from fairyrules.declared import Lost
from fairyrules.lines import Lines, Rare
from fairyrules.moves import Travel
from fairyrules.reach import CANNON, CHANGING, HOP, HOP_BEHIND, LEAP, MERGE, PAWN, PUSH, RIDE, TAKE
from fairyrules.search.kernel.layout import (
    ANY,
    ATTACKS,
    BEHIND,
    DANGERS,
    DROP,
    DROPS,
    FILLS,
    HURDLED,
    LONG,
    MOST_NUMBERED,
    NOT_PASSED,
    ONCE,
    OPENS,
    PASSERS,
    QUIET,
    REACH,
    STRIKES,
    TAKES,
    TRAVEL,
    Mark,
    Passed,
    move_bits,
    step,
)
from fairyrules.sheet import Phase, Promotion

if TYPE_CHECKING:
    from fairyrules.rules import Rules

NONE: Final[frozenset[int]] = frozenset()
LACKING: Final = 1
"""The mark of a move that no table tells."""
NO_ROOM: Final = "moves and attacks for which its tables had no room"
Step = tuple[int, frozenset[int], frozenset[int], frozenset[int]]
"""(cell, who attacks from there freely, who over a hurdle, who may be that hurdle) of a line of attack."""


class Rows:
    """The rows of one game, and the marks and sets of codes that their steps name by number."""

    def __init__(
        self, rules: "Rules", conditions: int, rights: Callable[[int, int, int], tuple[int, int, int]]
    ) -> None:
        """`rights`: what a piece (code) that goes from cell to cell does to the rights to castle, see `Mark`."""
        self._rules = rules
        self._conditions = conditions
        self._rights = rights
        self._kept: dict[bytes, Any] = {}
        self.marks = (Mark * MOST_NUMBERED)()
        self.sets = (c_uint64 * (4 * MOST_NUMBERED))()
        self._mark_of: dict[bytes, int] = {}
        self._marked = 0
        self._set_of: dict[tuple[frozenset[int], ...], int] = {}
        self._makers = {
            REACH: self._reach,
            ATTACKS: self._attacks,
            DANGERS: self._dangers,
            PASSERS: self._passers,
            DROPS: self._drops,
        }
        self.lacks: set[str] = set()
        """Moves that no row has, as far as rows were made."""
        self.mark([self.plain()])
        self.mark([Mark(stride=1, lacks=1)])
        self._sets()

    def address(self, what: int, side: int, phase: int, code: int, cell: int) -> int:
        """Where the row begins; most pieces move alike in every phase, and then it is the same."""
        known = None
        if self._conditions:
            known = tuple([bool(phase >> place & 1) for place in range(self._conditions)])
        numbers = self._makers[what](side, known, code, cell)
        row = (c_int32 * len(numbers))(*numbers)
        return ctypes.addressof(self._kept.setdefault(bytes(row), row))

    def plain(self, code: int = 0, origin: int = NOWHERE, target: int = NOWHERE) -> Mark:
        """The mark of a piece that just goes there."""
        keeps, carried, carried_to = self._rights(code, origin, target)
        return Mark(keeps=keeps, carried=carried, carried_to=carried_to, passed=NOT_PASSED, most=ANY, stride=1)

    def mark(self, marks: list[Mark]) -> int:
        """The number of the first of some marks that belong together; 0 is that of just going there.

        Should there be too many, the move is one that the tables lack.
        """
        marks[-1].last = 1
        key = b"".join(map(bytes, marks))
        number = self._mark_of.get(key)
        if number is None and self._marked + len(marks) > MOST_NUMBERED:
            self.lacks.add(NO_ROOM)
            return LACKING
        if number is None:
            number = self._mark_of[key] = self._marked
            for mark in marks:
                mark.bits |= self._marked << 32
                self.marks[self._marked] = mark
                self._marked += 1
        return number

    def _sets(self, first: frozenset[int] = NONE, over: frozenset[int] = NONE, hurdles: frozenset[int] = NONE) -> int:
        """The number of three sets of codes; should there be too many, attacks from there are overlooked."""
        number = self._set_of.get((first, over, hurdles))
        if number is None and len(self._set_of) == MOST_NUMBERED:
            self.lacks.add(NO_ROOM)
            return 0
        if number is None:
            number = self._set_of[first, over, hurdles] = len(self._set_of)
            self.sets[4 * number : 4 * number + 3] = [mask(first), mask(over), mask(hurdles)]
        return number

    def _passers(self, side: int, phase: Phase, _code: int, cell: int) -> list[int]:
        may_land = self._rules.movement.may_land
        passers = self._rules.passings.passers(side, cell)
        found = [(code, move.origin) for code, move in passers if may_land(code, phase, move.origin, cell)]
        return [len(found), *(number for pair in found for number in pair)]

    def _drops(self, side: int, _phase: Phase, _code: int, kind: int) -> list[int]:
        dropped = self._rules.sheet.kinds[kind]
        code = self._rules.codes.code(dropped.letter, side)
        mark = self.plain()
        mark.bits = move_bits(DROP, code, 0)
        if dropped.most_a_file:
            mark.most, mark.stride = dropped.most_a_file, self._rules.board.files
        number = self.mark([mark])
        steps = [step(cell, number, False, 0) for cell in self._rules.drop_zone(dropped.letter, side)]
        return [3 + len(steps), QUIET << BEHIND, 0, len(steps), *steps]

    def _attacks(self, side: int, phase: Phase, _code: int, cell: int) -> list[int]:
        return self._lines(self._rules.lines.attacks(side, phase).unkept(cell), cell)

    def _dangers(self, side: int, phase: Phase, _code: int, cell: int) -> list[int]:
        return self._lines(self._rules.lines.dangers(side, phase).unkept(cell), cell)

    def _lines(self, lines: Lines, target: int) -> list[int]:
        every = frozenset(range(self._rules.codes.count))
        seen = bytearray((self._rules.board.size + 3) // 4 * 4)
        steps: list[int] = []

        def add(line: list[Step], flags: int) -> None:
            for place, (here, direct, over, hurdles) in enumerate(line):
                number = self._sets(direct, over, hurdles)
                steps.append(step(here, number, here == target, len(line) - 1 - place))
                seen[here] |= flags | (STRIKES if direct or over else 0)

        for here, codes in lines.leaps:
            add([(here, codes, NONE, NONE)], 0)
        for ride in lines.rides:
            add([(here, codes, NONE, NONE) for here, codes in ride], OPENS)
        for hop in lines.hops:
            add([(here, direct, over, every) for here, direct, over in hop], OPENS | FILLS)
        for line in _rare_lines(lines.rare, every):
            add(line, OPENS | FILLS)
        head = [int.from_bytes(seen[at : at + 4], "little", signed=True) for at in range(0, len(seen), 4)]
        return [*head, len(lines.leaps), len(steps) - len(lines.leaps), *steps]

    def _reach(self, side: int, phase: Phase, code: int, cell: int) -> list[int]:
        reach = self._rules.reach
        known = reach.of_side(side, phase)[code][cell]
        ways = reach.unkept(code, phase, cell) if known is None else known
        row: list[int] = []
        self._ways(row, ways, code, {})
        return [len(row), *row]

    def _ways(self, row: list[int], ways: Iterable[Any], code: int, changes: dict[Travel, Promotion]) -> None:
        for tag, data in ways:
            if tag == CHANGING:
                self._ways(row, data[0], code, data[1])
            elif tag == MERGE:
                self._ways(row, data, code, changes)
            elif tag == PAWN:
                self._ways(row, [(PUSH, (data[0],)), (TAKE, data[1])], code, changes)
            else:
                shunned = NONE
                if tag in (LEAP, TAKE):
                    way = (TAKES if tag == TAKE else QUIET | TAKES) << BEHIND
                    paths = [(node,) for node in data]
                elif tag in (RIDE, PUSH):
                    way = (QUIET if tag == PUSH else QUIET | TAKES) << BEHIND
                    paths = data
                elif tag == CANNON:
                    way = QUIET | TAKES << BEHIND | HURDLED
                    paths = data
                else:
                    way = (QUIET * data[0] | TAKES * data[1]) << BEHIND
                    way |= {HOP: HURDLED, HOP_BEHIND: HURDLED | ONCE}.get(tag, 0)
                    paths, shunned = data[2], data[3]
                steps = [
                    step(
                        cell,
                        0 if move is None else self._marks(code, move, changes),
                        move is None,
                        len(path) - 1 - place,
                    )
                    for path in paths
                    for place, (cell, move) in enumerate(path)
                ]
                row += [way, self._sets(shunned), len(steps), *steps]

    def _marks(self, code: int, move: Travel, changes: dict[Travel, Promotion]) -> int:
        """The number of the first mark of the moves that the piece makes by going there."""
        rules = self._rules
        side = (code & 1) ^ 1
        promotion = changes.get(move) if changes else None
        watched = rules.castlings.watched
        steps_long = rules.passings.long_stepper[code]
        if promotion is None and not (steps_long or watched[move.origin] or watched[move.target]):
            return 0
        marks: list[Mark] = []
        if promotion is None or not promotion.forced:
            mark = self.plain(code, move.origin, move.target)
            long = None
            if steps_long:
                long = rules.passings.long_step(code, move.origin, move.target)
            if long is not None:
                mark.bits = move_bits(LONG, 0, 0)
                mark.passed = Passed(rules.keys.of_passed(long), long.targets[0], long.victim)
            marks.append(mark)
        if promotion is not None:
            kinds = promotion.into.kinds if isinstance(promotion.into, Lost) else promotion.into
            if callable(kinds) or promotion.holders is not None:
                self.lacks.add("changes of kind that only a function tells")
                marks.append(Mark(stride=1, lacks=1))
                kinds = ()
            for letter in kinds:
                becomes = rules.codes.code(letter, side)
                mark = self.plain(code, move.origin, move.target)
                mark.bits = move_bits(TRAVEL, becomes, 0)
                if isinstance(promotion.into, Lost):
                    mark.most = rules.codes.given[becomes]
                marks.append(mark)
        return self.mark(marks)


def _rare_lines(rare: dict[int, tuple[Rare, ...]], every: frozenset[int]) -> list[list[Step]]:
    """The rarer attackers' lines. They are found by where they stand, and those along one line become one."""
    paths: dict[tuple[int, int, frozenset[int]], dict[tuple[int, ...], frozenset[int]]] = {}
    for here, moves in rare.items():
        for codes, low, high, between, _, shunned in moves:
            found = paths.setdefault((low, high, shunned), {})
            path = (*between, here)
            found[path] = found.get(path, NONE) | codes
    lines: list[list[Step]] = []
    for (low, high, shunned), attackers in paths.items():
        met: set[tuple[int, ...]] = set()
        for path in sorted(attackers, key=len, reverse=True):
            if path in met:
                continue
            line: list[Step] = []
            for place, here in enumerate(path):
                beginning = path[: place + 1]
                codes = NONE if beginning in met else attackers.get(beginning, NONE)
                met.add(beginning)
                line.append((here, NONE, codes, every - shunned if low <= place <= high else NONE))
            lines.append(line)
    return lines


def mask(codes: Iterable[int]) -> int:
    """Codes as bits."""
    found = 0
    for code in codes:
        found |= 1 << code
    return found
