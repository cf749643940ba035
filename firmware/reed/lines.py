"""The wire's lines: `TYPE fields*CRC`, the check a CRC-32 in eight hex digits (docs/PROTOCOL.md).

Input is gathered byte by byte into one preallocated buffer, so a torrent of rubbish costs no memory.
"""

import binascii

MAX_LINE = 2048  # bytes, line feed included; the host sends nothing longer


def seal(body):
    """The whole line of a body, as bytes."""
    raw = body.encode()
    return ("%s*%08x\n" % (body, binascii.crc32(raw) & 0xFFFFFFFF)).encode()


def unseal(line):
    """The body of a line (bytes without line feed), or None if it is damaged."""
    star = len(line) - 9
    if star < 1 or line[star] != 42:
        return None
    raw = bytes(line[:star])
    try:
        check = bytes(line[star + 1 :]).decode()
        if check != "%08x" % (binascii.crc32(raw) & 0xFFFFFFFF):
            return None
        return raw.decode()
    except (UnicodeError, ValueError):
        return None


class Inbox:
    """Gathers bytes into lines; a line too long for the buffer is dropped to its end."""

    def __init__(self):
        self._buffer = bytearray(MAX_LINE)
        self._count = 0
        self._spilt = False

    def feed(self, byte):
        """Takes one byte (int); the finished line's body when the byte ends an undamaged one, else None."""
        if byte == 10:
            count = self._count
            spilt = self._spilt
            self._count = 0
            self._spilt = False
            if spilt or not count:
                return None
            if self._buffer[count - 1] == 13:
                count -= 1
            return unseal(memoryview(self._buffer)[:count])
        if self._count < MAX_LINE:
            self._buffer[self._count] = byte
            self._count += 1
        else:
            self._spilt = True
        return None
