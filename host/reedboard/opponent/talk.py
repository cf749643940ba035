"""A process that is talked with line by line: started, asked, and told of in a sentence when it fails."""

import contextlib
import queue
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
    """One process, from start to end. Lines may be said by any thread; one thread hears.

    Raises: OpponentError when it cannot be started.
    """

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self._heard: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: list[str] = []
        self._saying = threading.Lock()
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
            threading.Thread(target=listen, name=f"opponent {what}", daemon=True)
            for what, listen in (("answers", self._listen), ("errors", self._listen_to_errors))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def say(self, line: str) -> None:
        """Sends a line. That nobody reads any more is found by `hear`."""
        with self._saying, contextlib.suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

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
        """Ends the process, by force where it does not end by itself."""
        assert self._process.stdin is not None
        with self._saying, contextlib.suppress(OSError, ValueError):
            self._process.stdin.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()

    def _reason(self) -> str:
        try:
            code = self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            code = 0
        self._threads[1].join(END_S)
        said = f": {in_one_line(self._complaints[-1]).rstrip('.')}" if self._complaints else ""
        return f" (exit code {code}){said}" if code else said

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._heard.put(line.rstrip("\n"))
        self._heard.put(None)

    def _listen_to_errors(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if line.strip():
                self._complaints = [*self._complaints[1 - REMEMBERED :], line.strip()]
