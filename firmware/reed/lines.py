"""The wire's lines: `TYPE fields*CRC`, the check a CRC-32 in eight hex digits (docs/PROTOCOL.md).

Input is gathered into one preallocated buffer, so a torrent of rubbish costs no memory.
"""

import binascii

MAX_LINE = 2048  # bytes, line feed included; the host sends nothing longer
DIGITS = 10  # of the longest number a line may carry: 2**30 has as many


def seal(body):
    """The whole line of a body, as bytes."""
    raw = body.encode()
    return ("%s*%08x\n" % (body, binascii.crc32(raw) & 0xFFFFFFFF)).encode()


def body_end(line):
    """Where the body of a line (bytes without line feed) ends, or 0 if the line is damaged."""
    star = len(line) - 9
    if star < 1 or line[star] != 42:
        return 0
    return star if bytes(line[star + 1 :]) == b"%08x" % (binascii.crc32(line[:star]) & 0xFFFFFFFF) else 0


def unseal(line):
    """The body of a line (bytes without line feed), or None if it is damaged or no text."""
    end = body_end(line)
    try:
        return bytes(line[:end]).decode() if end else None
    except UnicodeError:
        return None


def number(text, least, most):
    """A field's whole number. Raises ValueError where it is none, or out of its bounds; never reads a long one."""
    if not 0 < len(text) <= DIGITS or not text.isdigit():
        raise ValueError(text)
    value = int(text)
    if not least <= value <= most:
        raise ValueError(text)
    return value


class Inbox:
    """Gathers bytes into lines; a line too long for the buffer is dropped to its end."""

    def __init__(self):
        self.buffer = bytearray(MAX_LINE)
        self._view = memoryview(self.buffer)
        self.count = 0  # of the bytes of the line under way
        self._spilt = False

    def feed(self, byte):
        """Takes one byte (int). Where it ends an undamaged line, that line's body is the buffer's first so many bytes.

        Returns that number, else 0.
        """
        self.buffer[self.count] = byte
        return self._took(self.count + 1, byte)

    def gather(self, take, most):
        """Lets `take(buffer, start, end)` put in at most so many bytes, up to a line feed; returns as `feed` does.

        `take` says up to where it has filled the buffer.
        """
        start = self.count
        end = take(self.buffer, start, min(start + most, MAX_LINE))
        return self._took(end, self.buffer[end - 1]) if end > start else 0

    def _took(self, count, last):
        self.count = count
        if last == 10:
            self.count = 0
            spilt = self._spilt
            self._spilt = False
            count -= 1
            if count and self.buffer[count - 1] == 13:
                count -= 1
            return 0 if spilt or not count else body_end(self._view[:count])
        if count == MAX_LINE:
            self.count = 0
            self._spilt = True
        return 0
