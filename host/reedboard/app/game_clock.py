"""The game's clock: milliseconds since the game's start, whole, never running backwards."""

import time

TICK_LAG_MS = 60
"""Ticks stay this far behind, so that a reading still on its way is not older than a tick: debouncing takes 20 ms, a
long line at 115200 baud 50 ms."""


def now_ms() -> int:
    """The clock the link stamps its events with."""
    return int(time.monotonic() * 1000)


class GameClock:
    """Turns the link's times into the game's.

    Args:
        start_ms: what the game's clock shows now; a resumed game goes on where it stopped.
    """

    def __init__(self, start_ms: int = 0) -> None:
        self.origin_ms = now_ms() - start_ms
        """The link's time at which the game's was 0."""
        self.last_ms = start_ms
        """What it shows."""
        self._given_ms = start_ms
        """The latest time given to an event or a tick: none is given an earlier one."""

    def at(self, link_ms: int) -> int:
        """The game's time of an event; one older than what was given before counts as coming then."""
        self._given_ms = max(self._given_ms, link_ms - self.origin_ms)
        self.last_ms = max(self.last_ms, self._given_ms)
        return self._given_ms

    def now(self) -> int:
        """The game's time of something that happens on the host."""
        return self.at(now_ms())

    def tick(self) -> int:
        """A time until which everything that happened has been heard."""
        return self.at(now_ms() - TICK_LAG_MS)

    def run(self) -> None:
        """Shows that time passes of which nothing is known yet: what happens in it may be told later."""
        self.last_ms = max(self.last_ms, now_ms() - TICK_LAG_MS - self.origin_ms)
