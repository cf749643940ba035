"""Positions of sFhIoDgEi put up for a test, and pieces its tests often need."""

from placing import place

KINGS = "Ki2 ki16"
ODD = "Aq1"
"""White's odd-odd Alibaba, out of the way."""
EVEN = "Ap2"


def board_of(pieces, side="w", reserves="[|]", **fields):
    return place("sfhiodgei", pieces, side=side, reserves=reserves, **fields)
