"""Flashing, step by step: who is there, put the files, restart, see who greets.

Whenever it is cut off, no half-written board runs: `main.py` goes first and comes back last, and the configuration
takes its name only when it is whole. Flashing again mends everything.
"""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from reedboard.board import wire
from reedboard.board.link_events import BoardShape, Greeted
from reedboard.board.session import Session
from reedboard.board.shape_check import shape_of
from reedboard.flash.bundle import CONFIGURATION, MAIN, Bundle
from reedboard.flash.errors import GET_MICROPYTHON, FlashError
from reedboard.flash.mpremote import Mpremote
from reedboard.port.errors import FirmwareVersionError, NotABoardError, PortMissingError
from reedboard.port.find_board import greet, open_port

LOOK_S = 1.5
"""How long a port may take to greet before flashing; an unflashed microcontroller never does."""

BACK_S = 15.0
"""How long after a restart the port may take to come back and greet: USB is set up anew, an ESP32 boots slowly."""

LEAST_MICROPYTHON = (1, 24)
"""Older ones were never tried."""

PROMPT_S = 12.0
"""How long a board that was sent to its prompt may take to restart there."""

ASK_VERSION = "import sys; print('.'.join(map(str, sys.implementation.version[:3])), sys.platform)"

PREPARE = """
import os
def drop(name):
    try: os.remove(name)
    except OSError: pass
def folder(name):
    try: os.mkdir(name)
    except OSError: pass
drop({main!r})
for name in {folders!r}: folder(name)
"""

RENAME = """
import os
try: os.remove({name!r})
except OSError: pass
os.rename({name!r} + '.new', {name!r})
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is at a port before flashing; all None for something that does not greet."""

    version: str | None = None
    shape: BoardShape | None = None
    complaint: str | None = None
    """Why a board that greets cannot be used, such as firmware of another protocol."""


def standing(port: str, patience_s: float = LOOK_S) -> Standing:
    """Asks who is there, and sends a board that greets to MicroPython's prompt.

    Raises: PortMissingError when there is no such port.
    """
    session = Session()
    with open_port(port) as line:
        try:
            events = greet(line, port, session, patience_s)
        except NotABoardError:
            return Standing()
        except FirmwareVersionError as error:
            return Standing(complaint=str(error))
        finally:
            line.write(wire.format_frame(wire.Repl()))
            line.flush()
    greeted = next(event for event in events if isinstance(event, Greeted))
    return Standing(greeted.version, greeted.shape)


def flash(tool: Mpremote, bundle: Bundle, patience_s: float = 0.0) -> str:
    """Puts a bundle on the microcontroller and restarts it; gives MicroPython's version and platform.

    `patience_s` is how long the prompt may take to come up, `PROMPT_S` for a board that was just sent there.

    Raises: NoMicroPythonError, FlashError.
    """
    found = _version(tool, patience_s).split()
    if len(found) != 2:
        raise FlashError(f"{tool.port} answered {' '.join(found)!r} when asked for its version: is it MicroPython?")
    if tuple(map(int, found[0].split(".")[:2])) < LEAST_MICROPYTHON:
        least = ".".join(map(str, LEAST_MICROPYTHON))
        raise FlashError(f"{tool.port} runs MicroPython {found[0]}; install {least} or newer first. {GET_MICROPYTHON}")
    with tempfile.TemporaryDirectory(prefix="reedboard-flash-") as folder:
        local = _lay_out(Path(folder), bundle)
        rest = [path for path in bundle.files if path != MAIN]
        tool.do(
            ("exec", PREPARE.format(main=MAIN, folders=bundle.folders)),
            *(("cp", str(local / path), f":{path}") for path in rest),
            ("cp", str(local / CONFIGURATION), f":{CONFIGURATION}.new"),
            ("exec", RENAME.format(name=CONFIGURATION)),
            ("cp", str(local / MAIN), f":{MAIN}"),
        )
    tool.do(("reset",))
    return " ".join(found)


def _version(tool: Mpremote, patience_s: float) -> str:
    start = time.monotonic()
    while True:
        try:
            return tool.do(("exec", ASK_VERSION))
        except FlashError:
            if time.monotonic() - start >= patience_s:
                raise
            time.sleep(0.5)


def _lay_out(folder: Path, bundle: Bundle) -> Path:
    for path, content in {**bundle.files, CONFIGURATION: bundle.configuration.encode()}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def verify(port: str, bundle: Bundle, patience_s: float = BACK_S) -> None:
    """Waits for the board to come back and checks what it says of itself.

    Raises: FlashError when nobody greets in time, or somebody else does.
    """
    start = time.monotonic()
    while True:
        left = patience_s - (time.monotonic() - start)
        try:
            with open_port(port) as line:
                events = greet(line, port, Session(), max(left, 0.1))
            break
        except FirmwareVersionError as error:
            raise FlashError(f"The board greets, but wrongly: {error}") from None
        except (PortMissingError, NotABoardError, OSError):
            if left <= 0:
                raise FlashError(
                    f"The files are on the microcontroller, but nobody greets at {port}: unplug it, plug it in again, "
                    "and look with reedboard selftest."
                ) from None
            time.sleep(0.2)
    greeted = next(event for event in events if isinstance(event, Greeted))
    if greeted.version != bundle.version:
        raise FlashError(f"The board says it runs firmware {greeted.version}, not {bundle.version}: flash it again.")
    if greeted.shape != shape_of(bundle.profile):
        raise FlashError(
            f"The board says it is {greeted.shape}, not {shape_of(bundle.profile)}: its configuration did not arrive, "
            "flash it again."
        )
