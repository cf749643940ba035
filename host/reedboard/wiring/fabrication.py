"""Everything a maker and an assembler need for a board's strips, in one parcel: films, drills, placement, parts.

Column names are those that most assemblers of small lots read. Turns are those of our own footprints, so the
assembler's preview has to be looked at before paying.
"""

from collections.abc import Mapping

from reedboard.board.profile import BoardProfile
from reedboard.wiring.parts_list import ON_STRIP
from reedboard.wiring.strip.design import Component, components, design_of
from reedboard.wiring.strip.gerber import films
from reedboard.wiring.strip.layout import FOOTPRINTS
from reedboard.wiring.strip.routing import route
from reedboard.wiring.table import csv_text

PACKAGES = {
    "74hc165": "SO-16", "pack": "1206x4 (CAY16)", "buffer": "SC-88", "resistor": "0603", "capacitor": "0603",
    "led": "5050", "reed": "wired, 20.32 mm", "plug": "XH 2.5 mm, 8 way", "feed": "5.08 mm, 2 way",
}  # fmt: skip
"""What each kind's footprint fits."""


def fabrication(profile: BoardProfile) -> Mapping[str, str] | None:
    """File name -> text of a strip's parcel; None for a board without strips."""
    design = design_of(profile)
    if design is None:
        return None
    routed = route(design)
    solder = [spot for spot in routed.spots if not any(pad.drill for pad in FOOTPRINTS[spot.shape].pads)]
    placement = [
        (part.ref, part.value, PACKAGES[part.kind], f"{x:.3f}", f"{routed.height - y:.3f}", "0", "Top")
        for part, x, y in ((spot.part, spot.x, spot.y) for spot in solder)
    ]
    by_part: dict[tuple[str, str], list[Component]] = {}
    for part in components(design):
        by_part.setdefault(ON_STRIP[part.kind, part.value][:2], []).append(part)
    parts = [
        (name, " ".join(part.ref for part in found), PACKAGES[found[0].kind], number, str(len(found)))
        for (name, number), found in by_part.items()
    ]
    text = (
        f"{len(profile.strips)} strips make the board {profile.name}; order a few more.\n"
        f"Two layers, {routed.width:.2f} x {routed.height:.2f} mm, 1.6 mm thick, copper 35 um.\n"
        "Tracks and gaps from 0.15 mm, holes from 0.3 mm, vias covered.\n"
        "Reeds, plugs and terminal are wired parts: solder them by hand, plugs and terminal from the back.\n"
        "Shorter rows and trays leave their last places empty.\n"
        "Look at every part's turn in the assembler's preview. Nobody has had one made yet.\n"
    )
    return {
        **films(design),
        "placement.csv": csv_text(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"), placement),
        "bom.csv": csv_text(("Comment", "Designator", "Footprint", "Manufacturer Part Number", "Quantity"), parts),
        "README.txt": text,
    }
