"""The bill of materials: what to buy for a board, how many, and a part number to search for.

What the strips carry is counted from their netlist, cables by their length. Part numbers are examples that fit; any
part of the same data does.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil

from reedboard.board.profile import BoardProfile, Driver
from reedboard.wiring.cables import button_cables, feed_cables, links
from reedboard.wiring.carrier.design import HOLES, carrier
from reedboard.wiring.carrier.parts import carrier_parts
from reedboard.wiring.power import feeds, wire_mm2
from reedboard.wiring.strip.design import StripDesign, components, design_of
from reedboard.wiring.strip.layout import circuit_of
from reedboard.wiring.table import csv_text, markdown_table
from reedboard.wiring.terminals import Use, terminals

REED = "Standex KSK-1A66-1015"

HEADINGS = ("quantity", "part", "maker's number", "for")

SUPPLIES = {
    500: "a USB port",
    3000: "Mean Well GST18A05-P1J",
    4000: "Mean Well GST25A05-P1J",
    6000: "Mean Well GST60A05-P1J",
}
"""Plug-in supplies of 5 V by mA."""

FUSES = {
    500: "Littelfuse RXEF050 (resettable)",
    2500: "Littelfuse 021702.5MXP",
    3000: "Littelfuse 0217003.MXP",
    5000: "Littelfuse 0217005.MXP",
}
"""Fuses by mA; 5x20 mm glass but for the first."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the bill."""

    quantity: int
    name: str
    number: str
    purpose: str

    @property
    def row(self) -> tuple[str, ...]:
        """As text, in the order of `HEADINGS`."""
        return (str(self.quantity), self.name, self.number, self.purpose)


PLUG_HOUSING, BUTTON_HOUSING, CONTACT = "JST XHP-8", "JST XHP-2", "JST SXH-001T-P0.6N"

ON_STRIP = {
    ("reed", "reed"): ("reed switch, 14 mm glass, 10-15 AT", REED, "one a cell and tray position"),
    ("led", "WS2812B"): ("LED with controller, 5050", "Worldsemi WS2812B-V5", "one a cell and tray position"),
    ("capacitor", "100 nF"): ("capacitor 100 nF, 0603", "Yageo CC0603KRX7R9BB104", "beside each LED, register, buffer"),
    ("74hc165", "74HC165"): ("shift register 74HC165, SO-16", "Nexperia 74HC165D", "eight reeds each"),
    ("pack", "4 x 10 k"): ("resistor array 4 x 10 kohm", "Bourns CAY16-103J4LF", "pull-ups, two a 74HC165"),
    ("buffer", "74LVC2G17"): (
        "double Schmitt buffer",
        "Nexperia 74LVC2G17GW",
        "clock and load made fresh on every strip",
    ),
    ("resistor", "10 k"): ("resistor 10 kohm, 0603", "Yageo RC0603FR-0710KL", "R1, pulls the chain's end down"),
    ("resistor", "39 ohm"): ("resistor 39 ohm, 0603", "Yageo RC0603FR-0739RL", "R2, R3, behind the buffer"),
    ("plug", "towards microcontroller"): ("header 8 way", "JST B8B-XH-A", "J1 and J2, on the strip's back"),
    ("plug", "away from microcontroller"): ("header 8 way", "JST B8B-XH-A", "J1 and J2, on the strip's back"),
    ("feed", "5 V feed"): ("screw terminal 2 way, 5.08 mm", "Phoenix Contact 1715721", "J3, on the strip's back"),
}
"""What to buy for each kind and value of the strip's netlist."""


def strip_counts(profile: BoardProfile, design: StripDesign) -> Counter[tuple[str, str]]:
    """How many of each kind and value all strips wear together; shorter strips leave their last cells' parts out."""
    found: Counter[tuple[str, str]] = Counter()
    for strip in profile.strips:
        for part in components(design):
            of_cell = part.kind in ("reed", "led") or (part.kind == "capacitor" and part.pins[1] == "+5V")
            if not of_cell or part.cell < len(strip.sites):
                found[part.kind, part.value] += 1
    return found


def parts(profile: BoardProfile) -> Iterator[Part]:
    """Everything but wood and the pieces themselves."""
    power, design = profile.power, design_of(profile)
    if design:
        yield from _together([*_on_carrier(), *_on_strips(profile, design)])
    else:
        yield from _without_carrier(profile)
        yield from _by_hand(profile)
    if profile.buttons:
        yield Part(len(profile.buttons), "push button 12 mm", "Omron B3F-4055", "one clock button a side")
    supply, fuse = _fitting(SUPPLIES, power.supply_ma), _fitting(FUSES, power.fuse_ma)
    yield Part(1, f"supply 5 V {power.supply_ma / 1000:g} A", supply, "the whole board; its plug is 2.1 mm wide inside")
    yield Part(1, f"fuse {power.fuse_ma / 1000:g} A", fuse, "in the 5 V wire behind the supply")
    magnets = len(profile.cells)
    yield Part(magnets, "magnet, disc 10 x 1 mm, N35", "supermagnete S-10-01-N", "one under each piece, fewer will do")


def _together(found: Iterable[Part]) -> Iterator[Part]:
    """The same part from two boards is one line."""
    lines: dict[tuple[str, str], Part] = {}
    for part in found:
        before = lines.get((part.name, part.number))
        if before:
            purpose = f"{before.purpose}; {part.purpose}"
            part = Part(before.quantity + part.quantity, part.name, part.number, purpose)
        lines[part.name, part.number] = part
    yield from lines.values()


def _on_carrier() -> Iterator[Part]:
    """The carrier for a Pico, and what its netlist holds."""
    yield Part(1, "carrier circuit board", "folder carrier-pico/", "for an ESP32: carrier-esp32/")
    yield from (
        Part(len(refs), *bought, f"carrier {' '.join(refs)}") for bought, refs in carrier_parts(carrier("pico")).items()
    )


def _without_carrier(profile: BoardProfile) -> Iterator[Part]:
    """What stands around a microcontroller on a breadboard."""
    yield Part(1, "microcontroller", "Raspberry Pi Pico (SC0915)", "the firmware; Pico W, Pico 2 and ESP32 do as well")
    if profile.leds:
        yield Part(
            1, "level shifter, DIP-14", "Texas Instruments SN74AHCT125N", "3.3 V data to the 5 V of the first LED"
        )
        yield Part(1, "capacitor 100 nF, wired", "Kemet C320C104K5R5TA", "beside the level shifter")
        yield Part(
            1, "resistor 330 ohm, wired", "Yageo MFR-25FBF52-330R", "in the LED data line, behind the level shifter"
        )
        yield Part(feeds(profile), "capacitor 1000 uF 10 V", "Panasonic EEU-FR1A102", "across each 5 V feed")
    if profile.driver is not Driver.EXPANDER:
        yield Part(1, "resistor 39 ohm, wired", "Yageo MFR-25FBF52-39R", "in the clock line, at the microcontroller")
    yield Part(1, "Schottky diode", "Vishay 1N5819-E3/54", "from 5 V to VSYS, so that a computer's USB is not fed")
    if profile.buzzer:
        yield Part(1, "piezo disc without oscillator", "TDK PS1240P02BT", "the buzzer")
    if profile.power.fuse_ma > 500:
        yield Part(1, "fuse holder 5x20 mm", "Littelfuse 03450101HXSL", "for the fuse")


def _on_strips(profile: BoardProfile, design: StripDesign) -> Iterator[Part]:
    """The strips, what their netlist holds, and the cables between them."""
    strips = len(profile.strips)
    yield Part(strips, "strip circuit board", "folder strip/", f"{design.cells} cells of {design.pitch_mm:g} mm")
    bill: dict[tuple[str, str, str], int] = {}
    for kind, count in strip_counts(profile, design).items():
        bill[ON_STRIP[kind]] = bill.get(ON_STRIP[kind], 0) + count
    yield from (Part(count, *entry) for entry, count in bill.items())
    yield Part(feeds(profile), "capacitor 1000 uF 10 V", "Panasonic EEU-FR1A102", "across each 5 V feed")
    ends, buttons = 2 * strips, len(profile.buttons)
    yield Part(ends, "plug housing 8 way", PLUG_HOUSING, "both ends of every cable")
    if buttons:
        yield Part(buttons, "plug housing 2 way", BUTTON_HOUSING, "the buttons' cables, at the carrier")
    yield Part(8 * ends + 2 * buttons, "crimp contact", CONTACT, "one a wire; wire of 0.2 to 0.33 mm2")
    holes = len(circuit_of(design).holes)
    yield Part(strips * holes, "screw M3 with nut, spacer 3 mm", "any", f"{holes} a strip, between strip and surface")
    yield Part(len(HOLES), "spacer 10 mm with two screws M3", "any", "under the carrier")
    link_mm = sum(cable.wires * cable.length_mm for cable in (*links(profile), *button_cables(profile)))
    yield Part(_metres(link_mm), "metre of wire 0.33 mm2 (AWG 22)", "any, stranded", "cables to strips and buttons")
    feed_mm = sum(cable.wires * cable.length_mm for cable in feed_cables(profile))
    yield Part(_metres(feed_mm), f"metre of wire {wire_mm2(profile)} mm2", "any, stranded", "carrier to every feed")


def _metres(mm: int) -> int:
    """A tenth more than is needed, in whole metres."""
    return ceil(1.1 * mm / 1000)


def _by_hand(profile: BoardProfile) -> Iterator[Part]:
    """A board without strips: everything with legs, for breadboard or perfboard."""
    sites, chips = len(profile.sites), profile.bits // 8
    yield Part(sites, "reed switch, 14 mm glass, 10-15 AT", REED, "one a cell and tray position")
    if profile.leds:
        yield Part(
            profile.leds, "LED with controller, 8 mm, wired", "Worldsemi WS2812D-F8", "one a cell and tray position"
        )
        yield Part(ceil(profile.leds / 4), "capacitor 100 nF, wired", "Kemet C320C104K5R5TA", "one every four LEDs")
    match profile.driver:
        case Driver.SHIFT_CHAIN:
            yield Part(chips, "shift register 74HC165, DIP-16", "Texas Instruments SN74HC165N", "eight reeds each")
            yield Part(chips, "capacitor 100 nF, wired", "Kemet C320C104K5R5TA", "one beside each 74HC165")
            pulled = sum(terminal.use is Use.SENSOR for terminal in terminals(profile))
            yield Part(
                pulled + 1, "resistor 10 kohm, wired", "Yageo MFR-25FBF52-10K", "pull-ups, and the last chip's pin 10"
            )
        case Driver.DIODE_MATRIX:
            columns, rows = profile.strips[0].inputs, len(profile.strips)
            yield Part(sites, "diode", "Vishay 1N4148", "one in line with each reed")
            yield Part(
                ceil(rows / 8), "shift register 74HC595, DIP-16", "Texas Instruments SN74HC595N", "drives the rows"
            )
            yield Part(
                ceil(columns / 8), "shift register 74HC165, DIP-16", "Texas Instruments SN74HC165N", "reads the columns"
            )
            yield Part(columns, "resistor 10 kohm, wired", "Yageo MFR-25FBF52-10K", "pull-up of each column")
            registers = ceil(rows / 8) + ceil(columns / 8)
            yield Part(registers, "capacitor 100 nF, wired", "Kemet C320C104K5R5TA", "one beside each register")
        case Driver.EXPANDER:
            yield Part(ceil(chips / 2), "port expander", "Microchip MCP23017-E/SP", "sixteen reeds each, own pull-ups")
            yield Part(ceil(chips / 2), "capacitor 100 nF, wired", "Kemet C320C104K5R5TA", "one beside each expander")
            yield Part(2, "resistor 4.7 kohm, wired", "Yageo MFR-25FBF52-4K7", "pull-ups of the I2C bus")


def _fitting(choice: dict[int, str], need_ma: int) -> str:
    """The weakest part that carries the need; past the strongest one, words to search by."""
    return next((number for ma, number in sorted(choice.items()) if ma >= need_ma), f"any of {need_ma} mA or more")


def bill_csv(profile: BoardProfile) -> str:
    """The bill as CSV."""
    return csv_text(HEADINGS, (part.row for part in parts(profile)))


def bill_markdown(profile: BoardProfile) -> str:
    """The bill as Markdown."""
    return f"# Parts for {profile.name}\n\n" + markdown_table(HEADINGS, (part.row for part in parts(profile)))
