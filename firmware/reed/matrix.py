"""Sensors in a diode matrix: the low-cost board. 74HC595s select one row at a time, 74HC165s read its columns.

One diode a reed: without them any three closed corners of a rectangle show a fourth, phantom piece. Columns are
pulled up, the selected row is low, so a closed reed reads 0. Row `r`, column `c` is bit `columns * r + c`. A scan
begins with no row selected, when every column must read open.
"""


class Matrix:
    """`read` walks the rows.

    Args:
        spi: has `write(buffer)` for the rows' registers and `readinto(buffer)` for the columns'.
        latch: `latch(0)`, `latch(1)` puts what was written on the rows.
        load: `load(0)`, `load(1)` latches the columns.
        rows: how many rows; columns: how many columns, a multiple of 8.
        settle: waits until a freshly selected row is stable (10 us for 10 kOhm and a metre of wire).
    """

    def __init__(self, spi, latch, load, rows, columns, settle):
        self._spi = spi
        self._latch = latch
        self._load = load
        self._settle = settle
        self.chip_bytes = columns // 8
        self.levels = bytearray(rows * self.chip_bytes)
        whole = memoryview(self.levels)
        self._rows = [whole[at : at + self.chip_bytes] for at in range(0, len(self.levels), self.chip_bytes)]
        self._select = bytearray([255] * ((rows + 7) // 8))
        self._idle = bytearray(self.chip_bytes)
        self._open = bytes([255] * self.chip_bytes)

    def read(self):
        """One sample of every input into `levels`; 0 if a column is closed without a row, else -1. No allocation."""
        select = self._select
        self._sample(self._idle)
        if self._idle != self._open:
            return 0
        last = len(select) - 1
        row = 0
        for part in self._rows:
            select[last - (row >> 3)] = 255 ^ 1 << (row & 7)  # the byte written first ends in the farthest register
            self._sample(part)
            select[last - (row >> 3)] = 255
            row += 1
        return -1

    def _sample(self, columns):
        self._latch(0)
        self._spi.write(self._select)
        self._latch(1)
        self._settle()
        self._load(0)
        self._load(1)
        self._spi.readinto(columns)
