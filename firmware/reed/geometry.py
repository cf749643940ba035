"""The geometry file that `reedboard flash` left beside the configuration, said in parts to a host that asks.

The board makes nothing of it: only hosts read cells and trays.
"""

import binascii

FILE = "board.toml"
PART = 192  # bytes a line: with the line's other fields far below the longest one


def part(name, start):
    """The body of the line that says what stands from byte `start` on; `PART 0 0 -` for a board without the file."""
    try:
        with open(name, "rb") as file:
            file.seek(0, 2)
            total = file.tell()
            start = min(start, total)
            file.seek(start)
            data = file.read(PART)
    except OSError:
        return "PART 0 0 -"
    return "PART %d %d %s" % (total, start, binascii.hexlify(data).decode() or "-")
