"""What `observe` says: moves seen, taken back, asked, settled; board against game; sensors in doubt.

Times are milliseconds since the game's start. Plies count from 1 at the first move the tracker saw.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from fairyrules.moves import Move


@dataclass(frozen=True, slots=True)
class Moved:
    """Ply `ply` is `move` as far as known; a later `Moved` or `Asked` of the same ply replaces it."""

    t_ms: int
    ply: int
    move: Move
    settled: bool


@dataclass(frozen=True, slots=True)
class Retracted:
    """Ply `ply` and everything after it no longer stands."""

    t_ms: int
    ply: int


NOT_PLAYED: Final = "none"
"""What people answer to a question with one move that they did not make."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Ply `ply` is one of `moves`, likeliest first, and nothing seen tells which; one move alone: it, or nothing."""

    t_ms: int
    ply: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """Ply `ply` stands; only moving its piece on, or taking it back, changes it now."""

    t_ms: int
    ply: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Board and game disagree: cells to fill and to clear, by name, in board order."""

    t_ms: int
    fill: tuple[str, ...]
    clear: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mended:
    """Board and game agree again after a `Mismatch`."""

    t_ms: int


class Fault(Enum):
    """What is wrong with a sensor, in the words the page and `status` show."""

    CHATTERING = "chattering"
    DEAD = "dead"
    STUCK = "stuck"
    SWAPPED = "swapped"


@dataclass(frozen=True, slots=True)
class SensorSuspected:
    """The sensor of `site` contradicts play: it is masked until it recovers, or, if its one lie only stands while play
    goes on, still listened to; `other` is its twin if swapped.
    """

    t_ms: int
    site: str
    fault: Fault
    other: str | None = None


@dataclass(frozen=True, slots=True)
class SensorRecovered:
    """The sensor of `site` reports sense again and is believed."""

    t_ms: int
    site: str


Observation = Moved | Retracted | Asked | Settled | Mismatch | Mended | SensorSuspected | SensorRecovered
