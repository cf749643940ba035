"""What can happen to a line on its way, in twelve kinds, one line at a time."""

import random
from collections import Counter
from collections.abc import Callable, Mapping

from reedboard.virtual.faults import InjectedFault

BURST = 8
"""Lines lost in a row at most, of a burst."""
LATE_MS = 600
"""How late a late line is at most; what comes behind it waits."""
OLD = 30
"""So many lines back lies what is said again at most."""


class LineFaults(InjectedFault):
    """Each line, either way, suffers one of `kinds` with probability `rate`; `done` counts them by kind."""

    def __init__(self, rate: float, rng: random.Random, kinds: tuple[str, ...] | None = None) -> None:
        self.done = Counter[str]()
        self._rate = rate
        self._rng = rng
        self._kinds = kinds or tuple(KINDS)
        self._before: list[bytes] = []
        self._losing = 0
        self._late_ms = 0

    def line(self, line: bytes) -> bytes:
        """The line as it arrives."""
        self._before = [*self._before[-OLD:], line]
        if self._losing:
            self._losing -= 1
            return b""
        if self._rng.random() >= self._rate:
            return line
        kind = self._rng.choice(self._kinds)
        self.done[kind] += 1
        return KINDS[kind](self, line, self._rng)

    def delay_ms(self) -> int:
        """How late the next line is."""
        late, self._late_ms = self._late_ms, 0
        return late

    def _lose_more(self, line: bytes, rng: random.Random) -> bytes:
        self._losing = rng.randrange(1, BURST)
        return b""

    def _say_again(self, line: bytes, rng: random.Random) -> bytes:
        return line + rng.choice(self._before)

    def _delay(self, line: bytes, rng: random.Random) -> bytes:
        self._late_ms = rng.randrange(1, LATE_MS)
        return line


def _changed(line: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(line))
    return line[:at] + bytes([line[at] ^ rng.randrange(1, 256)]) + line[at + 1 :]


def _byte_lost(line: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(line))
    return line[:at] + line[at + 1 :]


def _byte_added(line: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(line))
    return line[:at] + rng.randbytes(1) + line[at:]


KINDS: Mapping[str, Callable[[LineFaults, bytes, random.Random], bytes]] = {
    "lost": lambda fault, line, rng: b"",
    "several lost": LineFaults._lose_more,
    "doubled": lambda fault, line, rng: 2 * line,
    "an old one said again": LineFaults._say_again,
    "late": LineFaults._delay,
    "a byte changed": lambda fault, line, rng: _changed(line, rng),
    "a byte lost": lambda fault, line, rng: _byte_lost(line, rng),
    "a byte added": lambda fault, line, rng: _byte_added(line, rng),
    "cut short": lambda fault, line, rng: line[: rng.randrange(len(line))] + b"\n",
    "run into the next": lambda fault, line, rng: line[:-1],
    "torn in two": lambda fault, line, rng: line[: (at := rng.randrange(len(line)))] + b"\n" + line[at:],
    "noise before it": lambda fault, line, rng: rng.randbytes(rng.randrange(1, 60)) + line,
}
