"""What parts look like on a circuit board: pads, room, which way their tracks may leave, and where they wear a mark."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from reedboard.wiring.circuit.netlist import Component

REED_SPAN = 20.32
"""Between a reed's two holes: 14 mm of glass and room to bend its wires."""


class Way(Enum):
    """Where a pad's column may run."""

    DOWN = "from the upper band down, over all lanes"
    NEAR = "from the upper band down to the upper lanes"
    UPPER = "from the lower band up to the upper lanes"
    LOWER = "from the lower band down to the lower lanes"
    BOTH = "through a hole in the lower band, either way"


@dataclass(frozen=True, slots=True)
class Pad:
    """One pad of a footprint, from its middle."""

    number: int
    x: float
    y: float
    width: float
    height: float
    way: Way
    drill: float = 0.0
    jog: float = 0.0
    """How far its column lies beside it."""


@dataclass(frozen=True, slots=True)
class PadPattern:
    """A part's pads, and how much room it takes."""

    pads: tuple[Pad, ...]
    width: float
    height: float


def _row(numbers: range, x: float, step: float, y: float, size: tuple[float, float], way: Way) -> Iterator[Pad]:
    for place, number in enumerate(numbers):
        yield Pad(number, x + place * step, y, *size, way)


def _module(below: range, above: range, apart: float, size: tuple[float, float]) -> PadPattern:
    """A microcontroller on two rows of pins, told from left to right."""
    half = 2.54 * (len(below) - 1) / 2
    rows = ((below, apart / 2, Way.LOWER), (above, -apart / 2, Way.UPPER))
    pads = (Pad(n, place * 2.54 - half, y, 1.7, 1.7, way, 1.0) for row, y, way in rows for place, n in enumerate(row))
    return PadPattern(tuple(pads), *size)


SOIC_X, SOIC_Y, SOIC_PAD = 4.445, 2.475, (0.6, 1.95)
"""SO-16 of 3.9 x 9.9 mm, pins 1.27 mm apart."""

FOOTPRINTS = {
    "reed": PadPattern(
        (
            Pad(1, -REED_SPAN / 2, 0, 1.8, 1.8, Way.DOWN, 0.9),
            Pad(2, REED_SPAN / 2, 0, 1.8, 1.8, Way.DOWN, 0.9),
        ),
        14.0, 2.4,
    ),
    "led": PadPattern(
        (
            Pad(1, -2.45, -1.6, 1.5, 0.9, Way.DOWN, jog=-1.45),
            Pad(2, -2.45, 1.6, 1.5, 0.9, Way.DOWN),
            Pad(3, 2.45, 1.6, 1.5, 0.9, Way.DOWN),
            Pad(4, 2.45, -1.6, 1.5, 0.9, Way.DOWN, jog=1.45),
        ),
        5.0, 5.0,
    ),
    "led-capacitor": PadPattern(
        (Pad(1, -0.8, 0, 0.9, 0.95, Way.DOWN), Pad(2, 0.8, 0, 0.9, 0.95, Way.DOWN)), 1.6, 0.8
    ),
    "74hc165": PadPattern(
        (
            *_row(range(1, 9), -SOIC_X, 1.27, SOIC_Y, SOIC_PAD, Way.LOWER),
            *_row(range(9, 17), SOIC_X, -1.27, -SOIC_Y, SOIC_PAD, Way.UPPER),
        ),
        9.9, 3.9,
    ),
    "pack": PadPattern(
        (
            *_row(range(1, 5), -1.2, 0.8, 0.8, (0.45, 0.7), Way.LOWER),
            *_row(range(5, 9), 1.2, -0.8, -0.8, (0.45, 0.7), Way.UPPER),
        ),
        3.2, 1.6,
    ),
    "buffer": PadPattern(
        (
            *_row(range(1, 4), -0.65, 0.65, 0.95, (0.4, 0.8), Way.LOWER),
            *_row(range(4, 7), 0.65, -0.65, -0.95, (0.4, 0.8), Way.UPPER),
        ),
        2.0, 1.3,
    ),
    "capacitor": PadPattern(
        (Pad(1, 0, -0.8, 0.95, 0.9, Way.UPPER), Pad(2, 0, 0.8, 0.95, 0.9, Way.LOWER)), 0.8, 1.6
    ),
    "resistor": PadPattern(
        (Pad(1, 0, -0.8, 0.95, 0.9, Way.UPPER), Pad(2, 0, 0.8, 0.95, 0.9, Way.LOWER)), 0.8, 1.6
    ),
    "plug": PadPattern(
        tuple(Pad(n, -8.75 + 2.5 * (n - 1), 0, 1.7, 1.95, Way.BOTH, 1.0) for n in range(1, 9)), 22.4, 5.75
    ),
    "feed": PadPattern(
        (Pad(1, -2.54, 0, 2.6, 2.6, Way.BOTH, 1.3), Pad(2, 2.54, 0, 2.6, 2.6, Way.BOTH, 1.3)), 10.2, 8.0
    ),
    "terminal": PadPattern(
        (Pad(1, -2.54, 0, 2.6, 2.6, Way.NEAR, 1.3), Pad(2, 2.54, 0, 2.6, 2.6, Way.NEAR, 1.3)), 10.2, 8.0
    ),
    "jack": PadPattern(
        (
            Pad(1, 6.45, 0, 4.0, 4.0, Way.NEAR, 3.0), Pad(2, 0.45, 0, 4.0, 4.0, Way.NEAR, 3.0),
            Pad(3, 3.45, 4.7, 3.4, 3.4, Way.NEAR, 2.6),
        ),
        14.5, 9.0,
    ),
    "fuse": PadPattern(
        (Pad(1, -11.25, 0, 2.6, 2.6, Way.NEAR, 1.3), Pad(2, 11.25, 0, 2.6, 2.6, Way.NEAR, 1.3)), 28.0, 9.6
    ),
    "header8": PadPattern(
        tuple(
            Pad(n, -8.75 + 2.5 * (n - 1), 0, 1.7, 1.95, Way.NEAR if n < 5 else Way.DOWN, 1.0) for n in range(1, 9)
        ),
        22.4, 5.75,
    ),
    "header2": PadPattern(
        (Pad(1, -1.25, 0, 1.7, 1.95, Way.DOWN, 1.0), Pad(2, 1.25, 0, 1.7, 1.95, Way.DOWN, 1.0)), 7.4, 5.75
    ),
    "pico": _module(range(1, 21), range(40, 20, -1), 17.78, (51.0, 21.0)),
    "esp32": _module(range(20, 39), range(19, 0, -1), 25.4, (54.4, 27.9)),
    "dip14": PadPattern(
        (
            *(Pad(n, -7.62 + 2.54 * (n - 1), 3.81, 1.6, 1.6, Way.LOWER, 0.8) for n in range(1, 8)),
            *(Pad(n, 7.62 - 2.54 * (n - 8), -3.81, 1.6, 1.6, Way.UPPER, 0.8) for n in range(8, 15)),
        ),
        19.3, 6.4,
    ),
    "axial": PadPattern(
        (Pad(1, -5.08, 0, 1.6, 1.6, Way.BOTH, 0.8), Pad(2, 5.08, 0, 1.6, 1.6, Way.BOTH, 0.8)), 6.5, 2.5
    ),
    "diode": PadPattern(
        (Pad(1, -5.08, 0, 2.0, 2.0, Way.UPPER, 1.1), Pad(2, 5.08, 0, 2.0, 2.0, Way.UPPER, 1.1)), 5.2, 2.7
    ),
    "disc": PadPattern(
        (Pad(1, -2.54, 0, 1.6, 1.6, Way.UPPER, 0.8), Pad(2, 2.54, 0, 1.6, 1.6, Way.UPPER, 0.8)), 5.1, 3.2
    ),
    "radial": PadPattern(
        (Pad(1, -2.5, 0, 1.8, 1.8, Way.UPPER, 0.9), Pad(2, 2.5, 0, 1.8, 1.8, Way.UPPER, 0.9)), 10.0, 10.0
    ),
    "buzzer": PadPattern(
        (Pad(1, -2.5, 0, 1.8, 1.8, Way.BOTH, 0.9), Pad(2, 2.5, 0, 1.8, 1.8, Way.UPPER, 0.9)), 12.2, 12.2
    ),
}  # fmt: skip
"""Pads by kind. Source: the makers' drawings; holes are 0.2 to 0.3 mm wider than the wires."""

BACK = frozenset({"plug", "feed"})
"""Kinds that sit on the back: between strip and playing surface there is room for reeds and LEDs alone."""

FIRST_PIN = {
    "74hc165": (-5.4, 2.475), "buffer": (-1.4, 0.95), "led": (-2.45, -2.5),
    "plug": (-8.75, 1.7), "feed": (-2.54, 2.0), "header8": (-8.75, 2.2), "header2": (-1.25, 2.2), "diode": (-3.4, 1.9),
    "radial": (-5.6, -1.6), "dip14": (-9.2, 3.81), "pico": (-24.13, 7.4), "esp32": (22.86, -11.2),
}  # fmt: skip
"""Where the dot beside pin 1 stands, from the footprint's middle, of the parts that can be put the wrong way."""

LABEL_MM = 2.0
"""Middle of a part's label below its body; its reference stands between."""

HOLE, SCREW_HEAD = 3.2, 6.0
"""Width of a mounting hole for M3, and of the widest usual M3 head or spacer."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A part where it lies."""

    part: Component
    shape: str
    """Key of its footprint."""
    x: float
    y: float
    label: str = ""
    """What the legend says besides its reference."""
