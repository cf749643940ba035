"""Letters of straight strokes, for a circuit board's legend: what a photoplotter draws with a round pen.

Each is drawn in a box two wide and four high, y up; strokes are parted by a space, corners are two digits.
"""

from collections.abc import Iterator

STROKES = {
    "0": "00 04 24 20 00", "1": "03 14 10", "2": "04 24 22 02 00 20", "3": "04 24 20 00|02 22", "4": "04 02 22 24 20",
    "5": "24 04 02 22 20 00", "6": "24 04 00 20 22 02", "7": "04 24 10", "8": "00 04 24 20 00|02 22",
    "9": "22 02 04 24 20 00",
    "A": "00 03 14 23 20|02 22", "C": "24 04 00 20", "D": "00 04 14 23 21 10 00", "E": "24 04 00 20|02 12",
    "G": "24 04 00 20 22 12", "J": "01 00 20 24", "K": "00 04|24 02 20", "L": "04 00 20", "N": "00 04 20 24",
    "O": "00 04 24 20 00", "R": "00 04 24 22 02 20", "S": "24 04 02 22 20 00", "U": "04 00 20 24", "V": "04 10 24",
    "W": "04 00 12 20 24", "+": "02 22|11 13", "H": "00 04|20 24|02 22", "B": "00 04 14 23 12 02|12 21 10 00",
    "F": "00 04 24|02 12", "I": "10 14", "P": "00 04 24 22 02", "T": "04 24|10 14", " ": "",
}  # fmt: skip
"""By letter; those that the boards' legends need."""

ADVANCE = 3
"""Boxes' widths from letter to letter, in quarters of a letter's height."""


def strokes(text: str, height_mm: float) -> Iterator[tuple[tuple[float, float], ...]]:
    """The lines that write a text around the origin, upright, y up.

    Raises: KeyError for a letter that has no strokes.
    """
    step = height_mm / 4
    left = -(ADVANCE * len(text) - 1) * step / 2
    for place, letter in enumerate(text):
        for line in filter(None, STROKES[letter].split("|")):
            corners = (corner for corner in line.split())
            yield tuple(
                (left + (ADVANCE * place + int(corner[0])) * step, (int(corner[1]) - 2) * step) for corner in corners
            )
