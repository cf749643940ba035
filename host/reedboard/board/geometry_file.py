"""The geometry file as a board carries it, so that whoever meets the board needs no file of their own.

The first line is a comment with the CRC-32 of all that follows, so that a copy cut off or damaged is recognised.
"""

import binascii
import re

NAME = "board.toml"
"""How the file is called on the microcontroller."""

PART_BYTES = 192
"""What one `PART` line carries at most: the firmware takes it out of the file in one go."""

MOST_BYTES = 16_384
"""No geometry file is longer; the largest shipped one has 1.4 kB."""

_HEAD = re.compile(r"# reedboard-geometry ([0-9a-f]{8})\n")


def sealed(text: str) -> bytes:
    """A geometry file's text with its check before it.

    >>> sealed("id = 1")
    b'# reedboard-geometry ba50d3d9\\nid = 1'
    """
    body = unsealed(text.encode()) or text
    return f"# reedboard-geometry {binascii.crc32(body.encode()):08x}\n{body}".encode()


def unsealed(data: bytes) -> str | None:
    """The text of a sealed file; None where it is not whole."""
    try:
        head, text = _HEAD.match(data.decode()), data.decode().partition("\n")[2]
    except UnicodeDecodeError:
        return None
    return text if head and int(head[1], 16) == binascii.crc32(text.encode()) else None
