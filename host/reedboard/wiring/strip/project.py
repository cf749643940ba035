"""The KiCad project of a strip: schematic, board and symbols, as KiCad 6 and later open them."""

import json
from collections.abc import Mapping

from reedboard.wiring.strip.board import board
from reedboard.wiring.strip.design import StripDesign
from reedboard.wiring.strip.schematic import schematic
from reedboard.wiring.strip.symbols import library, library_table


def project(design: StripDesign) -> Mapping[str, str]:
    """File name -> text."""
    return {
        "strip.kicad_pro": _settings(),
        "strip.kicad_sch": schematic(design),
        "strip.kicad_pcb": board(design),
        "reedboard.kicad_sym": library(),
        "sym-lib-table": library_table(),
    }


def _settings() -> str:
    """Design rules any maker's cheapest process keeps, in mm."""
    rules = {
        "min_clearance": 0.15,
        "min_track_width": 0.2,
        "min_via_diameter": 0.5,
        "min_through_hole_diameter": 0.3,
        "min_copper_edge_clearance": 0.3,
        "min_hole_to_hole": 0.25,
    }
    net_class = {"name": "Default", "clearance": 0.15, "track_width": 0.25, "via_diameter": 0.6, "via_drill": 0.3}
    return (
        json.dumps(
            {
                "board": {"design_settings": {"rules": rules}},
                "meta": {"filename": "strip.kicad_pro", "version": 1},
                "net_settings": {"classes": [net_class], "meta": {"version": 2}},
                "sheets": [],
            },
            indent=2,
        )
        + "\n"
    )
