"""Everything a maker and an assembler need for a circuit board, in one parcel: films, drills, placement, parts.

Column names are those that most assemblers of small lots read. Turns are those of our own footprints, so the
assembler's preview has to be looked at before paying.
"""

from collections.abc import Mapping

from reedboard.board.profile import BoardProfile
from reedboard.wiring.carrier.design import carrier
from reedboard.wiring.carrier.parts import BOUGHT
from reedboard.wiring.circuit.footprints import FOOTPRINTS
from reedboard.wiring.circuit.gerber import films
from reedboard.wiring.circuit.netlist import Circuit, Component
from reedboard.wiring.circuit.routing import Routed, route
from reedboard.wiring.parts_list import ON_STRIP
from reedboard.wiring.strip.design import design_of
from reedboard.wiring.strip.layout import circuit_of
from reedboard.wiring.table import csv_text

PACKAGES = {
    "74hc165": "SO-16", "pack": "1206x4 (CAY16)", "buffer": "SC-88", "resistor": "0603", "capacitor": "0603",
    "led": "5050", "reed": "wired, 20.32 mm", "plug": "XH 2.5 mm, 8 way", "feed": "5.08 mm, 2 way",
}  # fmt: skip
"""What each kind's footprint fits on a strip; all of a carrier's parts have wires."""

PROCESS = (
    "Two layers, {width:.2f} x {height:.2f} mm, 1.6 mm thick, copper 35 um.\n"
    "Tracks and gaps from 0.15 mm, holes from 0.3 mm, vias covered.\n"
)


def fabrication(profile: BoardProfile) -> Mapping[str, str] | None:
    """File name -> text of a strip's parcel; None for a board without strips."""
    design = design_of(profile)
    if design is None:
        return None
    circuit = circuit_of(design)
    routed = route(circuit)
    text = (
        f"{len(profile.strips)} strips make the board {profile.name}; order a few more.\n"
        + PROCESS.format(width=routed.width, height=routed.height)
        + "Reeds, plugs and terminal are wired parts: solder them by hand, plugs and terminal from the back.\n"
        "Shorter rows and trays leave their last places empty.\n"
        "Look at every part's turn in the assembler's preview. Nobody has had one made yet.\n"
    )
    bought = {key: entry[:2] for key, entry in ON_STRIP.items()}
    return {
        **films(circuit),
        "placement.csv": _placement(routed),
        "bom.csv": _bill(circuit, bought, PACKAGES),
        "README.txt": text,
    }


def carrier_fabrication(name: str) -> Mapping[str, str]:
    """File name -> text of a carrier's parcel; `name` is one of `CARRIERS`."""
    circuit = carrier(name.removeprefix("carrier-"))
    routed = route(circuit)
    text = (
        f"{circuit.title}. One makes any board.\n"
        + PROCESS.format(width=routed.width, height=routed.height)
        + "Every part has wires and sits on the front: solder them by hand. Nobody has had one made yet.\n"
    )
    return {**films(circuit), "bom.csv": _bill(circuit, BOUGHT, {}), "README.txt": text}


def _placement(routed: Routed) -> str:
    """Where a machine puts the parts without wires."""
    solder = [spot for spot in routed.spots if not any(pad.drill for pad in FOOTPRINTS[spot.shape].pads)]
    rows = [
        (part.ref, part.value, PACKAGES[part.kind], f"{x:.3f}", f"{routed.height - y:.3f}", "0", "Top")
        for part, x, y in ((spot.part, spot.x, spot.y) for spot in solder)
    ]
    return csv_text(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"), rows)


def _bill(circuit: Circuit, bought: Mapping[tuple[str, str], tuple[str, ...]], packages: Mapping[str, str]) -> str:
    by_part: dict[tuple[str, ...], list[Component]] = {}
    for part in circuit.parts:
        by_part.setdefault(bought[part.kind, part.value], []).append(part)
    rows = [
        (name, " ".join(part.ref for part in found), packages.get(found[0].kind, "wired"), number, str(len(found)))
        for (name, number), found in by_part.items()
    ]
    return csv_text(("Comment", "Designator", "Footprint", "Manufacturer Part Number", "Quantity"), rows)
