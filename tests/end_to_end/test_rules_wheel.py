"""fairyrules as a distribution of its own: built from `rules/`, with nothing of the program and no dependency."""

import email
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import fairyrules

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from the sdist, so that both are proved."""
    folder = tmp_path_factory.mktemp("dist")
    words = ("-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT / "rules"))
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list(folder.glob("fairyrules-*.tar.gz"))) == 1
    return next(folder.glob("fairyrules-*.whl"))


def test_wheel_holds_the_rules_and_needs_nothing(wheel):
    with zipfile.ZipFile(wheel) as held:
        names = held.namelist()
        (about,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        told = email.message_from_string(held.read(about).decode())
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == {"fairyrules"}
    assert "fairyrules/py.typed" in names
    assert not [name for name in names if name.endswith(".so")]
    assert told["Version"] == fairyrules.__version__
    assert told.get_all("Requires-Dist") is None
    assert any(name.endswith("LICENSE") for name in names)


def test_wheel_plays_alone(wheel):
    script = (
        f"import sys; sys.path.insert(0, {str(wheel)!r})\n"
        "import fairyrules, fairyrules.toml\n"
        "from fairyrules import pgn\n"
        "match = fairyrules.Match('wildeurasian-qi')\n"
        "match.push('a3a4')\n"
        "assert pgn.read(pgn.write(match.record()))[0].moves == match.moves\n"
        "print(fairyrules.__file__)\n"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert Path(run.stdout.strip()).is_relative_to(wheel)


def test_both_builds_say_the_same_of_the_rules():
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    alone = tomllib.loads((ROOT / "rules" / "pyproject.toml").read_text())["project"]
    for key in ("license", "requires-python"):
        assert alone[key] == whole[key]
    assert (ROOT / "rules" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert "dependencies" not in alone
    assert re.fullmatch(r"\d+\.\d+\.\d+", fairyrules.__version__)
