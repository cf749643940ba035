"""What has been felt of a board since the program began: changes of every sensor, the light's current, delays. Pure."""

from collections import deque
from collections.abc import Sequence

from reedboard.board.link_events import (
    BoardLost,
    BoardShape,
    ChainBroken,
    ChainMended,
    Changed,
    FrameShown,
    Greeted,
    LinkEvent,
    Noisy,
    Snapshot,
)

KEPT_DELAYS = 256
"""Readings whose delay is remembered: some twenty moves, so that a cable put right shows within a few."""


class SensorLog:
    """Counts by sensor bit; begins anew when a board of another shape answers."""

    def __init__(self) -> None:
        self.shape: BoardShape | None = None
        """The board that answers, or answered last; None before the first."""
        self.firmware = ""
        self.losses = 0
        """How often the board was lost."""
        self._begin(0)

    def _begin(self, bits: int) -> None:
        self.touches = [0] * bits
        """Times something was put on each sensor."""
        self.chatter = [0] * bits
        """Raw edges of each beyond those of clean changes."""
        self.felt_ms: list[int | None] = [None] * bits
        """When each changed last, by the host's clock."""
        self.occupied = 0
        """Bits with a magnet above."""
        self.light_ma: int | None = None
        """What the light draws, as the board estimates it; None before its first frame."""
        self.broken_chip: int | None = None
        """The chip from which on the chain cannot be read."""
        self._delays: deque[int] = deque(maxlen=KEPT_DELAYS)

    def heard(self, event: LinkEvent, now_ms: int) -> bool:
        """Takes note of an event, `now_ms` by the host's clock; says whether it told something."""
        match event:
            case Greeted(shape, firmware):
                if shape != self.shape:
                    self._begin(shape.bits)
                self.shape, self.firmware = shape, firmware
            case Snapshot(_, bits):
                self.occupied = bits
            case Changed(t_ms, bit, on, chatter) if bit < len(self.touches):
                self.occupied = self.occupied | 1 << bit if on else self.occupied & ~(1 << bit)
                self.touches[bit] += on
                self.chatter[bit] += chatter
                self.felt_ms[bit] = t_ms
                self._delays.append(max(0, now_ms - t_ms))
            case Noisy(_, bit, edges) if bit < len(self.chatter):
                self.chatter[bit] += edges
            case FrameShown(_, ma):
                self.light_ma = ma
            case ChainBroken(_, chip):
                self.broken_chip = chip
            case ChainMended():
                self.broken_chip = None
            case BoardLost():
                self.losses += 1
            case _:
                return False
        return True

    @property
    def delays_ms(self) -> Sequence[int]:
        """How long the last readings took from the sensor's settling to the game, shortest first.

        By the board's own stamps: what every line takes at the least, 1 ms over USB, is not in it.
        """
        return sorted(self._delays)
