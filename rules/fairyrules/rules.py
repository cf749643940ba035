"""A sheet made ready to play: kinds as numbers, and tables that fill themselves as they are asked.

A piece is its *code*: 0 is an empty cell, the kind number i of the sheet is 2i+1 for White and 2i+2 for Black.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from fairyrules import reach
from fairyrules.betza import Mode, Pattern, read
from fairyrules.board import NOWHERE, Cell
from fairyrules.castling import CastlingPlan, Family, rights_left
from fairyrules.errors import SheetError
from fairyrules.lines import LineTable
from fairyrules.moves import MoveBook, Travel
from fairyrules.passing import Passed
from fairyrules.pieces import Piece, Side
from fairyrules.sheet import Kind, Phase, Promotion, Sheet

if TYPE_CHECKING:
    from fairyrules.game import Game

_MASK = (1 << 64) - 1


def scramble(seed: int) -> int:
    """A number of 60 bits that looks drawn by lot: one for each part of a position, mixed by xor into its key.

    Source: the output function of splitmix64, cut to the two digits of 30 bits that make a quick number in CPython.
    """
    z = (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) >> 4


class Rules:
    """The tables of one sheet."""

    game: "Game"
    """The game they are the tables of."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.board = sheet.board
        self.kinds = sheet.kinds
        self.book = MoveBook(sheet.board)
        self._index = {kind.letter: index for index, kind in enumerate(sheet.kinds)}
        royals = [kind.letter for kind in sheet.kinds if kind.royal]
        if len(royals) != 1 or len(self._index) != len(sheet.kinds):
            raise SheetError(
                f"{sheet.name}: kinds need different letters and exactly one royal; found royals {royals}."
            )
        self.royal = royals[0]
        count = 2 * len(sheet.kinds) + 1
        self.pieces: tuple[Piece | None, ...] = (
            None,
            *(Piece(side, kind.letter) for kind in sheet.kinds for side in (Side.WHITE, Side.BLACK)),
        )
        self.own: tuple[tuple[bool, ...], ...] = tuple(
            tuple(code > 0 and (code & 1) ^ 1 == side for code in range(count)) for side in (0, 1)
        )
        """By side, by code: whether the piece is the side's."""
        self.foe = (self.own[1], self.own[0])
        self.open: tuple[tuple[bool, ...], ...] = tuple(tuple(not mine for mine in own) for own in self.own)
        """By side, by code: whether the side may land there: empty or enemy."""
        self.pawn: tuple[bool, ...] = (False, *(kind.pawn for kind in sheet.kinds for _ in (0, 1)))
        self.shoots: tuple[bool, ...] = (False, *(bool(kind.rifle) for kind in sheet.kinds for _ in (0, 1)))
        """By code: whether the piece may take without leaving its cell."""
        self.fickle = sheet.phase is not None or sheet.aftermath is not None or any(kind.rifle for kind in sheet.kinds)
        """Whether moves may harm the own King by more than leaving or filling a cell: by what they change or take."""
        self.taken_for_good = sheet.reserves is None and sheet.more_moves is None and sheet.aftermath is None
        """Whether no move can ever bring a piece onto the board."""
        self.ask_phase = sheet.phase
        self.perpetual_check_loses = sheet.perpetual_check_loses
        self.more_moves = sheet.more_moves
        self.facing = self.read(sheet.facing) if sheet.facing else ()
        self.keys: tuple[tuple[int, ...], ...] = tuple(
            tuple(scramble(code * self.board.size + cell) if code else 0 for cell in range(self.board.size))
            for code in range(count)
        )
        """By code, by cell: its part of a position's key."""
        self._reach: tuple[dict[Phase, list[list[reach.Reach | None]]], ...] = ({}, {})
        self._attacks: tuple[dict[Phase, LineTable], ...] = ({}, {})
        self._dangers: tuple[dict[Phase, LineTable], ...] = ({}, {}) if self.facing else self._attacks
        self._patterns: dict[tuple[str, Phase], tuple[Pattern, ...]] = {}
        self._zones: dict[tuple[str, int], frozenset[Cell]] = {}
        self._words_keys: dict[str, int] = {}
        self._long_steps: dict[int, Passed | None] = {}
        self._castlings: dict[tuple[tuple[Cell, ...], int, Cell], tuple[CastlingPlan, ...]] = {}
        self.passing_codes = frozenset(
            self.code(passing.kind, side) for passing in sheet.passing for side in (Side.WHITE, Side.BLACK)
        )
        """Pieces that may make a long step."""
        self.families: tuple[tuple[Family, ...], ...] = (
            tuple([Family(self, castling, 0) for castling in sheet.castlings]),
            tuple([Family(self, castling, 1) for castling in sheet.castlings]),
        )
        """By side, its castling families."""
        self.castling_watch = frozenset(cell for side in self.families for family in side for cell in family.watch)
        """The cells whose emptying or filling can change castling rights."""
        self._rights: dict[tuple[tuple[Cell, ...], int, Cell, Cell], tuple[Cell, ...]] = {}
        self._passers: dict[tuple[int, Cell], tuple[tuple[int, Travel], ...]] = {}

    # Pieces

    def code(self, letter: str, side: int) -> int:
        """The code of a kind's piece. Raises KeyError for a letter that is no kind."""
        return 2 * self._index[letter] + 1 + side

    def kind_of(self, code: int) -> Kind:
        """The kind of a piece's code."""
        return self.kinds[(code - 1) >> 1]

    def letter_of(self, code: int) -> str:
        """The kind's letter in upper case, of either side."""
        return self.kinds[(code - 1) >> 1].letter

    def held_as(self, letter: str) -> str:
        """The kind a piece counts as in a reserve."""
        return self.kinds[self._index[letter]].held or letter

    def has(self, letter: str) -> bool:
        """Whether the sheet has such a kind."""
        return letter in self._index

    # Movement

    def read(self, movement: str) -> tuple[Pattern, ...]:
        """The patterns of a movement, cut where the board must end."""
        board = self.board
        width = board.around or board.files
        cut: dict[Pattern, None] = {}
        for pattern in read(movement):
            x = y = 0
            steps = []
            for step in pattern.steps:
                x, y = x + step[0], y + step[1]
                if abs(x) >= width or abs(y) >= board.ranks:
                    break
                steps.append(step)
            if len(steps) > pattern.first:
                cut[Pattern(tuple(steps), pattern.first, pattern.mode, pattern.hop, pattern.initial)] = None
        return tuple(cut)

    def patterns(self, kind: Kind, phase: Phase) -> tuple[Pattern, ...]:
        """The kind's patterns while its side is in the phase."""
        key = (kind.letter, phase if callable(kind.moves) else None)
        found = self._patterns.get(key)
        if found is None:
            movement = kind.moves(phase) if callable(kind.moves) else kind.moves
            found = self._patterns[key] = self.read(movement)
        return found

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
        kind = self.kinds[(code - 1) >> 1]
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
        threatens = self.kinds[(code - 1) >> 1].threatens
        if not self.may_land(code, phase, origin, target):
            return False
        if threatens is None:
            return True
        if (code & 1) ^ 1:
            return threatens(self.board, phase, self.board.mirror(origin), self.board.mirror(target))
        return threatens(self.board, phase, origin, target)

    def promotion(self, code: int, origin: Cell, target: Cell) -> Promotion | None:
        """The change of kind a move brings or offers."""
        letter, side = self.letter_of(code), (code & 1) ^ 1
        for promotion in self.sheet.promotions:
            if letter in promotion.kinds.split():
                zone = self.zone(promotion.zone, side)
                if target in zone or (promotion.leaving and origin in zone):
                    return promotion
        return None

    def reaches(self, side: int, phase: Phase) -> list[list[reach.Reach | None]]:
        """By code, by cell: what the side's pieces may do in the phase; None where nobody asked yet."""
        table = self._reach[side].get(phase)
        if table is None:
            size = self.board.size
            table = self._reach[side][phase] = [[None] * size if own else [] for own in self.own[side]]
        return table

    def reach_of(self, code: int, phase: Phase, cell: Cell) -> reach.Reach:
        """What the piece may do from the cell, now also in the table."""
        found = reach.build(self, code, phase, cell)
        self.reaches((code & 1) ^ 1, phase)[code][cell] = found
        return found

    def rifle_cells(self, kind: Kind, side: int) -> tuple[tuple[Cell, ...], ...]:
        """By the cell stood on, where the kind takes without going there."""
        shots = self.read(kind.rifle)
        return tuple(
            tuple(victim for shot in shots for victim in reach.walk(self, shot, side, cell)[-1:])
            for cell in range(self.board.size)
        )

    def attacks(self, side: int, phase: Phase) -> LineTable:
        """The lines of the side's attacks: what gives check."""
        table = self._attacks[side].get(phase)
        if table is None:
            table = self._attacks[side][phase] = LineTable(self, side, phase, False)
        return table

    def dangers(self, side: int, phase: Phase) -> LineTable:
        """The same with bare facing: where the other King may not be."""
        table = self._dangers[side].get(phase)
        if table is None:
            table = self._dangers[side][phase] = LineTable(self, side, phase, bool(self.facing))
        return table

    # Castling

    def castling_plans(
        self, rights: tuple[Cell, ...], side: int, king: Cell, codes: list[int]
    ) -> tuple[CastlingPlan, ...]:
        """How the side would castle with the rights, its King on the cell; kept for the next time.

        A king-like piece that is not the King has a home of one cell, so the rights tell where it stands.
        """
        key = (rights, side, king)
        plans = self._castlings.get(key)
        if plans is None:
            made = [
                family.plan(family.king_cell(codes), partner)
                for partner in rights
                for family in self.families[side]
                if codes[partner] == family.partner_code
            ]
            plans = self._castlings[key] = tuple(plan for plan in made if plan is not None)
        return plans

    def rights_after(
        self, rights: tuple[Cell, ...], codes: list[int], code: int, origin: Cell, target: Cell
    ) -> tuple[Cell, ...]:
        """The rights left after a plain travel, once the pieces stand as in `codes`; kept for the next time."""
        key = (rights, code, origin, target)
        left = self._rights.get(key)
        if left is None:
            left = self._rights[key] = rights_left(self, rights, codes, {origin: target}, False)
        return left

    def rights_at_start(self, pieces: Mapping[Cell, Piece]) -> tuple[Cell, ...]:
        """All the rights there are when nothing has moved yet."""
        codes = [0] * self.board.size
        for cell, piece in pieces.items():
            codes[cell] = self.code(piece.kind, piece.side)
        entitled = (
            cell for cell in pieces for side in self.families for family in side if family.entitles(codes, cell)
        )
        return self.in_order(dict.fromkeys(entitled), codes)

    def in_order(self, rights: Iterable[Cell], codes: list[int]) -> tuple[Cell, ...]:
        """Rights as they are written: White's, then Black's, each in file order."""
        files = self.board.files
        return tuple(sorted(rights, key=lambda cell: (codes[cell] & 1 ^ 1, cell % files, cell)))

    # Keys: what each part of a position mixes into its key besides the placement

    side_key = scramble(0)

    def rights_key(self, rights: Iterable[Cell]) -> int:
        """The key of castling rights."""
        key = 0
        for cell in rights:
            key ^= scramble(-1 - cell)
        return key

    def words_key(self, words: str) -> int:
        """The key of a part of the state as it is written."""
        if not words:
            return 0
        key = self._words_keys.get(words)
        if key is None:
            key = self._words_keys[words] = scramble(int.from_bytes(words.encode(), "big"))
        return key

    def passed_key(self, passed: Passed) -> int:
        """The key of what may be taken in passing."""
        return self.words_key(f"{passed.targets}>{passed.victim}")

    # En passant

    def long_step(self, code: int, origin: Cell, target: Cell) -> Passed | None:
        """What the piece leaves to be taken in passing by going from cell to cell."""
        key = (code * self.board.size + origin) * self.board.size + target
        if key not in self._long_steps:
            self._long_steps[key] = self._passed_by(self.letter_of(code), code & 1 == 0, origin, target)
        return self._long_steps[key]

    def _passed_by(self, letter: str, black: bool, origin: Cell, target: Cell) -> Passed | None:
        forward = -self.board.files if black else self.board.files
        for passing in self.sheet.passing:
            if letter == passing.kind and target - origin == passing.advance * forward:
                return Passed((origin + passing.taken_at * forward,), target)
        return None

    def passers(self, side: int, target: Cell) -> tuple[tuple[int, Travel], ...]:
        """(code, move) of the side's pieces that could take in passing by landing on the cell."""
        found = self._passers.get((side, target))
        if found is None:
            moves = []
            for letter in dict.fromkeys(
                letter for passing in self.sheet.passing for letter in passing.taken_by.split()
            ):
                code = self.code(letter, side)
                for pattern in self.patterns(self.kind_of(code), None):
                    if pattern.mode is Mode.QUIET or len(pattern.steps) != 1:
                        continue
                    x, y = pattern.steps[0]
                    origin = self.board.step(target, (-x, y if side else -y))
                    if origin != NOWHERE:
                        moves.append((code, self.book.travel(origin, target)))
            found = self._passers[side, target] = tuple(sorted(moves, key=lambda pair: pair[1].origin))
        return found
