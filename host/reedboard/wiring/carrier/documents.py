"""A carrier's documents: KiCad project, picture, parts, and how warm its copper gets."""

from collections.abc import Iterator, Mapping

from reedboard.wiring.carrier.design import carrier
from reedboard.wiring.carrier.modules import MODULES, Module
from reedboard.wiring.carrier.parts import carrier_parts
from reedboard.wiring.circuit.necks import CONTACT_MA, WARMING_LIMIT_K, necks
from reedboard.wiring.circuit.netlist import Circuit
from reedboard.wiring.circuit.picture import circuit_picture
from reedboard.wiring.circuit.project import project
from reedboard.wiring.table import csv_text, markdown_table

HEADINGS = ("quantity", "part", "maker's number", "on the board")


def carrier_documents(name: str) -> Mapping[str, str]:
    """File name, relative to the carrier's folder, -> text; `name` is "carrier-" and a key of `MODULES`."""
    variant = name.removeprefix("carrier-")
    circuit = carrier(variant)
    rows = [(str(len(refs)), *bought, " ".join(refs)) for bought, refs in carrier_parts(circuit).items()]
    return {
        **project(circuit),
        "carrier.svg": circuit_picture(circuit),
        "parts.csv": csv_text(HEADINGS, rows),
        "parts.md": f"# Parts of the {circuit.title.lower()}\n\n" + markdown_table(HEADINGS, rows),
        "power.md": _power(circuit),
        "pins.md": _pins(MODULES[variant]),
    }


def carrier_faults(circuit: Circuit, fuse_ma: int = CONTACT_MA) -> Iterator[str]:
    """One sentence for each place that a fuse of this size would warm too much."""
    for neck in necks(circuit, fuse_ma):
        if neck.warming_k > WARMING_LIMIT_K:
            yield (
                f"{circuit.key}: {neck.where} would be {neck.warming_k:.0f} K warmer at the fuse's {fuse_ma} mA, "
                f"at most {WARMING_LIMIT_K:.0f} K is sound: choose a smaller fuse_ma."
            )


def _pins(module: Module) -> str:
    """Which pin is which line, for whoever wires it without the board."""
    rows = [(line, str(pin), "" if gpio is None else f"GPIO {gpio}") for line, (pin, gpio) in module.lines.items()]
    return (
        f"# Pins of {module.name}\n\n"
        "LEDS_3V3 goes through the level shifter and 330 ohm to the strips' LEDS, CLOCK_OUT through 39 ohm to CLOCK, "
        "VSYS comes from the 5 V through the diode.\n\n" + markdown_table(("line", "pin", "is"), rows)
    )


def _power(circuit: Circuit) -> str:
    """How warm each narrow place gets at the largest fuse any board has."""
    rows = [(neck.where, f"{neck.current_ma:.0f}", f"{neck.warming_k:.1f}") for neck in necks(circuit, CONTACT_MA)]
    return (
        f"# Copper at a fuse of {CONTACT_MA} mA, the largest\n\n"
        "When all the fuse lets through goes one way. Computed by IPC-2221's formula, to be tried on the bench board; "
        f"at most {WARMING_LIMIT_K:.0f} K.\n\n" + markdown_table(("where", "mA", "K warmer"), rows)
    )
