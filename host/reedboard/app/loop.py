"""The loop: takes what happens off one queue and is the only thread that touches the game.

    link's reader thread ──┐
    page's threads ────────┼─> queue ─> loop: journal, tracker, record, then lights and page
    terminal, script ──────┘

What is shown has been committed before, so a power cut takes back nothing that anybody saw.
"""

import logging
import queue
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace

from fairyrules import Game
from fairyrules.pieces import Side
from reedboard.app import agreeing, spare_time
from reedboard.app.contracts import GameBoard, Lamps, Tester
from reedboard.app.game_clock import TICK_LAG_MS, now_ms
from reedboard.app.log import FIELDS
from reedboard.app.machine import Ask, Machine
from reedboard.app.play import ADJOURNED, Play
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
from reedboard.app.unwatched import Unwatched
from reedboard.archive import game_lookup
from reedboard.archive.database import ArchiveError
from reedboard.archive.game_writer import Keeper
from reedboard.archive.last_played import can_go_on
from reedboard.board import occupancy
from reedboard.board.link_events import (
    BoardLost,
    BoardShape,
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
    Refused,
    Restored,
    Snapshot,
)
from reedboard.board.profile import Placement
from reedboard.board.shape_check import mismatch
from reedboard.board.wire import Glow
from reedboard.errors import ReedboardError
from reedboard.game import lights
from reedboard.game.led_frame import led_frame
from reedboard.game.lights import Light
from reedboard.game.status import Connection, Status
from reedboard.game.terms import Terms
from reedboard.game.tour import TourStep
from reedboard.game.view import Scene, status, unseen
from reedboard.supervised import SupervisedThread, sentence
from reedboard.tracker import Belief

TICK_S = 0.05
"""How often time passes while the tracker may still make something of the silence."""
IDLE_S = 1.0
"""How often it passes otherwise."""

PIECES_S = 8.0
"""How long a virtual board may take to report its new pieces, a change of shape on a busy machine included."""
FELL_S = 60.0
"""How long it stays on the page that something fell over and started again."""

Event = LinkEvent | Request | Thought
Listener = Callable[[Status], None]

LOG = logging.getLogger("reedboard")


@dataclass(frozen=True, slots=True)
class _SettingUp:
    """A virtual board is putting up the pieces of a new game; its sensors count once they say `wanted`."""

    wanted: frozenset[str]
    until_s: float
    done: Future[str]


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
        self._lamps = lamps
        self._table = table
        self._keeper = keeper
        self._play = play
        self._listeners = listeners
        self._machine = Machine(ask)
        self._heard = heard
        self._selftest = selftest
        self._lent: frozenset[str] | None = None
        """What stood on the board when the self-test got it; None while the game has it."""
        self._greeted: Greeted | None = None
        self._connection = Connection("searching", f"Looking for the board at {table.port}", table.port, table.name)
        self._bits: int | None = None
        """What the board under this game senses; None as long as no such board answers."""
        self._fits = False
        self._setting_up: _SettingUp | None = None
        self._replies: list[tuple[Future[str], Exception | None]] = []
        """What was asked for and done, or refused: told once it is on the disk."""
        self._notices: dict[str, str] = {}
        self._pressed: tuple[int, Side, int] | None = None
        """The last clock press: in which record, whose, after how many moves."""
        self._fell_s = 0.0
        self.beat_s = time.monotonic()
        """When it was last seen to be alive."""
        self._tour: TourStep | None = None
        """The tour that the board shows instead of the game, until it is touched."""
        self._glows: tuple[Glow, ...] | None = None
        self._lit: tuple[Belief, Mapping[str, Light]] | None = None
        """What is lit for a belief: it seldom changes while time passes."""
        self._drawn: tuple[Scene, bool, Unwatched | None, bool] | None = None
        """What the status shown last was made from: made anew it would be the same."""
        self._shown: Status | None = None

    @property
    def play(self) -> Play:
        """The game in play; it belongs to the loop's thread."""
        return self._play

    def start(self) -> SupervisedThread:
        """Shows how things stand, and runs the loop in a thread of its own."""
        self._keep()
        self._show()
        thread = SupervisedThread("the game's loop", self.run, self._fell_over)
        thread.start()
        return thread

    def run(self) -> None:
        """Handles events until `Stop`."""
        while not self.take(self._batch()):
            continue

    def take(self, batch: Iterable[Event]) -> bool:
        """Handles what happened and shows what came of it; says whether `Stop` was in it. For one thread at a time."""
        self.beat_s = time.monotonic()
        for event in batch:
            LOG.debug("%r", event)
            if isinstance(event, Stop):
                self._stop(event)
                return True
            self._guarded(event)
        self._guarded(None)
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
            self._reply()
            stop.done.set_result("")

    def _batch(self) -> list[Event]:
        """Everything that waits, after at most a tick."""
        waiting = self._setting_up is not None or not self._play.quiet
        try:
            idle_s = min(IDLE_S, max(TICK_S, self._play.until_flag_s + TICK_LAG_MS / 1000))
            batch = [self._events.get(timeout=TICK_S if waiting else idle_s)]
        except queue.Empty:
            if not waiting:
                spare_time.use()
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
                self._pass_time()
                self._machine.consider(self._play)
                self._keep()
                self._show()
                self._reply()
            else:
                self._handle(event)
        except Exception as error:
            words = (
                f"Something went wrong inside ({type(error).__name__}: {error}). The journal is kept; please report it"
                f" with the output of: reedboard records export {self._play.record} --trace"
            )
            if self._notices.get("error") != words:  # once, not at every tick
                LOG.exception("an event could not be handled: %r", event)
            self._notices["error"] = words
            self._replies, failed = [], self._replies
            for done, refusal in failed:
                if not done.done():
                    done.set_exception(refusal or ReedboardError(words))

    def _keep(self) -> None:
        """Puts what happened on the disk; in trouble that is told, and play goes on from memory."""
        unsaved = self._play.keep()
        if unsaved:
            self._notices["disk"] = unsaved
        elif self._notices.pop("disk", None):
            self._notices["fell"], self._fell_s = "The records are written again; nothing is missing.", time.monotonic()

    def _reply(self) -> None:
        """Answers whoever asked for something, now that it is on the disk, or known not to be."""
        self._replies, served = [], self._replies
        for done, refusal in served:
            if done.done():
                continue
            if refusal is None:
                done.set_result(self._notices.get("disk", ""))
            else:
                done.set_exception(refusal)

    def _pass_time(self) -> None:
        if self._setting_up is not None and time.monotonic() >= self._setting_up.until_s:
            self._be_set_up()
        if "fell" in self._notices and time.monotonic() >= self._fell_s + FELL_S:
            del self._notices["fell"]
        self._play.tick()

    def _fell_over(self, error: Exception) -> None:
        self._notices["fell"], self._fell_s = sentence("the game's loop", error), time.monotonic()

    # Events --------------------------------------------------------------------------------------------------------

    def _handle(self, event: Event) -> None:
        if isinstance(event, LinkEvent):
            self._heard(event)
            if self._lent is not None and self._selftest is not None:
                self._selftest.heard(event)
        match event:
            case Greeted(shape, firmware):
                self._greeted = event
                told = {"board": shape.board, "bits": shape.bits, "leds": shape.leds, "firmware": firmware}
                LOG.info("a board answers", extra={FIELDS: told})
                self._greet(shape)
            case Snapshot(t_ms, bits):
                self._bits = bits
                if not self._is_apart() and self._fits:
                    self._play.seen(t_ms, bits)
            case Changed(t_ms, bit, on, _):
                self._note_bit(bit, on)
                self._notices.pop("clock", None)
                self._tour = None
                if not self._is_apart() and self._fits:
                    self._play.changed(t_ms, bit, on)
                    self._machine.felt(self._play, t_ms, bit, on)
            case Pressed(t_ms, side):
                self._tour = None
                if self._setting_up is None and self._lent is None:
                    self._press(t_ms, side)
            case BoardLost(reason):
                LOG.info("the board is lost", extra={FIELDS: {"reason": reason}})
                self._play.lost()
                if self._fits or self._setting_up is None:  # else the one before, as another takes its place
                    self._connection = Connection("lost", f"Board lost: {reason}", self._table.port, self._table.name)
            case Restored():
                LOG.info("the board is back")
                self._play.restored()
                self._connection = self._connected()
            case FellOver(words):
                self._notices["fell"], self._fell_s = words, time.monotonic()
            case Refused(reason):
                LOG.warning("the board is refused", extra={FIELDS: {"reason": reason}})
                self._notices["board"] = reason
            case ChainBroken(_, chip):
                LOG.warning("the sensor chain is broken", extra={FIELDS: {"chip": chip + 1}})
                self._notices["chain"] = (
                    f"The sensor chain is broken at chip {chip + 1}: what lies behind is not seen."
                    " Check the plug and the cable that lead to it."
                )
            case ChainMended():
                self._notices.pop("chain", None)
            case Noted(_, text):
                LOG.info("the board notes something", extra={FIELDS: {"note": text}})
                self._notices["note"] = text
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
            if len(away.lines) == 1:
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
            self._notices["clock"] = f"{name}'s clock was pressed, but {name} has not moved yet: it is {name}'s move."
        elif again:
            self._notices["clock"] = f"{name}'s clock was pressed already: it is {other}'s move."

    def _note_bit(self, bit: int, on: bool) -> None:
        if self._bits is not None:
            self._bits = self._bits | 1 << bit if on else self._bits & ~(1 << bit)

    def _greet(self, shape: BoardShape) -> None:
        """A board answers, perhaps another than before: what was known of that one is forgotten."""
        self._bits = None
        self._glows = None
        for told in ("board", "note", "chain"):
            self._notices.pop(told, None)
        wrong = mismatch(shape, self._play.placement.profile)
        self._fits = wrong is None
        self._connection = self._connected()
        if wrong is not None:
            self._notices["board"] = wrong

    def _connected(self) -> Connection:
        if self._fits:
            return Connection("connected", self._table.name, self._table.port, self._table.name)
        return Connection("lost", "Another board answers", self._table.port, self._table.name)

    def _serve(self, request: Answerable) -> None:
        """Does what somebody asked for, or tells them why not."""
        try:
            if self._lent is not None and not isinstance(request, SelfTestWanted):
                raise ReedboardError(
                    "The self-test has the board: wait for its end, or end it on the board’s own page."
                )
            match request:
                case SelfTestWanted(True):
                    self._lend()
                case SelfTestWanted():
                    if self._selftest is not None:
                        self._selftest.stop()
                case AnswerGiven(move):
                    self._answer(move)
                case NewGameWanted(game, fen, terms):
                    self._begin(game, fen, self._play.terms if terms is None else terms, request.done)
                    return  # answered once the pieces stand
                case ResumeWanted(record):
                    self._resume(record, request.done)
                    return
                case EndAgreed(result):
                    self._end(result)
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
            self._replies.append((request.done, error))
        else:
            self._replies.append((request.done, None))

    def _answer(self, move: str) -> None:
        away = self._play.unwatched
        if away is not None:
            line = away.answer(move)
            if line is None:
                raise ReedboardError(
                    f"The answer {move} fits no question: expected one of {', '.join(away.answers())}."
                )
            self._play.say_what_was_played(line)
            return
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
            self._notices["unread"] = f"Of the journal of game {number}: {'; '.join(unread)}."

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
            self._bits, self._fits = None, False  # the board before
            words = f"Setting up: {self._table.name}"
            self._connection = Connection("searching", words, self._table.port, self._table.name)
        self._notices.clear()
        if self._setting_up is not None:
            self._replies.append((self._setting_up.done, None))
        self._setting_up = _SettingUp(self._play.occupied, time.monotonic() + PIECES_S, done)
        try:
            if not self._table.set_up(self._play.pieces(self._play.occupied)):
                self._be_set_up()
        except ReedboardError as error:
            self._replies.append((done, error))
            self._be_set_up()
        self._await_pieces()

    # The self-test -------------------------------------------------------------------------------------------------

    def _lend(self) -> None:
        """Lends the board to the self-test; nobody's time runs meanwhile, and the game hears nothing of the board."""
        standing = self._play.standing
        if self._lent is not None:
            raise ReedboardError("The self-test is under way already.")
        if standing is not None and standing.running is not None:
            raise ReedboardError("The clock goes: pause it first, then test the board.")
        if self._setting_up is not None or self._bits is None or not self._fits or self._greeted is None:
            raise ReedboardError("The board does not answer: look at its cable first.")
        if self._selftest is None:
            raise ReedboardError("This board cannot be tested from here; run: reedboard selftest")
        placement, self._tour = self._play.placement, None
        self._lent = occupancy.occupied(placement, self._bits)
        self._notices["selftest"] = "The self-test has the board: the game waits until it is through."
        LOG.info("the self-test begins")
        self._selftest.begin(placement.profile, self._greeted.shape, self._greeted.version, self._bits)

    def _take_back(self) -> None:
        """The game has its board again: a virtual one is set up as it stood, on a real one the lights lead to that."""
        if self._lent is None:
            return
        LOG.info("the self-test ends")
        self._setting_up = _SettingUp(self._lent, time.monotonic() + PIECES_S, Future())
        self._lent = None
        self._glows = None
        del self._notices["selftest"]
        try:
            if not self._table.set_up_again():
                self._be_set_up()
        except ReedboardError as error:
            self._notices["fell"], self._fell_s = f"The pieces could not be put back: {error}", time.monotonic()
            self._be_set_up()
        self._await_pieces()

    def _is_apart(self) -> bool:
        """Whether the sensors tell nothing of the game: the self-test has them, or its pieces are being put up."""
        return self._lent is not None or self._await_pieces()

    def _await_pieces(self) -> bool:
        """Whether a virtual board is still putting up its pieces, so that its sensors do not count yet."""
        if self._setting_up is None:
            return False
        placement = self._play.placement
        if self._fits and occupancy.occupied(placement, self._bits or 0) == self._setting_up.wanted:
            self._be_set_up()
        return True

    def _be_set_up(self) -> None:
        """From here on the sensors count; the game's journal begins with the pieces as they are found."""
        assert self._setting_up is not None
        done, self._setting_up = self._setting_up.done, None
        try:
            if self._fits and self._bits is not None:
                self._play.seen(0, self._bits)
        finally:
            self._replies.append((done, None))

    def _take_tour(self, wanted: TourWanted) -> None:
        """Shows a step of the tour; nobody's time runs meanwhile."""
        standing = self._play.standing
        if wanted.step is not None and wanted.game != self._play.position.game.id:
            raise ReedboardError("Another game is on the board by now: begin its own tour.")
        if wanted.step is not None and standing is not None and standing.running is not None:
            raise ReedboardError("The clock goes: pause it first, then take the tour.")
        self._tour = wanted.step

    def _end(self, result: str) -> None:
        claim = self._play.position.may_claim_draw()
        drawn = f"draw claimed: {claim}" if claim else "draw agreed"
        reason = {"1-0": "Black resigns", "0-1": "White resigns", "1/2-1/2": drawn, "*": ADJOURNED}.get(result)
        if reason is None:
            raise ReedboardError(f"A game ends 1-0, 0-1 or 1/2-1/2, or is adjourned with *; found {result!r}.")
        agreeing.still_open(self._play)
        self._play.agree(result, reason)
        LOG.info("the players end the game", extra={FIELDS: {"record": self._play.record, "result": result}})

    # What is shown -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        play = self._play
        offer = play.offer
        away = play.unwatched
        if self._lit is None or self._lit[0] is not play.belief:
            self._lit = play.belief, lights.policy(play.belief)
        lit = self._machine.lights(play, {} if offer or away else self._lit[1])
        lit = lit if self._tour is None else self._tour.lights
        glowing = led_frame(play.placement, lit)
        if glowing != self._glows and self._lent is None:
            self._lamps.show(glowing)
            self._glows = glowing
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
            names=(play.terms.white, play.terms.black),
            first_ply=play.first_ply,
            before_back=play.before_back,
            standing=play.standing,
            clock=play.clock_view,
            proposal=play.proposal,
            machine=self._machine.view(play),
            advice=self._machine.advice(play),
            coach=self._machine.coach.view(play),
            rated=play.terms.rated,
            tour=None if self._tour is None else self._tour.view,
            hinted=play.hinted,
            adjourned=play.adjourned,
            notices=(*self._notices.values(), *filter(None, [self._machine.failure])),
            hands=self._table.follow(play.position, play.missing, play.agreed),
        )
        drawn = scene, self._machine.guides(play), away, play.handled
        if drawn == self._drawn:
            return
        self._drawn = drawn
        now = status(scene)
        if drawn[1]:
            now = replace(now, trouble=None)
        if away is not None:
            asked = None if play.handled else away.question(len(play.move_list.entries) + 1)
            now = replace(now, question=asked, trouble=None, offer=None)
        if now != self._shown:
            self._shown = now
            for listener in self._listeners:
                listener(now)
