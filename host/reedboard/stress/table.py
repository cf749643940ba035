"""The whole program but its threads, on a virtual board in simulated time: hours of play in minutes.

Firmware, line, session, loop, tracker, records and their writer are the real ones; the port, the page and the clock are
left out. Every millisecond of the board's time passes; what the loop makes of it takes the time it takes.
"""

import queue
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import fairyrules
from reedboard.app import game_clock
from reedboard.app.game_boards import RealGameBoard
from reedboard.app.loop import IDLE_S, TICK_S, Event, Loop
from reedboard.app.play import Play
from reedboard.app.requests import Answerable, AnswerGiven, NewGameWanted
from reedboard.archive.database import Archive
from reedboard.archive.game_writer import Keeper
from reedboard.assets import boards
from reedboard.board import occupancy
from reedboard.board.profile import place, smallest
from reedboard.board.session import Session
from reedboard.board.session_states import State
from reedboard.board.wire import Glow
from reedboard.game.status import Status
from reedboard.virtual.board import VirtualBoard

STEP_MS = 4
"""What passes at once: a scan of the board."""
AGAIN_S = 0.002
"""Pause of the writer of records before it tries again; a second of play takes less than the real pause."""
PATIENCE_S = 20.0


class Table:
    """One board, one home, and a program that may be killed and begun again."""

    def __init__(self, game_id: str, folder: Path, seed: int) -> None:
        self.game = fairyrules.game(game_id)
        profile = smallest([boards.load(board) for board in boards.shipped()], self.game)
        assert profile is not None, f"no shipped board takes {game_id}"
        self.placement = place(profile, self.game)
        (folder / "board").mkdir()
        self.home = folder / "home"
        self.board = VirtualBoard(profile, folder / "board", seed=seed)
        self.now_ms = 0
        self.status: Status | None = None
        self.shown: tuple[str, ...] = ()
        """The settled moves shown last, in machine form."""
        self._session = Session()
        self._plugged = True
        self._running = False
        self._ticked_ms = 0
        self.set_up()

    # The program ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begins the program: a new game in an empty home, the one played last otherwise."""
        self._archive = Archive(self.home)
        self._keeper = Keeper(self._archive, again_s=AGAIN_S)
        last = self._archive.records(most=1)
        with self.time():
            if last and last[0].result == "*":
                play = Play.resume(self._keeper, self.placement, last[0])
            else:
                play = Play.begin(self._keeper, self.placement, self.game.start())
            board = RealGameBoard("simulated", self.placement.profile)
            events: queue.Queue[Event] = queue.Queue()
            self.loop = Loop(events, self, board, self._keeper, play, (self._see,))
        self._session = Session()
        self._running = True
        self.plug()

    def stop(self) -> None:
        """Ends the program; the cable is out until the next start."""
        self.unplug()
        self._running = False
        self._keeper.close()
        self._archive.close()

    def show(self, glows: tuple[Glow, ...]) -> None:
        """Lights of the loop."""
        self._session.show(glows, self.now_ms)

    def _see(self, status: Status) -> None:
        self.status = status
        self.shown = tuple(ply.move for ply in status.moves if ply.state == "settled")

    def recorded(self) -> list[str]:
        """The moves of the game played last, as a program that starts now reads them."""
        archive = Archive(self.home)
        try:
            return [move.move for move in archive.moves(archive.records(most=1)[0].id)]
        finally:
            archive.close()

    @property
    def game_in_play(self) -> Play:
        """What the loop plays now."""
        return self.loop.play

    def ask(self, request: Answerable) -> str:
        """Has the loop do something; what was answered.

        Raises: what the loop refused with.
        """
        self._turn([request])
        return request.done.result(PATIENCE_S)

    def answer(self, move: str) -> None:
        """Answers a question.

        Raises: ReedboardError where the answer fits none.
        """
        self.ask(AnswerGiven(move))

    def new_game(self) -> None:
        """Puts the pieces up and begins another game."""
        self.set_up()
        self.wait(1500)
        self.ask(NewGameWanted(self.game.id))
        self.wait(500)

    def written(self) -> bool:
        """Gives the disk the time it takes; says whether everything is on it."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            self._turn([])
            if not self._keeper.trouble:
                return True
            time.sleep(AGAIN_S)
        return False

    # The board -----------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Puts up the array."""
        occupied = occupancy.expected(self.game.start(), {})
        self.board.set(frozenset(self.placement.sites[site].name for site in occupied))

    def touch(self, site: str, *, on: bool) -> None:
        """Lifts or places."""
        under = self.placement.sites[site].name
        (self.board.place if on else self.board.lift)(under)

    def plug(self) -> None:
        """The cable is in, and the port opened."""
        self.board.connect(True)
        self._plugged = True
        self._session.opened(self.now_ms)

    def unplug(self) -> None:
        """The cable is pulled out."""
        self._plugged = False
        self.board.connect(False)
        events = self._session.closed("the cable was pulled out")
        if self._running:
            self._turn(events)

    def wait(self, ms: int) -> None:
        """Lets time pass."""
        until = self.now_ms + ms
        while self.now_ms < until:
            self.now_ms = min(self.now_ms + STEP_MS, until)
            self.board.step(self.now_ms)
            data = self.board.host_reads()
            if not (self._running and self._plugged):
                continue
            if out := self._session.outgoing():
                self.board.host_writes(out)
            events = self._session.receive(data, self.now_ms) if data else []
            events += self._session.tick(self.now_ms)
            if self._session.state is State.CLOSED:
                self._session.opened(self.now_ms)
            pause_ms = 1000 * (IDLE_S if self.loop.play.quiet else TICK_S)
            if events or self.now_ms - self._ticked_ms >= pause_ms:
                self._ticked_ms = self.now_ms
                self._turn(events)

    def _turn(self, events: Iterable[Event]) -> None:
        with self.time():
            self.loop.take(events)

    @contextmanager
    def time(self) -> Iterator[None]:
        """The game's clock shows the table's time."""
        with patch.object(game_clock, "now_ms", lambda: self.now_ms):
            yield
