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
from math import ceil

from reedboard.wiring.circuit.netlist import Band, Circuit, Component, Place
from reedboard.wiring.strip.design import ENDS_CELL, StripDesign, components

UPPER_Y = 3.7
"""Middle of the upper band."""

LED_X, LED_CAP_X = -13.6, -7.0
"""From the cell's middle; where the reed lies follows from the pitch."""

OUTLINE_X = 0.75
"""How far the board's outline lies right of its cells: a reed's far end needs the room, an LED spares it."""

UPPER_HALF, LOWER_HALF = 2.6, 3.6
"""Half the height of the bands; the screw terminal, on the back, reaches 0.4 mm over lanes under their mask."""

LOWER_X = {"plug": 0.0, "feed": 5.0, "buffer": -6.5, "74hc165": -3.65, "capacitor": 2.0}
"""Parts of the lower band, from their reed's middle."""

RESISTOR_X = {"R1": -1.5, "R2": -8.9}
"""The pull-down of the chain's end and the clock's resistor, which share the buffer's cell; from the reed's middle."""

LOAD_RESISTOR_X = -4.6
"""That of the load line, left of the reed; from the cell's middle."""

HOLE_X, HOLES_APART_MM = -15.1, 160.0
"""Mounting holes: where in a cell, and how far apart at most. No part or track comes near this place of the lower band,
whichever cell it is."""

PACK_X = (4.35, 7.85)
"""The two resistor packs beside their shift register."""

BUFFER_CAP_X = -4.0
"""The buffer's capacitor, which shares its cell with resistor and feed."""


def circuit_of(design: StripDesign) -> Circuit:
    """The strip as a circuit board to be drawn."""
    return Circuit(
        name="strip",
        key=design.board,
        title=f"Strip of board {design.board}",
        places=tuple(_place(design, part) for part in components(design)),
        holes=tuple((x, Band.LOWER, 0.0) for x in _holes_x(design)),
        width=design.cells * design.pitch_mm,
        upper_y=UPPER_Y,
        upper_half=UPPER_HALF,
        lower_half=LOWER_HALF,
        supplied=("GND", "+5V", "+3V3"),
    )


def _holes_x(design: StripDesign) -> Iterator[float]:
    """Of the mounting holes: in the first cell and the last, and between them no more than so far apart."""
    gaps = max(1, ceil((design.cells - 1) * design.pitch_mm / HOLES_APART_MM))
    cells = sorted({round(gap * (design.cells - 1) / gaps) for gap in range(gaps + 1)})
    return (middle(design, cell) + HOLE_X for cell in cells)


def middle(design: StripDesign, cell: int) -> float:
    """The x of a cell's middle, from the board's left edge."""
    return (cell + 0.5) * design.pitch_mm - OUTLINE_X


def _place(design: StripDesign, part: Component) -> Place:
    x = middle(design, part.cell)
    reed = x + design.reed_x_mm
    match part.kind:
        case "reed":
            return Place(part, "reed", reed, Band.UPPER)
        case "led":
            return Place(part, "led", x + LED_X, Band.UPPER)
        case "capacitor" if part.pins[1] == "+5V":
            return Place(part, "led-capacitor", x + LED_CAP_X, Band.UPPER)
        case "capacitor" if part.cell == ENDS_CELL:
            return Place(part, "capacitor", reed + BUFFER_CAP_X, Band.LOWER)
        case "resistor":
            at = x + LOAD_RESISTOR_X if part.ref == "R3" else reed + RESISTOR_X[part.ref]
            return Place(part, "resistor", at, Band.LOWER)
        case "pack":
            return Place(part, "pack", reed + PACK_X[(int(part.ref[2:]) - 1) % 2], Band.LOWER)
    return Place(part, part.kind, reed + LOWER_X[part.kind], Band.LOWER)
