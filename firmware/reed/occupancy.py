"""From settled inputs to sensors: polarity, inputs that are no sensor, and wires that were swapped when soldering."""

from array import array


class Occupancy:
    """Sensor `b` stands in byte `b // 8` at weight `1 << b % 8`; 1 means that a magnet is above it.

    Args:
        bits: how many inputs the board has, sensors or not.
        active_low: whether a closed reed reads 0, as with pull-up resistors.
        fixed: inputs tied to a level for the self-check; they are never reported.
        swaps: pairs of sensors whose wires are crossed.
    """

    def __init__(self, bits, active_low, fixed=(), swaps=()):
        self.bits = bits
        self.state = bytearray((bits + 7) // 8)
        self._idle = 1 if active_low else 0
        self._sensor = array("H", range(bits))
        for bit, _ in fixed:
            self._sensor[bit] = 65535
        self.swaps = []
        for first, second in swaps:
            self.swap(first, second)

    def swap(self, first, second):
        """From now on these two sensors answer to each other's number."""
        sensor = self._sensor
        a = b = -1
        for bit in range(self.bits):
            if sensor[bit] == first:
                a = bit
            elif sensor[bit] == second:
                b = bit
        if a < 0 or b < 0 or first == second:
            raise ValueError("swap needs two different sensors")
        sensor[a], sensor[b] = second, first
        self.swaps.append((first, second))

    def prime(self, levels):
        """Takes all inputs' levels at once."""
        for i in range(len(self.state)):
            self.state[i] = 0
        for bit in range(self.bits):
            if (levels[bit >> 3] >> (bit & 7) & 1) != self._idle and self._sensor[bit] != 65535:
                self._set(self._sensor[bit], 1)

    def settle(self, bit, level):
        """Takes one input's settled level; the sensor it belongs to, or -1 if none."""
        if bit >= self.bits or self._sensor[bit] == 65535:
            return -1
        sensor = self._sensor[bit]
        self._set(sensor, level ^ self._idle)
        return sensor

    def on(self, sensor):
        """1 if a magnet is above the sensor."""
        return self.state[sensor >> 3] >> (sensor & 7) & 1

    def sensor(self, bit):
        """The sensor behind an input, or -1."""
        return -1 if bit >= self.bits or self._sensor[bit] == 65535 else self._sensor[bit]

    def _set(self, sensor, on):
        if on:
            self.state[sensor >> 3] |= 1 << (sensor & 7)
        else:
            self.state[sensor >> 3] &= ~(1 << (sensor & 7)) & 255
