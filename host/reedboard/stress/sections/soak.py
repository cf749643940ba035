"""`reedboard stress soak`: games by scripted hands, one after the other, while everything fails in turn.

Lines are spoilt, the board starts again, the cable is pulled out, the disk fails or is full, the program is ended and
begun again with pieces moved meanwhile. The hands know what they play and answer questions with it. A violation is a
settled move that was not played, a move lost that was shown, a question that does not offer what was played, an error
nobody foresaw, or sensors believed wrongly in the end.
"""

import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree

import click

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.app.unwatched import AS_IT_STANDS
from reedboard.bench.hands import perform
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.style import Style
from reedboard.board.events import Reading
from reedboard.game.move_list import MoveEntry
from reedboard.stress.disk import FULL, IO_ERROR, Call, DiskError, disk
from reedboard.stress.line_faults import LineFaults
from reedboard.stress.table import Table
from reedboard.virtual.faults import order

PLIES = 80
"""Of a game at most."""
THINK_MS = (600, 12_000)
"""Between two moves: people take longer, but then nothing happens."""
INCIDENTS = 0.25
"""Share of the plies during which something fails."""
LINE_RATE = 0.25
AWAY_MS = (500, 8000)
ROUNDS = 12
"""So often the hands wait, or answer, until a move is understood."""
SETTLED_GAMES = 100
"""After so many games all that is kept once is kept, and memory may grow no more."""
STATM = Path("/proc/self/statm")
PAGE_KB = 4


@dataclass
class Soak:
    """What happened so far."""

    games: int = 0
    plies: int = 0
    asked: int = 0
    played_ms: int = 0
    incidents: Counter[str] = field(default_factory=Counter)
    fails: tuple[str, ...] = ()
    """What may fail."""
    share: float = INCIDENTS
    violations: list[str] = field(default_factory=list)
    memory_kb: list[int] = field(default_factory=list)
    """After each game."""

    @property
    def growth_kb(self) -> int:
        """Of the memory, since the first `SETTLED_GAMES` games; since the first where there are fewer."""
        known = self.memory_kb[min(SETTLED_GAMES, len(self.memory_kb)) - 1 :] if self.games > SETTLED_GAMES else None
        first, last = (known[0], max(known)) if known else (self.memory_kb[0], self.memory_kb[-1])
        return last - first


class Game:
    """One game of a soak."""

    def __init__(self, table: Table, soak: Soak, disk_: "FailingForAWhile", rng: random.Random) -> None:
        self._table = table
        self._soak = soak
        self._disk = disk_
        self._rng = rng
        self._played: list[Move] = []
        """What the hands played, ply by ply."""

    def play(self) -> str:
        """Plays until the game is over; gives what went wrong, "" for nothing."""
        position = self._table.game.start()
        for _ in range(PLIES):
            if position.outcome() is not None:
                break
            move = self._rng.choice(position.legal_moves())
            incident = self._rng.choice(self._soak.fails) if self._rng.random() < self._soak.share else ""
            self._soak.incidents[incident] += bool(incident)
            self._played.append(move)
            wrong = self._ply(position, move, incident)
            if wrong:
                told = " ".join(f"{entry.san} ({entry.state})" for entry in self._entries()[-3:])
                when = f"ply {len(self._entries())}, played {position.san(move)}, {incident or 'nothing fails'}"
                return f"{when}: {wrong}; told last: {told}"
            position = position.play(move)
            self._soak.plies += 1
        return ""

    def _ply(self, position: Position, move: Move, incident: str) -> str:
        style = self._rng.choice(list(Style))
        readings = perform(position, move, style, self._rng)
        at = self._rng.randrange(len(readings) + 1)
        with self._failing(incident):
            self._touch(readings[:at], 0)
            if incident in ("reboot", "brown-out"):
                self._table.board.inject_fault(order(incident))
            if incident == "cable":
                self._table.unplug()
            if incident == "restart":
                if not self._table.written():
                    return "the disk works, but is not written to"
                shown = self._table.shown
                self._table.stop()
                if tuple(self._table.recorded()[: len(shown)]) != shown:
                    return f"shown were {' '.join(shown)}, recorded are {' '.join(self._table.recorded())}"
            if incident in ("cable", "restart"):
                if self._rng.random() < 0.5:
                    self._table.wait(self._rng.randint(*AWAY_MS))
                    self._back(incident)
                    self._touch(readings[at:], readings[at - 1].t_ms if at else 0)
                else:
                    self._touch(readings[at:], readings[at - 1].t_ms if at else 0)
                    self._table.wait(self._rng.randint(*AWAY_MS))
                    self._back(incident)
            else:
                self._touch(readings[at:], readings[at - 1].t_ms if at else 0)
            self._table.wait(self._rng.randint(*THINK_MS))
        return self._understood(position, move)

    def _back(self, incident: str) -> None:
        if incident == "cable":
            self._table.plug()
        else:
            self._table.start()

    def _touch(self, readings: list[Reading], since_ms: int) -> None:
        for reading in readings:
            self._table.wait(max(0, reading.t_ms - since_ms))
            since_ms = reading.t_ms
            self._table.touch(reading.site, on=reading.on)
        self._table.wait(30)

    @contextmanager
    def _failing(self, incident: str) -> Iterator[None]:
        if incident == "lines":
            self._table.board.faults.append(LineFaults(LINE_RATE, self._rng))
        elif incident == "unread":
            self._table.board.inject_fault(order("unread:3"))
        elif incident in ("disk fails", "disk full"):
            self._disk.fails(IO_ERROR if incident == "disk fails" else FULL, self._rng.randrange(1, 60))
        try:
            yield
        finally:
            self._disk.fails(0, 0)
            if incident == "lines":
                self._table.board.inject_fault(None)

    def _understood(self, position: Position, move: Move) -> str:
        """Waits until the move is told, answering what is asked; what is wrong, "" for nothing."""
        wanted = position.play(move)
        for _ in range(ROUNDS):
            status = self._table.status
            assert status is not None
            if inside := [words for words in status.notices if "went wrong inside" in words]:
                return inside[0]
            if status.question is not None:
                answer = self._answer(position, wanted)
                if answer is None:
                    return f"the question {status.question.text!r} does not offer it: {status.question.choices}"
                self._soak.asked += 1
                self._table.answer(answer)
            elif self._told(wanted):
                break
            self._table.wait(1500)
        else:
            trouble = self._table.status.trouble if self._table.status else None
            return f"not understood; {trouble.text if trouble else 'and no trouble is shown'}"
        return "" if self._table.written() else "the disk works, but is not written to"

    def _told(self, wanted: Position) -> bool:
        entries = self._entries()
        return bool(entries) and entries[-1].after == wanted and entries[-1].state != "asked"

    def _entries(self) -> tuple[MoveEntry, ...]:
        return self._table.game_in_play.move_list.entries

    def _answer(self, position: Position, wanted: Position) -> str | None:
        """The answer that leads to what was played."""
        play, status = self._table.game_in_play, self._table.status
        assert status is not None
        assert status.question is not None
        if play.unwatched is not None:
            for answer in play.unwatched.answers():
                line = play.unwatched.answer(answer)
                if line is not None and line.moves and line.after(play.move_list) == wanted:
                    return answer
            return AS_IT_STANDS if play.position in (position, wanted) else None
        asked = status.question.ply - 1
        played = str(self._played[asked]) if asked < len(self._played) else ""
        return played if played in [choice.move for choice in status.question.choices] else None


class FailingForAWhile:
    """A disk of which the next calls fail when told so."""

    def __init__(self) -> None:
        self._code = self._left = 0

    def fails(self, code: int, calls: int) -> None:
        """The next `calls` fail."""
        self._code, self._left = code, calls

    def __call__(self, call: Call) -> None:
        """Does or fails."""
        if self._left > 0:
            self._left -= 1
            raise DiskError(self._code)


INCIDENT_NAMES = ("lines", "unread", "reboot", "brown-out", "cable", "restart", "disk fails", "disk full")


def soak(
    game_id: str,
    hours: float,
    seed: int,
    say: Callable[[str], None],
    most_s: float = float("inf"),
    keep: Path | None = None,
    fails: tuple[str, ...] = INCIDENT_NAMES,
    share: float = INCIDENTS,
) -> Soak:
    """Plays for so many simulated hours, or so many real seconds; each violation is told at once, and the records it
    is in are copied into a folder of their own in `keep`. During a `share` of the plies one of `fails` happens.
    """
    done, rng, began = Soak(fails=fails, share=share), random.Random(seed), time.monotonic()
    failing = FailingForAWhile()
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as work, disk().attacked(Path(work), failing):
        table: Table | None = None
        sittings = 0
        while done.played_ms < hours * 3_600_000 and time.monotonic() - began < most_s:
            if table is None:
                sittings += 1
                (Path(work) / str(sittings)).mkdir()
                table = Table(game_id, Path(work) / str(sittings), seed + sittings)
                table.start()
                table.wait(1500)
            else:
                table.new_game()
            before_ms = table.now_ms
            wrong = Game(table, done, failing, rng).play()
            done.games += 1
            done.played_ms += table.now_ms - before_ms
            done.memory_kb.append(_resident_kb())
            if wrong:
                done.violations.append(wrong)
                say(f"game {done.games}: {wrong}")
                table.stop()
                if keep is not None:
                    copytree(table.home, keep / f"{game_id}-{seed}-{done.games}")
                table = None  # what follows from it is not counted twice
        if table is not None:
            table.stop()
    return done


def _resident_kb() -> int:
    return int(STATM.read_text().split()[1]) * PAGE_KB if STATM.exists() else 0


@click.command()
@click.option("--hours", default=72.0, show_default=True, type=click.FloatRange(0.001), help="Of simulated play.")
@click.option("--minutes", default=0.0, type=click.FloatRange(0), help="End after so many real minutes (0: never).")
@click.option("--game", "game_id", default="chess", show_default=True, help="The game.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds play alike.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder for the records of games that went wrong.")
@click.option("--fails", multiple=True, type=click.Choice(INCIDENT_NAMES), help="Only this fails; said again for more.")
@click.option(
    "--share", default=INCIDENTS, show_default=True, type=click.FloatRange(0, 1), help="Of the plies with a failure."
)
@RESULTS
def command(
    hours: float = 72.0,
    minutes: float = 0.0,
    game_id: str = "chess",
    seed: int = 1,
    keep: Path | None = None,
    fails: tuple[str, ...] = (),
    share: float = INCIDENTS,
    results: Path | None = None,
) -> None:
    """Play on for hours while everything fails in turn; exit 1 where something goes wrong."""
    report = Report(results)
    most_s = 60 * minutes or float("inf")
    chosen = tuple(name for name in INCIDENT_NAMES if name in fails) or INCIDENT_NAMES
    done = soak(game_id, hours, seed, lambda words: click.echo(words, err=True), most_s, keep, chosen, share)
    columns = ("game", "hours", "games", "plies", "asked", "incidents", "memory grown MB", "violations")
    report.table("Simulated play with everything failing in turn", columns)
    figures = (done.games, done.plies, done.asked, done.incidents.total())
    growth = f"{done.growth_kb / 1024:.1f}"
    report.row((game_id, f"{done.played_ms / 3_600_000:.1f}", *map(str, figures), growth, str(len(done.violations))))
    report.table("What failed", INCIDENT_NAMES)
    report.row(str(done.incidents[name]) for name in INCIDENT_NAMES)
    report.close()
    if done.violations:
        raise SystemExit(1)
