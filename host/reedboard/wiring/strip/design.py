"""What is on a strip and what is joined to what: the netlist that schematic and board are both drawn from.

Sensor data runs towards the microcontroller (J2 to J1), clock, load and LED data away from it. The buffer makes clock
and load fresh on every strip; the clock then reaches far chips later, which only helps: their data is valid longer.
Its inputs are Schmitt triggers, for edges that metres of cable made slow, and 39 ohm behind each output (with the 15-20
of the output itself) come near the 50-60 ohm of a ribbon's wire beside its ground, so that edges do not ring.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from reedboard.board.profile import BoardProfile, Driver
from reedboard.wiring.circuit.netlist import Component
from reedboard.wiring.magnet_reach import reed_offset_mm
from reedboard.wiring.terminals import SHIFT_PINS, STRIP_PINS

CHIP_PINS = {1: "LOAD", 2: "CLOCK", 8: "GND", 15: "GND", 16: "+3V3"}
"""74HC165: what its pins but inputs and data join; pin 7 is the unused inverted output. Source: its data sheet."""

OUTPUT, SERIAL, UNUSED_OUTPUT = 9, 10, 7
"""74HC165: pins Q7, DS and inverted Q7."""

LEAST_PITCH_MM = 38.0
"""Below it reed, LED and shift register of a cell do not fit side by side, nor a strip between its neighbours."""

ENDS_CELL = 2
"""The cell that holds buffer and feed, behind the two plugs."""

PACK_PAIRS = ((1, 8), (2, 7), (3, 6), (4, 5))
"""CAY16: the two ends of each of its four resistors."""


@dataclass(frozen=True, slots=True)
class StripDesign:
    """The strip of one board: its longest row; shorter rows leave the last places unfitted."""

    board: str
    cells: int
    chips: int
    pitch_mm: float
    tied: str
    """Levels of the last inputs."""

    @property
    def reed_x_mm(self) -> float:
        """How far each reed lies right of its cell's middle."""
        return reed_offset_mm(self.pitch_mm)


def design_of(profile: BoardProfile) -> StripDesign | None:
    """The strip a board is built of; None for boards wired by hand.

    Those are a bench board, a matrix, expanders, cells too narrow for the parts, and boards whose strips are not alike.
    """
    first = profile.strips[0]
    alike = all((strip.inputs, strip.tied) == (first.inputs, first.tied) for strip in profile.strips)
    if profile.driver is not Driver.SHIFT_CHAIN or first.inputs % 8 or not alike or profile.pitch_mm < LEAST_PITCH_MM:
        return None
    cells = max(len(strip.sites) for strip in profile.strips)
    design = StripDesign(profile.id, cells, first.inputs // 8, profile.pitch_mm, first.tied)
    places = {_chip_cell(design, chip) for chip in range(design.chips)}
    return design if len(places) == design.chips and max(places) < cells else None


def input_net(design: StripDesign, place: int) -> str:
    """The net of input `place` of the strip; one without a reed is tied as told, a spare one so that it reads empty."""
    from_end = 8 * design.chips - place
    if from_end <= len(design.tied):
        return "+3V3" if design.tied[-from_end] == "1" else "GND"
    return f"IN{place}" if place < design.cells else "+3V3"


def components(design: StripDesign) -> tuple[Component, ...]:
    """Everything on the strip."""
    return (*_ends(design), *_chips(design), *_cells(design))


def _ends(design: StripDesign) -> Iterator[Component]:
    """Plugs, feed, buffer, and the pull-down that an unplugged chain is read by.

    Both plugs are at the strip's first cells, so that the cable to the next strip is one pitch long.
    """
    towards = {"CLOCK": "CLOCK_IN", "LOAD": "LOAD_IN", "SENSORS": "SENSORS_OUT", "LEDS": "LEDS_IN"}
    away = {"SENSORS": "SENSORS_IN", "LEDS": "LEDS_OUT"}
    numbered = tuple(enumerate(STRIP_PINS, 1))
    yield Component("J1", "plug", "towards microcontroller", {n: towards.get(net, net) for n, net in numbered})
    yield Component("J2", "plug", "away from microcontroller", {n: away.get(net, net) for n, net in numbered}, 1)
    yield Component("J3", "feed", "5 V feed", {1: "GND", 2: "+5V"}, ENDS_CELL)
    buffer = {1: "CLOCK_IN", 2: "GND", 3: "LOAD_IN", 4: "LOAD_OUT", 5: "+3V3", 6: "CLOCK_OUT"}
    yield Component(f"U{design.chips + 1}", "buffer", "74LVC2G17", buffer, ENDS_CELL)
    yield Component(f"C{design.chips + 1}", "capacitor", "100 nF", {1: "+3V3", 2: "GND"}, ENDS_CELL)
    yield Component("R1", "resistor", "10 k", {1: "SENSORS_IN", 2: "GND"}, ENDS_CELL)
    yield Component("R2", "resistor", "39 ohm", {1: "CLOCK_OUT", 2: "CLOCK"}, ENDS_CELL)
    yield Component("R3", "resistor", "39 ohm", {1: "LOAD_OUT", 2: "LOAD"}, ENDS_CELL)


def _chip_cell(design: StripDesign, chip: int) -> int:
    """At which cell a shift register sits: in the middle of its reeds, but behind plugs and buffer."""
    return max(int((chip + 0.5) * design.cells / design.chips), ENDS_CELL + 1)


def _chips(design: StripDesign) -> Iterator[Component]:
    """Shift registers, their pull-ups and capacitors."""
    for chip in range(design.chips):
        cell = _chip_cell(design, chip)
        data = {
            OUTPUT: f"CHAIN{chip}" if chip else "SENSORS_OUT",
            SERIAL: f"CHAIN{chip + 1}" if chip + 1 < design.chips else "SENSORS_IN",
            UNUSED_OUTPUT: None,
        }
        inputs = {pin: input_net(design, 8 * chip + k) for k, pin in enumerate(SHIFT_PINS)}
        yield Component(f"U{chip + 1}", "74hc165", "74HC165", {**CHIP_PINS, **data, **inputs}, cell)
        yield Component(f"C{chip + 1}", "capacitor", "100 nF", {1: "+3V3", 2: "GND"}, cell)
        for half in range(2):
            pins: dict[int, str | None] = {}
            for k, (near, far) in enumerate(PACK_PAIRS):
                net = input_net(design, 8 * chip + 4 * half + k)
                pins[near] = net if net.startswith("IN") else None
                pins[far] = "+3V3"
            yield Component(f"RN{2 * chip + half + 1}", "pack", "4 x 10 k", pins, cell)


def _cells(design: StripDesign) -> Iterator[Component]:
    """Reed, LED and the LED's capacitor of every cell."""
    for cell in range(design.cells):
        data_in = f"LED{cell}" if cell else "LEDS_IN"
        data_out = f"LED{cell + 1}" if cell + 1 < design.cells else "LEDS_OUT"
        yield Component(f"SW{cell + 1}", "reed", "reed", {1: input_net(design, cell), 2: "GND"}, cell)
        yield Component(f"D{cell + 1}", "led", "WS2812B", {1: "+5V", 2: data_out, 3: "GND", 4: data_in}, cell)
        yield Component(f"C{design.chips + 2 + cell}", "capacitor", "100 nF", {1: "+5V", 2: "GND"}, cell)
