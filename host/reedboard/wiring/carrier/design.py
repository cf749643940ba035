"""What is on a carrier, what is joined to what, and where it lies.

    upper band    along the edge: jack, fuse, feeds, White's button, Black's button, the plug of the first strip
    lower band    the microcontroller, its USB plug at the left edge; diode, level shifter, resistors, buzzer

The supply goes from the jack through the fuse to feeds and strips, and through the diode to the microcontroller, so
that a computer's USB is never fed. Everything has wires: it is soldered by hand.
"""

from collections.abc import Iterator

from reedboard.wiring.carrier.modules import MODULES, Module
from reedboard.wiring.circuit.netlist import Band, Circuit, Component, Place
from reedboard.wiring.terminals import STRIP_PINS

WIDTH, FOOT = 141.0, 8.0
"""In mm; below the lowest copper there is room for two screws."""

UPPER_Y, UPPER_HALF = 6.0, 6.6

FEEDS_X = (57.5, 68.64, 79.14)
"""Middles of the feeds' terminals; each takes two wires of 0.75 mm2, so six feeds, which is what 17x17 has."""

GATES = {True: (13, 12, 11), False: (1, 2, 3)}
"""74AHCT125: enable, input and output of the gate that is used, in the upper row of its pins or not."""

UNUSED = {1: "GND", 2: "GND", 4: "GND", 5: "GND", 9: "GND", 10: "GND", 12: "GND", 13: "GND"}
"""Its other gates: inputs and enables to ground, outputs left open."""

HOLES = ((19.0, Band.UPPER, 0.0), (137.3, Band.UPPER, 0.0), (4.0, Band.FOOT, -4.0), (137.3, Band.FOOT, -4.0))


def carrier(variant: str) -> Circuit:
    """The carrier for a microcontroller, a key of `MODULES`."""
    module = MODULES[variant]
    return Circuit(
        name="carrier",
        key=f"carrier-{variant}",
        title=f"Carrier for {module.name}",
        places=tuple((*_edge(), *_module(module), *_beside(module))),
        holes=HOLES,
        width=WIDTH,
        upper_y=UPPER_Y,
        upper_half=UPPER_HALF,
        lower_half=module.half,
        supplied=("GND", "+5V"),
        foot=FOOT,
    )


def _edge() -> Iterator[Place]:
    """What cables come to."""
    jack = Component("J1", "jack", "5 V supply", {1: "VIN", 2: "GND", 3: None})
    yield Place(jack, "jack", 6.4, Band.UPPER, label="5V")
    yield Place(Component("F1", "fuse", "fuse", {1: "VIN", 2: "+5V"}), "fuse", 37.6, Band.UPPER, label="FUSE")
    for number, x in enumerate(FEEDS_X, 2):
        feed = Component(f"J{number}", "feed", "5 V feed", {1: "GND", 2: "+5V"})
        yield Place(feed, "terminal", x, Band.UPPER, label="FEED")
    for number, (side, x) in enumerate((("WHITE", 89.25), ("BLACK", 107.55)), len(FEEDS_X) + 2):
        button = Component(f"J{number}", "header2", "button", {1: "GND", 2: side})
        yield Place(button, "header2", x, Band.UPPER, label=side)
    plug = Component(f"J{len(FEEDS_X) + 4}", "plug", "first strip", dict(enumerate(STRIP_PINS, 1)))
    yield Place(plug, "header8", 122.75, Band.UPPER, label="STRIP 1")


def _module(module: Module) -> Iterator[Place]:
    part = Component("U1", module.kind, module.name, module.nets)
    yield Place(part, module.kind, module.x, Band.LOWER, label="USB LEFT")


def _beside(module: Module) -> Iterator[Place]:
    """What the microcontroller needs around it; no two pads on one x, for each has a track of its own up or down."""
    enable, take, give = GATES[module.leds_above]
    outputs = dict.fromkeys((3, 6, 8, 11), None)
    gates = {7: "GND", 14: "+5V", **outputs, **UNUSED, enable: "GND", take: "LEDS_3V3", give: "LEDS_5V"}
    diode = Component("D1", "diode", "1N5819", {1: "VSYS", 2: "+5V"})
    yield Place(Component("U2", "gates", "74AHCT125", gates), "dip14", 70.0, Band.LOWER)
    yield Place(Component("R1", "resistor", "39 ohm", {1: "CLOCK_OUT", 2: "CLOCK"}), "axial", 89.08, Band.LOWER, 5.5)
    yield Place(Component("R2", "resistor", "330 ohm", {1: "LEDS_5V", 2: "LEDS"}), "axial", 87.58, Band.LOWER, -6.5)
    yield Place(diode, "diode", 90.58, Band.LOWER, -0.5)
    yield Place(Component("C1", "capacitor", "100 nF", {1: "+5V", 2: "GND"}), "disc", 101.84, Band.LOWER, -7.0)
    yield Place(Component("C2", "electrolytic", "1000 uF", {1: "+5V", 2: "GND"}), "radial", 102.6, Band.LOWER, 2.5)
    yield Place(Component("LS1", "buzzer", "piezo", {1: "BUZZER", 2: "GND"}), "buzzer", 122.75, Band.LOWER, 1.0)
