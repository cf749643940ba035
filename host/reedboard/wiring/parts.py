"""The bill of materials: what to buy for a board, how many, and a part number to search for.

Part numbers are examples that fit; any part of the same data does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from reedboard.board.profile import BoardProfile, Driver
from reedboard.wiring.power import feeds
from reedboard.wiring.strip import design_of
from reedboard.wiring.table import csv_text, markdown_table

HEADINGS = ("quantity", "part", "maker's number", "for")

SUPPLIES = {500: "a USB port", 3000: "Mean Well GST18A05", 4000: "Mean Well GST25A05", 6000: "Mean Well GST60A05"}
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


def parts(profile: BoardProfile) -> Iterator[Part]:
    """Everything but wood, wire and the pieces themselves."""
    sites, strips, power = len(profile.sites), len(profile.strips), profile.power
    yield Part(1, "microcontroller", "Raspberry Pi Pico (SC0915)", "the firmware; Pico W, Pico 2 and ESP32 do as well")
    yield Part(sites, "reed switch, 14 mm glass, 10-15 AT", "Standex KSK-1A66-1015", "one a cell and tray position")
    yield from _readers(profile, sites)
    if profile.leds:
        yield from _lights(profile)
    if profile.buttons:
        yield Part(len(profile.buttons), "push button 12 mm", "Omron B3F-4055", "one clock button a side")
    if profile.buzzer:
        yield Part(1, "piezo disc without oscillator", "TDK PS1240P02BT", "the buzzer")
    supply, fuse = _fitting(SUPPLIES, power.supply_ma), _fitting(FUSES, power.fuse_ma)
    yield Part(1, f"supply 5 V {power.supply_ma / 1000:g} A", supply, "the whole board")
    yield Part(1, f"fuse {power.fuse_ma / 1000:g} A", fuse, "in the 5 V wire behind the supply")
    if power.fuse_ma > 500:
        yield Part(1, "fuse holder 5x20 mm", "Littelfuse 03450101HXSL", "for the fuse")
    magnets = len(profile.cells)
    yield Part(magnets, "magnet, disc 10 x 1 mm, N35", "supermagnete S-10-01-N", "one under each piece, fewer will do")
    if design_of(profile):
        yield Part(strips, "strip circuit board", "folder strip/", f"carries a row, {profile.pitch_mm:g} mm a cell")
        yield Part(2 * strips, "plug and socket 8 way", "JST B8B-XH-A with XHP-8", "from strip to strip")


def _lights(profile: BoardProfile) -> Iterator[Part]:
    """The parts that make light."""
    yield Part(profile.leds, "LED with controller, 5050", "Worldsemi WS2812B-V5", "one a cell and tray position")
    yield Part(profile.leds, "capacitor 100 nF", "Yageo CC0603KRX7R9BB104", "one beside each LED")
    yield Part(1, "level shifter", "Texas Instruments SN74AHCT125N", "3.3 V data to the 5 V of the first LED")
    yield Part(1, "resistor 330 ohm", "Yageo MFR-25FBF52-330R", "in the LED data line, behind the level shifter")
    yield Part(feeds(profile), "capacitor 1000 uF 10 V", "Panasonic EEU-FR1A102", "across each 5 V feed")


def _readers(profile: BoardProfile, sites: int) -> Iterator[Part]:
    """The parts that read the reeds."""
    chips = profile.bits // 8
    match profile.driver:
        case Driver.SHIFT_CHAIN:
            yield Part(chips, "shift register 74HC165", "Nexperia 74HC165D", "eight reeds each")
            yield Part(2 * chips, "resistor array 4 x 10 kohm", "Bourns CAY16-103J4LF", "pull-ups, two a 74HC165")
            yield Part(chips, "capacitor 100 nF", "Yageo CC0603KRX7R9BB104", "one beside each 74HC165")
            if design_of(profile):
                buffers = len(profile.strips)
                yield Part(buffers, "double buffer", "Nexperia 74LVC2G34GW", "clock and load made fresh on every strip")
        case Driver.DIODE_MATRIX:
            columns = profile.strips[0].inputs
            yield Part(sites, "diode", "Vishay 1N4148", "one in line with each reed")
            yield Part(ceil(len(profile.strips) / 8), "shift register 74HC595", "Nexperia 74HC595D", "drives the rows")
            yield Part(ceil(columns / 8), "shift register 74HC165", "Nexperia 74HC165D", "reads the columns")
            yield Part(columns, "resistor 10 kohm", "Yageo MFR-25FBF52-10K", "pull-up of each column")
        case Driver.EXPANDER:
            yield Part(ceil(chips / 2), "port expander", "Microchip MCP23017-E/SP", "sixteen reeds each, own pull-ups")
            yield Part(2, "resistor 4.7 kohm", "Yageo MFR-25FBF52-4K7", "pull-ups of the I2C bus")


def _fitting(choice: dict[int, str], need_ma: int) -> str:
    """The weakest part that carries the need; past the strongest one, words to search by."""
    return next((number for ma, number in sorted(choice.items()) if ma >= need_ma), f"any of {need_ma} mA or more")


def bill_csv(profile: BoardProfile) -> str:
    """The bill as CSV."""
    return csv_text(HEADINGS, (part.row for part in parts(profile)))


def bill_markdown(profile: BoardProfile) -> str:
    """The bill as Markdown."""
    return f"# Parts for {profile.name}\n\n" + markdown_table(HEADINGS, (part.row for part in parts(profile)))
