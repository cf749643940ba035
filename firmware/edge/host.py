"""The way to the host: MicroPython's own USB or UART console, read and written a byte at a time, never waiting.

A Pico's console blocks when its USB buffer is full and the host does not read, so each byte is written only after the
poll said that there is room; more than one at once could block, as the poll says nothing of how many.
"""

import os
import select
import sys

import micropython

BYTES_A_TURN = 48  # about 1 ms of Pico time; four turns a scan carry 12,000 bytes a second


def boot_number():
    """A number no two power-ups share, below 2**30."""
    return int.from_bytes(os.urandom(4), "little") & 0x3FFFFFFF


class Host:
    """Bytes both ways."""

    def __init__(self):
        micropython.kbd_intr(-1)  # a damaged byte may be Ctrl-C: it must not end the program
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)

    def read(self):
        """The next byte from the host as a number, or -1 if there is none."""
        for _ in self._readable.ipoll(0):
            if self._in.readinto(self._byte, 1):
                return self._byte[0]
        return -1

    def send(self, line, start):
        """Writes of `line` from `start` on what can be written without waiting; how many bytes that was."""
        sent = 0
        while start + sent < len(line) and sent < BYTES_A_TURN:
            room = False
            for _ in self._writable.ipoll(0):
                room = True
            if not room:
                break
            self._byte[0] = line[start + sent]
            self._out.write(self._byte)
            sent += 1
        return sent
