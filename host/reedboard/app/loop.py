"""The loop: takes what happens off one queue and is the only thread that touches the game.

    link's reader thread ──┐
    page's threads ────────┼─> queue ─> loop: journal, tracker, record, then lights and page
    terminal, script ──────┘

What is shown has been committed before, so a power cut takes back nothing that anybody saw.
"""

import logging
import queue
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial

from fairyrules import Game
from fairyrules.pieces import Side
from reedboard.app import agreeing, spare_time
from reedboard.app.board_in_use import BoardInUse
from reedboard.app.contracts import GameBoard, Lamps, Tester
from reedboard.app.display import Display, Listener
from reedboard.app.game_clock import TICK_LAG_MS, now_ms
from reedboard.app.log import FIELDS
from reedboard.app.machine import Ask, Machine
from reedboard.app.notices import Notices
from reedboard.app.play import Play
from reedboard.app.requests import (
    Answerable,
    AnswerGiven,
    ClockWanted,
    CoachWanted,
    EndAgreed,
    EndUndone,
    FellOver,
    HandsMoved,
    HintWanted,
    NewGameWanted,
    ProposalMade,
    ReplyGiven,
    Request,
    ResumeWanted,
    SelfTestEnded,
    SelfTestWanted,
    Stop,
    TourWanted,
)
from reedboard.app.thinker import Thought
from reedboard.app.unwritten import Unwritten
from reedboard.archive import game_lookup
from reedboard.archive.database import ArchiveError
from reedboard.archive.game_writer import Keeper
from reedboard.archive.last_played import can_go_on
from reedboard.board.link_events import (
    BoardLost,
    ChainBroken,
    ChainMended,
    Changed,
    FrameShown,
    GeometryPart,
    Greeted,
    LinkEvent,
    Noisy,
    Noted,
    Pressed,
    PressedLong,
    Refused,
    Restored,
    Snapshot,
)
from reedboard.board.profile import Placement
from reedboard.errors import ReedboardError
from reedboard.game.terms import Terms
from reedboard.game.tour import TourStep
from reedboard.supervised import SupervisedThread, sentence

TICK_S = 0.05
"""How often time passes while the tracker may still make something of the silence."""
IDLE_S = 1.0
"""How often it passes otherwise."""
PROMPT_S = 0.05
"""How long touches wait for what was felt before to be written: ten times what that takes."""

Event = LinkEvent | Request | Thought

LOG = logging.getLogger("reedboard")


class Loop:
    """One game after another on one board, until `Stop`.

    Args:
        events: the queue the link puts its events on.
        listeners: called with the new status after every change, in the loop's thread (the first time in that of
            `start`); they must not block.
        ask: has a position thought about; the `Thought` comes as an event. Without it nobody ever answers.
        heard: told everything that the board tells; it must not block.
        selftest: is lent the board; without it there is no self-test.
    """

    def __init__(
        self,
        events: "queue.Queue[Event]",
        lamps: Lamps,
        table: GameBoard,
        keeper: Keeper,
        play: Play,
        listeners: tuple[Listener, ...],
        ask: Ask = lambda question: None,
        heard: Callable[[LinkEvent], None] = lambda event: None,
        selftest: Tester | None = None,
    ) -> None:
        self._events = events
        self._table = table
        self._keeper = keeper
        self._play = play
        self._machine = Machine(ask)
        self._display = Display(lamps, table, self._machine, listeners)
        self._board = BoardInUse(table)
        self._heard = heard
        self._selftest = selftest
        self._notices = Notices()
        self._unwritten = Unwritten(keeper, self._notices)
        self._pressed: tuple[int, Side, int] | None = None
        """The last clock press: in which record, whose, after how many moves."""
        self.beat_s = time.monotonic()
        """When it was last seen to be alive."""
        self._tour: TourStep | None = None
        """The tour that the board shows instead of the game, until it is touched."""

    @property
    def play(self) -> Play:
        """The game in play; it belongs to the loop's thread."""
        return self._play

    def start(self) -> SupervisedThread:
        """Shows how things stand, and runs the loop in a thread of its own."""
        self._keep(None)
        self._show()
        thread = SupervisedThread("the game's loop", self.run, self._fell_over)
        thread.start()
        return thread

    def run(self) -> None:
        """Handles events until `Stop`."""
        while not self.take(self._batch(), 0.0 if self._unwritten else PROMPT_S):
            continue

    def take(self, batch: Iterable[Event], wait_s: float | None = None) -> bool:
        """Handles what happened and shows what came of it; says whether `Stop` was in it. For one thread at a time.

        Args:
            wait_s: how long it waits at most for the disk: what is not written by then is shown by a later call.
        """
        self.beat_s = time.monotonic()
        for event in batch:
            LOG.debug("%r", event)
            if isinstance(event, Stop):
                self._stop(event)
                return True
            self._guarded(partial(self._handle, event))
        self._guarded(partial(self._end_batch, wait_s))
        return False

    def _stop(self, stop: Stop) -> None:
        try:
            self._play.clock.now()
            self._play.still_going()
            self._play.keep()
        except Exception as error:
            LOG.exception("the last events could not be kept")
            stop.done.set_exception(error)
        else:
            self._unwritten.answer_all()
            stop.done.set_result("")

    def _batch(self) -> list[Event]:
        """Everything that waits, after at most a tick."""
        waiting = self._board.setting_up is not None or not self._play.quiet or bool(self._unwritten)
        try:
            idle_s = min(IDLE_S, max(TICK_S, self._play.until_flag_s + TICK_LAG_MS / 1000))
            batch = [self._events.get(timeout=TICK_S if waiting else idle_s)]
        except queue.Empty:
            if waiting:
                self._play.look_ahead()
            else:
                spare_time.use()
            return []
        while True:
            try:
                batch.append(self._events.get_nowait())
            except queue.Empty:
                return batch

    def _end_batch(self, wait_s: float | None) -> None:
        """Lets time pass, keeps what happened and shows what came of it."""
        self._pass_time()
        self._machine.consider(self._play)
        if self._board.lent is None:
            self._display.answer(self._play, self._tour)
        self._keep(wait_s)
        self._show()

    def _guarded(self, act: partial[None]) -> None:
        """Handles one event, or the end of a batch; an error nobody foresaw is shown and the game goes on."""
        try:
            act()
        except Exception as error:
            words = (
                f"Something went wrong inside ({type(error).__name__}: {error}). The journal is kept; please report it"
                f" with the output of: reedboard records export {self._play.record} --trace"
            )
            if self._notices.tell("error", words):  # once, not at every tick
                LOG.exception("an event could not be handled: %r", act)
            self._unwritten.refuse(words)

    def _keep(self, wait_s: float | None) -> None:
        """Puts what happened on the disk; in trouble that is told, and play goes on from memory."""
        unsaved = self._play.keep(wait_s)
        if unsaved:
            self._notices.tell("disk", unsaved)
        elif self._notices.drop("disk"):
            self._notices.tell_in_passing("The records are written again; nothing is missing.")

    def _pass_time(self) -> None:
        if self._board.is_late():
            self._be_set_up()
        self._notices.pass_time()
        self._play.tick()

    def _fell_over(self, error: Exception) -> None:
        self._notices.tell_in_passing(sentence("the game's loop", error))

    # Events --------------------------------------------------------------------------------------------------------

    def _handle(self, event: Event) -> None:
        if isinstance(event, LinkEvent):
            self._heard(event)
            if self._board.lent is not None and self._selftest is not None:
                self._selftest.heard(event)
        match event:
            case Greeted(shape, firmware):
                told = {"board": shape.board, "bits": shape.bits, "leds": shape.leds, "firmware": firmware}
                LOG.info("a board answers", extra={FIELDS: told})
                self._greet(event)
            case Snapshot(t_ms, bits):
                self._board.bits = bits
                if not self._is_apart() and self._board.fits:
                    self._play.seen(t_ms, bits)
            case Changed(t_ms, bit, on, _):
                self._board.changed(bit, on)
                self._notices.drop("clock")
                self._tour = None
                if not self._is_apart() and self._board.fits:
                    self._play.changed(t_ms, bit, on)
                    self._machine.felt(self._play, t_ms, bit, on)
            case Pressed(t_ms, side):
                self._tour = None
                if self._board.setting_up is None and self._board.lent is None:
                    self._press(t_ms, side)
            case PressedLong(_, side):
                mine = not self._is_apart() and side is self._play.position.side
                if mine and self._machine.asked_by_hand(self._play):
                    self._notices.drop("clock")
            case BoardLost(reason):
                LOG.info("the board is lost", extra={FIELDS: {"reason": reason}})
                self._play.lost()
                self._board.lost(reason)
            case Restored():
                LOG.info("the board is back")
                self._play.restored()
                self._board.restored()
            case FellOver(words):
                self._notices.tell_in_passing(words)
            case Refused(reason):
                LOG.warning("the board is refused", extra={FIELDS: {"reason": reason}})
                self._notices.tell("board", reason)
            case ChainBroken(_, chip):
                LOG.warning("the sensor chain is broken", extra={FIELDS: {"chip": chip + 1}})
                words = (
                    f"The sensor chain is broken at chip {chip + 1}: what lies behind is not seen."
                    " Check the plug and the cable that lead to it."
                )
                self._notices.tell("chain", words)
            case ChainMended():
                self._notices.drop("chain")
            case Noted(_, text):
                LOG.info("the board notes something", extra={FIELDS: {"note": text}})
                self._notices.tell("note", text)
            case Noisy() | FrameShown() | GeometryPart() | HandsMoved():
                pass
            case SelfTestEnded():
                self._take_back()
            case Thought():
                self._machine.thought(event, self._play)
            case Stop():
                raise AssertionError("the loop itself stops")
            case request:
                self._serve(request)

    def _press(self, t_ms: int, side: Side) -> None:
        """A clock button: it takes an offer, or says that a move stands; pressed without one it is told so."""
        if offer := self._play.offer:
            self._begin(offer.game, offer.fen, self._play.terms, Future())
            return
        if (away := self._play.unwatched) is not None:
            if len(away.lines) == 1 and not away.lines[0].back:  # a move that was told gives way to words alone
                self._play.say_what_was_played(away.lines[0])
            return
        before, play = self._play.move_list, self._play
        play.pressed(t_ms, side)
        again = self._pressed == (play.record, side, len(before.entries))
        self._pressed = play.record, side, len(play.move_list.entries)
        if play.move_list is not before or play.ended:
            return
        name, other = ("White", "Black") if side is Side.WHITE else ("Black", "White")
        if play.position.side is side:
            words = f"{name}'s clock was pressed, but {name} has not moved yet: it is {name}'s move."
            self._notices.tell("clock", words)
        elif again:
            self._notices.tell("clock", f"{name}'s clock was pressed already: it is {other}'s move.")

    def _greet(self, greeting: Greeted) -> None:
        self._display.forget_lights()
        self._notices.drop("board", "note", "chain")
        wrong = self._board.greeted(greeting, self._play.placement)
        if wrong:
            self._notices.tell("board", wrong)

    def _serve(self, request: Answerable) -> None:
        """Does what somebody asked for, or tells them why not."""
        try:
            if self._board.lent is not None and not isinstance(request, SelfTestWanted):
                raise ReedboardError(
                    "The self-test has the board: wait for its end, or end it on the board’s own page."
                )
            match request:
                case SelfTestWanted(True):
                    self._lend()
                case SelfTestWanted():
                    if self._selftest is not None:
                        self._selftest.stop()
                case AnswerGiven(move, ply):
                    agreeing.answer(self._play, move, ply)
                case NewGameWanted(game, fen, terms):
                    self._begin(game, fen, self._play.terms if terms is None else terms, request.done)
                    return  # answered once the pieces stand
                case ResumeWanted(record):
                    self._resume(record, request.done)
                    return
                case EndAgreed(result):
                    agreeing.end(self._play, result)
                case EndUndone():
                    self._play.reopen()
                case ClockWanted("press", side):
                    self._press(now_ms(), agreeing.side_of(side))
                case ClockWanted():
                    agreeing.clock(self._play, request)
                case ProposalMade():
                    agreeing.propose(self._play, request)
                case TourWanted():
                    self._take_tour(request)
                case HintWanted():
                    self._machine.hint(self._play)
                case CoachWanted(on):
                    self._machine.coach.switch(self._play, on)
                case ReplyGiven():
                    agreeing.reply(self._play, request)
        except Exception as error:
            self._unwritten.reply(request.done, error)
        else:
            self._unwritten.reply(request.done)

    def _begin(self, game_id: str, fen: str | None, terms: Terms, done: Future[str]) -> None:
        """Begins another game; `done` is told once its pieces stand, or once it is known that people set them up."""
        game = game_lookup.known(game_id)
        start = game.position(fen) if fen else game.start()
        self._play_on(game, lambda placement: Play.begin(self._keeper, placement, start, terms=terms), done)

    def _resume(self, number: int, done: Future[str]) -> None:
        """Takes an unfinished game up again; the one being played stays unfinished."""
        record = self._keeper.archive.record(number)
        if record.id == self._play.record:
            raise ReedboardError(f"Game {number} is being played.")
        if not can_go_on(record):
            over = f"is over: {record.result}" if record.result != "*" else "has no journal (it was imported)"
            raise ReedboardError(f"Game {number} {over}; it cannot be gone on with.")
        unread: list[str] = []
        game = game_lookup.known(record.game)
        self._play_on(game, lambda placement: Play.resume(self._keeper, placement, record, unread.append), done)
        if unread:
            self._notices.tell("unread", f"Of the journal of game {number}: {'; '.join(unread)}.")

    def _play_on(self, game: Game, make: Callable[[Placement], Play], done: Future[str]) -> None:
        """Plays another game from now on; `done` is told as `_begin` says."""
        if self._play.keep():
            raise ArchiveError(f"Another game has to wait until this one is written: {self._keeper.trouble}.")
        before, self._tour = self._play, None
        placement = self._table.lay(game)
        try:
            self._play = make(placement)
        except Exception:
            self._table.lay(before.position.game)
            raise
        LOG.info("another game", extra={FIELDS: {"game": game.id, "record": self._play.record}})
        if placement.profile != before.placement.profile:
            self._board.replaced()
        self._notices.drop_all()
        if self._board.setting_up is not None:
            self._unwritten.reply(self._board.setting_up.done)
        self._board.set_up(self._play.occupied, done)
        try:
            if not self._table.set_up(self._play.pieces(self._play.occupied)):
                self._be_set_up()
        except ReedboardError as error:
            self._unwritten.reply(done, error)
            self._be_set_up()
        self._await_pieces()

    # The self-test -------------------------------------------------------------------------------------------------

    def _lend(self) -> None:
        """Lends the board to the self-test; nobody's time runs meanwhile, and the game hears nothing of the board."""
        standing = self._play.standing
        if standing is not None and standing.running is not None:
            raise ReedboardError("The clock goes: pause it first, then test the board.")
        if self._selftest is None:
            raise ReedboardError("This board cannot be tested from here; run: reedboard selftest")
        placement = self._play.placement
        greeting, bits = self._board.lend(placement)
        self._tour = None
        self._notices.tell("selftest", "The self-test has the board: the game waits until it is through.")
        LOG.info("the self-test begins")
        self._selftest.begin(placement.profile, greeting.shape, greeting.version, bits)

    def _take_back(self) -> None:
        """The game has its board again: a virtual one is set up as it stood, on a real one the lights lead to that."""
        if self._board.lent is None:
            return
        LOG.info("the self-test ends")
        self._board.set_up(self._board.take_back(), Future())
        self._display.forget_lights()
        self._notices.drop("selftest")
        try:
            if not self._table.set_up_again():
                self._be_set_up()
        except ReedboardError as error:
            self._notices.tell_in_passing(f"The pieces could not be put back: {error}")
            self._be_set_up()
        self._await_pieces()

    def _is_apart(self) -> bool:
        """Whether the sensors tell nothing of the game: the self-test has them, or its pieces are being put up."""
        return self._board.lent is not None or self._await_pieces()

    def _await_pieces(self) -> bool:
        """Whether a virtual board was still putting up its pieces, so that what it says now is not counted yet."""
        if self._board.setting_up is None:
            return False
        if self._board.stands(self._play.placement):
            self._be_set_up()
        return True

    def _be_set_up(self) -> None:
        """From here on the sensors count; the game's journal begins with the pieces as they are found."""
        assert self._board.setting_up is not None
        done, self._board.setting_up = self._board.setting_up.done, None
        try:
            if self._board.fits and self._board.bits is not None:
                self._play.seen(0, self._board.bits)
        finally:
            self._unwritten.reply(done)

    def _take_tour(self, wanted: TourWanted) -> None:
        """Shows a step of the tour; nobody's time runs meanwhile."""
        standing = self._play.standing
        if wanted.step is not None and wanted.game != self._play.position.game.id:
            raise ReedboardError("Another game is on the board by now: begin its own tour.")
        if wanted.step is not None and standing is not None and standing.running is not None:
            raise ReedboardError("The clock goes: pause it first, then take the tour.")
        self._tour = wanted.step

    def _show(self) -> None:
        """Shows how things stand, or last stood, as far as it is on the disk, and replies to who asked for it."""
        self._unwritten.lay_by(self._display.look(self._play, self._board.connection, tuple(self._notices), self._tour))
        written = self._unwritten.take_written()
        if written:
            # The lights answer hands before: older ones would take back what they say.
            self._display.show(written[-1].picture, lit=not self._unwritten and self._board.lent is None)
        self._unwritten.answer(written)
