"""From settled inputs to sensors: a closed reed reads 0, some inputs are no sensor, and wires may have been swapped."""

from array import array

NONE = 65535  # the sensor behind a tied input


class Occupancy:
    """Sensor `b` stands in byte `b // 8` at weight `1 << b % 8`; 1 means that a magnet is above it.

    Args:
        bits: how many inputs the board has, sensors or not; a multiple of 8.
        tied: inputs tied to a level for the self-check, a byte for eight; they are never reported.
        swaps: pairs of sensors whose wires are crossed.
    """

    def __init__(self, bits, tied, swaps=()):
        self.bits = bits
        self.state = bytearray(bits // 8)
        self._sensor = array("H", range(bits))
        for bit in range(bits):
            if tied[bit >> 3] >> (bit & 7) & 1:
                self._sensor[bit] = NONE
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

    def swaps(self):
        """The fewest swaps, in order, that make a board as wired into this one: never more than there are sensors."""
        sensor = array("H", self._sensor)
        input_of = array("H", range(self.bits))
        for bit in range(self.bits):
            if sensor[bit] != NONE:
                input_of[sensor[bit]] = bit
        found = []
        for bit in range(self.bits):
            other = sensor[bit]
            if other != NONE and other != bit:
                found.append([other, bit])
                sensor[input_of[bit]] = other
                input_of[other] = input_of[bit]
        found.reverse()
        return found

    def prime(self, levels):
        """Takes all inputs' levels at once."""
        for i in range(len(self.state)):
            self.state[i] = 0
        for bit in range(self.bits):
            if not levels[bit >> 3] >> (bit & 7) & 1 and self._sensor[bit] != NONE:
                self._set(self._sensor[bit], 1)

    def settle(self, bit, level):
        """Takes one input's settled level; the sensor it belongs to, or -1 if none."""
        if bit >= self.bits or self._sensor[bit] == NONE:
            return -1
        sensor = self._sensor[bit]
        self._set(sensor, level ^ 1)
        return sensor

    def on(self, sensor):
        """1 if a magnet is above the sensor."""
        return self.state[sensor >> 3] >> (sensor & 7) & 1

    def sensor(self, bit):
        """The sensor behind an input, or -1."""
        return -1 if bit >= self.bits or self._sensor[bit] == NONE else self._sensor[bit]

    def _set(self, sensor, on):
        if on:
            self.state[sensor >> 3] |= 1 << (sensor & 7)
        else:
            self.state[sensor >> 3] &= ~(1 << (sensor & 7)) & 255
