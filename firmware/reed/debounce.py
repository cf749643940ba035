"""Debouncing all sensors at once, eight to a byte: a level counts after 3 or 4 equal samples in a row.

Each sensor has a two-bit counter, kept as one bit in each of two bytes ("vertical counters"): a sample that
differs from the settled level counts up, one that agrees clears. A scan in which nothing moves is one comparison
of two buffers. Reeds bounce 0.5-1 ms, so at one scan in 4 ms four samples outlast any bounce and report within 16 ms.
"""

NOISE_EDGES = 20  # raw edges within a second, with no change settled, that are worth a line


class Debounce:
    """Levels in, settled changes out. Byte `i`, weight `1 << j` of `levels` is input `8 * i + j`.

    `levels` is the driver's own buffer, filled anew each scan: nothing is copied.
    """

    def __init__(self, levels, samples=4):
        size = len(levels)
        self.size = size
        self.raw = levels
        self.stable = bytearray(size)
        self._last = bytearray(size)
        self._low = bytearray(size)
        self._high = bytearray(size)
        self._restless = bytearray(size)
        self._edges = bytearray(8 * size)
        self._flip = 0 if samples == 4 else 255
        self._counting = 0
        self._flickered = False

    def prime(self):
        """Takes the present levels as settled, without reporting them: at boot."""
        for i in range(self.size):
            self.stable[i] = self._last[i] = self.raw[i]

    def hold(self, first):
        """Overwrites the sample from byte `first` on with the settled levels: those inputs cannot be trusted now."""
        for i in range(first, self.size):
            self.raw[i] = self.stable[i]

    def sample(self, settled):
        """Takes one scan from the levels; calls `settled(input, level, chatter)` for each change. No allocation.

        `chatter` counts the raw edges since the last change beyond the one that a clean change has, at most 254.
        """
        raw = self.raw
        stable = self.stable
        if not self._counting and raw == stable:
            return
        restless = self._restless
        counting = 0
        for i in range(self.size):
            if restless[i] or raw[i] != stable[i]:
                counting |= self._byte(i, settled)
        self._counting = counting

    def _byte(self, i, settled):
        """One byte's sample; nonzero while any of its inputs counts or the last sample was not the settled one."""
        now = self.raw[i]
        was = self.stable[i]
        last = self._last[i]
        if now != last:
            self._flicker(i, now ^ last)
            self._last[i] = now
        low = self._low[i]
        high = self._high[i]
        differ = now ^ was
        done = differ & high & (low ^ self._flip)
        keep = differ & ~done
        self._high[i] = (high ^ low) & keep
        self._low[i] = ~low & keep
        self._restless[i] = keep
        if done:
            self.stable[i] = was ^ done
            self._tell(settled, i, done)
        return keep

    def sweep(self, noisy):
        """Once a second: calls `noisy(input, edges)` for inputs that flickered without settling, forgets the rest."""
        if not self._flickered:
            return
        self._flickered = False
        for bit in range(8 * self.size):
            edges = self._edges[bit]
            if edges:
                self._edges[bit] = 0
                if edges >= NOISE_EDGES:
                    noisy(bit, edges)

    def _flicker(self, i, edges):
        self._flickered = True
        for j in range(8):
            if edges >> j & 1:
                bit = 8 * i + j
                if self._edges[bit] < 255:
                    self._edges[bit] += 1

    def _tell(self, settled, i, done):
        for j in range(8):
            if done >> j & 1:
                bit = 8 * i + j
                edges = self._edges[bit]
                self._edges[bit] = 0
                settled(bit, self.stable[i] >> j & 1, edges - 1 if edges else 0)
