"""WS2812B on an ESP32: its RMT unit makes the signal. MicroPython waits for it, so long chains are cut up.

Each data pin feeds an equal share of the LEDs, and one share goes out a scan: with four pins 329 LEDs hold up each of
four scans for 2.7 ms instead of one for 10.7 ms.
"""

import machine
from edge.ws2812 import ONE_NS, ZERO_NS
from machine import Pin


class Leds:
    """The chain of `count` LEDs, in as many equal parts as there are `pins`."""

    def __init__(self, pins, count):
        self._pins = [Pin(pin, Pin.OUT, value=0) for pin in pins]
        self._frame = bytearray(3 * count)
        share = 3 * ((count + len(pins) - 1) // len(pins))
        whole = memoryview(self._frame)
        self._shares = [whole[at : at + share] for at in range(0, 3 * count, share)]
        self._next = 0
        while self.busy():  # LEDs keep their light through a restart of the board: dark at once
            pass

    def busy(self):
        """Whether parts of the last frame are still to be written; writes the next one."""
        if self._next < len(self._shares):
            machine.bitstream(self._pins[self._next], 0, ZERO_NS + ONE_NS, self._shares[self._next])
            self._next += 1
        return self._next < len(self._shares)

    def show(self, pixels):
        """Begins to write a frame; `pixels` may change afterwards."""
        self._frame[:] = pixels
        self._next = 0
