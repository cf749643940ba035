"""A virtual board to test, as a process of its own, for as long as a `with` lasts."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reedboard.errors import ReedboardError


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the virtual board is reached."""

    serial: str
    hands: int
    token: str


@contextlib.contextmanager
def virtual_board(board: str, faults: Sequence[str]) -> Iterator[Bench]:
    """Runs a virtual board with these faults.

    Raises: ReedboardError with the board's own complaint when it does not start.
    """
    orders = [word for fault in faults for word in ("--fault", fault)]
    command = [sys.executable, "-m", "reedboard.virtual", "--board", board, "--until-eof", *orders]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        try:
            line = process.stdout.readline()
            if not line:
                said = process.stderr.read().strip().splitlines() or ["it said nothing"]
                raise ReedboardError(said[-1].removeprefix("reedboard: "))
            ready = json.loads(line)
            yield Bench(ready["serial"], ready["hands"], ready["token"])
        finally:
            process.terminate()
