"""`reedboard stress flood`: megabytes of lines, good and bad, to both ends of the wire, as fast as they are read.

Afterwards no memory may be held that was not held before, and both ends must hear at once again: a touch is told.
The host is link, loop and records in their own threads behind a pseudo-terminal, the board the real firmware in
simulated time on a line of 115,200 baud.
"""

import contextlib
import gc
import os
import queue
import random
import select
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, cast

import click

import fairyrules
from reedboard.app.game_boards import RealGameBoard
from reedboard.app.loop import Event, Loop
from reedboard.app.play import Play
from reedboard.app.requests import Stop
from reedboard.app.status_watch import Watch
from reedboard.archive.database import Archive
from reedboard.archive.game_writer import Keeper
from reedboard.assets import boards
from reedboard.bench.report import RESULTS, Report
from reedboard.board import wire
from reedboard.board.link_events import LinkEvent
from reedboard.board.profile import place
from reedboard.port.link import Link
from reedboard.stress.conversation import Conversation
from reedboard.stress.mutation import mutated
from reedboard.stress.readers import seeds
from reedboard.virtual.board import VirtualBoard

GAME, BOARD = "chess", "8x8"
CORPUS = "host's end of the wire"
MOST_KB = 2048
"""Memory may have grown by so much."""
DEAF_S = 2.0
"""After the last of it an end may be deaf for so long."""
PATIENCE_S = 30.0
TOUCHED = "e4"
CHUNK = 4096
BAUD = 115_200
OBEYED = (b"REPL", b"KEEP")
"""Orders, not among the good lines: to stop listening, and to take one sensor for another."""
OURS = f"READY {wire.PROTOCOL} "
"""How a greeting begins that is not refused: refused, a port is closed and left alone for up to 2 s."""
STATM = Path("/proc/self/statm")


class Heard(NamedTuple):
    """How an end came through: memory grown, and seconds until a touch was told; None where none was."""

    grown_kb: int
    deaf_s: float | None


Lines = Iterator[bytes]


def good(rng: random.Random) -> Lines:
    """Lines with a right check."""
    corpus = [line for line in seeds(CORPUS) if not line.startswith(OBEYED)]
    while True:
        line = rng.choice((rng.choice(corpus), mutated(corpus, rng))).replace(b"\n", b" ")
        body = line.rpartition(b"*")[0].decode("ascii", "ignore")
        refused = body.startswith("READY") and not body.startswith(OURS)
        if not refused and not body.encode().startswith(OBEYED):
            yield wire.seal(body)


def notes(rng: random.Random) -> Lines:
    """What a board in trouble says of itself, again and again: each is an event for the game."""
    while True:
        yield wire.seal(f"NOTE trouble {rng.randrange(1000)}")


def bad(rng: random.Random) -> Lines:
    """Lines whose check is wrong, mostly."""
    corpus = seeds(CORPUS)
    while True:
        yield mutated(corpus, rng) + b"\n"


def endless(rng: random.Random) -> Lines:
    """A line that never ends."""
    while True:
        yield rng.randbytes(64).replace(b"\n", b" ")


KINDS: dict[str, Callable[[random.Random], Lines]] = {
    "good lines": good,
    "notes": notes,
    "bad lines": bad,
    "one endless line": endless,
}


def chunks(lines: Lines, size: int) -> Iterator[bytes]:
    """So many bytes of the lines, a chunk at a time, ending in a whole line."""
    done, chunk = 0, b""
    for line in lines:
        chunk += line
        if len(chunk) >= CHUNK:
            done += len(chunk)
            yield chunk if done < size else chunk + b"\n"
            chunk = b""
            if done >= size:
                return


class FloodedPort(threading.Thread):
    """The virtual board in real time behind a pseudo-terminal, and whoever else writes to the host there.

    `port` is its name; `flooded` is set while nothing is left to be written.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._ours)
        os.set_blocking(self._ours, False)
        self.port = os.ttyname(self._theirs)
        self.board = VirtualBoard(boards.load(BOARD), folder)
        self.board.connect(True)
        self._over = threading.Event()
        self._flood: Iterator[bytes] = iter(())
        self.flooded = threading.Event()

    def flood(self, flood: Iterator[bytes]) -> None:
        """Writes all of it to the host, as fast as it reads; `flooded` tells when."""
        self.flooded.clear()
        self._flood = flood

    def run(self) -> None:
        """Lets time pass and carries bytes until it is closed."""
        start, unsent = time.monotonic(), b""
        while not self._over.is_set():
            with contextlib.suppress(BlockingIOError):
                self.board.host_writes(os.read(self._ours, CHUNK))
            self.board.step(int((time.monotonic() - start) * 1000))
            unsent = unsent or self.board.host_reads()
            while not unsent or self._written(unsent):
                unsent = next(self._flood, b"")
                if not unsent:
                    self.flooded.set()
                    break
            else:
                unsent = self._left
            select.select([self._ours], [], [], 0.002)

    def _written(self, data: bytes) -> bool:
        """Whether all of it could be written; `_left` is what could not."""
        try:
            self._left = data[os.write(self._ours, data) :]
        except BlockingIOError:
            self._left = data
        return not self._left

    def close(self) -> None:
        """Ends it."""
        self._over.set()
        self.join()
        os.close(self._ours)
        os.close(self._theirs)


@contextmanager
def _host(folder: Path) -> Iterator[tuple[FloodedPort, Watch]]:
    """A program that plays on the board, and its status."""
    for name in ("board", "home"):
        (folder / name).mkdir()
    there = FloodedPort(folder / "board")
    there.start()
    with contextlib.closing(Archive(folder / "home")) as archive, contextlib.closing(Keeper(archive)) as keeper:
        watch = Watch()
        events: queue.Queue[Event] = queue.Queue()
        with Link(there.port, cast("queue.Queue[LinkEvent]", events)) as link:
            placement = place(boards.load(BOARD), fairyrules.game(GAME))
            play = Play.begin(keeper, placement, fairyrules.game(GAME).start())
            loop = Loop(events, link, RealGameBoard("port", boards.load(BOARD)), keeper, play, (watch.show,))
            thread = loop.start()
            try:
                yield there, watch
            finally:
                stop = Stop()
                events.put(stop)
                stop.done.result(PATIENCE_S)
                thread.end(PATIENCE_S)
                there.close()


def to_host(size: int, lines: Lines) -> Heard:
    """Floods the host; a tenth of it before, by which all that is kept once is kept."""
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as folder, _host(Path(folder)) as (there, watch):
        there.flood(chunks(lines, size // 10))
        there.flooded.wait()
        before_kb = most_kb = _resident_kb()
        there.flood(chunks(lines, size))
        while not there.flooded.wait(0.05):
            most_kb = max(most_kb, _resident_kb())
        began = time.monotonic()
        there.board.place(TOUCHED)
        felt = watch.wait_for(lambda status: TOUCHED in status.occupied, PATIENCE_S)
        there.board.lift(TOUCHED)  # what the lines told of it may have been the first, by chance
        felt = felt and watch.wait_for(lambda status: TOUCHED not in status.occupied, PATIENCE_S)
        deaf_s = time.monotonic() - began if felt else None
        return Heard(max(most_kb, _resident_kb()) - before_kb, deaf_s)


def to_board(size: int, lines: Lines, seed: int) -> Heard:
    """Floods the board, on a line of its speed, in its own time."""
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as folder:
        here = Conversation(boards.load(BOARD), Path(folder), seed=seed, baud=BAUD)
        here.run(2000)
        _run(here, chunks(lines, size // 10))
        before_kb = _resident_kb()
        _run(here, chunks(lines, size))
        grown_kb = _resident_kb() - before_kb
        began = here.now
        here.events.clear()
        here.board.place(TOUCHED)
        bit = here.board.profile.sites[TOUCHED].bit
        while not here.told >> bit & 1:
            if here.now - began > 1000 * PATIENCE_S:
                return Heard(grown_kb, None)
            here.run(20)
        return Heard(grown_kb, (here.now - began) / 1000)


def _run(here: Conversation, flood: Iterator[bytes]) -> None:
    for chunk in flood:
        here.board.host_writes(chunk)
        here.run(len(chunk) * 10_000 // BAUD)
        here.events.clear()


def _resident_kb() -> int:
    gc.collect()
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024 if STATM.exists() else 0


@click.command()
@click.option("--megabytes", default=10.0, show_default=True, type=click.FloatRange(0.01), help="Of each kind.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds write alike.")
@RESULTS
def command(megabytes: float = 10.0, seed: int = 1, results: Path | None = None) -> None:
    """Flood both ends of the wire with lines; exit 1 where memory is held, or an end stays deaf."""
    report = Report(results)
    report.table(
        f"{megabytes:g} MB of lines to each end", ("end", "what", "memory grown KB", "deaf s", "promises broken")
    )
    size, broken = round(megabytes * 1_000_000), 0
    for name, kind in KINDS.items():
        for end, heard in (
            ("host", to_host(size, kind(random.Random(seed)))),
            ("board", to_board(size, kind(random.Random(seed)), seed)),
        ):
            wrong = heard.grown_kb > MOST_KB or heard.deaf_s is None or heard.deaf_s > DEAF_S
            broken += wrong
            deaf = "for ever" if heard.deaf_s is None else f"{heard.deaf_s:.2f}"
            report.row((end, name, str(heard.grown_kb), deaf, str(int(wrong))))
    report.close()
    if broken:
        raise SystemExit(1)
