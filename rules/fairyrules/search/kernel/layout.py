"""The shapes of what Python and the kernel hand each other, and its numbers: all as in `kernel.c`.

A cell is its index, a piece its code, as everywhere in fairyrules; sets of codes are bits. A move is a number: target
in bits 0-10, origin in 11-21, the code it becomes (or that is dropped) in 22-27, its type in 28-30; from bit 32 on the
number of its mark, which comparing leaves out.
"""

import ctypes
from ctypes import POINTER, c_int32, c_uint8, c_uint64
from typing import Any, Final

from fairyrules.board import NOWHERE

MOST_KINDS, MOST_CELLS, MOST_HELD, MOST_CONDITIONS, MOST_PLAN, MOST_RIGHTS = 31, 1023, 128, 4, 56, 63
MOST_NUMBERED: Final = 8192
"""Marks, and triples of sets: the largest game we have needs 500 and 40."""
ANY: Final = 1 << 20
"""As a number of pieces: no limit."""
NO_ORIGIN: Final = 1023
"""Of drops."""
TRAVEL, LONG, DROP, _PASSING, CASTLING = range(5)
"""Types of moves."""
REACH, ATTACKS, DANGERS, PASSERS, DROPS = range(5)
"""Tables whose rows are made when first asked for (`rows.py`)."""
QUIET, TAKES, BEHIND, HURDLED, ONCE = 1, 2, 2, 16, 32
"""Of a way: whether it may end on an empty cell, and with a capture; shifted by BEHIND the same behind the hurdle;
whether it needs a hurdle, without which all of it lies behind; whether it ends one step behind it."""
OPENS, FILLS, STRIKES = 1, 2, 4
"""What a cell is to the King that a row of lines leads to: a piece that leaves it may open a line, one that comes may
be a hurdle, or attack."""
QUESTION: Final = 12
"""The bits a question takes of a tally."""
ENOUGH: Final = 1 << 11
"""That of them which is set once there is enough."""
PASSES: Final = 4
"""The last question: whether a side has a piece besides Pawns, without which to pass may be better than any move."""
MOST_PLIES: Final = 196

ROW: Final = ctypes.CFUNCTYPE(ctypes.c_void_p, c_int32, c_int32, c_int32, c_int32, c_int32)
STOP: Final = ctypes.CFUNCTYPE(c_int32)


def numbers(*names: str, kind: Any = c_int32) -> tuple[tuple[str, Any], ...]:  # noqa: ANN401  # ctypes names no types
    """Fields of one type."""
    return tuple([(name, kind) for name in names])


def step(cell: int, number: int, special: bool, rest: int) -> int:
    """A step of a path as a number.

    Args:
        cell: where it is.
        number: of the mark of a move that ends there, or of the sets of those who attack from there.
        special: no move may end there; in lines of attack it is the attacked cell itself.
        rest: how many steps the path has behind it.
    """
    assert cell < MOST_CELLS
    assert number < MOST_NUMBERED
    assert rest < 128
    return cell | number << 10 | special << 23 | rest << 24


def move_bits(kind: int, becomes: int, mark: int, origin: int = 0, target: int = 0) -> int:
    """A move as a number."""
    return mark << 32 | kind << 28 | becomes << 22 | origin << 11 | target


class Share(ctypes.Structure):
    """What a piece on a cell, or so many of a kind in a reserve, adds to a position: to its key and its total.

    And, by side, to the tally: `QUESTION` bits for each question its phase asks, the last for `PASSES`. A tally begins
    so (`Flat.asked`) that the highest bit of a question is set once it holds.
    """

    _fields_ = (("key", c_uint64), ("tally", c_uint64 * 2), ("value", c_int32))


class Pieces(ctypes.Structure):
    """Up to two pieces and where they stand; the one that moves first, or the King that castles."""

    _fields_ = (("count", c_int32), ("cell", c_int32 * 2), ("code", c_int32 * 2))


class Passed(ctypes.Structure):
    """What may be taken in passing: by landing on which cell, and where it stands. The key tells it from others."""

    _fields_ = (("key", c_uint64), *numbers("cell", "victim"))


NOT_PASSED: Final = Passed(0, NOWHERE, NOWHERE)


class Mark(ctypes.Structure):
    """What a move means beside going somewhere. One step may mean several moves: their marks follow one another.

    Fields:
        bits: the move, all but origin and target.
        keeps: the rights to castle that it leaves, as bits.
        carried, carried_to: the right that goes along with its piece, and what it is then.
        passed: what may be taken in passing after it.
        plan: the castling's number, for its side.
        most, stride: the move is one if fewer pieces of what it becomes stand: on the cells of its file (`stride` is
            the number of files) or on all (1).
        lacks: stands for moves that no table tells.
        last: of the marks of the step.
    """

    _fields_ = (
        ("bits", c_uint64),
        *numbers("most", "stride", "lacks", "last", "plan"),
        *numbers("keeps", "carried", "carried_to", kind=c_uint64),
        ("passed", Passed),
    )


class Plan(ctypes.Structure):
    """A castling: who moves whence and where, and the right it uses.

    `cells` are `between` that have to be empty, then those of the `path` on which the King must be safe.
    """

    _fields_ = (
        *numbers("move", "right", kind=c_uint64),
        *(("before", Pieces), ("after", Pieces)),
        *numbers("safe", "between", "path"),
        ("cells", c_int32 * MOST_PLAN),
    )


class Tables(ctypes.Structure):
    """All that is said of a game beforehand, and how to ask for the rest.

    Fields:
        heads: how many numbers a row of lines begins with that say what each cell is to it.
        stride: from a side's rows in one phase to those in the next: codes x size.
        mating: codes that may mate by a drop.
        full, most: how many pieces each side begins with, and the larger number.
        mask: entries of the table of positions, less one; they are a power of two.
        sets: by number four words: who attacks freely, who over a hurdle, who may be that hurdle; of ways the first is
            those shunned.
        shares: code x cell. held_shares: holder x kind x count.
        worth: code. cornered: cell. near: King's cell x cell. All as in `Values`.
        safety: what a King's cell is worth for White, side x pieces against it x cell.
        held: what a code counts as in a reserve. holder: whose reserve it comes to, side x cell; -1 none.
    """

    _fields_ = (
        *numbers(
            "size", "heads", "codes", "stride", "kinds", "questions", "fifty", "perpetual", "stalemate", "forgets"
        ),
        *(("plans", c_int32 * 2), ("tempo", c_int32), ("full", c_int32 * 2)),
        *numbers("most", "sign", "pressed_from", "pressed_span", "exchanged"),
        *numbers("side_key", "pawns", "royals", "mating", "mask", kind=c_uint64),
        *numbers("right_keys", "sets", kind=POINTER(c_uint64)),
        *numbers("shares", "held_shares", kind=POINTER(Share)),
        *numbers("worth", "safety", "cornered", "near", "held", "holder", kind=POINTER(c_int32)),
        *(("marks", POINTER(Mark)), ("plan", POINTER(Plan) * 2), ("row", ROW), ("stop", STOP)),
    )


class State(ctypes.Structure):
    """A position.

    `advanced`, `forgot`: the plies from which on fifty moves and repetitions are counted; `gone`, `come`: what the move
    that led here took away and put down, `taken` the code it captured.
    """

    _fields_ = (
        *(("key", c_uint64), ("rights", c_uint64), ("tally", c_uint64 * 2), ("passed", Passed)),
        *numbers("ply", "turn", "advanced", "forgot", "total", "checked"),
        *(("king", c_int32 * 2), ("phase", c_int32 * 2), ("taken", c_int32)),
        *(("reserve", c_uint8 * (MOST_KINDS + 1) * 3), ("gone", Pieces), ("come", Pieces)),
    )


class Question(ctypes.Structure):
    """How far to look, and the game before: keys and checks, the root last, with room for the line looked at."""

    _fields_ = (
        *numbers("most_nodes", "look_every", "past"),
        *(("keys", POINTER(c_uint64)), ("checks", POINTER(c_uint8))),
    )


class Line(ctypes.Structure):
    """Moves that are expected."""

    _fields_ = (("moves", c_uint64 * MOST_PLIES), ("count", c_int32))


class Kernel(ctypes.Structure):
    """What is read of the kernel itself: the lines from each ply on, and how far it came."""

    _fields_ = (("line", Line * MOST_PLIES), *numbers("nodes", "stopped"))
