"""Two hands at a board: what they lift and put becomes readings."""

from dataclasses import dataclass, field
from random import Random

from reedboard.board.events import Press, Reading

GAP_MS = (30, 350)
"""Between two gestures of one move, as people who play without haste."""


@dataclass
class Hands:
    """Two hands at a board: every gesture becomes a reading, and none may contradict the sensors."""

    occupied: dict[str, bool]
    rng: Random
    t_ms: int = 0
    hurry: float = 1.0
    """Factor on all pauses; 0 does everything at once."""
    gap_ms: tuple[int, int] = GAP_MS
    """Least and most time between two gestures."""
    events: list[Reading | Press] = field(default_factory=list)

    def pause(self, low_ms: int, high_ms: int) -> None:
        """Lets some time pass."""
        self.t_ms += int(self.rng.randint(low_ms, high_ms) * self.hurry)

    def lift(self, site: str) -> None:
        """Takes the piece off a site."""
        assert self.occupied.get(site), f"nothing to lift on {site}"
        self._feel(site, False)

    def place(self, site: str) -> None:
        """Puts a piece on a site."""
        assert not self.occupied.get(site), f"{site} is not free"
        self._feel(site, True)

    def touch(self, site: str) -> None:
        """Lifts a piece and puts it back."""
        self.lift(site)
        self.place(site)

    def _feel(self, site: str, on: bool) -> None:
        self.occupied[site] = on
        self.events.append(Reading(self.t_ms, site, on))
        self.pause(*self.gap_ms)
