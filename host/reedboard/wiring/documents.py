"""All documents of a board, by file name."""

from collections.abc import Mapping

from reedboard.board.firmware_config import board_file
from reedboard.board.profile import BoardProfile, Driver
from reedboard.board.profile.board import CHIP_INPUTS
from reedboard.wiring import table
from reedboard.wiring.cables import cable_table
from reedboard.wiring.circuit.project import project
from reedboard.wiring.harness import harness
from reedboard.wiring.mechanics import sheets
from reedboard.wiring.parts_list import bill_csv, bill_markdown
from reedboard.wiring.picture import picture
from reedboard.wiring.power import budget
from reedboard.wiring.strip import cell_picture, circuit_of, design_of, strip_picture


def documents(profile: BoardProfile) -> Mapping[str, str]:
    """File name, relative to the board's folder, -> text.

    The harness is drawn for strips of whole 74HC165 only: bench board, matrix and expanders are wired by the table.
    """
    found = {
        "sensors.csv": table.sensors_csv(profile),
        "lights.csv": table.lights_csv(profile),
        "wiring.md": table.markdown(profile),
        "board.svg": picture(profile),
        "parts.csv": bill_csv(profile),
        "parts.md": bill_markdown(profile),
        "power.md": budget(profile),
        "board.cfg": board_file(profile),
    }
    if profile.driver is Driver.SHIFT_CHAIN and profile.strips[0].inputs % CHIP_INPUTS == 0:
        found["harness.yml"] = harness(profile)
    if design := design_of(profile):
        found["cables.md"] = cable_table(profile)
        found |= {f"strip/{name}": text for name, text in project(circuit_of(design)).items()}
        found["strip.svg"] = strip_picture(design)
        found |= sheets(profile)
        found["cell.svg"] = cell_picture(design)
    return found
