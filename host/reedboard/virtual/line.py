"""The serial line between the virtual board and its host: as fast, as late and as unreliable as told. No port here."""

from collections import deque
from collections.abc import Callable

FIFO = 256
"""Bytes a Pico's USB port takes before it must wait for the host. Source: MicroPython's rp2 port."""


class Delivery:
    """One direction. Bytes go in freely, come out no faster than the line carries them, damaged as the faults say."""

    def __init__(
        self, bytes_a_second: float, inject_fault: Callable[[bytes], bytes], delay_ms: Callable[[], int]
    ) -> None:
        self._rate = bytes_a_second / 1000
        self._inject_fault = inject_fault
        self._delay_ms = delay_ms
        self._line = bytearray()
        self._due: deque[tuple[float, bytes]] = deque()
        self._free_ms = 0.0
        self.waiting = 0
        """Bytes of whole lines put in and not yet taken out."""

    def put(self, data: bytes, now_ms: float) -> None:
        """Bytes leave one end. A line is damaged when it is whole, so that a fault hits whole lines."""
        self._line += data
        while (end := self._line.find(b"\n") + 1) > 0:
            line = bytes(self._line[:end])
            del self._line[:end]
            self._free_ms = max(self._free_ms, now_ms + self._delay_ms())
            self._free_ms += len(line) / self._rate
            damaged = self._inject_fault(line)
            self.waiting += len(damaged)
            if damaged:
                self._due.append((self._free_ms, damaged))

    def take(self, now_ms: float, most: int = 1 << 16) -> bytes:
        """What has arrived at the other end, `most` bytes of it."""
        out = bytearray()
        while self._due and self._due[0][0] <= now_ms and len(out) < most:
            due_ms, line = self._due.popleft()
            room = most - len(out)
            out += line[:room]
            if line[room:]:
                self._due.appendleft((due_ms, line[room:]))
        self.waiting -= len(out)
        return bytes(out)

    def clear(self) -> None:
        """What was on the line is gone."""
        self._line.clear()
        self._due.clear()
        self.waiting = 0
