"""What the firmware needs to know of a board: `board.cfg`, put beside it on the microcontroller.

The firmware speaks bits and LED indices only, so no site is named here. A first line carries format and check
(`firmware/reed/config.py` reads it), then JSON, one key a line. A mask is hex, two digits a byte, byte 0 first; bit `b`
stands in byte `b // 8` at weight `1 << b % 8`, as on the wire.
"""

import binascii
import json
from collections.abc import Iterable

from reedboard.core.profile import BoardProfile, Driver

FORMAT = 1
"""Raised when a key changes its meaning; the firmware refuses another one."""


def configuration(profile: BoardProfile) -> str:
    """The whole text of `board.cfg`."""
    values: dict[str, object] = {
        "board": profile.id,
        "driver": profile.driver.value,
        "bits": profile.bits,
        "leds": profile.leds,
        "buttons": "".join(profile.buttons),
        "buzzer": profile.buzzer,
        "led_budget_ma": profile.led_budget_ma,
        "tied_low": mask((bit for bit, level in profile.tied.items() if not level), profile.bits),
        "tied_high": mask((bit for bit, level in profile.tied.items() if level), profile.bits),
    }
    if profile.driver is Driver.DIODE_MATRIX:
        values["columns"] = profile.strips[0].inputs
    text = "{\n" + ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in values.items()) + "\n}"
    return f"reedboard-config {FORMAT} {binascii.crc32(text.encode()):08x}\n{text}\n"


def mask(bits: Iterable[int], length: int) -> str:
    """Bits as hex.

    >>> mask([0, 9], 16)
    '0102'
    """
    return sum(1 << bit for bit in bits).to_bytes(length // 8, "little").hex()
