"""The lights: a frame taken, limited, blinking by itself, and painted when the LEDs are free.

Reading and painting run over bytes and LEDs in machine code (`loops.py`), so neither is cut into slices, and the
finished pixels go to an output that works beside the program. Only the latest frame counts.
"""

from array import array

from reed import current
from reed.compiled import count_glows, paint, read_glows

STYLES = 32  # glows a frame may hold
NONE = b"\xff"  # the glow of an LED that no glow names

PULSE = 3
CHANNELS, PATTERNS, STRAYS = range(3)  # what `read_glows` sums up


class Lights:
    """`output` has `busy()` and `show(pixels)`; `pixels` is 3 bytes an LED, green, red, blue as WS2812B take them."""

    def __init__(self, leds, output, budget_ma, brightness=255):
        self.leds = leds
        self.brightness = brightness
        self._budget_ma = budget_ma
        self._output = output
        self._pixels = bytearray(3 * leds)
        self._style = bytearray(NONE * leds)
        self._looks = bytearray(4 * STYLES)
        self._shown = bytearray(4 * STYLES)
        self._sums = array("i", (0, 0, 0))
        self._glows = 0
        self._waiting = False
        self._going = False
        self._since = 0
        self._beat = 0
        self._frame = 0
        self.shown = -1  # the frame to acknowledge, -1 when there is none
        self.ma = 0

    @property
    def strays(self):
        """How many spans of the frame named what this board lacks."""
        return self._sums[STRAYS]

    def take(self, frame, line, start, end, now):
        """Takes a frame: its number, and its glows as `RRGGBBp:3,7-12` from `start` to `end` of a line's bytes.

        Raises ValueError where they are no such thing; the frame before then stays.
        """
        glows = count_glows(line, start, end)
        if glows < 0 or glows > STYLES:
            raise ValueError("glows")
        read_glows(line, start, end, self.leds, self._style, self._looks, self._sums)
        self._glows = glows
        self._frame = frame
        self._since = now
        self._waiting = True

    def darken(self, now):
        """Nobody is there to light for."""
        if self._glows:
            self.take(0, b"", 0, 0, now)

    def step(self, now):
        """Once a scan; `now` in ms."""
        if self._going:
            self._going = self._output.busy()
        patterns = self._sums[PATTERNS]
        if patterns and (self._phase(now) ^ self._beat) & patterns:
            self._waiting = True
        if self._waiting and not self._going:
            self._write(now)

    def _write(self, now):
        """Paints the frame as it is now, limited, dimmed and in its half of the blink, and begins to write it."""
        self._beat = beat = self._phase(now)
        channels = self._sums[CHANNELS]
        level = current.level(channels, self.brightness, self._budget_ma)
        self.ma = current.draw_ma(channels, level)
        looks = self._looks
        colours = self._shown
        for at in range(0, 4 * self._glows, 4):
            pattern = looks[at + 3]
            shown = level
            if pattern and beat >> pattern & 1:
                shown = level // 4 if pattern == PULSE else 0
            colours[at] = looks[at] * shown // 255
            colours[at + 1] = looks[at + 1] * shown // 255
            colours[at + 2] = looks[at + 2] * shown // 255
        paint(self._pixels, self._style, colours, self.leds)
        self._output.show(self._pixels)
        self._going = True
        self._waiting = False
        if self._frame:
            self.shown = self._frame
            self._frame = 0

    def _phase(self, now):
        """Bit `p`: pattern `p` is in its second half (1 blink, halves of 512 ms; 2 fast, 128; 3 pulse, 1024)."""
        t = (now - self._since & 0x3FFFFFFF) >> 7
        return (t >> 2 & 1) << 1 | (t & 1) << 2 | (t >> 3 & 1) << 3
