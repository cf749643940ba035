"""The way to the host: MicroPython's own USB or UART console, never waiting.

Reading takes a byte at a time, as the console would wait for a second one. Writing differs by controller. A Pico's USB
console says whether there is room for *some* byte; more than that waits, up to half a second, while nobody reads.
So several bytes go out at once only while the host shows that it is awake: at most `TRUST` bytes since its last line,
which the buffers of its system hold even if it stopped reading that moment; byte by byte after that.
An ESP32's UART console claims room always and waits for its 128-byte buffer, so there the line's speed is reckoned.
"""

import os
import select
import sys
import time

import micropython

BYTES_A_TURN = 48  # four turns a scan carry 12,000 bytes a second
BURST = 32  # bytes written at once: half of what a Pico's USB controller takes in one go
TRUST = 1024  # a quarter of the smallest system's buffer for a serial port
UART_BYTES = 96  # what an ESP32's UART buffer of 128 holds, with some to spare
UART_BYTES_A_MS = 11  # at the 115200 baud of its console, 11.5


def boot_number():
    """A number no two power-ups share, below 2**30."""
    return int.from_bytes(os.urandom(4), "little") & 0x3FFFFFFF


@micropython.native
def _take(readable, readinto, one, buffer, start, end):
    while start < end:
        for _ in readable(0):
            break
        else:
            break
        readinto(one, 1)
        byte = one[0]
        buffer[start] = byte
        start += 1
        if byte == 10:
            break
    return start


def console():
    """The console of the controller this runs on."""
    return Uart() if sys.platform == "esp32" else Usb()


class Console:
    """Bytes from the host; how they go to it differs by controller."""

    def __init__(self):
        micropython.kbd_intr(-1)  # a damaged byte may be Ctrl-C: it must not end the program
        readable = select.poll()
        readable.register(sys.stdin, select.POLLIN)
        self._readable = readable.ipoll
        self._readinto = sys.stdin.buffer.readinto
        self._write = sys.stdout.buffer.write
        self._byte = bytearray(1)

    def take(self, buffer, start, end):
        """Puts what the host has sent into a buffer, up to a line feed; up to where it is filled now."""
        filled = _take(self._readable, self._readinto, self._byte, buffer, start, end)
        if filled > start and buffer[filled - 1] == 10:
            self.heard()
        return filled

    def heard(self):
        """The host has ended a line."""


class Usb(Console):
    """A console that says truly whether it takes a byte."""

    def __init__(self):
        super().__init__()
        writable = select.poll()
        writable.register(sys.stdout, select.POLLOUT)
        self._writable = writable.ipoll
        self._trusted = 0

    def heard(self):
        """The host is awake."""
        self._trusted = TRUST

    def send(self, line, start):
        """Writes of `line` from `start` on what can be written without waiting; how many bytes that was."""
        end = min(len(line), start + BYTES_A_TURN)
        at = start
        while at < end:
            for _ in self._writable(0):
                break
            else:
                break
            room = 1
            if self._trusted >= BURST:
                room = min(BURST, end - at)
                self._trusted -= room
            self._write(line[at : at + room])
            at += room
        return at - start


class Uart(Console):
    """A console that would rather wait than say no: room is what its buffer holds, less what cannot have gone out."""

    def __init__(self):
        super().__init__()
        self._waiting = 0
        self._since = time.ticks_ms()

    def send(self, line, start):
        """Writes of `line` from `start` on what can be written without waiting; how many bytes that was."""
        now = time.ticks_ms()
        self._waiting = max(0, self._waiting - time.ticks_diff(now, self._since) * UART_BYTES_A_MS)
        self._since = now
        room = min(len(line) - start, UART_BYTES - self._waiting)
        if room <= 0:
            return 0
        self._write(line[start : start + room])
        self._waiting += room
        return room
