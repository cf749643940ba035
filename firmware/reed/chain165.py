"""Sensors on chained 74HC165 shift registers, one input a reed: the recommended board.

Input `k` of chip `c` is bit `8 * c + k`: the chip sends its input H first, and SPI puts the first bit on top.
The chain's far end is tied to a level, so one byte more than there are chips must read that level throughout;
spare inputs tied to known levels show where bits have slipped. A chain that breaks reads one level from there on.
"""


class Chain165:
    """`read` latches all inputs at one moment and shifts them in.

    Args:
        spi: has `readinto(buffer)`; 2 MHz takes 4 us a chip.
        load: sets the chips' SH/LD pin: `load(0)` latches, `load(1)` shifts.
        chips: how many there are.
        tail: the level the last chip's serial input is tied to, 0 or 1. A pull-down at every other serial input
            makes a broken chain read 0, so 1 tells the two apart.
        fixed: pairs of (input, level) for inputs tied to a level.
        burst: how many bytes one transfer may have; 0 for all (the emulated Pico hangs from 32 on).
    """

    chip_bytes = 1

    def __init__(self, spi, load, chips, tail=1, fixed=(), burst=0):
        self.levels = bytearray(chips)
        self._chips = chips
        self._spi = spi
        self._load = load
        self._end = bytearray(1)
        self._tail = 255 if tail else 0
        whole = memoryview(self.levels)
        step = burst or chips
        self._parts = [whole[at : at + step] for at in range(0, chips, step)]
        self._mask = bytearray(chips)
        self._want = bytearray(chips)
        self._checked = bytearray(sorted({bit >> 3 for bit, _ in fixed}))
        for bit, level in fixed:
            self._mask[bit >> 3] |= 1 << (bit & 7)
            self._want[bit >> 3] |= level << (bit & 7)

    def read(self):
        """One sample of every input into `levels`; the first chip not to be trusted, or -1. No allocation."""
        self._load(0)
        self._load(1)
        for part in self._parts:
            self._spi.readinto(part)
        self._spi.readinto(self._end)
        if self._end[0] != self._tail:
            return self._break(self._end[0])
        levels = self.levels
        for i in self._checked:
            if (levels[i] ^ self._want[i]) & self._mask[i]:
                return i
        return -1

    def _break(self, level):
        """The first chip behind the break: from there on every bit has the dead line's level."""
        if level != 0 and level != 255:
            return 0  # a clock edge too many or too few: no bit is where it should be
        i = self._chips
        while i > 0 and self.levels[i - 1] == level:
            i -= 1
        return min(i, self._chips - 1)
