"""The loop: takes what happens off one queue and is the only thread that touches the game.

    link's reader thread ──┐
    page's threads ────────┼─> queue ─> loop: journal, tracker, record, then lights and page
    terminal, script ──────┘

What is shown has been committed before, so a power cut takes back nothing that anybody saw.
"""

import queue
import threading
import time
import traceback
from collections.abc import Callable
from typing import Protocol

from fairyrules import Game, Position
from fairyrules.pieces import Side
from reedboard.app.play import Play
from reedboard.app.requests import AnswerGiven, EndAgreed, NewGameWanted, Request, Stop
from reedboard.archive import games
from reedboard.archive.database import Archive
from reedboard.board import occupancy
from reedboard.board.link_events import (
    BoardLost,
    ChainBroken,
    ChainMended,
    Changed,
    FrameShown,
    Greeted,
    LinkEvent,
    Noisy,
    Noted,
    Pressed,
    Refused,
    Restored,
    Snapshot,
)
from reedboard.board.profile import Placement
from reedboard.board.wire import Glow
from reedboard.errors import ReedboardError
from reedboard.game import lights
from reedboard.game.led_frame import led_frame
from reedboard.game.status import Connection, Status
from reedboard.game.view import Scene, status, unseen

TICK_S = 0.05
"""How often time passes while the tracker may still make something of the silence."""
IDLE_S = 1.0
"""How often it passes otherwise."""

PIECES_S = 3.0
"""How long a virtual board may take to put up its pieces, a change of shape included."""

Event = LinkEvent | Request
Listener = Callable[[Status], None]


class Lamps(Protocol):
    """Where lights go: the link."""

    def show(self, glows: tuple[Glow, ...]) -> None:
        """Wants these lights on the board; never blocks."""


class GameBoard(Protocol):
    """The board under the game: which there is, and how a game lies on it."""

    @property
    def port(self) -> str:
        """Where the board is, as people say it."""

    @property
    def name(self) -> str:
        """The board's name."""

    @property
    def hands(self) -> bool:
        """Whether the page may lift and place."""

    def lay(self, game: Game) -> Placement:
        """The game laid on the board; a virtual board may change its shape for it.

        Raises: ProfileError when it does not fit.
        """

    def set_up(self, placement: Placement, start: Position) -> bool:
        """Puts the pieces where the game begins, if the board has hands of its own; says whether."""


class Loop:
    """One game after another on one board, until `Stop`.

    Args:
        events: the queue the link puts its events on.
        listeners: called with the new status after every change, in the loop's thread (the first time in that of
            `start`); they must not block.
    """

    def __init__(
        self,
        events: "queue.Queue[Event]",
        lamps: Lamps,
        table: GameBoard,
        archive: Archive,
        play: Play,
        listeners: tuple[Listener, ...],
    ) -> None:
        self._events = events
        self._lamps = lamps
        self._table = table
        self._archive = archive
        self._play = play
        self._listeners = listeners
        self._connection = Connection("searching", f"Looking for the board at {table.port}", table.port, table.name)
        self._awaited = play.placement.profile.id
        self._heard_from: str | None = None
        self._bits: int | None = None
        self._notices: dict[str, str] = {}
        self._deferred: list[Event] = []
        self._glows: tuple[Glow, ...] | None = None
        self._shown: Status | None = None

    def start(self) -> threading.Thread:
        """Shows how things stand, and runs the loop in a thread of its own."""
        self._show()
        thread = threading.Thread(target=self.run, name="loop", daemon=True)
        thread.start()
        return thread

    def run(self) -> None:
        """Handles events until `Stop`."""
        running = True
        while running:
            for event in self._batch():
                if isinstance(event, Stop):
                    running = False
                    self._play.keep()
                    event.done.set_result(None)
                    break
                self._guarded(event)
            else:
                self._guarded(None)

    def _batch(self) -> list[Event]:
        """Everything that waits, after at most a tick."""
        batch, self._deferred = self._deferred, []
        if not batch:
            try:
                batch = [self._events.get(timeout=IDLE_S if self._play.quiet else TICK_S)]
            except queue.Empty:
                return []
        while True:
            try:
                batch.append(self._events.get_nowait())
            except queue.Empty:
                return batch

    def _guarded(self, event: Event | None) -> None:
        """Handles one event, or the end of a batch; an error nobody foresaw is shown and the game goes on."""
        try:
            if event is None:
                self._play.tick()
                self._play.keep()
                self._show()
            else:
                self._handle(event)
        except Exception as error:
            traceback.print_exc()
            self._notices["error"] = (
                f"Something went wrong inside ({type(error).__name__}: {error}). The journal is kept; please report it"
                f" with the output of: reedboard records export {self._play.record} --trace"
            )

    # Events --------------------------------------------------------------------------------------------------------

    def _handle(self, event: Event) -> None:
        match event:
            case Greeted(shape, _):
                self._heard_from = shape.board
                self._bits = None
                self._connection = self._connected()
                for told in ("board", "note"):
                    self._notices.pop(told, None)
            case Snapshot(t_ms, bits):
                self._bits = bits
                if self._heard_from == self._awaited:
                    self._play.seen(t_ms, bits)
            case Changed(t_ms, bit, on, _):
                self._note_bit(bit, on)
                self._notices.pop("clock", None)
                if self._heard_from == self._awaited:
                    self._play.changed(t_ms, bit, on)
            case Pressed(t_ms, side):
                self._press(t_ms, side)
            case BoardLost(reason):
                self._connection = Connection("lost", f"Board lost: {reason}", self._table.port, self._table.name)
            case Restored():
                self._connection = self._connected()
            case Refused(reason):
                self._notices["board"] = reason
            case ChainBroken(_, chip):
                self._notices["chain"] = f"The sensor chain is broken at chip {chip + 1}: what lies behind is not seen."
            case ChainMended():
                self._notices.pop("chain", None)
            case Noted(_, text):
                self._notices["note"] = text
            case Noisy() | FrameShown():
                pass
            case AnswerGiven() | NewGameWanted() | EndAgreed() as request:
                self._serve(request)
            case Stop():
                raise AssertionError("the loop itself stops")

    def _press(self, t_ms: int, side: Side) -> None:
        """A clock button: it takes an offer, or says that a move stands; pressed without one it is told so."""
        if offer := self._play.offer:
            self._begin(offer.game, offer.fen)
            return
        before = self._play.move_list
        self._play.pressed(t_ms, side)
        if self._play.move_list is before and self._play.position.side is side and not self._play.ended:
            name = "White" if side is Side.WHITE else "Black"
            self._notices["clock"] = f"{name}'s clock was pressed, but {name} has not moved yet: it is {name}'s move."

    def _note_bit(self, bit: int, on: bool) -> None:
        if self._bits is not None:
            self._bits = self._bits | 1 << bit if on else self._bits & ~(1 << bit)

    def _connected(self) -> Connection:
        return Connection("connected", self._table.name, self._table.port, self._table.name)

    def _serve(self, request: AnswerGiven | NewGameWanted | EndAgreed) -> None:
        """Does what somebody asked for, or tells them why not."""
        try:
            match request:
                case AnswerGiven(move):
                    self._answer(move)
                case NewGameWanted(game, fen):
                    self._begin(game, fen)
                case EndAgreed(result):
                    self._end(result)
        except Exception as error:
            request.done.set_exception(error)
        else:
            request.done.set_result(None)

    def _answer(self, move: str) -> None:
        asked = self._play.belief.asking
        choices = [str(each) for each in asked.moves] if asked else []
        choices += [choice.move for choice in unseen(self._play.position)]
        if move in choices:
            self._play.answered(move)
            return
        known = self._play.move_list.rival(move)
        if known is not None and str(known.move) == move:
            return  # two people gave the same answer
        if known is not None:
            raise ReedboardError(
                f"That is answered already: {known.san}. If it was another move, take it back on the board first."
            )
        expected = f"expected one of {', '.join(choices)}" if choices else "nothing is asked"
        raise ReedboardError(f"The answer {move} fits no question: {expected}.")

    def _begin(self, game_id: str, fen: str | None) -> None:
        game = games.known(game_id)
        start = game.position(fen) if fen else game.start()
        placement = self._table.lay(game)
        self._play.keep()
        self._awaited = placement.profile.id
        self._play = Play.begin(self._archive, placement, start)
        self._notices.clear()
        if self._table.set_up(self._play.placement, start):
            self._hear_pieces_placed(self._play.occupied)
        if self._bits is not None and self._heard_from == self._awaited:
            self._play.seen(0, self._bits)

    def _hear_pieces_placed(self, wanted: frozenset[str]) -> None:
        """Lets a virtual board report its new pieces, so that the game's journal begins with them in place."""
        deadline = time.monotonic() + PIECES_S
        while time.monotonic() < deadline:
            here = self._heard_from == self._awaited and self._bits is not None
            if here and occupancy.occupied(self._play.placement, self._bits or 0) == wanted:
                break
            try:
                event = self._events.get(timeout=TICK_S)
            except queue.Empty:
                continue
            match event:
                case Greeted(shape, _):
                    self._heard_from, self._bits = shape.board, None
                    self._connection = self._connected()
                case Snapshot(_, bits):
                    self._bits = bits
                case Changed(_, bit, on, _):
                    self._note_bit(bit, on)
                case _:
                    self._deferred.append(event)

    def _end(self, result: str) -> None:
        claim = self._play.position.may_claim_draw()
        drawn = f"draw claimed: {claim}" if claim else "draw agreed"
        reason = {"1-0": "Black resigns", "0-1": "White resigns", "1/2-1/2": drawn}.get(result)
        if reason is None:
            raise ReedboardError(f"A game ends 1-0, 0-1 or 1/2-1/2; found {result!r}.")
        if self._play.ended:
            raise ReedboardError(f"The game is over already: {self._play.ended.result}.")
        self._play.agree(result, reason)

    # What is shown -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        play = self._play
        offer = play.offer
        lit = {} if offer else lights.policy(play.belief)
        glowing = led_frame(play.placement, lit)
        if glowing != self._glows:
            self._glows = glowing
            self._lamps.show(glowing)
        scene = Scene(
            record=play.record,
            placement=play.placement,
            belief=play.belief,
            move_list=play.move_list,
            occupied=play.occupied,
            lights=lit,
            connection=self._connection,
            ended=play.ended,
            offer=offer,
            notices=tuple(self._notices.values()),
            hands=self._table.hands,
        )
        now = status(scene)
        if now != self._shown:
            self._shown = now
            for listener in self._listeners:
                listener(now)
