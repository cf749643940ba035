"""What the firmware needs to know of a board: `board.cfg`, put beside it on the microcontroller.

The firmware speaks bits and LED indices only, so no site is named here. A first line carries format and check
(`firmware/reed/config.py` reads it), then JSON, one key a line. docs/PROTOCOL.md lists the keys.
"""

import binascii
import json

from reedboard.core.profile import BoardProfile, Driver

FORMAT = 1
"""Raised when a key changes its meaning; the firmware refuses another one."""


def configuration(profile: BoardProfile) -> str:
    """The whole text of `board.cfg`."""
    values: dict[str, object] = {
        "board": profile.id,
        "driver": profile.driver.value,
        "bits": profile.bits,
        "fixed": [[bit, int(level)] for bit, level in sorted(profile.tied.items())],
        "leds": profile.leds,
        "budget_ma": profile.led_budget_ma,
        "buttons": len(profile.buttons),
        "buzzer": profile.buzzer,
    }
    if profile.driver is Driver.DIODE_MATRIX:
        values["columns"] = profile.strips[0].inputs
    text = "{\n" + ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in values.items()) + "\n}"
    return f"reedboard-config {FORMAT} {binascii.crc32(text.encode()):08x}\n{text}\n"
