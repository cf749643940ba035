"""The board's end of the wire for a board that is not ours: it greets, tells what changed, and has no lights. Pure.

Bytes in, bytes out; time comes from outside, in ms. Nothing gets lost on the socket behind it, so it keeps no events:
whoever asks to resume gets a snapshot.
"""

from reedboard.board import wire
from reedboard.board.geometry_file import PART_BYTES, sealed
from reedboard.board.profile import BoardProfile

BEAT_MS = 1000


class WireBoard:
    """One board at one power-up, whose number is `boot`."""

    def __init__(self, profile: BoardProfile, geometry: str, version: str, boot: int) -> None:
        self._ready = wire.Ready(wire.PROTOCOL, version, profile.id, profile.bits, profile.leds, 0, boot)
        self._geometry = sealed(geometry)
        self._bits, self._boot = profile.bits, boot
        self._occupied = 0
        self._seq = 0
        self._beat_ms = 0
        self._buffer = b""
        self.known = False
        """Whether the board behind it has told its state: before that there is nothing to say."""

    def hear(self, data: bytes, now_ms: int) -> bytes:
        """What the host said, in any portions; what is answered."""
        *lines, self._buffer = (self._buffer + data)[-2 * wire.MAX_LINE :].split(b"\n")
        said = b""
        for line in lines:
            try:
                said += self._answer(wire.parse_frame(line), now_ms)
            except wire.WireError:
                continue  # a damaged line is a missing one
        return said

    def sense(self, bit: int, on: bool, now_ms: int) -> bytes:
        """A sensor has this value now; what is said of it."""
        if bool(self._occupied >> bit & 1) == on:
            return b""
        self._occupied ^= 1 << bit
        if not self.known:
            return b""
        self._seq += 1
        change = wire.Change(self._boot, self._seq, self._time(now_ms), bit, on, 0)
        return wire.format_frame(change) + self._alive(now_ms)

    def tick(self, now_ms: int) -> bytes:
        """The heartbeat."""
        return self._alive(now_ms) if self.known and now_ms - self._beat_ms >= BEAT_MS else b""

    def _answer(self, frame: wire.Frame, now_ms: int) -> bytes:
        match frame:
            case wire.Hello():
                return wire.format_frame(self._ready)
            case wire.Resume() if self.known:
                snap = wire.Snap(self._boot, self._seq, self._time(now_ms), self._occupied, self._bits)
                return wire.format_frame(snap) + self._alive(now_ms)
            case wire.Leds(number, _):
                return wire.format_frame(wire.Shown(number, 0))
            case wire.Geometry(start):
                start = min(start, len(self._geometry))
                data = self._geometry[start : start + PART_BYTES]
                return wire.format_frame(wire.Part(len(self._geometry), start, data))
            case wire.Keep(key, _):
                return wire.format_frame(wire.Note(f"could not keep {key}: this board is not a reedboard"))
        return b""

    def _alive(self, now_ms: int) -> bytes:
        self._beat_ms = now_ms
        digest = wire.digest(self._occupied, self._bits)
        return wire.format_frame(wire.Alive(self._boot, self._seq, self._time(now_ms), digest, 0))

    def _time(self, now_ms: int) -> int:
        return now_ms % wire.TIME_WRAP_MS
