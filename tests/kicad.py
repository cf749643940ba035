"""KiCad's own rules checks, for tests of circuit boards."""

import shutil
import subprocess

KICADS_CHECK = """
import pcbnew, sys
board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.WriteDRCReport(board, sys.argv[2], pcbnew.EDA_UNITS_MILLIMETRES, True)
"""


def kicads_complaints(folder, name):
    """What the KiCad of this machine finds wrong with a project, schematic and board; nothing where there is none."""
    complaints = []
    if cli := shutil.which("kicad-cli"):
        for kind, check, file in (("sch", "erc", f"{name}.kicad_sch"), ("pcb", "drc", f"{name}.kicad_pcb")):
            command = [cli, kind, check, "--severity-error", "--exit-code-violations", str(folder / file)]
            done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
            complaints += [done.stdout + done.stderr] if done.returncode else []
    elif shutil.which("pcbnew") and (python := shutil.which("python3", path="/usr/bin")):
        report = folder / "drc.txt"
        command = [python, "-c", KICADS_CHECK, str(folder / f"{name}.kicad_pcb"), str(report)]
        subprocess.run(command, capture_output=True, check=True)
        found = report.read_text()
        if "Found 0 DRC violations" not in found or "Found 0 unconnected pads" not in found:
            complaints.append(found)
    return complaints
