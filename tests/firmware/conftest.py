"""The two machines the firmware suite runs on: this Python, and the real MicroPython VM in node."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from reedboard.assets import firmware_files
from rp2040_core import Core

HERE = Path(__file__).parent
MACHINE = HERE.parent / "machine"
SUITE = HERE / "suite"


class Vm:
    """MicroPython 1.27 in node, with the firmware at `/fw` and the suite at `/suite`."""

    def __init__(self):
        self._node = subprocess.Popen(
            ["node", "vm.mjs"], cwd=MACHINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for path in firmware_files.files():
            self.put(f"/fw/{path}", (firmware_files.folder() / path).read_text())
        for path in SUITE.glob("*.py"):
            self.put(f"/suite/{path.name}", path.read_text())
        self.run("import sys\nsys.path.append('/fw')\nsys.path.append('/suite')")

    def put(self, path, text):
        """Writes a file into its file system."""
        self._ask({"write": path, "text": text})

    def run(self, code):
        """What the code printed; an exception in it fails the test with its own traceback."""
        answer = self._ask({"run": code})
        assert answer["error"] is None, f"on MicroPython: {answer['error']}\n{answer['out']}"
        return answer["out"]

    def close(self):
        self._node.stdin.close()
        self._node.stdout.close()
        self._node.wait(10)

    def _ask(self, wish):
        self._node.stdin.write(json.dumps(wish) + "\n")
        self._node.stdin.flush()
        return json.loads(self._node.stdout.readline())


@pytest.fixture(scope="module")
def vm():
    machine = Vm()
    yield machine
    machine.close()


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """The firmware's machine code on an emulated RP2040 core."""
    emulated = Core(tmp_path_factory.mktemp("core"))
    yield emulated
    emulated.close()


@pytest.fixture(scope="session", autouse=True)
def firmware_path():
    """The board's file system and the suite, importable as on the board."""
    sys.path += [str(firmware_files.folder()), str(SUITE)]
