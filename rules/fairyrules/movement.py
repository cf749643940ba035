"""How the kinds of a sheet move: patterns, zones, where they may land, what they become there."""

from dataclasses import replace

from fairyrules import betza
from fairyrules.betza import Pattern
from fairyrules.board import NOWHERE, Cell
from fairyrules.codes import Codes
from fairyrules.sheet import Kind, Phase, Promotion, Sheet


class Movement:
    """The movement of a sheet's kinds, read once."""

    def __init__(self, sheet: Sheet, codes: Codes) -> None:
        self.board = sheet.board
        self.codes = codes
        self._promotions = sheet.promotions
        self._patterns: dict[tuple[str, Phase], tuple[Pattern, ...]] = {}
        self._zones: dict[tuple[str, int], frozenset[Cell]] = {}
        self._shots = {kind.letter: self.cut(betza.read_shots(kind.rifle)) for kind in sheet.kinds if kind.rifle}
        self.facing = self.read(sheet.facing) if sheet.facing else ()
        """The lines on which the Kings may not see each other."""

    def read(self, movement: str) -> tuple[Pattern, ...]:
        """The patterns of a movement as far as the board goes."""
        return self.cut(betza.read(movement))

    def shots(self, kind: Kind) -> tuple[Pattern, ...]:
        """The single steps to where the kind takes without going there."""
        return self._shots.get(kind.letter, ())

    def cut(self, patterns: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
        """The patterns cut where the board must end, on a cylinder where they are back at their start."""
        board = self.board
        cut: dict[Pattern, None] = {}
        for pattern in patterns:
            x = y = 0
            steps = []
            for step in pattern.steps:
                x, y = x + step[0], y + step[1]
                beside = x % board.around == 0 == y if board.around else abs(x) >= board.files
                if beside or abs(y) >= board.ranks:
                    break
                steps.append(step)
            if len(steps) > pattern.first:
                cut[replace(pattern, steps=tuple(steps))] = None
        return tuple(cut)

    def patterns(self, kind: Kind, phase: Phase) -> tuple[Pattern, ...]:
        """The kind's patterns while its side is in the phase."""
        key = (kind.letter, phase if callable(kind.moves) else None)
        found = self._patterns.get(key)
        if found is None:
            movement = kind.moves(phase) if callable(kind.moves) else kind.moves
            placed = [replace(pattern, within=cells) for cells, also in kind.places for pattern in self.read(also)]
            found = self._patterns[key] = (*self.read(movement), *placed)
        return found

    def shunned(self, kind: Kind) -> frozenset[int]:
        """The codes of what the kind's hops neither pass over nor take."""
        return frozenset(self.codes.code(letter, side) for letter in kind.shuns.split() for side in (0, 1))

    def fits_place(self, within: str, side: int, origin: Cell, target: Cell) -> bool:
        """Whether both are among the cells a pattern is meant for (`Pattern.within`)."""
        if not within:
            return True
        cells = self.zone(within, side)
        return origin in cells and target in cells

    def walk(self, pattern: Pattern, side: int, cell: Cell) -> list[Cell]:
        """The cells of a pattern from a cell, as far as they exist and are not the start again."""
        path: list[Cell] = []
        here = cell
        for step in pattern.steps:
            here = self.board.step(here, self.board.step_of(side, step))
            if here in (NOWHERE, cell):
                break
            path.append(here)
        return path

    def around(self, leaps: str) -> tuple[tuple[Cell, ...], ...]:
        """By cell, the cells that a text's plain leaps go to."""
        patterns = self.read(leaps)
        return tuple(
            tuple(dict.fromkeys(near for pattern in patterns for near in self.walk(pattern, 0, cell)))
            for cell in range(self.board.size)
        )

    def zone(self, text: str, side: int) -> frozenset[Cell]:
        """A zone of the sheet as it lies for a side."""
        found = self._zones.get((text, side))
        if found is None:
            cells = self.board.zone(text)
            found = self._zones[text, side] = frozenset(map(self.board.mirror, cells)) if side else cells
        return found

    def home(self, kind: Kind, side: int) -> frozenset[Cell]:
        """From where the kind's `i` moves are allowed."""
        return self.zone(kind.home, side)

    def may_land(self, code: int, phase: Phase, origin: Cell, target: Cell) -> bool:
        """Whether the rules let the piece land there, whatever stands in the way."""
        kind = self.codes.kind_of(code)
        side = (code & 1) ^ 1
        if kind.zone and target not in self.zone(kind.zone, side):
            return False
        if kind.lands is None:
            return True
        if side:
            return kind.lands(self.board, phase, self.board.mirror(origin), self.board.mirror(target))
        return kind.lands(self.board, phase, origin, target)

    def may_attack(self, code: int, phase: Phase, origin: Cell, target: Cell) -> bool:
        """Whether the rules let the piece take there, as far as its side's phase tells (ruling G4)."""
        threatens = self.codes.kind_of(code).threatens
        if not self.may_land(code, phase, origin, target):
            return False
        if threatens is None:
            return True
        if (code & 1) ^ 1:
            return threatens(self.board, phase, self.board.mirror(origin), self.board.mirror(target))
        return threatens(self.board, phase, origin, target)

    def promotion(self, code: int, origin: Cell, target: Cell) -> Promotion | None:
        """The change of kind a move brings or offers."""
        letter, side = self.codes.letter_of(code), (code & 1) ^ 1
        for promotion in self._promotions:
            if letter in promotion.kinds.split():
                zone = self.zone(promotion.zone, side)
                if target in zone or (promotion.leaving and origin in zone):
                    return promotion
        return None
