"""Odd input made of good input: bits flipped, pieces cut, doubled, swapped for others, numbers grown."""

import random
import re
from collections.abc import Sequence

BIG = (b"0", b"-1", b"00", b"1e9", b"99999999999999999999", b"4294967296", b"2147483648", b"0x10", b"1.5", b"\xc2\xb2")
"""What may stand in the place of a number."""
ODD = (
    b"\x00",
    b"\xff",
    b"\n",
    b"\r",
    b" ",
    b"*",
    b"\xe2\x80\xa8",
    b"\xed\xa0\x80",
    b'"',
    b"\\",
    b"{",
    b"[",
    b"(",
    b"/",
)
"""Bytes that mean something to one reader or another, or nothing to any."""
LONGEST = 20_000
"""Bytes of an odd input at most; what is longer is tried by tests of its own."""

_NUMBER = re.compile(rb"[0-9]+")


def mutated(seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """A seed with one to four things done to it."""
    data = rng.choice(seeds)
    for _ in range(rng.randrange(1, 5)):
        data = _once(data, seeds, rng)
    return data[:LONGEST]


def _once(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    what = rng.random()
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.randrange(1, 12))
    if what < 0.15 and at < len(data):
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    if what < 0.3:
        return data[:at] + data[end:]
    if what < 0.4:
        return data[:at] + data[at:end] * rng.choice((2, 2, 2, 3, 30)) + data[end:]
    if what < 0.55:
        return data[:at] + rng.choice(ODD) + data[at:]
    if what < 0.75:
        numbers = list(_NUMBER.finditer(data))
        if not numbers:
            return data
        found = rng.choice(numbers)
        value = rng.choice(BIG) if rng.random() < 0.5 else str(int(found.group()[:15]) + rng.choice((-1, 1))).encode()
        return data[: found.start()] + value + data[found.end() :]
    if what < 0.9:
        other = rng.choice(seeds)
        start = rng.randrange(len(other) + 1)
        return data[:at] + other[start : start + rng.randrange(1, 40)] + data[at:]
    return data[:at] + rng.randbytes(rng.randrange(1, 8)) + data[end:]
