"""WS2812B on a Pico: a PIO program makes the signal, DMA feeds it, and the processor goes on scanning.

329 LEDs take 10.3 ms on the wire; starting them takes some microseconds.
"""

import rp2

from machine import Pin

HZ = 20000000  # a PIO cycle is 50 ns


@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=8)
def _ws2812():
    # 12 cycles low, 7 high, then 7 high for a one or low for a zero: the times of `edge/ws2812.py`
    label("bit")
    out(x, 1).side(0)[11]
    jmp(not_x, "zero").side(1)[6]
    jmp("bit").side(1)[6]
    label("zero")
    nop().side(0)[6]


class Leds:
    """One chain on the first of `pins`."""

    def __init__(self, pins, count):
        self._machine = rp2.StateMachine(0, _ws2812, freq=HZ, sideset_base=Pin(pins[0]))
        self._machine.active(1)
        self._frame = bytearray(3 * count)
        self._dma = rp2.DMA()
        self._control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=0)  # bytes, paced by state machine 0
        self.show(self._frame)

    def busy(self):
        """Whether the last frame is still going out."""
        return self._dma.active()

    def show(self, pixels):
        """Begins to write a frame; `pixels` may change afterwards."""
        self._frame[:] = pixels
        self._dma.config(
            read=self._frame, write=self._machine, count=len(self._frame), ctrl=self._control, trigger=True
        )
