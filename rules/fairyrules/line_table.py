"""The backward tables of legality: for each cell the lines along which it can be attacked.

Every way an enemy piece may capture on the cell, turned round, is a line of cells that begins beside the cell. Lines
with a common beginning are one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from fairyrules.betza import Hop, Mode, Pattern
from fairyrules.board import NOWHERE, Cell, Step
from fairyrules.lines import Codes, Lines, Rare, Ride, attacked
from fairyrules.mask import mask_of
from fairyrules.movement import Movement
from fairyrules.sheet import Kind, Phase

FAR: Final = 1 << 30
"""As good as any place on a line."""
NOWHERE_AT_ALL: Final[list[Cell]] = []
"""No cells, made once."""


class AttackTables:
    """The line tables of both sides, one a phase."""

    def __init__(self, movement: Movement) -> None:
        self._movement = movement
        self._attacks: tuple[dict[Phase, LineTable], ...] = ({}, {})
        self._dangers: tuple[dict[Phase, LineTable], ...] = ({}, {}) if movement.facing else self._attacks
        self._dangers_without_phase: list[LineTable | None] = [None, None]
        """By side, those of no phase once more: few games have any, and a list is nearer than a dict."""
        self._trees: dict[tuple[int, bool, Phase], _Tree] = {}
        self._phases_move = any(callable(kind.moves) for kind in movement.codes.kinds)
        """Whether the phase decides the steps; else only where a step may go, and all phases have one tree."""

    def attacks(self, side: int, phase: Phase) -> "LineTable":
        """The lines of the side's attacks: what gives check."""
        table = self._attacks[side].get(phase)
        if table is None:
            table = self._attacks[side][phase] = self._table(side, phase, facing=False)
        return table

    def dangers(self, side: int, phase: Phase) -> "LineTable":
        """The same with bare facing: where the other King may not be."""
        table = self._dangers_without_phase[side] if phase is None else self._dangers[side].get(phase)
        if table is None:
            if self._movement.facing:
                table = self._dangers[side][phase] = self._table(side, phase, facing=True)
            else:
                table = self.attacks(side, phase)
            if phase is None:
                self._dangers_without_phase[side] = table
        return table

    def _table(self, side: int, phase: Phase, *, facing: bool) -> "LineTable":
        key = (side, facing, phase if self._phases_move else None)
        tree = self._trees.get(key)
        if tree is None:
            tree = self._trees[key] = _Tree(self._movement, side, phase, facing)
        return LineTable(self._movement, tree, side, phase)


Limited = tuple[int, bool, str]
"""(code, whether from its home only, between which cells only): a piece and the limits of the pattern it uses."""


@dataclass(slots=True)
class _Node:
    """A step of the lines of any cell: who attacks from here, freely or if the rules allow from just there."""

    direct: set[int] = field(default_factory=set)
    over: set[int] = field(default_factory=set)
    direct_if: set[Limited] = field(default_factory=set)
    over_if: set[Limited] = field(default_factory=set)
    shot_if: set[Limited] = field(default_factory=set)
    """Who attacks by a shot, if it may go to the first cell of the line from here."""
    onward: dict[Step, "_Node"] = field(default_factory=dict)


class _Tree:
    """The attacks of one side turned round, as steps from any cell; with `facing`, the enemy King's bare sight too."""

    def __init__(self, movement: Movement, side: int, phase: Phase, facing: bool) -> None:
        self._movement = movement
        self._codes = movement.codes
        self._side = side
        self.root = _Node()
        self.odd: dict[tuple[int, int, Codes], _Node] = {}
        self.odd_codes: list[bool] = [False] * movement.codes.count
        """By code, whether the piece is a rarer attacker (`Lines.rare`)."""
        self.any_odd = False
        self.leaping_shots: list[tuple[Cell, Cell, Pattern, int]] = []
        """(origin, where it leaps to, shot from there, code) for pairs of cells a kind may change between."""
        for kind in movement.codes.kinds:
            code = movement.codes.code(kind.letter, side)
            limited = bool(kind.zone or kind.lands or kind.threatens)
            patterns = movement.patterns(kind, phase)
            for pattern in patterns:
                if pattern.mode is not Mode.QUIET:
                    self._add(pattern, code, limited)
            if kind.rifle:
                self._add_rifle(kind, patterns, code)
        if facing:
            for letter in movement.codes.royals:
                for pattern in movement.facing:
                    self._add(pattern, movement.codes.code(letter, side), False)

    def _add(self, pattern: Pattern, code: int, limited: bool) -> None:
        shunned = self._movement.shunned(self._codes.kind_of(code))
        for last in range(pattern.first, len(pattern.steps)):
            outward = [(-x, -y) for x, y in reversed(pattern.steps[: last + 1])]
            if pattern.hop is Hop.NONE:
                node = self._descend(self.root, outward)
                target, target_if = node.direct, node.direct_if
            elif pattern.hop is Hop.OVER and shunned:
                self.odd_codes[code] = self.any_odd = True
                root = self.odd.setdefault((0, FAR, shunned), _Node())
                node = self._descend(root, outward)
                target, target_if = node.direct, node.direct_if
            elif pattern.hop is Hop.OVER:
                node = self._descend(self.root, outward)
                target, target_if = node.over, node.over_if
            else:
                self.odd_codes[code] = self.any_odd = True
                node = self._descend(self.odd.setdefault((0, 0, shunned), _Node()), outward)
                target, target_if = node.direct, node.direct_if
            if limited or pattern.initial or pattern.within:
                target_if.add((code, pattern.initial, pattern.within))
            else:
                target.add(code)

    def _add_rifle(self, kind: Kind, patterns: tuple[Pattern, ...], code: int) -> None:
        """Attacks by taking from a distance: from where the piece stands, or from where a quiet move brings it."""
        shunned = self._movement.shunned(kind)
        for shot in self._movement.shots(kind):
            self.leaping_shots += [
                (self._movement.board.cell(origin), self._movement.board.cell(stand), shot, code)
                for first, second in kind.leaps
                for origin, stand in ((first, second), (second, first))
            ]
            self._add(shot, code, False)
            back = [(-x, -y) for x, y in reversed(shot.steps)]
            for pattern in patterns:
                if pattern.mode is Mode.TAKE:
                    continue
                for last in range(pattern.first, len(pattern.steps)):
                    outward = back + [(-x, -y) for x, y in reversed(pattern.steps[: last + 1])]
                    if pattern.hop is Hop.NONE:
                        root = self.root
                    else:
                        self.odd_codes[code] = self.any_odd = True
                        high = FAR if pattern.hop is Hop.OVER else len(back)
                        root = self.odd.setdefault((len(back), high, shunned), _Node())
                    node = self._descend(root, outward)
                    if kind.zone or kind.lands or pattern.initial or pattern.within:
                        node.shot_if.add((code, pattern.initial, pattern.within))
                    else:
                        node.direct.add(code)

    def _descend(self, node: _Node, outward: list[Step]) -> _Node:
        for step in outward:
            node = node.onward.setdefault(self._movement.board.step_of(self._side, step), _Node())
        return node


class LineTable:
    """The lines into every cell for the attacks of one side in one phase, each built when first asked for."""

    def __init__(self, movement: Movement, tree: _Tree, side: int, phase: Phase) -> None:
        self._movement = movement
        self._codes = movement.codes
        self._tree = tree
        self._side = side
        self._phase = phase
        self.at_worst: LineTable | None = None
        """That of the phase at its worst (`Sheet.phase_at_worst`); None: nobody asked yet."""
        self._cells: list[Lines | None] = [None] * movement.board.size
        self._shared: dict[Codes, Codes] = {}

    def into(self, cell: Cell) -> Lines:
        """The lines into the cell."""
        lines = self._cells[cell]
        if lines is None:
            lines = self._cells[cell] = self._build(cell)
        return lines

    def unkept(self, cell: Cell) -> Lines:
        """The same; where they are not known yet they are not kept, for who keeps them in a form of their own."""
        return self._cells[cell] or self._build(cell)

    def hit(self, cell: Cell, board: list[int], pieces: dict[Cell, int]) -> bool:
        """Whether any of the side's pieces on the board attacks the cell."""
        return attacked(board, self.into(cell), self.standing(pieces))

    def standing(self, pieces: dict[Cell, int]) -> list[Cell]:
        """Where, among the side's pieces, the rarer attackers stand (`Lines.rare`); nobody changes the list."""
        if not self._tree.any_odd:
            return NOWHERE_AT_ALL
        odd = self._tree.odd_codes
        return [cell for cell, code in pieces.items() if odd[code]]

    def _build(self, cell: Cell) -> Lines:
        leaps: dict[Cell, Codes] = {}
        rides = []
        hops = []
        for line in self._walk(self._tree.root, cell, cell, (), False):
            if len(line) == 1 and not line[0][2]:
                leaps[line[0][0]] = leaps.get(line[0][0], frozenset()) | line[0][1]
            elif any(over for _, _, over in line):
                hops.append(line)
            else:
                rides.append(tuple((here, direct) for here, direct, _ in line))
        for origin, stand, shot, code in self._tree.leaping_shots:
            if origin != cell and self._movement.walk(shot, self._side, stand) == [cell]:
                rides.append(((stand, self._share(frozenset())), (origin, self._share(frozenset({code})))))
        rare: dict[Cell, tuple[Rare, ...]] = {}
        for (low, high, shunned), root in self._tree.odd.items():
            for line in self._walk(root, cell, cell, (), True):
                for place, (here, direct, _) in enumerate(line):
                    if direct:
                        between = tuple(passed for passed, _, _ in line[:place])
                        passes = between.index(cell) if cell in between else NOWHERE
                        rare[here] = (*rare.get(here, ()), (direct, low, high, between, passes, shunned))
        leaps = {here: self._share(codes) for here, codes in leaps.items()}
        rides_over: dict[Cell, tuple[tuple[tuple[Cell, Codes], ...], ...]] = {}
        for ride in rides:
            for here, _ in ride:
                rides_over[here] = (*rides_over.get(here, ()), ride)
        first = self._movement.board.size if self._side else 0
        return Lines(
            mask_of(sum([1 << first + here for here, codes in leaps.items() if codes])),
            tuple([Ride(mask_of(sum([1 << first + here for here, codes in ride if codes])), ride) for ride in rides]),
            tuple(leaps.items()),
            tuple(rides),
            tuple(hops),
            rare,
            frozenset([passed for ride in rides for passed, _ in ride[:-1]]),
            leaps,
            rides_over,
        )

    def _walk(
        self, node: _Node, here: Cell, target: Cell, line: tuple[tuple[Cell, Codes, Codes], ...], through: bool
    ) -> Iterator[tuple[tuple[Cell, Codes, Codes], ...]]:
        """The lines that go on from a node, each cell's attackers named in the first of the lines that share it.

        Nobody attacks from a cell the line has met before: the piece itself would stand in its way. `through`: whether
        a line may pass the attacked cell again, with the piece there as its hurdle.
        """
        ended = True
        nobody: Codes = frozenset()
        for step, following in node.onward.items():
            cell = self._movement.board.step(here, step)
            if cell == NOWHERE or (cell == target and not through):
                continue
            direct = over = nobody
            if cell != target and cell not in [passed for passed, _, _ in line]:
                direct = self._allowed(following.direct, following.direct_if, cell, target)
                over = self._allowed(following.over, following.over_if, cell, target)
                if following.shot_if:
                    direct = self._share(direct | self._shooting(following.shot_if, cell, line[0][0]))
            for longer in self._walk(following, cell, target, (*line, (cell, direct, over)), through):
                yield longer
                ended = False
                line = tuple((passed, nobody, nobody) for passed, _, _ in line)
        if ended and line and (line[-1][1] or line[-1][2]):
            yield line

    def _allowed(self, free: set[int], limited: set[Limited], origin: Cell, target: Cell) -> Codes:
        codes = set(free)
        for code, initial, within in limited:
            if not self._keeps(code, initial, within, origin, target):
                continue
            if self._movement.may_attack(code, self._phase, origin, target):
                codes.add(code)
        return self._share(frozenset(codes))

    def _shooting(self, limited: set[Limited], origin: Cell, stand: Cell) -> Codes:
        """Those that may go from the cell to where they shoot from."""
        return frozenset(
            code
            for code, initial, within in limited
            if self._movement.may_land(code, self._phase, origin, stand)
            and self._keeps(code, initial, within, origin, stand)
        )

    def _keeps(self, code: int, initial: bool, within: str, origin: Cell, target: Cell) -> bool:
        """Whether the piece may use a pattern with these limits between the cells."""
        if initial and origin not in self._movement.home(self._codes.kind_of(code), self._side):
            return False
        return self._movement.fits_place(within, self._side, origin, target)

    def _share(self, codes: Codes) -> Codes:
        return self._shared.setdefault(codes, codes)
