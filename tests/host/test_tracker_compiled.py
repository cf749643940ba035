"""The tracker as `make fast` compiles it says the same as in plain Python."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reedboard import tracker

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text().replace("\\\n", " ")
COMPILED = re.search(r"^COMPILED_TRACKER := (.*)$", MAKEFILE, re.MULTILINE)[1].split()
PLAIN = {"__init__", "api", "belief"}
"""What the rest of the house imports, and the belief, which is copied as a plain object, by its `__dict__`."""
EVERY = "29"
"""Of so many games one is played."""


def digest(host):
    program = [sys.executable, ROOT / "tests" / "host" / "tracker_digest.py", EVERY]
    paths = os.pathsep.join(map(str, (host, ROOT / "rules", ROOT / "tests")))
    return subprocess.run(program, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=True)


def build_in(host):
    """Which build the bench says it measures."""
    program = "from reedboard import tracker; from reedboard.bench import timing"
    program += "; print(timing.build_of(tracker.Footprint))"
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (host, ROOT / "rules")))}
    run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    return run.stdout.strip()


def test_every_file_of_the_tracker_is_compiled_or_known_to_be_plain():
    files = {path.stem for path in Path(tracker.__file__).parent.glob("*.py")}
    assert files == PLAIN | set(COMPILED)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_compiled_tracker_says_what_the_plain_one_says(tmp_path):
    host = tmp_path / "host"
    shutil.copytree(ROOT / "host", host, ignore=shutil.ignore_patterns("*.so", "__pycache__", "build"))
    files = [f"reedboard/tracker/{name}.py" for name in COMPILED]
    env = os.environ | {"MYPYC_OPT_LEVEL": "0", "MYPYPATH": os.pathsep.join((str(ROOT / "rules"), str(host)))}
    made = subprocess.run(
        [sys.executable, "-m", "mypyc", "--config-file=", *files], cwd=host, env=env, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    assert len(list((host / "reedboard" / "tracker").glob("*.so"))) == len(COMPILED)
    compiled, plain = digest(host).stdout.splitlines(), digest(ROOT / "host").stdout.splitlines()
    assert len(plain) > 10
    assert compiled == plain
    assert build_in(host) == "compiled Python"
