"""The border to mpremote, MicroPython's own tool for the microcontroller's prompt and files: one subprocess a call."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec

from reedboard.flash.errors import GET_MICROPYTHON, FlashError, NoMicroPythonError

PATIENCE_S = 180
"""For one call: all files at 115200 baud, and a flash that erases slowly."""

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def run_mpremote(arguments: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    """Runs mpremote of this Python.

    Raises: FlashError when it is not installed, or takes far too long.
    """
    if find_spec("mpremote") is None:
        raise FlashError("Flashing needs mpremote, which is not installed: run pip install 'reedboard[flash]'.")
    try:
        command = [sys.executable, "-m", "mpremote", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    except subprocess.TimeoutExpired:
        raise FlashError(f"No answer from the microcontroller within {PATIENCE_S} s: unplug it, try again.") from None


class Mpremote:
    """The microcontroller at a port.

    Args:
        port: a device name or any pyserial URL.
        run: starts mpremote with these arguments; a test's stand-in for it.
    """

    def __init__(self, port: str, run: Run = run_mpremote) -> None:
        self.port = port
        self._run = run

    def do(self, *steps: Sequence[str]) -> str:
        """Does the steps in one session and gives what they printed; a step is an mpremote command and its arguments.

        Raises: NoMicroPythonError when nobody answers at the prompt, FlashError when a step fails.
        """
        chained = [word for step in steps for word in ("+", *step)][1:]
        done = self._run(["connect", self.port, *chained])
        if done.returncode == 0:
            return done.stdout
        told = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
        if any(sign in done.stderr + done.stdout for sign in ("could not enter raw repl", "no device found")):
            raise NoMicroPythonError(f"MicroPython does not answer at {self.port}. {GET_MICROPYTHON}")
        if "failed to access" in done.stderr + done.stdout:
            raise FlashError(f"Cannot open {self.port}: it is gone, or another program has it; close that one.")
        raise FlashError(f"mpremote failed at {self.port} ({told}): unplug the microcontroller and flash it again.")
