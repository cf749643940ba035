"""One run of `reedboard play`, put together and taken apart again: board, link, loop, page, terminal, hands."""

import logging
import queue
import time
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Self, cast

from rich.console import Console

import fairyrules
from fairyrules import Position
from fairyrules.errors import FairyRulesError
from reedboard.app import running
from reedboard.app.board_test import BoardTest
from reedboard.app.board_watch import BoardWatch
from reedboard.app.game_api import RunningGameApi
from reedboard.app.game_boards import RealGameBoard, VirtualGameBoard
from reedboard.app.health import Health
from reedboard.app.latest_listener import LatestListener
from reedboard.app.live_pgn import LivePgn
from reedboard.app.log import FIELDS, Level, keep_log
from reedboard.app.loop import Event, Loop
from reedboard.app.play import Play
from reedboard.app.requests import CoachWanted, FellOver, Stop
from reedboard.app.sounds import Buzzer, Sounds
from reedboard.app.status_watch import Watch
from reedboard.app.terminal import TerminalView
from reedboard.app.thinker import Thinker
from reedboard.archive import game_lookup
from reedboard.archive.check import repair
from reedboard.archive.database import Archive, DamagedError, Record
from reedboard.archive.game_writer import Keeper
from reedboard.archive.last_played import can_go_on, last_played
from reedboard.assets import boards
from reedboard.board.line_health import LineHealth
from reedboard.board.link_events import LinkEvent
from reedboard.board.profile import ProfileError
from reedboard.board.shape_check import mismatch
from reedboard.errors import ReedboardError, in_one_line
from reedboard.game.seat import seat_of
from reedboard.game.status import Status, parts
from reedboard.game.terms import NO_TERMS, Terms
from reedboard.opponent import Roster
from reedboard.port.link import Link
from reedboard.supervised import sentence
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard, kept_token
from reedboard.web.server import PageServer

DEBOUNCE_S = 0.15
"""Longer than the firmware takes to believe in pieces just put up: 20 ms, and a frame of the control socket."""
FIRST_GAME = "wildeurasian-qi"
"""What is played in a home where nothing was played yet."""
STOP_S = 30.0
"""How long the loop may take to come to an end, on a busy machine."""

LOG = logging.getLogger("reedboard")


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks for.

    `start` None goes on with the game played last, or begins another of that kind. `anew`: an unfinished game is not
    resumed. `live_pgn` is written after every move, `live_delay_s` behind.
    """

    board: str
    start: Position | None = None
    host: str = "127.0.0.1"
    port: int = 8080
    anew: bool = False
    tags: tuple[tuple[str, str], ...] = ()
    terms: Terms = NO_TERMS
    faults: tuple[str, ...] = ()
    live_pgn: Path | None = None
    live_delay_s: float = 0.0
    sounds: Sounds = Sounds.ALL
    board_file: str | None = None
    """A geometry file, or a board's id: which board it is, or the virtual one shall be."""
    log: Level = Level.INFO
    coach: bool = False
    """Whether the coach watches from the beginning."""


class Program:
    """A game being played, from construction until `close`.

    Raises: ReedboardError when the board, the records or the page's address cannot be used.
    """

    def __init__(self, options: Options, folder: Path, console: Console) -> None:
        self._options = options
        self._folder = folder
        self._console = console
        self._ends = ExitStack()
        self.events: queue.Queue[Event] = queue.Queue()
        try:
            try:
                self._put_together(options, folder, console)
            except DamagedError as error:  # whatever became of the records, a game can begin
                self._ends.close()
                self._repair(error)
                self._put_together(options, folder, console)
        except BaseException:
            self._ends.close()
            raise

    def _put_together(self, options: Options, folder: Path, console: Console) -> None:
        self._held = self._ends.enter_context(running.hold(folder))
        self._ends.callback(keep_log(folder, options.log))
        self.archive = Archive(folder)
        self._ends.callback(self.archive.close)
        self.keeper = Keeper(self.archive)
        self._ends.callback(self._finish_writing)
        self.watch = Watch()
        self.hub = Hub()
        self.board_hub = Hub()
        self.guard = Guard(kept_token(folder))
        self._last = last_played(self.archive)
        self._resumed: int | None = None
        """The game that was played last on this board and goes on now: its pieces are still there."""
        self._start = options.start or self._start_of_last()
        seats = map(seat_of, (options.terms.white, options.terms.black))
        engines = [seat.engine for seat in seats if seat is not None and seat.engine]
        self._roster = Roster(engines)
        for engine in engines:
            self._roster.prove(engine, self._start)
        self.table: VirtualGameBoard | RealGameBoard
        self.table, self.link, play = self._virtual() if options.board == "virtual" else self._real()
        terminal = LatestListener(TerminalView(console).show, self._fell)
        self._ends.callback(terminal.close)
        buzzer = Buzzer(lambda hz, ms: self.link.beep(hz, ms), options.sounds)
        # The watch first: whoever is told by the page and then asks the program must not get an older answer.
        listeners = [self.watch.show, self._publish, terminal.show, buzzer.show]
        if options.live_pgn is not None:
            live = LivePgn(self.archive, options.live_pgn, options.live_delay_s, self._fell)
            self._ends.callback(live.close)
            listeners.append(live.show)
        thinker = Thinker(self._roster, self.events.put, self._thinking_fell)
        self._ends.callback(thinker.close)

        def line() -> tuple[LineHealth, int | None]:
            return self.link.health, self.link.scan_hz

        self.selftest = BoardTest(self.link, line, self.table, self.events.put, lambda: self.board_watch.look())
        self.board_watch = BoardWatch(
            line,
            lambda: self.loop.play.placement,
            self.watch,
            self.board_hub.publish,
            lambda: self.board_hub.count,
            self._fell,
            self.selftest.view,
        )
        heard = self.board_watch.heard
        self.loop = Loop(
            self.events, self.link, self.table, self.keeper, play, tuple(listeners), thinker.ask, heard, self.selftest
        )
        if options.coach:
            self.events.put(CoachWanted(True))
        self.page = self._serve()
        begun = {"version": version("reedboard"), "board": options.board, "record": play.record}
        LOG.info("the program begins", extra={FIELDS: begun})
        self.loop.start()
        self._ends.callback(self._stop)
        self._ends.callback(self.selftest.close)
        self.board_watch.start()
        self._ends.callback(self.board_watch.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Writes down what there is, darkens the board, ends everything that was started."""
        self._ends.close()

    @property
    def local_link(self) -> str:
        """The page, for whoever may play."""
        return f"{self.page.local_url}?token={self.guard.token}"

    # Putting together ----------------------------------------------------------------------------------------------

    def _virtual(self) -> tuple[VirtualGameBoard, Link, Play]:
        own = None if self._options.board_file is None else boards.source(self._options.board_file, self._folder)
        folder, faults = self._folder / "virtual", self._options.faults
        table = VirtualGameBoard(self._start.game, folder, faults, self._fell, own)
        self._ends.callback(table.close)
        play = self._play(table)
        there = table.found() if play.record == self._resumed else frozenset()
        if there:
            table.take_over(play.pieces(there))  # as people left it: what was moved since is for the game to ask about
        else:
            table.set_up(play.pieces(play.occupied))
        time.sleep(DEBOUNCE_S)
        return table, self._link(table.port), play

    def _real(self) -> tuple[RealGameBoard, Link, Play]:
        link = self._link(self._options.board)
        if self._options.board_file is None:
            profile = boards.greeted(link.shape, self._folder, link.geometry)
        else:
            profile = boards.known(self._options.board_file, self._folder)
            if wrong := mismatch(link.shape, profile):
                raise ProfileError(wrong)
        table = RealGameBoard(link.url, profile)
        return table, link, self._play(table)

    def _link(self, url: str) -> Link:
        link = Link(url, cast("queue.Queue[LinkEvent]", self.events), fell=self._fell)
        self._ends.callback(link.close)
        return link

    def _play(self, table: VirtualGameBoard | RealGameBoard) -> Play:
        placement = table.lay(self._start.game)
        unfinished = None if self._options.anew else self._unfinished(placement.profile.id)
        if unfinished is not None:
            self._console.print(f"Resuming record {unfinished.id}; start with --new for another game.")
            tell = partial(self._tell_journal, unfinished)
            try:
                play = Play.resume(self.keeper, placement, unfinished, tell)
                if self._last is not None and self._last.id == play.record:
                    self._resumed = play.record
                return play
            except DamagedError:
                raise
            except (ReedboardError, FairyRulesError) as error:
                self._fell(in_one_line(error))
        return Play.begin(self.keeper, placement, self._start, dict(self._options.tags), self._options.terms)

    def _tell_journal(self, record: Record, words: str) -> None:
        self._fell(f"The journal of game {record.id}: {words}. Compare the moves with the board.")

    def _repair(self, error: DamagedError) -> None:
        """Lays damaged records aside and saves what can be read of them."""
        with running.hold(self._folder):
            done = repair(self._folder)
        lost = f" Lost: {' '.join(done.lost[:5])}" if done.lost else ""
        words = f"The records were damaged and lie in {done.aside} now; {done.games} games of them are saved.{lost}"
        logging.getLogger("reedboard").warning("%s %s", error, words)
        self._fell(words)

    def _start_of_last(self) -> Position:
        """Where the game played last began if it can go on; else the array of its game, or of the first game."""
        if self._last is None:
            return fairyrules.game(FIRST_GAME).start()
        try:
            game = game_lookup.known(self._last.game)
            goes_on = can_go_on(self._last) and not self._options.anew
            return game.position(self._last.fen) if goes_on and self._last.fen else game.start()
        except FairyRulesError:  # a sheet of one's own that was thrown away
            return fairyrules.game(FIRST_GAME).start()

    def _unfinished(self, board: str) -> Record | None:
        """The game played last, if it is this one on this board and goes on; asked for by name, the last with a move
        in it: a look at another game is no end of this one."""
        last = self._last
        if self._options.start is not None and (last is None or not last.plies):
            last = next((record for record in self.archive.records() if record.plies), None)
        start = self._start
        fen = None if start == start.game.start() else start.fen()
        same = last is not None and (last.game, last.fen, last.board) == (start.game.id, fen, board)
        if last is None or not same or not can_go_on(last):
            return None
        terms, kept = self._options.terms, Terms.of(last.tags, None)
        seats = [
            (seat_of(wanted), seat_of(name)) for wanted, name in ((terms.white, kept.white), (terms.black, kept.black))
        ]
        return last if all(wanted in (None, name) for wanted, name in seats) else None

    def _serve(self) -> PageServer:
        hands = self.table if isinstance(self.table, VirtualGameBoard) else None
        health = Health(self.loop, self.keeper, self.watch, lambda: self.hub.count, time.monotonic())
        api = RunningGameApi(
            self.events,
            self.archive,
            lambda: self.watch.status.game.record,
            hands,
            health.told,
            self.board_watch.health,
            self._roster,
            self.selftest,
        )
        app = create_app(self.hub, api, self.guard, self.archive, self.board_hub)
        page = PageServer(app, self._options.host, self._options.port, self._fell)
        self._ends.callback(page.close)
        self._ends.callback(self.hub.close)
        self._ends.callback(self.board_hub.close)
        self._held.tell(page.local_url)
        return page

    def _fell(self, words: str) -> None:
        self.events.put(FellOver(words))

    def _thinking_fell(self, error: Exception) -> None:
        self._fell(sentence("the opponent's thinking", error))

    def _publish(self, status: Status) -> None:
        self.hub.publish(parts(status))

    def _stop(self) -> None:
        """Lets the loop write down what it has; what hinders it is one line, and all else still ends."""
        stop = Stop()
        self.events.put(stop)
        try:
            stop.done.result(timeout=STOP_S)
        except Exception as error:
            LOG.exception("the end of the game could not be heard")
            reason = f"{type(error).__name__} {error}".strip()
            self._console.print(f"What happened last could not be heard: {reason}.", style="bold red")

    def _finish_writing(self) -> None:
        trouble = self.keeper.close()
        if trouble:
            self._console.print(f"The end of the game could not be written: {trouble}.")
