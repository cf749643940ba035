"""What to buy for a carrier, counted from its netlist."""

from collections.abc import Mapping

from reedboard.wiring.carrier.modules import MODULES
from reedboard.wiring.circuit.netlist import Circuit

BOUGHT = {
    ("jack", "5 V supply"): ("barrel jack 2.1 mm, for the board", "Same Sky PJ-102AH"),
    ("fuse", "fuse"): ("fuse holder 5x20 mm, for the board, pins 22.5 mm apart", "Schurter 0031.8201"),
    ("feed", "5 V feed"): ("screw terminal 2 way, 5.08 mm", "Phoenix Contact 1715721"),
    ("header2", "button"): ("header 2 way", "JST B2B-XH-A"),
    ("plug", "first strip"): ("header 8 way", "JST B8B-XH-A"),
    ("gates", "74AHCT125"): ("level shifter, DIP-14", "Texas Instruments SN74AHCT125N"),
    ("resistor", "39 ohm"): ("resistor 39 ohm, wired", "Yageo MFR-25FBF52-39R"),
    ("resistor", "330 ohm"): ("resistor 330 ohm, wired", "Yageo MFR-25FBF52-330R"),
    ("diode", "1N5819"): ("Schottky diode", "Vishay 1N5819-E3/54"),
    ("capacitor", "100 nF"): ("capacitor 100 nF, wired", "Kemet C320C104K5R5TA"),
    ("electrolytic", "1000 uF"): ("capacitor 1000 uF 10 V", "Panasonic EEU-FR1A102"),
    ("buzzer", "piezo"): ("piezo disc without oscillator", "TDK PS1240P02BT"),
    **{(module.kind, module.name): (module.name, module.number) for module in MODULES.values()},
}
"""Kind and value -> name and an example's number; any part of the same data does."""


def carrier_parts(circuit: Circuit) -> Mapping[tuple[str, str], list[str]]:
    """(name, maker's number) -> references, in the netlist's order.

    Raises: KeyError for a part nobody can buy.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for part in circuit.parts:
        found.setdefault(BOUGHT[part.kind, part.value], []).append(part.ref)
    return found
