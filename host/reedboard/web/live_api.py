"""The game in play as JSON and server-sent events under `/api/v1`: what the page shows and does."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Protocol

from flask import Response, jsonify
from werkzeug.exceptions import ServiceUnavailable

from reedboard.errors import ReedboardError, in_one_line
from reedboard.game.status import Parts, Status
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.operations import Operations, View, wanted
from reedboard.web.stream import TOKEN, stream


class GameApi(Protocol):
    """What the page may ask of the program. Every method may be called from any thread.

    What changes the game returns once that is on the disk: "", or a sentence that says why it is not yet.

    Raises: ReedboardError or FairyRulesError with a sentence for the user.
    """

    def hand(self, action: str, what: str) -> None:
        """Does an action of the virtual board's hands to a site, a piece, a kind of slot or a side's clock."""

    def inject_fault(self, fault: str) -> None:
        """Orders a named fault of the virtual board."""

    def faults(self) -> list[str]:
        """The faults it can have; none for a real board."""

    def answer(self, move: str, ply: int) -> str:
        """Names the move an open question is about: one of its choices, or with its `ply` any move (0: none)."""

    def new_game(self, game: str, fen: str | None, terms: Mapping[str, str] | None) -> str:
        """Begins another game, the one being played stays unfinished. `terms`: "white", "black" (names), "time",
        "stop", "flag", "rated" ("yes"); None: those of the game before.
        """

    def clock(self, act: str, side: str, ms: int) -> str:
        """Does "press", "hold", "go" or "add" (`ms`) to the chess clock, of `side` where that matters."""

    def propose(self, side: str, what: str, value: int) -> str:
        """Puts to the other side: "draw", "undo" to after `value` moves, "time", `value` ms more for both."""

    def reply(self, number: int, accepted: bool) -> str:
        """Replies to the proposal of this number."""

    def tour(self, number: int) -> str:
        """Shows a step of the game's tour on the board, the first is 0; -1 ends the tour."""

    def selftest(self, act: str, place: str) -> str:
        """Does "begin" or "stop" with the self-test of the board; tells it "saw" (light at `place`) or "nothing"."""

    def hint(self) -> str:
        """Has the best moves of the position looked for; they are part of the picture once they are found."""

    def coach(self, on: bool) -> str:
        """Has the coach watch what people play, or not."""

    def correct(self, record: int, result: str) -> None:
        """Corrects the result of a recorded game."""

    def now_ms(self) -> int:
        """The host's own clock, by which a chess clock's face is to be read."""

    def end(self, result: str) -> str:
        """Ends the game by agreement or resignation, or adjourns it ("*")."""

    def undo_end(self) -> str:
        """Takes back that the players ended the game; goes on with one that is adjourned."""

    def unfinished(self) -> list[Parts]:
        """The games that can be taken up again, newest first, without the one being played."""

    def resume(self, record: int) -> str:
        """Takes an unfinished game up again; the one being played stays unfinished."""

    def levels(self) -> list[Parts]:
        """The levels at which the program plays, weakest first: `number` and `words` each."""

    def engines(self) -> list[str]:
        """The names of the engines that may play, too."""

    def games(self) -> list[Parts]:
        """The games to choose from: id and name each."""

    def health(self) -> Parts:
        """Whether the program is well: `ok`, and what else a watchdog may want to know."""

    def board(self) -> Parts:
        """How the board under the game does: `reedboard.game.board_health`."""


@dataclass(frozen=True, slots=True)
class Now:
    """The host's own clock, in milliseconds."""

    now_ms: int


@dataclass(frozen=True, slots=True)
class HealthView:
    """Whether the program is well: `ok`, all troubles in sentences, and a few numbers."""

    ok: bool
    troubles: tuple[str, ...]
    version: str
    runs_s: int
    board: str
    records: str
    pages: int


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game to choose."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class UnfinishedView:
    """A game that can be taken up again; names are "" where none are known."""

    id: int
    game: str
    white: str
    black: str
    begun: str
    plies: int


@dataclass(frozen=True, slots=True)
class Done:
    """It is done; `unsaved` says why it is not on the disk yet, where it is not."""

    unsaved: str = ""


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing."""


@dataclass(frozen=True, slots=True)
class HandsWanted:
    """One action of the hands above a virtual board: of a site ("e2"), a kind of slot ("w:P"), a piece ("w:P") or a
    side's clock ("w")."""

    tap: str | None = None
    lift: str | None = None
    place: str | None = None
    press: str | None = None
    choose: str | None = None
    lay_aside: str | None = None
    lay_in: str | None = None
    take_out: str | None = None
    put_back: str | None = None


@dataclass(frozen=True, slots=True)
class FaultWanted:
    """A fault of the virtual board by its name ("stuck:e4"), "none" to end them."""

    fault: str


@dataclass(frozen=True, slots=True)
class CoachWanted:
    """Whether the coach shall watch."""

    on: bool


@dataclass(frozen=True, slots=True)
class AnswerWanted:
    """The move that a question is about: a choice's machine form; or, with the question's `ply`, any legal move."""

    move: str
    ply: int = 0


@dataclass(frozen=True, slots=True)
class GameWanted:
    """A new game, from its array or from `fen`, with names and a time control; those of the game before where none of
    the others is given."""

    game: str
    fen: str | None = None
    white: str | None = None
    black: str | None = None
    time: str | None = None
    stop: str | None = None
    flag: str | None = None
    rated: str | None = None


@dataclass(frozen=True, slots=True)
class ClockWanted:
    """`act`: "press", "hold", "go" or "add" (`ms`)."""

    act: str
    side: str = ""
    ms: int = 0


@dataclass(frozen=True, slots=True)
class ProposalWanted:
    """`what`: "draw", "undo" (to after `value` moves) or "time" (`value` ms more for both)."""

    side: str
    what: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class ReplyWanted:
    """The reply to the proposal of this number."""

    number: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class TourWanted:
    """A step of the game's tour, the first is 0; -1 ends it."""

    step: int


@dataclass(frozen=True, slots=True)
class SelfTestWanted:
    """`act`: "begin" or "stop" the self-test; or what was seen of it: "saw" the light at `place`, or "nothing"."""

    act: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class ResumeWanted:
    """The number of an unfinished record."""

    record: int


@dataclass(frozen=True, slots=True)
class ResultWanted:
    """How the game ended: "1-0", "0-1" or "1/2-1/2"; "*" adjourns it."""

    result: str


def declare_looking(operations: Operations, hub: Hub, api: GameApi, guard: Guard) -> None:
    """Declares the routes that look."""

    @operations.get("/state", Status)
    def state() -> Response:
        """Everything there is to see of the game in play."""
        if not hub.state:
            raise ServiceUnavailable("The program knows of no game yet.")
        return jsonify(hub.state)

    @operations.get("/events", str, TOKEN, "text/event-stream")
    def events() -> Response:
        """The game as it goes: an event `state` with everything, then `patch` with the parts that changed."""
        return stream(hub, guard)

    @operations.get("/now", Now)
    def now() -> Response:
        """The host's own clock, by which the chess clock's face is read."""
        answer = jsonify(asdict(Now(api.now_ms())))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @operations.get("/health", HealthView, also={503: HealthView})
    def health() -> Response:
        """Whether the program is well; 503 where it is not."""
        told = api.health()
        answer = jsonify(told)
        answer.status_code = 200 if told["ok"] else 503
        return answer

    @operations.get("/games", list[GameChoice])
    def games() -> Response:
        """The games to choose from."""
        return jsonify(api.games())

    @operations.get("/unfinished", list[UnfinishedView])
    def unfinished() -> Response:
        """The games that can be taken up again, newest first."""
        return jsonify(api.unfinished())


def declare_acting(operations: Operations, api: GameApi) -> None:
    """Declares the routes that act."""

    def acting(path: str, form: object) -> Callable[[View], View]:
        return operations.post(path, form, Done, also={202: Done})

    @operations.post("/hands", HandsWanted, Empty)
    def hands() -> Response:
        """Does one action of the hands above a virtual board."""
        told = {name: what for name, what in asdict(wanted(HandsWanted)).items() if what is not None}
        if len(told) != 1:
            raise ReedboardError(f"Expected one action of the hands, found {', '.join(told) or 'nothing'}.")
        ((action, what),) = told.items()
        api.hand(action, what)
        return jsonify({})

    @operations.post("/fault", FaultWanted, Empty)
    def fault() -> Response:
        """Simulates a fault of the virtual board."""
        api.inject_fault(wanted(FaultWanted).fault)
        return jsonify({})

    @acting("/answer", AnswerWanted)
    def answer() -> Response:
        """Answers the question which move was played."""
        told = wanted(AnswerWanted)
        return _done(api.answer(told.move, told.ply))

    @acting("/game", GameWanted)
    def game() -> Response:
        """Begins another game; the one being played stays unfinished."""
        told = asdict(wanted(GameWanted))
        chosen, fen = told.pop("game"), told.pop("fen") or None
        known = any(text is not None for text in told.values())
        terms = {name: text for name, text in told.items() if text} if known else None
        return _done(api.new_game(chosen, fen, terms))

    @acting("/clock", ClockWanted)
    def clock() -> Response:
        """Does something to the chess clock."""
        told = wanted(ClockWanted)
        return _done(api.clock(told.act, told.side, told.ms))

    @acting("/proposal", ProposalWanted)
    def proposal() -> Response:
        """Proposes something to the other side."""
        told = wanted(ProposalWanted)
        return _done(api.propose(told.side, told.what, told.value))

    @acting("/reply", ReplyWanted)
    def reply() -> Response:
        """Accepts or declines a proposal."""
        told = wanted(ReplyWanted)
        return _done(api.reply(told.number, told.accepted))

    @acting("/tour", TourWanted)
    def tour() -> Response:
        """Shows a step of the game's tour on the board, instead of the game; a touch of the board ends it."""
        return _done(api.tour(wanted(TourWanted).step))

    @acting("/board/selftest", SelfTestWanted)
    def selftest() -> Response:
        """Begins or ends the self-test of the board, while the game waits; or tells it what was seen."""
        told = wanted(SelfTestWanted)
        return _done(api.selftest(told.act, told.place))

    @acting("/hint", Empty)
    def hint() -> Response:
        """Has the best moves of the position looked for; they are part of the state once they are found."""
        wanted(Empty)
        return _done(api.hint())

    @acting("/coach", CoachWanted)
    def coach() -> Response:
        """Has the coach watch what people play, or not: it says when a move loses much, and what was better."""
        return _done(api.coach(wanted(CoachWanted).on))

    @acting("/resume", ResumeWanted)
    def resume() -> Response:
        """Takes an unfinished game up again."""
        return _done(api.resume(wanted(ResumeWanted).record))

    @acting("/result", ResultWanted)
    def result() -> Response:
        """Ends the game by agreement or resignation, or adjourns it."""
        return _done(api.end(wanted(ResultWanted).result))

    @operations.post("/records/<int:record>/result", ResultWanted, Empty)
    def correct(record: int) -> Response:
        """Corrects the result of a recorded game; what it was before stays told."""
        api.correct(record, wanted(ResultWanted).result)
        return jsonify({})

    @acting("/result/undo", Empty)
    def undo_result() -> Response:
        """Takes back that the players ended the game."""
        wanted(Empty)
        return _done(api.undo_end())


def _done(unsaved: str) -> Response:
    """200 for what is done and on the disk; 202 for what is done, but not on the disk yet."""
    if not unsaved:
        return jsonify({})
    answer = jsonify({"unsaved": in_one_line(unsaved)})
    answer.status_code = 202
    return answer
