"""A sheet made ready to play: what the engine asks of it, each in the table made for it."""

from fairyrules.castling import Castlings
from fairyrules.codes import Codes
from fairyrules.en_passant import Passings
from fairyrules.keys import Keys
from fairyrules.line_table import AttackTables
from fairyrules.movement import Movement
from fairyrules.moves import MoveBook
from fairyrules.reach import ReachTable
from fairyrules.sheet import Sheet


class Rules:
    """The tables of one sheet; all but the codes fill themselves as they are asked."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.board = sheet.board
        self.book = MoveBook(sheet.board)
        self.codes = Codes(sheet)
        self.movement = Movement(sheet, self.codes)
        self.reach = ReachTable(self.movement, self.book)
        self.lines = AttackTables(self.movement)
        self.castlings = Castlings(sheet.castlings, self.movement, self.book)
        self.passings = Passings(sheet.passing, self.movement, self.book)
        self.keys = Keys(sheet.board.size, self.codes.count, sheet.extras)
        self.fickle = sheet.phase is not None or sheet.aftermath is not None or any(kind.rifle for kind in sheet.kinds)
        """Whether moves may harm the own King by more than leaving or filling a cell: by what they change or take."""
        self.taken_for_good = sheet.reserves is None and sheet.more_moves is None and sheet.aftermath is None
        """Whether no move can ever bring a piece onto the board."""
        self.extra_places = {extra.name: place for place, extra in enumerate(sheet.extras)}
        """By name, which of a position's extras it is."""
        # Asked for so often that one look-up less counts.
        self.ask_phase = sheet.phase
        self.perpetual_check_loses = sheet.perpetual_check_loses
        self.more_moves = sheet.more_moves
