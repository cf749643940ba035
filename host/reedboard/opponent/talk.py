"""A process that is talked with line by line: started, asked, and told of in a sentence when it fails."""

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time

from reedboard.errors import in_one_line
from reedboard.opponent.door import STARTS_OVER, OpponentError

END_S = 1.0
"""How long a process may take to end by itself; ours takes some milliseconds."""
REMEMBERED = 20
"""Lines of what it said last of its errors; the last one is told."""


class Talk:
    """One process, from start to end. Lines may be said by any thread, read or not; one thread hears.

    Raises: OpponentError when it cannot be started.
    """

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: list[str] = []
        self._said: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C in the terminal is the program's, which ends it in its own time
            )
        except OSError as error:
            raise OpponentError(f"{name} cannot be started: {error.strerror or error}.") from error
        self._threads = [
            threading.Thread(target=work, name=f"opponent {what}", daemon=True)
            for what, work in (("questions", self._send), ("answers", self._listen), ("errors", self._listen_to_errors))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def say(self, line: str) -> None:
        """Sends a line, in a thread of its own: a process that does not read holds up nobody, and `hear` finds it."""
        self._said.put(line)

    def wake(self) -> None:
        """Has whoever hears look up now, with an empty line."""
        self._heard.put("")

    def hear(self, until_s: float | None) -> str | None:
        """The next line, None where none came until then (`time.monotonic`; None: however long it takes).

        Raises: OpponentError when the process has ended.
        """
        try:
            wait_s = None if until_s is None else max(0.0, until_s - time.monotonic())
            line = self._heard.get(timeout=wait_s)
        except queue.Empty:
            return None
        if line is None:
            self._heard.put(None)  # whoever asks again is told again
            raise OpponentError(f"{self.name} stopped working{self._reason()}{STARTS_OVER}")
        return line

    def close(self) -> None:
        """Ends the process and all that it started, by force where they do not end by themselves."""
        self._said.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # a script leaves the engine it started behind
        self._process.wait()
        for thread in self._threads:
            thread.join(END_S)

    def _reason(self) -> str:
        try:
            code = self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            code = 0
        self._threads[-1].join(END_S)
        said = f": {in_one_line(self._complaints[-1]).rstrip('.')}" if self._complaints else ""
        return f" (exit code {code}){said}" if code else said

    def _send(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError), self._process.stdin as sink:
            while (line := self._said.get()) is not None:
                sink.write(line + "\n")
                sink.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._heard.put(line.rstrip("\n"))
        self._heard.put(None)

    def _listen_to_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                if line.strip():
                    self._complaints = [*self._complaints[1 - REMEMBERED :], line.strip()]
