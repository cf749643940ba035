"""Wheel and sdist as people install them: away from the checkout, in an empty folder, a whole game is played."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = ROOT / "tests" / "games" / "morphy-brunswick-isouard-1858.pgn"
SHIPPED = {
    "reedboard": ROOT / "host" / "reedboard",
    "fairyrules": ROOT / "rules" / "fairyrules",
    "reedboard/_boards": ROOT / "hardware" / "boards",
    "reedboard/_firmware": ROOT / "firmware",
}
"""Folder of the wheel -> where its files lie in the checkout."""


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from the sdist, as `python -m build` does it, so that both are proved."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    assert len(list(folder.glob("*.tar.gz"))) == 1
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Runs a command with the wheel's files only, in an empty folder."""
    target, empty = tmp_path_factory.mktemp("installed"), tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(target), wheel)
    environment = os.environ | {"PYTHONPATH": str(target), "REEDBOARD_DATA": str(empty / "records")}

    def do(*words):
        command = [] if words[0] == "-c" else [str(target / "bin" / "reedboard")]
        return run(sys.executable, *command, *words, cwd=empty, env=environment)

    where = do("-c", "import reedboard, fairyrules; print(reedboard.__file__, fairyrules.__file__)").split()
    assert [Path(path).parents[1] for path in where] == [target, target]
    return do


def test_wheel_holds_every_file_of_the_packages_the_firmware_and_the_boards(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    for folder, source in SHIPPED.items():
        files = [path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()]
        files = [name for name in files if "__pycache__" not in name and not name.endswith((".so", ".library"))]
        assert files
        assert [name for name in files if f"{folder}/{name}" not in held] == []


def test_installed_program_plays_a_whole_game_on_the_virtual_board(installed):
    words = ("--speed", "50", "--new", "--no-browser", "--http", "127.0.0.1:0")
    assert "1-0, checkmate" in installed("play", "--hands", str(GAME), *words)
    assert "checkmate" in installed("records", "list")


def test_installed_program_has_boards_firmware_and_rules(installed):
    assert "10x10" in installed("boards", "list")
    assert "Vampire" in installed("rules", "attendance", "--html")
    files = "from reedboard.assets import firmware_files; print(*firmware_files.files())"
    assert "main.py" in installed("-c", files).split()
