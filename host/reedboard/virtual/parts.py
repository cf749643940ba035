"""What is soldered to the virtual board: reeds on shift registers, LEDs, clock buttons and a buzzer.

Each part has the interface of MicroPython's own object, so that the firmware's drivers run unchanged.
"""

from collections import deque
from collections.abc import Callable

from reedboard.board.profile import BoardProfile


class Reeds:
    """All inputs of a board as the shift registers see them: a closed reed reads 0, an open or spare input 1."""

    def __init__(self, profile: BoardProfile) -> None:
        self.magnets = 0
        """The sites with a magnet above them, as a mask of sensor bits."""
        self._idle = (1 << profile.bits) - 1
        for bit, high in profile.tied.items():
            if not high:
                self._idle &= ~(1 << bit)
        self._tied = sum(1 << bit for bit in profile.tied)
        self._size = profile.bits // 8

    def levels(self, closed: int) -> bytes:
        """The levels when these reeds are closed, a byte a chip."""
        return (self._idle & ~(closed & ~self._tied)).to_bytes(self._size, "little")


class ShiftChain:
    """The chain's SPI side: `load` latches the levels, `readinto` shifts them in; also the rows of a matrix."""

    def __init__(self, latch: Callable[[], bytes]) -> None:
        self._latch = latch
        self._bits = b""
        self._at = 0

    def load(self, level: int) -> None:
        """The SH/LD pin: low takes in what the inputs are."""
        if not level:
            self._bits = self._latch()
            self._at = 0

    def readinto(self, buffer: bytearray) -> None:
        """The next bytes of the chain; behind its end a pull-down."""
        count = len(buffer)
        found = self._bits[self._at : self._at + count]
        buffer[:] = found + bytes(count - len(found))
        self._at += count


class MatrixChain(ShiftChain):
    """A diode matrix: `write` selects rows (low is on), `load` latches the columns of all that are on."""

    def __init__(self, levels: Callable[[], bytes], columns: int) -> None:
        super().__init__(self._columns)
        self._levels = levels
        self._width = columns // 8
        self._written = b""
        self._rows = b""

    def write(self, buffer: bytes) -> None:
        """Shifts the row registers; the first byte ends farthest away."""
        self._written = bytes(buffer[::-1])

    def latch(self, level: int) -> None:
        """The registers' outputs take what was shifted."""
        if level:
            self._rows = self._written

    def _columns(self) -> bytes:
        levels, width = self._levels(), self._width
        columns = bytearray(b"\xff" * width)
        for row in range(len(levels) // width):
            if not self._rows[row // 8] >> row % 8 & 1:
                for column in range(width):
                    columns[column] &= levels[row * width + column]
        return bytes(columns)


class Expanders:
    """MCP23017s on an I2C bus, as `machine.I2C` shows them."""

    def __init__(self, levels: Callable[[], bytes]) -> None:
        self._levels = levels

    def writeto_mem(self, address: int, register: int, data: bytes) -> None:
        """Settings make no difference to simulated pull-ups."""

    def readfrom_mem_into(self, address: int, register: int, buffer: bytearray) -> None:
        """Both ports of one expander."""
        at = 2 * (address - 0x20)
        buffer[:] = self._levels()[at : at + 2].ljust(2, b"\xff")


class LedStrip:
    """WS2812B LEDs: busy for as long as real ones take to be written, then showing."""

    LED_US = 30
    """24 bits of 1.25 us each. Source: the WS2812B's data sheet."""

    def __init__(self, leds: int, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._write_ms = (leds * self.LED_US + 999) // 1000
        self._done_ms = 0
        self.sent = bytes(3 * leds)
        """What was written last, 3 bytes an LED: green, red, blue."""

    def busy(self) -> bool:
        """Whether the last frame is still going out."""
        return self._now_ms() < self._done_ms

    def show(self, pixels: bytearray) -> None:
        """Begins to write a frame."""
        self.sent = bytes(pixels)
        self._done_ms = self._now_ms() + self._write_ms


LATEST_BEEPS = 64
"""So many beeps are remembered: who listens asks many times a second."""


class Panel:
    """Clock buttons and buzzer."""

    HELD_MS = 60
    """How long a simulated finger stays on a button: several scans. Estimate: people take 80-150 ms."""

    LONG_MS = 1200
    """How long it stays on one that it holds: more than the firmware's second."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._until_ms = [0, 0]
        self.beeps = 0
        """How many so far."""
        self._latest: deque[tuple[int, int]] = deque(maxlen=LATEST_BEEPS)

    def press(self, side: int, ms: int = HELD_MS) -> None:
        """A finger goes down on White's (0) or Black's (1) button, and stays so long."""
        self._until_ms[side] = self._now_ms() + ms

    def pressed(self) -> int:
        """The mask of buttons held: 1 White, 2 Black."""
        now_ms = self._now_ms()
        return sum(1 << side for side in (0, 1) if now_ms < self._until_ms[side])

    def beep(self, hz: int, ms: int) -> None:
        """Sounds, that is, is remembered."""
        self.beeps += 1
        self._latest.append((hz, ms))

    def beeps_since(self, count: int) -> list[tuple[int, int]]:
        """Hz and ms of the beeps after the first `count`, at most `LATEST_BEEPS` of them."""
        return list(self._latest)[max(0, len(self._latest) - (self.beeps - count)) :]
