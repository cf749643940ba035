"""Positions of sFhIoDgEi put up for a test, and men its tests often need."""

from placing import place

KINGS = "Ki2 ki16"
ODD = "Aq1"
"""White's odd-odd Alibaba, out of the way."""
EVEN = "Ap2"


def board_of(men, side="w", reserves="[|]", **fields):
    return place("sfhiodgei", men, side=side, reserves=reserves, **fields)
