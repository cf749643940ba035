"""Our own rules check of a strip: that of any circuit board, and whether it agrees with the wiring table."""

from collections.abc import Iterator, Mapping

from reedboard.board.profile import BoardProfile
from reedboard.wiring.circuit.check import circuit_faults, joints
from reedboard.wiring.strip.design import StripDesign
from reedboard.wiring.strip.layout import circuit_of
from reedboard.wiring.terminals import Use, terminals


def faults(profile: BoardProfile, design: StripDesign, files: Mapping[str, str]) -> Iterator[str]:
    """One sentence for everything wrong with a strip's schematic and board; none for a good one."""
    circuit = circuit_of(design)
    yield from circuit_faults(circuit, files)
    yield from _table_faults(profile, design, joints(circuit))


def _table_faults(profile: BoardProfile, design: StripDesign, wanted: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Whether chip, pin and use of every input of every strip are as the wiring table says."""
    for terminal in terminals(profile):
        strip = profile.strips[terminal.strip - 1]
        place = terminal.bit - strip.bit
        pin = terminal.pin.partition("pin ")[2].rstrip(")")
        net = wanted[f"U{place // 8 + 1}", pin]
        match terminal.use:
            case Use.SENSOR:
                reed = wanted.get((f"SW{place + 1}", "1"))
                if net != reed:
                    yield f"bit {terminal.bit}: the table says {terminal.site} at pin {pin}, the strip has {net} there"
            case Use.LOW if net != "GND":
                yield f"bit {terminal.bit}: the table ties it to ground, the strip to {net}"
            case Use.HIGH if net != "+3V3":
                yield f"bit {terminal.bit}: the table ties it to the supply, the strip to {net}"
