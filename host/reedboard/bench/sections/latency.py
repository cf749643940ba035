"""From a lifted piece to its lights: the whole way through a virtual board, its serial line and the running program.

A piece is lifted through the control socket of a board process; debouncing, the line, tracker, record (committed to
disk before anything is shown), lights, the line back and the firmware's painting follow; the clock stops when the
socket tells of other lights. The line carries 115200 baud, as the slowest real one does.
"""

import json
import queue
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import click
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.assets import boards
from reedboard.board import occupancy
from reedboard.board.profile import Placement, place
from reedboard.errors import ReedboardError
from reedboard.virtual.remote_hands import RemoteHands

BAUD = 115200
BOARD, GAME = "17x17", "sfhiodgei"
TRIES = 60
REST_S = 0.25
"""Between two lifts, so that each begins from a settled position."""
LIMIT_S = 30.0
"""A lift whose lights take longer than this did not work at all, on the busiest machine."""


@click.command()
@click.option("--board", "board_id", default=BOARD, show_default=True, help="A shipped board or a geometry file.")
@click.option("--game", "game_id", default=GAME, show_default=True, help="The game that is set up on it.")
@click.option("--tries", default=TRIES, show_default=True, help="How many pieces are lifted.")
def command(board_id: str = BOARD, game_id: str = GAME, tries: int = TRIES) -> None:
    """Measure the way from reading to LED frame, in real time, through the virtual board at 115200 baud."""
    took_ms = sorted(1000 * each for each in measure(board_id, game_id, tries))
    p50, p95 = took_ms[len(took_ms) // 2], took_ms[len(took_ms) * 95 // 100]
    click.echo(
        f"lift to LED frame, {game_id} on {board_id} at {BAUD} baud, {len(took_ms)} lifts: "
        f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, worst {took_ms[-1]:.0f} ms"
    )


def measure(board_id: str, game_id: str, tries: int) -> Iterator[float]:
    """Seconds from each lift of a piece that can move to the first frame of other lights."""
    start = fairyrules.game(game_id).start()
    placement = place(boards.load(board_id), start.game)
    movable = sorted({name for move in start.legal_moves() if (name := _origin(placement, str(move)))})
    rng = random.Random(1)
    frames: queue.Queue[dict[str, str]] = queue.Queue()

    def seen(news: dict[str, Any]) -> None:
        if "leds" in news:
            frames.put(news["leds"])

    with (
        tempfile.TemporaryDirectory(prefix="reedboard-bench-") as folder,
        _board(board_id, folder) as ready,
        RemoteHands(ready["hands"], ready["token"], seen) as hands,
    ):
        hands.set(placement.sites[site].name for site in occupancy.expected(start, placement.slots))
        time.sleep(REST_S)
        options = Options(board=ready["serial"], start=start, port=0, anew=True)
        with Program(options, Path(folder) / "records", Console(file=StringIO())):
            for _ in range(tries):
                site = rng.choice(movable)
                time.sleep(REST_S)
                _drain(frames)
                begin = time.perf_counter()
                hands.lift(site)
                _await(frames)
                yield time.perf_counter() - begin
                time.sleep(REST_S)
                hands.place(site)


def _origin(placement: Placement, move: str) -> str | None:
    """The board's site a travelling piece of a machine move stands on; None for drops and the like."""
    for length in (3, 2):
        if move[:length] in placement.sites:
            return placement.sites[move[:length]].name
    return None


@contextmanager
def _board(board_id: str, folder: str) -> Iterator[dict[str, Any]]:
    options = ["--board", board_id, "--baud", str(BAUD), "--folder", folder, "--until-eof"]
    command = [sys.executable, "-m", "reedboard.virtual", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())


def _drain(frames: "queue.Queue[dict[str, str]]") -> None:
    while not frames.empty():
        frames.get_nowait()


def _await(frames: "queue.Queue[dict[str, str]]") -> dict[str, str]:
    try:
        return frames.get(timeout=LIMIT_S)
    except queue.Empty:
        raise ReedboardError(f"no light changed within {LIMIT_S:g} s of a lift: is the machine busy?") from None
