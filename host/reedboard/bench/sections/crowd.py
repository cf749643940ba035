"""From a tap on the page to the player's own picture: alone, and beside spectators and slow connections.

The crowd is a process of its own, so that its reading costs the program nothing but its share of the machine; both rows
are measured in one run, in turns, for the machine may be busy with other things.
"""

import json
import selectors
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import click
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.bench.report import RESULTS, Report
from reedboard.errors import ReedboardError

REST_S = 0.2
"""Between two taps, so that each begins from a picture that stands."""
PATIENCE_S = 60.0
SITE = "e2"


@click.command()
@click.option("--spectators", default=200, show_default=True, type=click.IntRange(0, 390), help="Pages that watch.")
@click.option("--slow", default=200, show_default=True, type=click.IntRange(0, 390), help="Requests never finished.")
@click.option("--taps", default=40, show_default=True, type=click.IntRange(2), help="Taps in each row.")
@RESULTS
def command(spectators: int = 200, slow: int = 200, taps: int = 40, results: Path | None = None) -> None:
    """Measure the way from a tap to the player's own picture, alone and in a crowd."""
    alone_ms, crowded_ms = measure(spectators, slow, taps)
    report = Report(results)
    report.table("Tap to own picture, chess on the virtual board", ("beside", "taps", "p50 ms", "p95 ms", "worst ms"))
    report.row(("nobody", *_figures(alone_ms)))
    report.row((f"{spectators} spectators, {slow} slow connections", *_figures(crowded_ms)))
    report.close()


def _figures(took_ms: list[float]) -> tuple[str, ...]:
    took_ms = sorted(took_ms)
    picked = took_ms[len(took_ms) // 2], took_ms[len(took_ms) * 95 // 100], took_ms[-1]
    return str(len(took_ms)), *(f"{each:.0f}" for each in picked)


def measure(spectators: int, slow: int, taps: int, rounds: int = 4) -> tuple[list[float], list[float]]:
    """Milliseconds of each tap alone and in the crowd, in rounds taken in turn."""
    alone, crowded = list[float](), list[float]()
    start = fairyrules.game("chess").start()
    with (
        tempfile.TemporaryDirectory(prefix="reedboard-bench-") as folder,
        Program(Options("virtual", start, port=0, anew=True), Path(folder), Console(file=StringIO())) as program,
    ):
        program.watch.wait_for(lambda status: status.connection.state == "connected", PATIENCE_S)
        player = _Player(program.page.port, program.guard.token)
        for number in range(rounds):
            share = taps * (number + 1) // rounds - taps * number // rounds
            alone += [player.tap() for _ in range(share)]
            with _crowd(program.page.port, spectators, slow):
                crowded += [player.tap() for _ in range(share)]
        player.close()
    return alone, crowded


class _Player:
    """Who holds the token: taps, and looks at their own page."""

    def __init__(self, port: int, token: str) -> None:
        self._url = f"http://127.0.0.1:{port}/api/v1/hands"
        self._headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        self._stream = _stream(port, f"Authorization: Bearer {token}\r\n")
        self._stream.settimeout(PATIENCE_S)
        self._lifts = True

    def tap(self) -> float:
        """Milliseconds from a tap to the picture that shows it."""
        time.sleep(REST_S)
        self._forget()
        body = {"lift" if self._lifts else "place": SITE}
        self._lifts = not self._lifts
        began = time.perf_counter()
        urlopen(Request(self._url, json.dumps(body).encode(), self._headers), timeout=PATIENCE_S).close()
        seen = b""
        while b'"occupied"' not in seen:
            data = self._stream.recv(65536)
            if not data:
                raise ReedboardError("The player's page was cut off: no room was kept for it.")
            seen += data
        return 1000 * (time.perf_counter() - began)

    def _forget(self) -> None:
        self._stream.setblocking(False)
        with suppress(BlockingIOError):
            while self._stream.recv(65536):
                continue
        self._stream.settimeout(PATIENCE_S)

    def close(self) -> None:
        """Closes the page."""
        self._stream.close()


@contextmanager
def _crowd(port: int, spectators: int, slow: int) -> Iterator[None]:
    """Onlookers who read what they are told, and connections whose request never ends."""
    context = get_context("spawn")
    there = context.Event()
    process = context.Process(target=_be_a_crowd, args=(port, spectators, slow, there), daemon=True)
    process.start()
    try:
        if not there.wait(PATIENCE_S):
            raise ReedboardError(f"The crowd did not get in within {PATIENCE_S:g} s.")
        yield
    finally:
        process.kill()
        process.join()


def _be_a_crowd(port: int, spectators: int, slow: int, there: Any) -> None:  # noqa: ANN401  # an event of some context
    waiting = []
    for _ in range(slow):
        waiting.append(socket.create_connection(("127.0.0.1", port)))
        waiting[-1].sendall(b"GET / HTTP/1.1\r\nHost: 127.")
    selector = selectors.DefaultSelector()
    for _ in range(spectators):
        stream = _stream(port)
        stream.setblocking(False)
        selector.register(stream, selectors.EVENT_READ)
    there.set()
    while True:
        for key, _ in selector.select(1.0):
            assert isinstance(key.fileobj, socket.socket)
            with suppress(OSError):
                key.fileobj.recv(65536)


def _stream(port: int, header: str = "") -> socket.socket:
    """An event stream of which the first bytes have come."""
    stream = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
    stream.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}\r\n".encode())
    if b" 200 " not in stream.recv(65536):
        raise ReedboardError("A page was refused: too many are open.")
    return stream
