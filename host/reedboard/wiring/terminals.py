"""Which pin of which chip every sensor bit is, and what is soldered to it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from reedboard.board.profile import BoardProfile, Driver

SHIFT_PINS = (11, 12, 13, 14, 3, 4, 5, 6)
"""74HC165: package pins of the inputs D0 to D7 (also called A to H). Source: its data sheet."""

ROW_PINS = (15, 1, 2, 3, 4, 5, 6, 7)
"""74HC595: package pins of the outputs Q0 to Q7 (also called QA to QH). Source: its data sheet."""

EXPANDER_PINS = (21, 22, 23, 24, 25, 26, 27, 28, 1, 2, 3, 4, 5, 6, 7, 8)
"""MCP23017: package pins of GPA0 to GPA7 and GPB0 to GPB7. Source: its data sheet."""

STRIP_PINS = ("GND", "GND", "+5V", "+3V3", "CLOCK", "LOAD", "SENSORS", "LEDS")
"""The plug at both ends of a strip: clock, load and LED data go away from the microcontroller, sensors towards it."""

FIRST_ADDRESS = 0x20
"""I2C address of the first MCP23017; each further one has the next."""


class Use(Enum):
    """What an input is for."""

    SENSOR = "sensor"
    LOW = "tied to ground"
    HIGH = "tied to supply"
    SPARE = "spare, reads empty"


@dataclass(frozen=True, slots=True)
class Terminal:
    """One sensor input."""

    bit: int
    strip: int
    """Number of the strip along the chain, from 1."""
    strip_name: str
    part: str
    """The chip or matrix row as marked on the wiring: "U3", "row 2", "0x21"."""
    pin: str
    """The input's name and package pin: "D5 (pin 4)"."""
    use: Use
    site: str | None


def terminals(profile: BoardProfile) -> Iterator[Terminal]:
    """Every input of the board in bit order, spare and tied ones too."""
    for number, strip in enumerate(sorted(profile.strips, key=lambda strip: strip.bit), 1):
        for place in range(strip.inputs):
            bit = strip.bit + place
            use, site = _use(strip.sites, strip.tied, strip.inputs, place)
            part, pin = _pin(profile.driver, bit, number, place)
            yield Terminal(bit, number, strip.name, part, pin, use, site)


def _use(sites: tuple[str, ...], tied: str, inputs: int, place: int) -> tuple[Use, str | None]:
    if place < len(sites):
        return Use.SENSOR, sites[place]
    if place >= inputs - len(tied):
        return (Use.HIGH if tied[place - inputs + len(tied)] == "1" else Use.LOW), None
    return Use.SPARE, None


def _pin(driver: Driver, bit: int, strip: int, place: int) -> tuple[str, str]:
    match driver:
        case Driver.SHIFT_CHAIN:
            return f"U{bit // 8 + 1}", f"D{bit % 8} (pin {SHIFT_PINS[bit % 8]})"
        case Driver.DIODE_MATRIX:
            return _matrix_pin(strip - 1, place)
        case Driver.EXPANDER:
            port, line = "AB"[bit // 8 % 2], bit % 8
            return f"0x{FIRST_ADDRESS + bit // 16:02x}", f"GP{port}{line} (pin {EXPANDER_PINS[bit % 16]})"


def _matrix_pin(row: int, column: int) -> tuple[str, str]:
    """Row driver and column reader of a crossing: 74HC595s are R1, R2, ..., 74HC165s U1, U2, ..., from the
    microcontroller on. The firmware shifts the rows' farthest register first and reads the nearest columns first.
    """
    return (
        f"R{row // 8 + 1} Q{row % 8} (pin {ROW_PINS[row % 8]})",
        f"U{column // 8 + 1} D{column % 8} (pin {SHIFT_PINS[column % 8]})",
    )
