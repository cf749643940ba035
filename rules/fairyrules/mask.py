"""Cells as bits that are only ever compared with other cells: one long number in Python, machine words once compiled.

Plain Python is fastest with one number of any length. Compiled code is no faster with it: it asks for memory for each
result, as Python does, while ten operations on machine words cost next to nothing. So in the compiled build a mask is a
`Mask`, and in plain Python a number stands in its place, whose `&` is true where the two meet, too.
"""

from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from mypy_extensions import i64

COMPILED: Final = not __file__.endswith(".py")
"""Whether this runs as the optional compiled build."""
BITS: Final = 62
"""In one word: the highest that fit a compiled Python number, so that none is asked memory for when it is cut out."""
WORD: Final = (1 << BITS) - 1


class Mask:
    """The bits of a `State.placement`, or some of them; never changed."""

    __slots__ = ("_0", "_1", "_2", "_3", "_4", "_5", "_6", "_7", "_8", "_9", "_above", "_long")

    def __init__(self, bits: int) -> None:
        self._0: i64 = bits & WORD
        bits >>= BITS
        self._1: i64 = bits & WORD
        bits >>= BITS
        self._2: i64 = bits & WORD
        bits >>= BITS
        self._3: i64 = bits & WORD
        bits >>= BITS
        self._long = bits != 0
        """Whether there are more than these four, as only boards of more than 124 cells need."""
        self._4: i64 = bits & WORD
        bits >>= BITS
        self._5: i64 = bits & WORD
        bits >>= BITS
        self._6: i64 = bits & WORD
        bits >>= BITS
        self._7: i64 = bits & WORD
        bits >>= BITS
        self._8: i64 = bits & WORD
        bits >>= BITS
        self._9: i64 = bits & WORD
        self._above = bits >> BITS
        """What no word holds: 0 on boards of up to 310 cells."""

    def __and__(self, other: "Mask") -> bool:
        """Whether they have a bit in common."""
        if ((self._0 & other._0) | (self._1 & other._1) | (self._2 & other._2) | (self._3 & other._3)) != 0:
            return True
        if not other._long:
            return False
        return (
            (self._4 & other._4)
            | (self._5 & other._5)
            | (self._6 & other._6)
            | (self._7 & other._7)
            | (self._8 & other._8)
            | (self._9 & other._9)
        ) != 0 or (other._above != 0 and self._above & other._above != 0)

    def shows(self, seen: "Mask", cells: "Mask") -> bool:
        """Whether of these cells just those seen are in this mask."""
        if (
            ((self._0 & cells._0) ^ seen._0)
            | ((self._1 & cells._1) ^ seen._1)
            | ((self._2 & cells._2) ^ seen._2)
            | ((self._3 & cells._3) ^ seen._3)
        ) != 0:
            return False
        if not (cells._long or seen._long):
            return True
        return (
            ((self._4 & cells._4) ^ seen._4)
            | ((self._5 & cells._5) ^ seen._5)
            | ((self._6 & cells._6) ^ seen._6)
            | ((self._7 & cells._7) ^ seen._7)
            | ((self._8 & cells._8) ^ seen._8)
            | ((self._9 & cells._9) ^ seen._9)
        ) == 0 and (cells._above == seen._above == 0 or self._above & cells._above == seen._above)


def mask_of(bits: int) -> Mask:
    """The bits as a mask; in plain Python the number itself."""
    return Mask(bits) if COMPILED else cast("Mask", bits)


NO_MASK: Final = mask_of(0)
