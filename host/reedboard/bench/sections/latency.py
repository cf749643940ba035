"""From a lifted piece to its lights: the whole way through a virtual board, its serial line and the running program.

A piece is lifted through the control socket of a board process; debouncing, the line, tracker, record (committed to
disk before anything is shown), lights, the line back and the firmware's painting follow; the clock stops when the
board process sees other lights, however late its word of them is read here, where the program thinks. The line carries
115200 baud, as the slowest real one does.
"""

import json
import os
import queue
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

import click
from rich.console import Console

import fairyrules
from fairyrules import Position
from fairyrules.search.kernel.tree import plays
from reedboard.app import spare_time
from reedboard.app.loop import Event
from reedboard.app.program import Options, Program
from reedboard.app.requests import HintWanted
from reedboard.archive.database import Archive, Kept
from reedboard.assets import boards
from reedboard.bench.bystander import standing_by
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.timing import quantile
from reedboard.board import occupancy
from reedboard.board.link_events import Changed, Snapshot
from reedboard.board.profile import Placement, place
from reedboard.errors import ReedboardError
from reedboard.virtual.remote_hands import RemoteHands

BAUD = 115200
BOARD, GAME = "17x17", "sfhiodgei"
TRIES = 60
REST_S = 0.25
"""Between two lifts, so that each begins from a settled position."""
THOUGHT_S = (0.05, 3.2)
"""Between the last touch of an upset board and the lift: as long as the tracker thinks about one."""
FALLEN = (4, 10)
"""Pieces that fall at once."""
TOUCH_S = 0.06
"""Between two touches of quick hands."""
ANSWERED_S = 1.0
"""Lights that a lift changes come long before."""
INTO_S = (0.1, 1.0)
"""How long a search has been at work when a piece is lifted; a hint is thought about for two seconds."""
LIMIT_S = 30.0
"""A lift whose lights take longer than this did not work at all, on the busiest machine."""


_Times = queue.Queue[tuple[float, int]]
"""When something happened, by `time.perf_counter`, and to which bit, if any (-1)."""


@dataclass(frozen=True, slots=True)
class Lift:
    """What came of lifting a piece off a board that stood otherwise than the game, in seconds from the lift."""

    heard_s: float
    """Until the program had heard of it."""
    seen_s: float
    """Until the program's status said that the cell is empty."""
    lit_s: float | None
    """Until the board's LEDs changed for it; None where the lights stayed as they were."""
    late_s: float = 0.0
    """By how much a process that only sleeps woke late in that time, at most: the machine's own part."""


@dataclass(slots=True)
class _Table:
    """A running program, the hands at its board, when LEDs changed, when the link heard of which sensor."""

    program: Program
    hands: RemoteHands
    frames: _Times
    heard: _Times
    placement: Placement
    start: Position


@click.command()
@click.option("--board", "board_id", default=BOARD, show_default=True, help="A shipped board or a geometry file.")
@click.option("--game", "game_id", default=GAME, show_default=True, help="The game that is set up on it.")
@click.option("--tries", default=TRIES, show_default=True, help="How many pieces are lifted.")
@click.option("--upset", is_flag=True, help="Before each lift pieces fall over, and some are set on wrong cells.")
@click.option("--thinking", is_flag=True, help="Each piece is lifted while the program looks for a hint.")
@click.option(
    "--slow-ms", default=0, type=click.IntRange(0, 5000), help="A commit of the record takes so much longer at most."
)
@RESULTS
def command(
    board_id: str = BOARD,
    game_id: str = GAME,
    tries: int = TRIES,
    upset: bool = False,
    thinking: bool = False,
    slow_ms: int = 0,
    results: Path | None = None,
) -> None:
    """Measure the way from reading to LED frame, in real time, through the virtual board at 115200 baud."""
    where = f"{game_id} on {board_id} at {BAUD} baud, {tries} lifts"
    slow_s = slow_ms / 1000
    if thinking:
        report = Report(results)
        columns = ("board", "game", "search", "lifts", "p50 ms", "p95 ms", "worst ms", "load")
        report.table(f"Lift to LED frame at {BAUD} baud while a hint is looked for", columns)
        took = sorted(1000 * each for each in measure_thinking(board_id, game_id, tries, slow_s))
        figures = (quantile(took, 0.5), quantile(took, 0.95), took[-1])
        search = "kernel" if plays(fairyrules.game(game_id).start()) else "Python"
        shown = (*(f"{ms:.0f}" for ms in figures), f"{os.getloadavg()[0]:.1f}")
        report.row((board_id, game_id, search, str(len(took)), *shown))
        report.close()
        return
    if not upset:
        click.echo(f"lift to LED frame, {where}: {_spread(list(measure(board_id, game_id, tries, slow_s)))}")
        return
    lifts = list(measure_upset(board_id, game_id, tries, slow_s))
    lit = [each.lit_s for each in lifts if each.lit_s is not None]
    click.echo(f"an upset board, {where}")
    click.echo(f"lift to LED frame: {_spread(lit)}; {len(lifts) - len(lit)} lifts changed no light")
    click.echo(f"lift to status: {_spread([each.seen_s for each in lifts])}")
    slowest = max(lifts, key=lambda each: each.lit_s or 0.0)
    late, heard = 1000 * slowest.late_s, 1000 * slowest.heard_s
    click.echo(f"of the slowest lift the program had heard after {heard:.0f} ms")
    click.echo(f"in the slowest lift a process that only sleeps woke late by {late:.0f} ms")


def _spread(took_s: list[float]) -> str:
    if not took_s:
        return "none"
    took_ms = sorted(1000 * each for each in took_s)
    p50, p95, p99 = (quantile(took_ms, share) for share in (0.5, 0.95, 0.99))
    return f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms, worst {took_ms[-1]:.0f} ms"


def measure(board_id: str, game_id: str, tries: int, slow_s: float = 0.0) -> Iterator[float]:
    """Seconds from each lift of a piece that can move to the first frame of other lights."""
    rng = random.Random(1)
    with _playing(board_id, game_id, slow_s) as table:
        movable = _movable(table)
        for _ in range(tries):
            site = rng.choice(movable)
            time.sleep(REST_S)
            yield _lit_s(table, site)
            time.sleep(REST_S)
            table.hands.place(site)


def measure_thinking(board_id: str, game_id: str, tries: int, slow_s: float = 0.0) -> Iterator[float]:
    """The same seconds, where the search is at work from before the lift until after the frame.

    Raises: ReedboardError where the search is never at work for so long.
    """
    rng = random.Random(1)
    with _playing(board_id, game_id, slow_s) as table:
        movable, watch = _movable(table), table.program.watch
        _ask_for_a_hint(table)
        _await_the_hint(table)  # its process and its tables are there from now on
        done = 0
        for _ in range(2 * tries):
            _ask_for_a_hint(table)
            time.sleep(rng.uniform(*INTO_S))
            site = rng.choice(movable)
            took_s = _lit_s(table, site)
            advice = watch.status.advice
            at_work = advice is not None and not advice.lines
            time.sleep(REST_S)
            table.hands.place(site)
            _await_the_hint(table)
            time.sleep(REST_S)
            if at_work:
                done += 1
                yield took_s
            if done == tries:
                return
    raise ReedboardError(f"of {2 * tries} lifts only {done} fell into a search: is the machine busy?")


def _ask_for_a_hint(table: _Table) -> None:
    asked = HintWanted()
    table.program.events.put(asked)
    asked.done.result(LIMIT_S)


def _await_the_hint(table: _Table) -> None:
    table.program.watch.wait_for(lambda status: status.advice is not None and bool(status.advice.lines), LIMIT_S)


def measure_upset(board_id: str, game_id: str, tries: int, slow_s: float = 0.0) -> Iterator[Lift]:
    """What comes of each lift, at some moment of `THOUGHT_S` after pieces fell and were set up, some on wrong cells."""
    rng = random.Random(1)
    with standing_by() as machine, _playing(board_id, game_id, slow_s) as table:
        movable = _movable(table)
        cells = {table.placement.sites[name].name: name for name in table.placement.cells}
        home = {cell for cell in cells if table.start.piece_at(cells[cell]) is not None}
        stood, own = {cells[site] for site in home}, set(cells.values())
        for _ in range(tries):
            fallen = rng.sample(sorted(home), rng.randint(*FALLEN))
            astray = dict(zip(fallen[::2], rng.sample(sorted(cells.keys() - home), len(fallen[::2])), strict=True))
            for site in fallen:
                table.hands.lift(site)
            for site in fallen:
                time.sleep(TOUCH_S)
                table.hands.place(astray.get(site, site))
            time.sleep(rng.uniform(*THOUGHT_S))
            lifted = rng.choice([site for site in movable if site not in fallen])
            begin = time.perf_counter()
            lift = _lifted(table, lifted, cells[lifted])
            time.sleep(REST_S)
            yield replace(lift, late_s=machine.late_s(begin, begin + (lift.lit_s or lift.seen_s)))
            table.hands.place(lifted)
            for site, away in astray.items():
                time.sleep(TOUCH_S)
                table.hands.lift(away)
                table.hands.place(site)
            table.program.watch.wait_for(lambda status: stood == own & set(status.occupied), LIMIT_S)
            time.sleep(REST_S)


def _lit_s(table: _Table, site: str) -> float:
    """Seconds from a lift to its lights."""
    begin, heard = _heard(table, site)
    return _await(table.frames, heard) - begin


def _heard(table: _Table, site: str) -> tuple[float, float]:
    """Lifts a piece: when, and when the program heard of it; lights that changed between the two are not its."""
    bit = table.placement.profile.sites[site].bit
    begin = time.perf_counter()
    table.hands.lift(site)
    return begin, _await(table.heard, begin, bit, "the program heard nothing")


def _lifted(table: _Table, site: str, cell: str) -> Lift:
    begin, heard = _heard(table, site)
    if table.program.watch.wait_for(lambda status: cell not in status.occupied, LIMIT_S) is None:
        raise ReedboardError(f"the status did not tell of a lift within {LIMIT_S:g} s: is the machine busy?")
    seen = time.perf_counter()
    with suppress(queue.Empty):
        while True:
            came, _ = table.frames.get(timeout=max(0.0, heard + ANSWERED_S - time.perf_counter()))
            if came > heard:
                return Lift(heard - begin, seen - begin, came - begin)
    return Lift(heard - begin, seen - begin, None)


@contextmanager
def _playing(board_id: str, game_id: str, slow_s: float) -> Iterator[_Table]:
    """The program with a game on a board in a process of its own, on a serial line."""
    start = fairyrules.game(game_id).start()
    placement = place(boards.load(board_id), start.game)
    frames: _Times = queue.Queue()

    def seen(news: dict[str, Any]) -> None:
        if "leds" in news:
            frames.put((news["at"], -1))

    with (
        tempfile.TemporaryDirectory(prefix="reedboard-bench-") as folder,
        _board(board_id, folder) as ready,
        RemoteHands(ready["hands"], ready["token"], seen) as hands,
    ):
        hands.set(placement.sites[site].name for site in occupancy.expected(start, placement.slots))
        time.sleep(REST_S)
        options = Options(board=ready["serial"], start=start, port=0, anew=True)
        with Program(options, Path(folder) / "records", Console(file=StringIO())) as program:
            _slow_down(program.keeper.archive, slow_s)
            spare_time.prepare()  # as `reedboard play` does
            bits = (site.bit for site in placement.profile.sites.values())
            yield _Table(program, hands, frames, _heard_by(program, bits), placement, start)


def _heard_by(program: Program, bits: Iterable[int]) -> _Times:
    """When the link of this program hears of changes, from now on; a snapshot tells of every empty sensor."""
    heard: _Times = queue.Queue()
    bits = tuple(bits)
    put = program.events.put

    def stamped(event: Event) -> None:
        now = time.perf_counter()
        if isinstance(event, Changed):
            heard.put((now, event.bit))
        elif isinstance(event, Snapshot):
            for bit in bits:
                if not event.bits >> bit & 1:
                    heard.put((now, bit))
        put(event)

    program.events.put = stamped  # type: ignore[method-assign, assignment]
    return heard


def _slow_down(archive: Archive, most_s: float) -> None:
    """Has each commit take up to so much longer, as on a card in a small computer."""
    chance, keep = random.Random(1), archive.keep

    def slow(now: Kept, since: Kept | None = None) -> None:
        time.sleep(chance.uniform(0, most_s))
        keep(now, since)

    if most_s:
        archive.keep = slow  # type: ignore[method-assign]


def _movable(table: _Table) -> list[str]:
    """The sites whose pieces can move, by the board's names."""
    placement, start = table.placement, table.start
    return sorted({name for move in start.legal_moves() if (name := _origin(placement, str(move)))})


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


def _await(times: _Times, since: float, bit: int = -1, nothing: str = "no light changed") -> float:
    """When it happened first since then; what happened before may be read of late."""
    until = time.perf_counter() + LIMIT_S
    try:
        while True:
            came, of = times.get(timeout=max(0.0, until - time.perf_counter()))
            if of == bit and came >= since:
                return came
    except queue.Empty:
        raise ReedboardError(f"{nothing} within {LIMIT_S:g} s of a lift: is the machine busy?") from None
