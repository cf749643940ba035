"""The board's clock seen from the host: stamps in, host times out. Pure."""

from reedboard.board import wire

STALE_MS = 250
"""A stamp may lie this far in the past before the two clocks count as drifted apart."""


class BoardClock:
    """Turns the board's stamps into the host's time: one offset, unwrapped, never decreasing."""

    def __init__(self) -> None:
        self.last_ms = 0
        self._offset_ms: int | None = None

    def restart(self) -> None:
        """The board's own clock began again at 0."""
        self._offset_ms = None

    def read(self, stamp_ms: int, now_ms: int, *, fresh: bool) -> int:
        """The host's time of a stamp; only a fresh line, said as it happened, may correct the offset backwards."""
        if self._offset_ms is None:
            self._offset_ms = now_ms - stamp_ms
        t_ms = stamp_ms + self._offset_ms
        wraps = round((now_ms - t_ms) / wire.TIME_WRAP_MS)
        self._offset_ms += wraps * wire.TIME_WRAP_MS
        t_ms += wraps * wire.TIME_WRAP_MS
        drift = now_ms - t_ms
        if drift < 0 or (fresh and drift > STALE_MS):
            self._offset_ms += drift
            t_ms = now_ms
        self.last_ms = max(self.last_ms, t_ms)
        return self.last_ms
