"""The shapes of what Python and the kernel hand each other, and its numbers: all as in `kernel.c`."""

import ctypes
from ctypes import POINTER, c_int32, c_uint8, c_uint64
from typing import Any, Final

from fairyrules.board import NOWHERE

MOST_KINDS, MOST_CELLS, MOST_HELD, MOST_CONDITIONS, MOST_PLAN, MOST_RIGHTS = 31, 1023, 128, 4, 56, 63
MOST_NUMBERED: Final = 8192
"""Marks, and triples of sets."""
ANY: Final = 1 << 20
NO_ORIGIN: Final = 1023
"""Of drops."""
TRAVEL, LONG, DROP, _PASSING, CASTLING = range(5)
REACH, ATTACKS, DANGERS, PASSERS, DROPS = range(5)
QUIET, TAKES, BEHIND, HURDLED, ONCE = 1, 2, 4, 16, 32
OPENS, FILLS, STRIKES = 1, 2, 4
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
    """A step of a path: its cell, the mark or sets there, whether it is special, how many steps are behind it."""
    assert cell < MOST_CELLS
    assert number < MOST_NUMBERED
    assert rest < 128
    return cell | number << 10 | special << 23 | rest << 24


def move_bits(kind: int, becomes: int, mark: int, origin: int = 0, target: int = 0) -> int:
    """A move as a number."""
    return mark << 32 | kind << 28 | becomes << 22 | origin << 11 | target


class Share(ctypes.Structure):
    """What a piece on a cell, or so many in a reserve, adds to a position."""

    _fields_ = (("key", c_uint64), ("tally", c_uint64 * 2), ("value", c_int32))


class Pieces(ctypes.Structure):
    """Up to two pieces and where they stand."""

    _fields_ = (("count", c_int32), ("cell", c_int32 * 2), ("code", c_int32 * 2))


class Passed(ctypes.Structure):
    """What may be taken in passing."""

    _fields_ = (("key", c_uint64), *numbers("cell", "victim"))


NOT_PASSED: Final = Passed(0, NOWHERE, NOWHERE)


class Mark(ctypes.Structure):
    """What a move means beside going somewhere."""

    _fields_ = (
        *numbers("bits", "keeps", "carried", "carried_to", kind=c_uint64),
        ("passed", Passed),
        *numbers("plan", "most", "stride", "lacks", "last"),
    )


class Plan(ctypes.Structure):
    """A castling."""

    _fields_ = (
        *numbers("move", "right", kind=c_uint64),
        *(("before", Pieces), ("after", Pieces)),
        *numbers("safe", "between", "path"),
        ("cells", c_int32 * MOST_PLAN),
    )


class Tables(ctypes.Structure):
    """All that is said of a game beforehand, and how to ask for the rest."""

    _fields_ = (
        *numbers("size", "codes", "kinds", "questions", "fifty", "perpetual", "stalemate", "forgets"),
        *(("plans", c_int32 * 2), ("tempo", c_int32), ("full", c_int32 * 2)),
        *numbers("most", "sign", "pressed_from", "pressed_span", "exchanged"),
        *numbers("side_key", "pawns", "royals", "mating", "mask", kind=c_uint64),
        *numbers("right_keys", "sets", kind=POINTER(c_uint64)),
        *numbers("shares", "held_shares", kind=POINTER(Share)),
        *numbers("worth", "safety", "cornered", "near", "held", "holder", kind=POINTER(c_int32)),
        *(("marks", POINTER(Mark)), ("plan", POINTER(Plan) * 2), ("row", ROW), ("stop", STOP)),
    )


class State(ctypes.Structure):
    """A position."""

    _fields_ = (
        *(("key", c_uint64), ("rights", c_uint64), ("tally", c_uint64 * 2), ("passed", Passed)),
        *numbers("ply", "turn", "advanced", "forgot", "total", "checked"),
        *(("king", c_int32 * 2), ("phase", c_int32 * 2), ("taken", c_int32)),
        *(("reserve", c_uint8 * (MOST_KINDS + 1) * 3), ("gone", Pieces), ("come", Pieces)),
    )


class Question(ctypes.Structure):
    """How far to look, and what was before."""

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
