"""Debouncing all sensors at once, eight to a byte: a level counts after 3 or 4 equal samples in a row.

Each sensor has a two-bit counter, kept as one bit in each of two bytes ("vertical counters"): a sample that
differs from the settled level counts up, one that agrees clears. The loop over the bytes is machine code (`loops.py`).
Reeds bounce 0.5-1 ms, so at one scan in 4 ms four samples outlast any bounce and report within 16 ms.
"""

from reed.compiled import next_noisy, next_set, vote

NOISE_EDGES = 20  # raw edges within a second, with no change settled, that are worth a line
SETTLED, FLICKERED = 2, 4  # what `vote` tells besides 1, that something counts


class Debounce:
    """Levels in, settled changes out. Byte `i`, weight `1 << j` of `levels` is input `8 * i + j`.

    `levels` is the driver's own buffer, filled anew each scan: nothing is copied.
    """

    def __init__(self, levels, samples=4):
        size = len(levels)
        self.size = size
        self.raw = levels
        self.stable = bytearray(size)
        self._counters = bytearray(4 * size)
        self._edges = bytearray(8 * size)
        self._flip = 0 if samples == 4 else 255
        self._flickered = 0

    def prime(self):
        """Takes the present levels as settled, without reporting them: at boot."""
        for i in range(self.size):
            self.stable[i] = self._counters[i] = self.raw[i]

    def hold(self, first):
        """Overwrites the sample from byte `first` on with the settled levels: those inputs cannot be trusted now."""
        for i in range(first, self.size):
            self.raw[i] = self.stable[i]

    def sample(self, settled):
        """Takes one scan from the levels; calls `settled(input, level, chatter)` for each change. No allocation.

        `chatter` counts the raw edges since the last change beyond the one that a clean change has, at most 254.
        """
        told = vote(self.raw, self.stable, self._counters, self._edges, self.size, self._flip)
        self._flickered |= told & FLICKERED
        if told & SETTLED:
            self._tell(settled)

    def _tell(self, settled):
        first = 24 * self.size  # the counters' fourth row, in bits
        end = 32 * self.size
        at = next_set(self._counters, first, end)
        while at < end:
            bit = at - first
            edges = self._edges[bit]
            self._edges[bit] = 0
            settled(bit, self.stable[bit >> 3] >> (bit & 7) & 1, edges - 1 if edges else 0)
            at = next_set(self._counters, at, end)

    def sweep(self, noisy):
        """Once a second: calls `noisy(input, edges)` for inputs that flickered without settling, forgets the rest."""
        if not self._flickered:
            return
        self._flickered = 0
        end = 8 * self.size
        bit = next_noisy(self._edges, 0, end, NOISE_EDGES)
        while bit < end:
            edges = self._edges[bit]
            self._edges[bit] = 0
            noisy(bit, edges)
            bit = next_noisy(self._edges, bit + 1, end, NOISE_EDGES)
