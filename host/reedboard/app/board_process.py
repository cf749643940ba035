"""The virtual board as a process of its own, started, watched and started again: its pieces stay where they are."""

import contextlib
import json
import select
import subprocess
import sys
import threading
from pathlib import Path

from reedboard.errors import ReedboardError

READY_S = 20.0
"""A fresh machine compiles everything at the first start."""
AGAIN_S = 0.3
"""Wait before a board that died is started again."""


class BoardProcess:
    """Runs `python -m reedboard.virtual` until closed; its ports stay the same over restarts.

    Args:
        board: a shipped board's id or a geometry file.
        folder: keeps the board's flash and pieces.
        options: further ones of `python -m reedboard.virtual`.

    Raises: ReedboardError when it does not start.
    """

    def __init__(self, board: str, folder: Path, options: tuple[str, ...] = ()) -> None:
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._board, self._folder, self._options = board, folder, options
        self._ports: tuple[int, int] = (0, 0)
        self._process = self._start()
        threading.Thread(target=self._watch, name="virtual board", daemon=True).start()

    @property
    def serial(self) -> str:
        """The pyserial URL of its port."""
        return f"socket://127.0.0.1:{self._ports[0]}"

    @property
    def hands_port(self) -> int:
        """The TCP port of its hands door."""
        return self._ports[1]

    @property
    def pid(self) -> int:
        """The process now running."""
        return self._process.pid

    def become(self, board: str, folder: Path) -> None:
        """Replaces the board by one of another shape, behind the same ports."""
        with self._lock:
            self._end()
            self._board, self._folder = board, folder
            self._process = self._start()

    def close(self) -> None:
        """Ends the process."""
        self._closing.set()
        with self._lock:
            self._end()

    def _start(self) -> "subprocess.Popen[str]":
        serial, hands = map(str, self._ports)
        where = ["--board", self._board, "--folder", str(self._folder), "--port", serial, "--hands-port", hands]
        process = subprocess.Popen(
            [sys.executable, "-m", "reedboard.virtual", *where, *self._options, "--until-eof"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        readable, _, _ = select.select([process.stdout], [], [], READY_S)
        line = process.stdout.readline() if readable else ""
        if not line:
            process.kill()
            process.wait()
            raise ReedboardError(f"The virtual board {self._board} did not start; see the lines above.")
        ready = json.loads(line)
        self._ports = (int(ready["serial"].rpartition(":")[2]), int(ready["hands"]))
        return process

    def _end(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._process.terminate()
        try:
            self._process.wait(timeout=3.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _watch(self) -> None:
        while not self._closing.wait(AGAIN_S):
            with self._lock:
                if self._closing.is_set() or self._process.poll() is None:
                    continue
                self._end()
                with contextlib.suppress(ReedboardError):  # tried again, as long as the program runs
                    self._process = self._start()
