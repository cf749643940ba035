"""The tree in C as the search's root sees it: positions in, scores and expected moves out.

`make fast` builds the library beside this file where there is a C compiler. One that was built from other source than
`kernel.c` is not used, for it would read the tables wrong.
"""

import ctypes
import zlib
from collections.abc import Callable
from ctypes import POINTER, c_int32, c_uint8, c_uint32, c_uint64
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fairyrules.moves import Castling, Drop, Move, Travel
from fairyrules.search.kernel.flatten import Flat
from fairyrules.search.kernel.layout import MOST_PLIES, NO_ORIGIN, NOT_PASSED, Kernel, Passed, Question, State, Tables
from fairyrules.search.kernel.refusal import refusal
from fairyrules.search.line import Stopped
from fairyrules.search.values import Values

if TYPE_CHECKING:
    from fairyrules.position import Position

LIBRARY: Final = Path(__file__).with_name("kernel.library")
"""No name that Python would take for a module of its own."""
BYTES_PER_ENTRY: Final = 16
LOOK_EVERY: Final = 1024
"""Positions between two looks whether to stop: 5 ms on the largest board."""
ANY_NUMBER: Final = (1 << 31) - 1
"""Of positions, where none is asked for."""
NO_CODE: Final = 0
SHAPE: Final = (1 << 28) - 1
"""The bits of a move that say from where to where, and what it becomes."""


@cache
def library() -> ctypes.CDLL | None:
    """The kernel, if it was built from the source that lies beside it."""
    try:
        found = ctypes.CDLL(str(LIBRARY))
        found.kernel_source.restype = c_uint32
        if found.kernel_source() != zlib.crc32(LIBRARY.with_suffix(".c").read_bytes()):
            return None
    except (OSError, AttributeError):
        return None
    found.kernel_new.restype = ctypes.c_void_p
    found.kernel_new.argtypes = (POINTER(Tables),)
    found.kernel_free.argtypes = (ctypes.c_void_p,)
    found.kernel_begin.argtypes = (ctypes.c_void_p, POINTER(Question))
    found.kernel_load.argtypes = (ctypes.c_void_p, POINTER(State), ctypes.c_char_p)
    found.kernel_search.argtypes = (ctypes.c_void_p, c_int32, c_int32, c_int32)
    return found


def plays(start: "Position") -> bool:
    """Whether the kernel is there, and can represent the game."""
    return library() is not None and not refusal(start.rules)


class KernelTree:
    """What lies below the root's moves."""

    def __init__(self, start: "Position", values: Values, table_bytes: int) -> None:
        """`plays(start)` has been asked before."""
        found = library()
        assert found is not None
        self._library = found
        self.nodes = 0
        self._stop: Callable[[], bool] = bool
        self._flat = Flat(start, values, lambda: self._stop())
        entries = 1 << max(10, (table_bytes // BYTES_PER_ENTRY).bit_length() - 1)
        self._flat.tables.mask = entries - 1
        self._kernel = ctypes.c_void_p(found.kernel_new(self._flat.tables))
        self._question = Question()
        assert self._kernel.value is not None
        self._told = Kernel.from_address(self._kernel.value)
        self._after: Position | None = None
        self._played: dict[Move, Position] = {}

    @property
    def lacks(self) -> set[str]:
        """The moves that are only known at the root, as far as the positions met had any."""
        return self._flat.rows.lacks

    def __del__(self) -> None:
        if hasattr(self, "_kernel"):
            self._library.kernel_free(self._kernel)

    def begin(self, position: "Position", most_nodes: int, stop: Callable[[], bool]) -> None:
        """Before a question."""
        self.nodes = 0
        self._stop = stop
        past: list[tuple[int, bool]] = []
        earlier = position.past
        while earlier is not None:
            key, _, check, earlier = earlier
            past.append((key, check))
        past.reverse()
        past.append((position.key, position.rules.perpetual_check_loses and position.in_check()))
        keys = (c_uint64 * (len(past) + MOST_PLIES))(*(key for key, _ in past))
        checks = (c_uint8 * (len(past) + MOST_PLIES))(*(check for _, check in past))
        # It also keeps them from being taken away.
        self._question = Question(most_nodes or ANY_NUMBER, LOOK_EVERY, len(past), keys, checks)
        self._library.kernel_begin(self._kernel, self._question)

    def score(self, after: "Position", total: int, depth: int, alpha: int, beta: int, check: bool) -> int:
        """The score of the position after a move of the root's, for the side to move there.

        Raises: Stopped.
        """
        del total
        self.load(after, check)
        score: int = self._library.kernel_search(self._kernel, depth, alpha, beta)
        self.nodes = self._told.nodes
        if self._told.stopped:
            raise Stopped
        self._after = after
        return score

    def load(self, after: "Position", check: bool) -> None:
        """Sets the position the kernel stands on."""
        flat = self._flat
        passed = after.passed
        given = State(
            key=after.key,
            rights=flat.rights(after.rights),
            tally=(c_uint64 * 2)(*flat.asked()),
            ply=1,
            turn=after.turn,
            advanced=1 - after.halfmove,
            forgot=1 if after.past is None else 1 - self._question.past,
            passed=NOT_PASSED,
            checked=check,
        )
        if passed is not None:
            # Who may take a piece that has castled, no table says. The key tells the position apart all the same.
            cell = passed.targets[0] if passed.taken_by is None else passed.victim
            given.passed = Passed(after.rules.keys.of_passed(passed), cell, passed.victim)
        for holder, kind, count, share in flat.held(after.reserves or ()):
            given.reserve[holder][kind] = count
            given.total += share.value
            for side in (0, 1):
                given.tally[side] += share.tally[side]
        self._library.kernel_load(self._kernel, given, bytes(after.codes))

    def line(self) -> list[Move]:
        """The moves expected after the root's, each found among the legal ones."""
        found: list[Move] = []
        here = self._after
        assert here is not None
        expected = self._told.line[1]
        for number in expected.moves[: expected.count]:
            move = next((each for each in here.legal_moves() if shape(here, each) == number & SHAPE), None)
            if move is None:
                break
            found.append(move)
            here = here.play_unchecked(move)
        return found


def shape(position: "Position", move: Move) -> int:
    """The move as the kernel writes it, without its type; -1 for what it has no number for."""
    codes = position.rules.codes
    match move:
        case Travel(origin, target, becomes, None):
            code = NO_CODE if becomes is None else codes.code(becomes, position.turn)
            return code << 22 | origin << 11 | target
        case Drop(kind, target):
            return codes.code(kind, position.turn) << 22 | NO_ORIGIN << 11 | target
        case Castling():
            return move.origin << 11 | move.partner_origin
    return -1
