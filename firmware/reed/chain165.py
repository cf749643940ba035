"""Sensors on chained 74HC165 shift registers, one input a reed: the recommended board.

Input `Dk` of chip `c`, counted from the microcontroller, is bit `8 * c + k`: the chip sends its D7 first, and SPI
puts the first bit on top. Inputs tied to a level check the chain with every scan: a chain that breaks reads one level
from there on, and one that lost a clock edge shows its ties in the wrong place.
"""

from reed.compiled import untrue


class Chain165:
    """`read` latches all inputs at one moment and shifts them in.

    Args:
        spi: has `readinto(buffer)`; 2 MHz takes 4 us a chip.
        load: sets the chips' SH/LD pin: `load(0)` latches, `load(1)` shifts.
        chips: how many there are.
        low: which inputs are tied to ground, a byte a chip.
        high: which inputs are tied to the supply, likewise.
        burst: how many bytes one transfer may have; 0 for all (the emulated Pico hangs from 32 on).
    """

    chip_bytes = 1

    def __init__(self, spi, load, chips, low, high, burst=0):
        self.levels = bytearray(chips)
        self._spi = spi
        self._load = load
        self._low = low
        self._high = high
        self._chips = chips
        whole = memoryview(self.levels)
        step = burst or chips
        self._parts = [whole[at : at + step] for at in range(0, chips, step)]

    def read(self):
        """One sample of every input into `levels`; the first chip not to be trusted, or -1. No allocation."""
        self._load(0)
        self._load(1)
        for part in self._parts:
            self._spi.readinto(part)
        chip = untrue(self.levels, self._low, self._high, self._chips)
        return -1 if chip == self._chips else self._break(chip)

    def _break(self, chip):
        """The chip behind the break: of those between the last good tie and the first bad one, the first from which
        on every bit has one level. Where the bad one itself has both, bits have slipped, and the chip behind the last
        good tie is all we know.
        """
        first = chip
        while first and not self._low[first - 1] | self._high[first - 1]:
            first -= 1
        level = self.levels[chip]
        if level != 0 and level != 255:
            return first
        while chip > first and self.levels[chip - 1] == level:
            chip -= 1
        return chip
