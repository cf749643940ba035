"""Virtual hands and eyes as a guide: put the one magnet where the walk wants it, and look where light is."""

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from reedboard.selftest.walk import Clear, Happening, Lift, Look, Nothing, Put, Saw, Walk
from reedboard.virtual.remote_hands import RemoteHands

PATIENCE_MS = 4000
"""After this long nothing more comes of a magnet put down or an LED lit: a silent line is mended or counts as lost
after three seconds, and a busy machine may take one more. A board that is well never makes the hands wait."""


class HandsGuide:
    """Does what is asked through a virtual board's control socket.

    Args:
        port: of the control socket, on this machine.
        token: what it asks for.
    """

    def __init__(self, port: int, token: str) -> None:
        self._lock = threading.Lock()
        self._lit: Mapping[str, str] = {}
        self._asked_ms: int | None = None
        self._hands = RemoteHands(port, token, self._seen)

    def ask(self, walk: Walk) -> None:
        """Moves the magnet."""
        self._asked_ms = None
        match walk.prompt:
            case Clear() | Lift():
                self._hands.set(())
            case Put(site):
                self._hands.set((site,))

    def told(self, walk: Walk, now_ms: int) -> Sequence[Happening]:
        """Where light is seen; after some patience, that nothing more will happen."""
        if self._asked_ms is None:
            self._asked_ms = now_ms
        waited = now_ms - self._asked_ms
        match walk.prompt:
            case Look(site):
                with self._lock:
                    lit = sorted(self._lit)
                if lit == [site]:
                    return [Saw(now_ms, site)]
                return [Saw(now_ms, lit[0] if lit else None)] if waited >= PATIENCE_MS else []
            case Clear() | Put() | Lift():
                return [Nothing(now_ms)] if waited >= PATIENCE_MS else []
        return []

    def fault(self, text: str) -> None:
        """Orders a named fault."""
        self._hands.fault(text)

    def close(self) -> None:
        """Takes hands and magnet away."""
        self._hands.set(())
        self._hands.close()

    def _seen(self, news: dict[str, Any]) -> None:
        if "leds" in news:
            with self._lock:
                self._lit = news["leds"]
