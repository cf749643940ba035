"""The virtual board as a process of its own, started, watched and started again: its pieces stay where they are."""

import contextlib
import json
import logging
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from reedboard.errors import ReedboardError
from reedboard.supervised import Fell, SupervisedThread, sentence

READY_S = 20.0
"""A fresh machine compiles everything at the first start."""
AGAIN_S = (0.3, 10.0)
"""The first and the longest wait before a board that died is started again; it doubles while it dies at once."""
ENDING_S = 2.0
"""A board that was told to end may be so because all of the program is; it is asked for so long before it is missed."""
STEADY_S = 30.0
"""A board that ran for so long died by chance: the wait is the first again."""
TOLD_TO_END = (-signal.SIGTERM, -signal.SIGINT)
ERRORS = "errors.txt"
"""In the board's folder: what the process last said of its errors."""

LOG = logging.getLogger("reedboard")


class BoardProcess:
    """Runs `python -m reedboard.virtual` until closed; its ports stay the same over restarts.

    Args:
        board: a shipped board's id or a geometry file.
        folder: keeps the board's flash and pieces.
        options: further ones of `python -m reedboard.virtual`.
        fell: told in a sentence when the process died and was started again.

    Raises: ReedboardError when it does not start.
    """

    def __init__(
        self, board: str, folder: Path, options: tuple[str, ...] = (), fell: Fell = lambda words: None
    ) -> None:
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._fell = fell
        self._board, self._folder, self._options = board, folder, options
        self._ports: tuple[int, int] = (0, 0)
        self._token = ""
        self._began_s = 0.0
        self._process = self._start()
        watch = SupervisedThread(
            "the virtual board's keeper", self._watch, lambda error: fell(sentence("the virtual board's keeper", error))
        )
        watch.start()

    @property
    def serial(self) -> str:
        """The pyserial URL of its port."""
        return f"socket://127.0.0.1:{self._ports[0]}"

    @property
    def hands_port(self) -> int:
        """The TCP port of its control socket."""
        return self._ports[1]

    @property
    def hands_token(self) -> str:
        """What hands must show there; another one after each start."""
        return self._token

    @property
    def pid(self) -> int:
        """The process now running."""
        return self._process.pid

    def become(self, board: str, folder: Path, options: tuple[str, ...] = ()) -> None:
        """Replaces the board by one of another shape, behind the same ports.

        Raises: ReedboardError when that one does not start; then the board before comes back.
        """
        with self._lock:
            before = self._board, self._folder, self._options
            self._end()
            self._board, self._folder, self._options = board, folder, options
            try:
                self._process = self._start()
            except ReedboardError:
                self._board, self._folder, self._options = before
                raise

    def close(self) -> None:
        """Ends the process."""
        self._closing.set()
        with self._lock:
            self._end()

    def _start(self) -> "subprocess.Popen[str]":
        try:
            process = self._opened()
        except OSError as error:
            raise ReedboardError(
                f"The virtual board {self._board} did not start: {error.strerror or error} ({self._folder})."
            ) from None
        self._began_s = time.monotonic()
        assert process.stdout is not None
        readable, _, _ = select.select([process.stdout], [], [], READY_S)
        try:
            ready = json.loads(process.stdout.readline() if readable else "")
            self._ports = (int(ready["serial"].rpartition(":")[2]), int(ready["hands"]))
            self._token = str(ready["token"])
        except ValueError:
            process.kill()
            process.wait()
            silent = "it said nothing" if readable else f"it said nothing for {READY_S:g} s"
            reason = (self._said()[-1:] or [silent])[0].removeprefix("reedboard: ")
            raise ReedboardError(f"The virtual board {self._board} did not start: {reason}") from None
        return process

    def _opened(self) -> "subprocess.Popen[str]":
        serial, hands = map(str, self._ports)
        where = ["--board", self._board, "--folder", str(self._folder), "--port", serial, "--hands-port", hands]
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / ERRORS).open("wb") as errors:
            return subprocess.Popen(
                [sys.executable, "-m", "reedboard.virtual", *where, *self._options, "--until-eof"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

    def _said(self) -> list[str]:
        """What the process said of its errors, line by line."""
        try:
            return (self._folder / ERRORS).read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return []

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
        wait_s = AGAIN_S[0]
        while not self._closing.wait(wait_s):
            if self._process.poll() in TOLD_TO_END and self._closing.wait(ENDING_S):
                return
            with self._lock:
                code = self._process.poll()
                if self._closing.is_set() or code is None:
                    wait_s = AGAIN_S[0] if time.monotonic() - self._began_s >= STEADY_S else wait_s
                    continue
                said = self._said()
                self._end()
                self._tell(code, said)
                wait_s = min(2 * wait_s, AGAIN_S[1])
                with contextlib.suppress(ReedboardError):  # tried again, as long as the program runs
                    self._process = self._start()

    def _tell(self, code: int, said: list[str]) -> None:
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        LOG.error("the virtual board %s; it said:\n%s", how, "\n".join(said))
        last = f" ({said[-1][:200]})" if said else ""
        self._fell(f"The virtual board {how}{last}. It is started again with its pieces where they were.")
