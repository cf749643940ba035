"""`reedboard stress silence`: "the board does not react", for the reasons there usually are.

Each time `reedboard play` is started as people start it, in a home of its own, and what it says is waited for: the
sentence that names the cause must come within a minute.
"""

import os
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from reedboard.app.board_process import BoardProcess
from reedboard.bench.report import RESULTS, Report
from reedboard.board import wire

MOST_S = 60.0
PAGE = "Page: "
"""What the program says last before it plays."""
PROGRAM = (sys.executable, "-c", "from reedboard.cli.main import main; main(prog_name='reedboard')")


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a board may not react: how it comes about, and what the sentence that names it must hold.

    `arrange` gets a folder of its own and gives the words after `reedboard play`. `in_play`: what was arranged ends
    once the game is on.
    """

    what: str
    arrange: Callable[[Path, ExitStack], list[str]]
    names: str
    in_play: bool = False


def _dead_cable(_: Path, ends: ExitStack) -> list[str]:
    """The port is there, but nothing comes through it."""
    return ["--board", ends.enter_context(_peer(b""))]


def _wrong_port(_: Path, ends: ExitStack) -> list[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    return ["--board", f"socket://127.0.0.1:{port}"]


def _no_such_device(_: Path, ends: ExitStack) -> list[str]:
    return ["--board", "/dev/ttyACM99"]


def _another_device(_: Path, ends: ExitStack) -> list[str]:
    """A modem, a printer: something answers, but no board."""
    return ["--board", ends.enter_context(_peer(b"OK\r\nERROR\r\n"))]


def _old_firmware(_: Path, ends: ExitStack) -> list[str]:
    return ["--board", ends.enter_context(_peer(wire.seal(f"READY {wire.UNDERSTOOD[0] - 1} 0.0.9 8x8 80 64 2 5")))]


def _bare_board(folder: Path, ends: ExitStack) -> list[str]:
    """A board on which nothing but the program was put."""
    return ["--board", ends.enter_context(_peer(wire.seal(f"READY {wire.PROTOCOL} 1.0 unconfigured 0 0 0 5")))]


def _broken_chain(folder: Path, ends: ExitStack) -> list[str]:
    return ["--board", _board(folder, ends, "--fault", "chain-broken:3"), "--game", "chess"]


def _whole_board(folder: Path, ends: ExitStack) -> list[str]:
    return ["--board", _board(folder, ends), "--game", "chess"]


def _second_program(folder: Path, ends: ExitStack) -> list[str]:
    """Another program, with records of its own, has the board."""
    port = _board(folder, ends)
    ends.enter_context(_playing(folder / "other home", ["--board", port, "--game", "chess"]))(PAGE)
    return ["--board", port, "--game", "chess"]


def _same_records(folder: Path, ends: ExitStack) -> list[str]:
    ends.enter_context(_playing(folder / "home", ["--board", "virtual", "--game", "chess"]))(PAGE)
    return ["--board", "virtual"]


CAUSES = (
    Cause("dead cable", _dead_cable, r"nothing at .* greeted as a reedboard within 5 s: check the port and the cable"),
    Cause("wrong port", _wrong_port, r"cannot open the port .*: check the address"),
    Cause("no such device", _no_such_device, r"cannot open the port '/dev/ttyACM99'"),
    Cause("another device at the port", _another_device, r"nothing at .* greeted as a reedboard"),
    Cause("old firmware", _old_firmware, rf"this program speaks protocol {wire.PROTOCOL}: run `reedboard flash"),
    Cause("board without configuration", _bare_board, r"reedboard flash --board"),
    Cause("broken chain", _broken_chain, r"The sensor chain is broken at chip 4: .* Check the plug"),
    Cause("cable pulled out in play", _whole_board, r"Board lost", in_play=True),
    Cause("board in use by another program", _second_program, r"in use by process \d+ since"),
    Cause("a game with these records is on", _same_records, r"being played with the records .* by process \d+"),
)


@contextmanager
def _peer(says: bytes) -> Iterator[str]:
    """A port behind which somebody says this to whoever comes and whenever spoken to; gives its URL.

    What comes before the host listens is thrown away there, as the rest of a line would be.
    """
    listener = socket.create_server(("127.0.0.1", 0))
    there: list[socket.socket] = []

    def serve() -> None:
        while True:
            try:
                there.append(listener.accept()[0])
            except OSError:
                return
            with suppress(OSError):
                there[-1].sendall(says)
                while there[-1].recv(4096):
                    there[-1].sendall(says)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"socket://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        for each in (listener, *there):
            each.close()


def _board(folder: Path, ends: ExitStack, *options: str) -> str:
    process = BoardProcess("8x8", folder / "board", options)
    ends.callback(process.close)
    return process.serial


@contextmanager
def _playing(home: Path, words: list[str]) -> Iterator[Callable[[str], str]]:
    """`reedboard play` in a home; what is given hears it until it says certain words, ends, or a minute is over."""
    environment = {**os.environ, "REEDBOARD_DATA": str(home), "PYTHONUNBUFFERED": "1", "COLUMNS": "1000"}
    command = [*PROGRAM, "play", "--no-browser", "--http", "127.0.0.1:0", *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    assert process.stdout is not None
    try:
        yield partial(_heard, process.stdout.fileno())
    finally:
        process.terminate()
        try:
            process.wait(10.0)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def _heard(file: int, until: str) -> str:
    said, deadline = b"", time.monotonic() + MOST_S
    with selectors.DefaultSelector() as selector:
        selector.register(file, selectors.EVENT_READ)
        while not re.search(until, said.decode("utf-8", "replace")) and (left := deadline - time.monotonic()) > 0:
            if selector.select(left):
                data = os.read(file, 4096)
                if not data:
                    break
                said += data
    return said.decode("utf-8", "replace")


def told(cause: Cause) -> tuple[str, float]:
    """The line that names the cause, "" where none came, and after how many seconds."""
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as folder, ExitStack() as ends:
        words = cause.arrange(Path(folder), ends)
        began = time.monotonic()
        with _playing(Path(folder) / "home", words) as heard:
            if cause.in_play:
                heard(PAGE)
                ends.close()
                began = time.monotonic()
            said = heard(cause.names)
            took_s = time.monotonic() - began
    line = next((line for line in said.splitlines() if re.search(cause.names, line)), "")
    return line.replace(folder, "…"), took_s


@click.command()
@RESULTS
def command(results: Path | None = None) -> None:
    """Have boards not react for the usual reasons; exit 1 where the cause is not named within a minute."""
    report = Report(results)
    report.table("The board does not react", ("cause", "seconds", "what is said"))
    silent = 0
    for cause in CAUSES:
        line, took_s = told(cause)
        silent += not line
        report.row((cause.what, f"{took_s:.1f}", line or "nothing of it"))
    report.close()
    if silent:
        raise SystemExit(1)
