"""The microcontrollers there is a carrier for: which of their pins is which line."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Module:
    """A microcontroller on pin headers, lying with its USB plug to the left."""

    kind: str
    """Its symbol and footprint."""
    name: str
    number: str
    """A maker's number to order by."""
    lines: Mapping[str, tuple[int, int | None]]
    """Line -> package pin, and the GPIO behind it; supplies have none."""
    grounds: tuple[int, ...]
    pins: int
    x: float
    """Middle of its pins, in mm from the carrier's left edge: its USB plug ends there."""
    half: float
    """Half the height of the band it needs."""
    leds_above: bool
    """Whether its LED pin is in the upper row."""

    @property
    def nets(self) -> Mapping[int, str | None]:
        """Every pin with its net."""
        found: dict[int, str | None] = dict.fromkeys(range(1, self.pins + 1))
        return found | dict.fromkeys(self.grounds, "GND") | {pin: line for line, (pin, _) in self.lines.items()}


MODULES = {
    "pico": Module(
        "pico",
        "Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W, with pin headers",
        "Raspberry Pi Pico H (SC0917)",
        {
            "VSYS": (39, None), "+3V3": (36, None), "LEDS_3V3": (29, 22), "BUZZER": (27, 21), "CLOCK_OUT": (24, 18),
            "LOAD": (22, 17), "SENSORS": (21, 16), "WHITE": (19, 14), "BLACK": (20, 15),
        },
        (3, 8, 13, 18, 23, 28, 33, 38),
        40,
        27.1,
        11.0,
        True,
    ),
    "esp32": Module(
        "esp32",
        "ESP32-DevKitC V4, 38 pins, rows 25.4 mm apart",
        "Espressif ESP32-DevKitC-32E",
        {
            "VSYS": (19, None), "+3V3": (1, None), "LEDS_3V3": (27, 16), "BUZZER": (9, 25), "CLOCK_OUT": (30, 18),
            "LOAD": (29, 5), "SENSORS": (31, 19), "WHITE": (7, 32), "BLACK": (8, 33),
        },
        (14, 32, 38),
        38,
        27.9,
        14.2,
        False,
    ),
}  # fmt: skip
"""By the carrier's variant. A DevKitC's pins are counted like a chip's: 1 to 19 are J2-1 to J2-19, 20 to 38 are J3-19
to J3-1. Source: Raspberry Pi's and Espressif's pin maps."""
