"""DGT's electronic board, over its serial or USB port.

A command is one byte. A message is an id with its top bit set, two bytes of length (seven bits each, the header
counted), then data whose top bits are clear. Squares count from a8 along the rank to h1, the cable at White's left. A
piece is a number from 1 to 12, an empty square 0; which piece it is the wire does not carry, and the game knows it.
Source: the facts of DGT's published protocol description (`dgtbrd.h`); their notice asks for permission before it is
used commercially. DGT is a trade mark of its owner; this project is not theirs.
"""

from collections.abc import Mapping

RESET, SEND_BOARD, SEND_UPDATES = b"\x40", b"\x42", b"\x44"
BOARD, FIELD = 0x86, 0x8E
SQUARES = 64

ANEW_MS = 5000
"""The whole board is asked for again this often: a lost update is mended then."""

LONGEST = 1 << 14


class Dgt:
    """One conversation."""

    geometry = """id = "dgt"
name = "DGT board"
pitch_mm = 55.0

[sensors]
driver = "74hc165"
inputs = 8

[[sensors.run]]
cells = "a1-h8"
bit = 0

[power]
budget_ma = 200
fuse_ma = 500
supply_ma = 500
"""
    baud = 9600

    def __init__(self, turned: bool) -> None:
        self._turned = turned
        self._buffer = bytearray()
        self._asked_ms: int | None = None

    def begin(self) -> bytes:
        """Ends what another program had begun, asks for the whole board, then for every change."""
        return RESET + SEND_BOARD + SEND_UPDATES

    def receive(self, data: bytes) -> Mapping[int, bool]:
        """Sensor bit -> occupied, of every square the messages name."""
        self._buffer += data
        found: dict[int, bool] = {}
        while (message := self._next()) is not None:
            kind, told = message
            if kind == BOARD and len(told) == SQUARES:
                found |= {self._bit(square): piece != 0 for square, piece in enumerate(told)}
            elif kind == FIELD and len(told) == 2 and told[0] < SQUARES:
                found[self._bit(told[0])] = told[1] != 0
        return found

    def tick(self, now_ms: int) -> bytes:
        """Asks for the whole board now and then."""
        if self._asked_ms is None:
            self._asked_ms = now_ms
        if now_ms - self._asked_ms < ANEW_MS:
            return b""
        self._asked_ms = now_ms
        return SEND_BOARD

    def _next(self) -> tuple[int, bytes] | None:
        """The next whole message; what cannot be the beginning of one is dropped."""
        buffer = self._buffer
        while buffer:
            if buffer[0] < 0x80:
                del buffer[0]
                continue
            if len(buffer) < 3:
                return None
            length = buffer[1] << 7 | buffer[2]
            if buffer[1] >= 0x80 or buffer[2] >= 0x80 or not 3 <= length < LONGEST:
                del buffer[0]
                continue
            broken = next((at for at in range(3, min(length, len(buffer))) if buffer[at] >= 0x80), None)
            if broken is not None:  # bytes were lost: another message begins here
                del buffer[:broken]
                continue
            if len(buffer) < length:
                return None
            message = buffer[0], bytes(buffer[3:length])
            del buffer[:length]
            return message
        return None

    def _bit(self, square: int) -> int:
        square = SQUARES - 1 - square if self._turned else square
        return 8 * (7 - square // 8) + square % 8
