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

from fairyrules.board import NOWHERE
from fairyrules.moves import Castling, Drop, Move, Travel
from fairyrules.search.kernel.flatten import MOST_HELD, Flat, Tables, refusal
from fairyrules.search.line import Stopped
from fairyrules.search.values import Values

if TYPE_CHECKING:
    from fairyrules.position import Position

LIBRARY: Final = Path(__file__).with_name("kernel.library")
"""No name that Python would take for a module of its own."""
BYTES_PER_ENTRY: Final = 16
LOOK_EVERY: Final = 1024
"""Positions between two looks whether to stop: 5 ms on the largest board."""
MOST_LINE: Final = 256
NO_CODE: Final = 0
NO_ORIGIN: Final = 1023
"""Of drops."""
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
    found.kernel_new.argtypes = (POINTER(Tables), c_uint64)
    found.kernel_free.argtypes = (ctypes.c_void_p,)
    found.kernel_begin.argtypes = (ctypes.c_void_p, c_int32, c_int32)
    found.kernel_load.argtypes = (
        *(ctypes.c_void_p, ctypes.c_char_p, POINTER(c_int32), c_uint64, c_uint64, c_uint64),
        *(ctypes.c_char_p, POINTER(c_uint64), POINTER(c_uint8), c_int32),
    )
    found.kernel_search.argtypes = (
        *(ctypes.c_void_p, c_int32, c_int32, c_int32),
        *(POINTER(c_uint64), POINTER(c_int32)),
    )
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
        self._kernel = ctypes.c_void_p(found.kernel_new(ctypes.byref(self._flat.tables), entries))
        self._past_keys = (c_uint64 * 1)()
        self._past_checks = (c_uint8 * 1)()
        self._line = (c_uint64 * MOST_LINE)()
        self._told = (c_int32 * 3)()
        self._after: Position | None = None
        self._played: dict[Move, Position] = {}

    @property
    def lacks(self) -> set[str]:
        """The moves that are only known at the root, as far as the positions met had any."""
        return self._flat.lacks

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
        self._past_keys = (c_uint64 * len(past))(*(key for key, _ in past))
        self._past_checks = (c_uint8 * len(past))(*(check for _, check in past))
        self._library.kernel_begin(self._kernel, most_nodes, LOOK_EVERY)

    def score(self, after: "Position", total: int, depth: int, alpha: int, beta: int, check: bool) -> int:
        """The score of the position after a move of the root's, for the side to move there.

        Raises: Stopped.
        """
        del total
        self.load(after, check)
        score: int = self._library.kernel_search(self._kernel, depth, alpha, beta, self._line, self._told)
        self.nodes = self._told[1]
        if self._told[2]:
            raise Stopped
        self._after = after
        return score

    def load(self, after: "Position", check: bool) -> None:
        """Sets the position the kernel stands on."""
        flat = self._flat
        passed = after.passed
        past = len(self._past_keys) if after.past is not None else 0
        numbers = (c_int32 * 6)(
            *(after.turn, after.halfmove, past),
            *((NOWHERE, NOWHERE) if passed is None else (passed.targets[0], passed.victim)),
            check,
        )
        if passed is not None and passed.taken_by is not None:
            # Who may take a piece that has castled, no table says. The key tells the position apart all the same.
            numbers[3] = passed.victim
        rights = 0
        for cell in after.rights:
            rights |= 1 << flat.right_cells.index(cell)
        kinds = len(flat.kind_of)
        held = bytearray(3 * kinds)
        for holder, reserve in enumerate(after.reserves or ()):
            for kind, count in reserve.items():
                assert count < MOST_HELD
                held[holder * kinds + flat.kind_of[kind]] = count
        self._library.kernel_load(
            *(self._kernel, bytes(after.codes), numbers, after.key),
            *(0 if passed is None else after.rules.keys.of_passed(passed), rights, bytes(held)),
            *(self._past_keys, self._past_checks, past),
        )

    def line(self) -> list[Move]:
        """The moves expected after the root's, each found among the legal ones."""
        found: list[Move] = []
        here = self._after
        assert here is not None
        for number in self._line[: self._told[0]]:
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
