"""Where everything lies on the strip's board, in mm from its upper left corner, y down.

    upper band    a reed, an LED and its capacitor a cell; the reed is off the cell's middle (a magnet right above the
                  middle of a reed can miss), the LED towards the side, where the piece does not cover it
    upper lanes   tracks along the strip, on the back
    lower band    plugs and feed (on the back), shift registers, resistor packs, mounting holes, in the gaps between the
                  upper band's columns
    lower lanes   more tracks along the strip, on the back

Every pad has a column of its own, on the front, to its lanes; so no two tracks ever meet on one side.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import ceil

from reedboard.wiring.strip.design import ENDS_CELL, Component, StripDesign

UPPER_Y = 3.7
"""Middle of the upper band."""

LED_X, LED_CAP_X = -13.6, -7.0
"""From the cell's middle; where the reed lies follows from the pitch."""

OUTLINE_X = 0.75
"""How far the board's outline lies right of its cells: a reed's far end needs the room, an LED spares it."""

REED_SPAN = 20.32
"""Between a reed's two holes: 14 mm of glass and room to bend its wires."""


class Way(Enum):
    """Where a pad's column may run."""

    DOWN = "from the upper band down, over all lanes"
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
}  # fmt: skip
"""Pads by kind. Source: the makers' drawings; holes are 0.2 to 0.3 mm wider than the wires."""

LOWER_X = {"plug": 0.0, "feed": 5.0, "buffer": -6.5, "74hc165": -3.65, "capacitor": 2.0}
"""Parts of the lower band, from their reed's middle."""

RESISTOR_X = {"R1": -1.5, "R2": -8.9}
"""The pull-down of the chain's end and the clock's resistor, which share the buffer's cell; from the reed's middle."""

LOAD_RESISTOR_X = -4.6
"""That of the load line, left of the reed; from the cell's middle."""

BACK = frozenset({"plug", "feed"})
"""Kinds that sit on the back: between strip and playing surface there is room for reeds and LEDs alone."""

HOLE, HOLE_X, HOLES_APART_MM = 3.2, -15.1, 160.0
"""Mounting holes for M3: their width, where in a cell, and how far apart at most. No part or track comes near this
place of the lower band, whichever cell it is."""

SCREW_HEAD = 6.0
"""Width of the widest usual M3 head or spacer."""

PACK_X = (4.35, 7.85)
"""The two resistor packs beside their shift register."""

BUFFER_CAP_X = -4.0
"""The buffer's capacitor, which shares its cell with resistor and feed."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A part where it lies."""

    part: Component
    shape: str
    """Key of its footprint."""
    x: float
    y: float


def spots(design: StripDesign, parts: tuple[Component, ...], lower_y: float) -> tuple[Spot, ...]:
    """Every part; `lower_y` is the middle of the lower band, which depends on how many lanes lie above it."""
    return tuple(_spot(design, part, lower_y) for part in parts)


def holes(design: StripDesign, lower_y: float) -> tuple[tuple[float, float], ...]:
    """Middles of the mounting holes: in the first cell and the last, and between them no more than so far apart."""
    gaps = max(1, ceil((design.cells - 1) * design.pitch_mm / HOLES_APART_MM))
    cells = sorted({round(gap * (design.cells - 1) / gaps) for gap in range(gaps + 1)})
    return tuple((middle(design, cell) + HOLE_X, lower_y) for cell in cells)


def middle(design: StripDesign, cell: int) -> float:
    """The x of a cell's middle, from the board's left edge."""
    return (cell + 0.5) * design.pitch_mm - OUTLINE_X


def _spot(design: StripDesign, part: Component, lower_y: float) -> Spot:
    x = middle(design, part.cell)
    reed = x + design.reed_x_mm
    match part.kind:
        case "reed":
            return Spot(part, "reed", reed, UPPER_Y)
        case "led":
            return Spot(part, "led", x + LED_X, UPPER_Y)
        case "capacitor" if part.pins[1] == "+5V":
            return Spot(part, "led-capacitor", x + LED_CAP_X, UPPER_Y)
        case "capacitor" if part.cell == ENDS_CELL:
            return Spot(part, "capacitor", reed + BUFFER_CAP_X, lower_y)
        case "resistor":
            at = x + LOAD_RESISTOR_X if part.ref == "R3" else reed + RESISTOR_X[part.ref]
            return Spot(part, "resistor", at, lower_y)
        case "pack":
            return Spot(part, "pack", reed + PACK_X[(int(part.ref[2:]) - 1) % 2], lower_y)
    return Spot(part, part.kind, reed + LOWER_X[part.kind], lower_y)
