"""A sheet made ready to play: what the engine asks of it, each in the table made for it."""

from fairyrules import tallies
from fairyrules.board import Cell
from fairyrules.castling import Castlings
from fairyrules.codes import Codes
from fairyrules.en_passant import Passings
from fairyrules.errors import SheetError
from fairyrules.kept import Kept
from fairyrules.keys import Keys
from fairyrules.line_table import AttackTables
from fairyrules.movement import Movement
from fairyrules.moves import MoveBook
from fairyrules.reach import ReachTable
from fairyrules.sheet import Sheet


class Droppable:
    """A kind in a side's reserve: where it may be put as far as the cells alone tell."""

    __slots__ = ("cells", "code", "drops", "files", "mates", "most_a_file", "on")

    def __init__(self, rules: "Rules", letter: str, side: int) -> None:
        kind = rules.codes.by_letter[letter]
        self.code = rules.codes.code(letter, side)
        self.cells = list(rules.drop_zone(letter, side))
        """Ascending."""
        self.drops = [rules.book.drop(letter, cell) for cell in self.cells]
        """In the order of the cells; nobody changes the lists."""
        self.on = dict(zip(self.cells, self.drops, strict=True))
        """By cell."""
        self.files = sorted({cell % rules.board.files for cell in self.cells})
        """Those of the cells."""
        self.most_a_file = kind.most_a_file
        """How many of the kind may stand on one file; 0 for any number."""
        self.mates = kind.drop_mates
        """Whether a drop of it may give mate."""


class Rules:
    """The tables of one sheet; all but the codes fill themselves as they are asked."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.board = sheet.board
        self.book = MoveBook(sheet.board)
        self.codes = Codes(sheet)
        self.movement = Movement(sheet, self.codes)
        size = sheet.board.size
        self.bits = (tuple(1 << cell for cell in range(size)), tuple(1 << size + cell for cell in range(size)))
        """By side, by cell: the bit of a `State.placement`."""
        self._droppable: tuple[dict[str, Droppable], dict[str, Droppable]] = ({}, {})
        self.kept = Kept()
        self.reach = ReachTable(self.movement, self.book, self.kept)
        self.lines = AttackTables(self.movement)
        self.castlings = Castlings(sheet.castlings, self.movement, self.book)
        self.passings = Passings(sheet.passing, self.movement, self.book)
        self.extras = (*sheet.extras, *tallies.implied(sheet))
        """The sheet's own extras, and those its keys bring along."""
        self.keys = Keys(sheet.board.size, self.codes.count, self.extras)
        self.rifles = any(kind.rifle for kind in sheet.kinds)
        """Whether anything takes from afar."""
        self.side_effects = sheet.phase is not None or sheet.aftermath is not None or self.rifles
        """Whether moves may harm the own King by more than leaving or filling a cell: by what they change or take."""
        self.taken_for_good = sheet.reserves is None and sheet.more_moves is None and sheet.aftermath is None
        """Whether no move can ever bring a piece onto the board."""
        self.extra_places = {extra.name: place for place, extra in enumerate(self.extras)}
        """By name, which of a position's extras it is."""
        self.settles = any(extra.settled is not None for extra in self.extras)
        reserves = sheet.reserves
        self.tested = (
            any(count and not one for count, one in zip(self.codes.royals_given, self.codes.one_royal, strict=True))
            or sheet.bursts is not None
            or sheet.checks_forbidden
        )
        """Whether moves are made and looked at, since it is not the safety of one King alone that counts."""
        self.special = (
            self.tested
            or bool(sheet.endings)
            or sheet.must_capture
            or sheet.may_pass
            or not all(self.codes.one_royal)
            or (reserves is not None and (reserves.first or bool(reserves.gates)))
        )
        """Whether the sheet asks more of a move than the safety of the one King (`special.py`)."""
        self.around = None if sheet.bursts is None else self.movement.around(sheet.bursts.around)
        """By cell, where a burst on it reaches; None in a game without."""
        spared = "" if sheet.bursts is None else sheet.bursts.spared
        self.spared = (False, *(kind.letter in spared.split() for kind in sheet.kinds for _ in (0, 1)))
        """By code: whether only a capture itself removes the piece."""
        # Asked for so often that one look-up less counts.
        self.ask_phase = sheet.phase
        self.never_worse = sheet.phase is None and (sheet.phase_at_worst is not None or sheet.aftermath is None)
        """Whether no move can give the opponent attacks but by where pieces stand."""
        self.perpetual_check_loses = sheet.perpetual_check_loses
        self.more_moves = sheet.more_moves
        needed = sheet.more_moves_need.split()
        self.more_needs = bool(needed)
        kinds = [name for name in needed if self.codes.has(name)]
        self.more_codes = tuple([tuple([self.codes.code(kind, side) for kind in kinds]) for side in (0, 1)])
        """By side: of which pieces one is enough for more moves."""
        unknown = [name for name in needed if name not in kinds and name not in self.extra_places]
        if unknown:
            raise SheetError(f"more_moves_need: {unknown[0]} is neither a kind nor an extra of the sheet.")
        self.more_extras = tuple([self.extra_places[name] for name in needed if name not in kinds])
        """Which extras, if one says something, are enough as well."""

    def droppable(self, kind: str, side: int) -> Droppable:
        """What is known of drops of the kind by the side before anything stands on the board."""
        found = self._droppable[side].get(kind)
        if found is None:
            found = self._droppable[side][kind] = Droppable(self, kind, side)
        return found

    def drop_zone(self, kind: str, side: int) -> tuple[Cell, ...]:
        """Where the side may drop the kind, likewise."""
        reserves = self.sheet.reserves
        zone = self.codes.by_letter[kind].drops or ("" if reserves is None else reserves.drop_cells)
        return tuple(sorted(self.movement.zone(zone, side)))
