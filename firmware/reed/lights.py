"""The lights: a frame taken, limited, blinking by itself, and painted a little each tick.

Nothing here may hold up the scan, so reading a frame and painting it are cut into slices, one a tick, and the
finished pixels go to an output that works beside the program. Only the latest frame counts.
"""

from array import array

from reed import current

READ_WORK = 48  # LEDs read a tick, a span counting as three more, a glow as five: about 2.5 ms on an RP2040
PIXELS = 48  # lit LEDs painted a tick: about 2.5 ms
STYLES = 32  # glows a frame may hold
PATTERNS = ("s", "b", "f", "p")  # steady, blink, fast, pulse
DARK = b"\xff"  # the style of an LED that no glow names

PULSE = 3
IDLE, READING, PAINTING, WRITING = range(4)


class Lights:
    """`output` has `busy()` and `show(pixels)`; `pixels` is 3 bytes an LED, green, red, blue as WS2812B take them."""

    def __init__(self, leds, output, budget_ma, brightness=255):
        self.leds = leds
        self.brightness = brightness
        self._budget_ma = budget_ma
        self._output = output
        self._pixels = bytearray(3 * leds)
        self._lit = array("H", bytes(2 * leds))
        self._style = bytearray(leds)
        self._colour = bytearray(3 * STYLES)
        self._shown = bytearray(3 * STYLES)
        self._pattern = bytearray(STYLES)
        self._count = 0
        self._styles = 0
        self._channels = 0
        self._state = IDLE
        self._going = False
        self._at = 0
        self._fields: list = []
        self._spans: list = []
        self._led = 0
        self._last = -1
        self._bright = 0
        self._since = 0
        self._beat = 0
        self._patterns = 0
        self._frame = 0
        self.shown = -1  # the frame to acknowledge, -1 when there is none
        self.ma = 0
        self.strays = 0  # LEDs named that this board does not have

    def take(self, frame, fields, now):
        """Takes a frame: its number, and its glows as `RRGGBBp:3,7-12`. Raises ValueError where it is no such thing."""
        if len(fields) > STYLES:
            raise ValueError("too many glows")
        for field in fields:
            if field[6:7] not in PATTERNS or field[7:8] != ":" or int(field[:6], 16) < 0:
                raise ValueError("no glow")
        self._frame = frame
        self._fields = fields
        self._spans = []
        self._led, self._last = 0, -1
        self._state = READING
        self._at = 0
        self._count = self._styles = self._channels = self._patterns = 0
        self._since = now
        self._style[:] = DARK * self.leds

    def darken(self, now):
        """Nobody is there to light for."""
        if self._count or self._state != IDLE:
            self.take(0, [], now)

    def step(self, now):
        """One slice of work; `now` in ms."""
        if self._going:
            self._going = self._output.busy()
        state = self._state
        if state == IDLE:
            if self._patterns:
                beat = self._phase(now)
                if (beat ^ self._beat) & self._patterns:
                    self._begin(now)
        elif state == READING:
            self._read(now)
        elif state == PAINTING:
            self._paint()
        if self._state == WRITING:
            self._write()

    def _read(self, now):
        left = READ_WORK
        while left > 0:
            if self._led <= self._last:
                left -= 1
                self._light(self._led)
                self._led += 1
            elif self._at < len(self._spans):
                left -= 3
                self._span(self._spans[self._at])
                self._at += 1
            elif self._styles < len(self._fields):
                left -= 5
                self._glow(self._fields[self._styles])
                self._styles += 1
            else:
                self._fields = self._spans = []
                self._pixels[:] = bytes(3 * self.leds)
                self._begin(now)
                return

    def _glow(self, field):
        at = 3 * self._styles
        rgb = int(field[:6], 16)
        red, green, blue = rgb >> 16, rgb >> 8 & 255, rgb & 255
        self._colour[at], self._colour[at + 1], self._colour[at + 2] = green, red, blue
        pattern = PATTERNS.index(field[6])
        self._pattern[self._styles] = pattern
        self._patterns |= (1 << pattern) & ~1
        self._bright = red + green + blue
        self._spans = field[8:].split(",")
        self._at = 0

    def _span(self, text):
        try:
            dash = text.find("-")
            self._led = int(text if dash < 0 else text[:dash])
            self._last = self._led if dash < 0 else int(text[dash + 1 :])
        except ValueError:
            self._led, self._last = 0, -1
            self.strays += 1
        if self._last >= self.leds:
            self._last = self.leds - 1
            self.strays += 1

    def _light(self, led):
        if self._style[led] == 255:
            self._style[led] = self._styles - 1
            self._lit[self._count] = led
            self._count += 1
            self._channels += self._bright

    def _begin(self, now):
        """Works out each style's colour as it is now, limited, dimmed and in its half of the blink."""
        self._state = PAINTING
        self._at = 0
        self._beat = self._phase(now)
        level = current.level(self._channels, self.brightness, self._budget_ma)
        self.ma = current.draw_ma(self._channels, level)
        for style in range(self._styles):
            pattern = self._pattern[style]
            shown = level
            if pattern and self._beat >> pattern & 1:
                shown = level // 4 if pattern == PULSE else 0
            for at in range(3 * style, 3 * style + 3):
                self._shown[at] = self._colour[at] * shown // 255

    def _paint(self):
        pixels = self._pixels
        colours = self._shown
        lit = self._lit
        styles = self._style
        end = min(self._at + PIXELS, self._count)
        for k in range(self._at, end):
            led = lit[k]
            at = 3 * led
            style = 3 * styles[led]
            pixels[at] = colours[style]
            pixels[at + 1] = colours[style + 1]
            pixels[at + 2] = colours[style + 2]
        self._at = end
        if end == self._count:
            self._state = WRITING

    def _write(self):
        if self._going:
            return
        self._output.show(self._pixels)
        self._going = True
        self._state = IDLE
        if self._frame:
            self.shown = self._frame
            self._frame = 0

    def _phase(self, now):
        """Bit `p`: pattern `p` is in its second half (1 blink, halves of 512 ms; 2 fast, 128; 3 pulse, 1024)."""
        t = (now - self._since & 0x3FFFFFFF) >> 7
        return (t >> 2 & 1) << 1 | (t & 1) << 2 | (t >> 3 & 1) << 3
