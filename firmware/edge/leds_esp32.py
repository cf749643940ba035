"""WS2812B on an ESP32: its RMT unit makes the signal. MicroPython waits for it, so long chains are cut up.

Each data pin feeds an equal share of the LEDs, and one share goes out a scan: with four pins 329 LEDs hold up each of
four scans for 2.5 ms instead of one for 9.9 ms.
"""

import machine
from machine import Pin

TIMING_NS = (400, 850, 800, 450)  # high and low of a zero, high and low of a one. Source: the WS2812B's data sheet


class Leds:
    """The chain of `count` LEDs, in as many equal parts as there are `pins`."""

    def __init__(self, pins, count):
        self._pins = [Pin(pin, Pin.OUT, value=0) for pin in pins]
        self._frame = bytearray(3 * count)
        share = 3 * ((count + len(pins) - 1) // len(pins))
        whole = memoryview(self._frame)
        self._shares = [whole[at : at + share] for at in range(0, 3 * count, share)]
        self._next = 0

    def busy(self):
        """Whether parts of the last frame are still to be written; writes the next one."""
        if self._next < len(self._shares):
            machine.bitstream(self._pins[self._next], 0, TIMING_NS, self._shares[self._next])
            self._next += 1
        return self._next < len(self._shares)

    def show(self, pixels):
        """Begins to write a frame; `pixels` may change afterwards."""
        self._frame[:] = pixels
        self._next = 0
