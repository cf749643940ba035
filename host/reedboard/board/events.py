"""What can happen at the board, as the tracker sees it: readings, presses, answers, and time passing.

A site is whatever has a sensor: a cell ("e2") or a tray slot ("w:R1"), by name.
All times are milliseconds since the game's start, whole, never decreasing.
"""

from dataclasses import dataclass

from fairyrules.pieces import Side


@dataclass(frozen=True, slots=True)
class Reading:
    """A site is occupied (`on`) or empty from this moment."""

    t_ms: int
    site: str
    on: bool


@dataclass(frozen=True, slots=True)
class Press:
    """A side pressed its own clock: "my move stands as it is"."""

    t_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class Answer:
    """Somebody named the move (machine form) of the oldest open ply it fits."""

    t_ms: int
    move: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened until now. The live game sends it; in a trace the next event's time says the same."""

    t_ms: int


Event = Reading | Press | Answer | Tick
