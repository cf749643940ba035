"""The KiCad project of a board: schematic, board and symbols, as KiCad 6 and later open them."""

import json
from collections.abc import Mapping

from reedboard.wiring.circuit.board import board
from reedboard.wiring.circuit.netlist import Circuit
from reedboard.wiring.circuit.schematic import schematic
from reedboard.wiring.circuit.symbols import library, library_table


def project(circuit: Circuit) -> Mapping[str, str]:
    """File name -> text."""
    return {
        f"{circuit.name}.kicad_pro": _settings(circuit.name),
        f"{circuit.name}.kicad_sch": schematic(circuit),
        f"{circuit.name}.kicad_pcb": board(circuit),
        "reedboard.kicad_sym": library(),
        "sym-lib-table": library_table(),
    }


def _settings(name: str) -> str:
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
                "meta": {"filename": f"{name}.kicad_pro", "version": 1},
                "net_settings": {"classes": [net_class], "meta": {"version": 2}},
                "sheets": [],
            },
            indent=2,
        )
        + "\n"
    )
