"""`board.cfg`, the file from which the firmware learns what board it is; made from the geometry file, never by hand.

The firmware speaks bits and LED indices only, so no site is named in it. Masks are hex, two digits a byte, byte 0
first; bit `b` stands in byte `b // 8` at weight `1 << b % 8`, as on the wire. The first line carries the format's
version and the check of what follows, so that a file cut off or of another version is recognised (the firmware's end
is `firmware/reed/config.py`).
"""

import binascii
import json
from collections.abc import Iterable, Mapping

from reedboard.board.profile import BoardProfile, Driver

FORMAT = 1
"""Raised when a key changes its meaning; the firmware refuses another one."""


def board_file(profile: BoardProfile) -> str:
    """The file's text for a board."""
    return pack(settings(profile))


def settings(profile: BoardProfile) -> Mapping[str, object]:
    """What the firmware needs to know of a board; the keys are told in docs/PROTOCOL.md."""
    values: dict[str, object] = {
        "board": profile.id,
        "driver": profile.driver.value,
        "bits": profile.bits,
        "leds": profile.leds,
        "buttons": "".join(profile.buttons),
        "buzzer": profile.buzzer,
        "led_budget_ma": profile.led_budget_ma,
        "tied_low": mask((bit for bit, high in profile.tied.items() if not high), profile.bits),
        "tied_high": mask((bit for bit, high in profile.tied.items() if high), profile.bits),
    }
    if profile.driver is Driver.DIODE_MATRIX:
        values["columns"] = profile.strips[0].inputs
    return values


def pack(values: Mapping[str, object]) -> str:
    """The text of a file that holds these values.

    >>> pack({"leds": 3}).splitlines()
    ['reedboard-config 1 eb3a36b0', '{"leds": 3}']
    """
    text = json.dumps(values)
    return f"reedboard-config {FORMAT} {binascii.crc32(text.encode()):08x}\n{text}\n"


def mask(bits: Iterable[int], length: int) -> str:
    """Bits as hex, byte 0 first.

    >>> mask([0, 9], 16)
    '0102'
    """
    return sum(1 << bit for bit in bits).to_bytes(length // 8, "little").hex()
