"""The board as built: sites, strips of sensors, runs of LEDs, power.

A *site* is whatever has a sensor: a cell ("e2") or a tray position ("near7"); its name says where it is, not what lies
there. A *bit* counts the sensor inputs along the chain from the microcontroller: bit `8*c + k` is input `Dk` of chip
`c`, whatever the driver. An *LED index* counts the LEDs along their data line. Lengths are in cell pitches, the middle
of a1 being (0, 0), y away from White.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import ceil

CHIP_INPUTS = 8
"""Inputs of a 74HC165. Bits go by eights for every driver, so that a bit's byte and mask never depend on it."""

CONTROLLER_MA = 60
"""Microcontroller without radio, level shifter, buzzer at rest. Estimate: a Pico draws about 25 mA, a busy one 50."""

LED_DARK_MA = 1
"""A WS2812B shown black still runs its controller: 0.6 to 1 mA by maker; the firmware's limiter counts the same."""

LED_FULL_MA = 60
"""A WS2812B at full white, 20 mA a colour. Source: its data sheet."""

CLOSED_REED_MA = 0.33
"""A closed reed grounds its 10 kOhm pull-up to 3.3 V."""


class Driver(Enum):
    """How the sensors are read."""

    SHIFT_CHAIN = "74hc165"
    DIODE_MATRIX = "diode-matrix"
    EXPANDER = "mcp23017"


@dataclass(frozen=True, slots=True)
class Tray:
    """A block of positions beside the board, `columns` wide, named `near1`, `near2`, ... along its first row."""

    name: str
    size: int
    columns: int
    x: float
    y: float
    row_step: float
    """How far the next row lies from this one: up (away from White), or to the right in an upright tray."""
    upright: bool
    """Whether rows run up instead of to the right."""

    @property
    def positions(self) -> tuple[str, ...]:
        """All position names in order."""
        return tuple(f"{self.name}{number}" for number in range(1, self.size + 1))

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """The positions row by row; the last row may be shorter."""
        return tuple(self.positions[start : start + self.columns] for start in range(0, self.size, self.columns))

    def spot(self, position: str) -> tuple[float, float]:
        """Where a position lies, x and y in pitches."""
        row, column = divmod(int(position.removeprefix(self.name)) - 1, self.columns)
        if self.upright:
            return self.x + row * self.row_step, self.y + column
        return self.x + column, self.y + row * self.row_step


@dataclass(frozen=True, slots=True)
class Site:
    """One place with a sensor and, mostly, an LED."""

    name: str
    bit: int
    led: int | None
    x: float
    y: float
    tray: str | None
    """The tray's name, None for a cell."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Neighbours in the chain on one circuit board (or one row of the matrix): `sites` take its first inputs."""

    name: str
    bit: int
    inputs: int
    sites: tuple[str, ...]
    tied: str
    """The last inputs, "0" tied to ground and "1" to the supply, so that a broken or mis-clocked chain is seen."""


@dataclass(frozen=True, slots=True)
class LedRun:
    """LEDs that follow one another in a straight line."""

    name: str
    led: int
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """The 5 V line: what the board draws at most, what the fuse carries, what the supply gives."""

    budget_ma: int
    fuse_ma: int
    supply_ma: int
    inject_every: int
    """After how many LEDs the 5 V are fed in again."""


@dataclass(frozen=True, slots=True)
class Mechanics:
    """The wood, in mm: what the board is built of around its strips."""

    surface_mm: float = 4.0
    """Thickness of the plate that pieces stand on."""
    spacer_mm: float = 3.0
    """From that plate to the strips."""
    base_mm: float = 4.0
    """Thickness of the plate below."""
    frame_mm: float = 18.0
    """Width of the frame's bars."""
    margin_mm: float = 12.0
    """From the outermost cell or tray position to the plate's edge."""


@dataclass(frozen=True, slots=True)
class GameTrays:
    """One game of the board: where it lies, and which tray position is which slot of it."""

    game: str
    offset: str
    """The board's cell under the game's a1."""
    slots: Mapping[str, str]
    """Tray position -> slot ("near1" -> "w:W1"), in tray order."""
    filled: frozenset[str]
    """Kinds of which there are as many pieces as slots: those that the array does not need lie in them at the start."""


@dataclass(frozen=True, slots=True)
class BoardProfile:
    """One board, checked: no bit and no LED index is used twice, no LED index is skipped."""

    id: str
    name: str
    pitch_mm: float
    driver: Driver
    sites: Mapping[str, Site]
    """Cells first, rank by rank, then tray positions."""
    strips: tuple[Strip, ...]
    led_runs: tuple[LedRun, ...]
    trays: Mapping[str, Tray]
    buttons: tuple[str, ...]
    """Sides that have a clock button, of "w" and "b"."""
    buzzer: bool
    power: Power
    mechanics: Mechanics
    games: Mapping[str, GameTrays]

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells, rank by rank from a1."""
        return tuple(site.name for site in self.sites.values() if site.tray is None)

    @property
    def bits(self) -> int:
        """Inputs in the chain, spare and tied ones too; a whole number of bytes."""
        return ceil(max(strip.bit + strip.inputs for strip in self.strips) / CHIP_INPUTS) * CHIP_INPUTS

    @property
    def leds(self) -> int:
        """LEDs on the data line."""
        return sum(site.led is not None for site in self.sites.values())

    @property
    def tied(self) -> Mapping[int, bool]:
        """Bit -> the level it must always read as, for the inputs tied to a level; True is high, as an open reed."""
        return {
            strip.bit + strip.inputs - len(strip.tied) + place: level == "1"
            for strip in self.strips
            for place, level in enumerate(strip.tied)
        }

    @property
    def site_of_bit(self) -> Mapping[int, str]:
        """Bit -> site."""
        return {site.bit: site.name for site in self.sites.values()}

    @property
    def site_of_led(self) -> Mapping[int, str]:
        """LED index -> site."""
        return {site.led: site.name for site in self.sites.values() if site.led is not None}

    @property
    def idle_ma(self) -> int:
        """Current with all LEDs dark and a piece on every cell. Estimate."""
        return ceil(CONTROLLER_MA + LED_DARK_MA * self.leds + CLOSED_REED_MA * len(self.cells))

    @property
    def led_budget_ma(self) -> int:
        """What is left to make light with: the sum the firmware never exceeds, dark current not counted."""
        return self.power.budget_ma - self.idle_ma
