"""A circuit board as data: what is on it, what is joined to what, and where it lies."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True)
class Component:
    """One part: its pins and the nets they are on; a pin on None is left open on purpose."""

    ref: str
    kind: str
    """Which symbol and footprint, a key of `SYMBOLS` and, but for LED capacitors, of `FOOTPRINTS`."""
    value: str
    pins: Mapping[int, str | None] = field(default_factory=dict)
    cell: int = 0
    """At which cell of a strip it sits, from 0."""


class Band(Enum):
    """From which line across the board a place's y is counted, downwards."""

    UPPER = "the upper band's middle"
    LOWER = "the lower band's middle"
    FOOT = "the lower edge"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part lies: x in mm from the board's left edge, y from its band's line."""

    part: Component
    shape: str
    """Key of its footprint."""
    x: float
    band: Band
    y: float = 0.0
    label: str = ""
    """What the legend says besides its reference."""


@dataclass(frozen=True, slots=True)
class Circuit:
    """A board to be drawn: two bands of parts along it, tracks along it below either."""

    name: str
    """Of its files: "strip"."""
    key: str
    """Told apart by it from all others: "8x8"."""
    title: str
    places: tuple[Place, ...]
    holes: tuple[tuple[float, Band, float], ...]
    """Middles of the mounting holes: x, and y from a band's line."""
    width: float
    upper_y: float
    """The upper band's middle, from the upper edge."""
    upper_half: float
    """Half the height of the upper band below its middle; likewise of the lower one, above and below."""
    lower_half: float
    supplied: tuple[str, ...]
    """Nets that are fed from outside, told to KiCad's rules check."""
    foot: float = 0.8
    """From the lowest copper to the lower edge."""

    @property
    def parts(self) -> tuple[Component, ...]:
        """Everything on it."""
        return tuple(place.part for place in self.places)


def nets(parts: Iterable[Component]) -> tuple[str, ...]:
    """Every net by name, supplies first."""
    found = dict.fromkeys(("GND", "+5V", "+3V3"))
    found |= dict.fromkeys(net for part in parts for net in part.pins.values() if net)
    return tuple(found)
