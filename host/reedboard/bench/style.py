"""Ways to handle the pieces of one move, by name."""

from enum import Enum


class Style(Enum):
    """A way to handle pieces, named by what is special about it."""

    PLAIN = "plain"
    MOVER_FIRST = "mover first"
    BOTH_IN_HAND = "both in hand"
    SWEPT = "swept aside"
    SLID = "slid"
    RESTED = "rested"
    PARTNER_FIRST = "partner first"
    SLOW = "slow"
    EXCHANGED_ON_BOARD = "exchanged on the board"
    ADJUSTED_BEFORE = "adjusted before"
    ADJUSTED_DURING = "adjusted during"
    ADJUSTED_AFTER = "adjusted after"
    BUMPED = "bumped"
    ANY_ORDER = "in any order"


class UncommonStyle(Enum):
    """A way that is seen now and then; the rows that mix all styles do without it."""

    BOTH_AT_ONCE = "castling with both hands"
    """Two travelling pieces are lifted in one moment and put down in another."""
    PUSHED_OUT = "victim pushed out"
    """The taker is set on the edge of the cell, and pushes the victim out of it."""
    SLID_SLOWLY = "slid a second a cell"
    MISPLACED = "victims misplaced"
    """Captured pieces go to a slot of another kind, or beside the board though there are trays."""
    KINDS_TRIED = "kinds tried"
    """Pieces of other kinds are taken out of their slots and put back before the right one."""
    WRONG_FIRST = "wrong piece dropped first"
    BORROWED = "borrowed from the other tray"
    """A new piece comes out of the tray of the other side, that has one of its kind."""
