"""The page's routes: looking is free, acting needs the token. Holds no state of its own."""

from collections.abc import Mapping
from typing import Protocol

from flask import Flask, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.wrappers import Response as BaseResponse

from fairyrules.errors import FairyRulesError
from reedboard.archive.database import Archive
from reedboard.errors import ReedboardError, in_one_line
from reedboard.game.status import Parts
from reedboard.game.terms import TermsError
from reedboard.web.body import FieldError, body, number_of, text_of, yes_or_no
from reedboard.web.channels import TAKE_OVER
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard, refusal_of_host
from reedboard.web.record_api import add_record_api
from reedboard.web.records import add_records
from reedboard.web.rules import add_rules


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

    def answer(self, move: str) -> str:
        """Names the move (machine form) an open question is about."""

    def new_game(self, game: str, fen: str | None, terms: Mapping[str, str] | None) -> str:
        """Begins another game, the one being played stays unfinished. `terms`: "white", "black" (names), "time",
        "stop", "flag"; None: those of the game before.
        """

    def clock(self, act: str, side: str, ms: int) -> str:
        """Does "press", "hold", "go" or "add" (`ms`) to the chess clock, of `side` where that matters."""

    def propose(self, side: str, what: str, value: int) -> str:
        """Puts to the other side: "draw", "undo" to after `value` moves, "time", `value` ms more for both."""

    def reply(self, number: int, accepted: bool) -> str:
        """Replies to the proposal of this number."""

    def hint(self) -> str:
        """Has the best moves of the position looked for; they are part of the picture once they are found."""

    def now_ms(self) -> int:
        """The host's own clock, by which a chess clock's face is to be read."""

    def end(self, result: str) -> str:
        """Ends the game by agreement or resignation."""

    def undo_end(self) -> str:
        """Takes back that the players ended the game."""

    def unfinished(self) -> list[Parts]:
        """The games that can be taken up again, newest first, without the one being played."""

    def resume(self, record: int) -> str:
        """Takes an unfinished game up again; the one being played stays unfinished."""

    def levels(self) -> list[Parts]:
        """The levels at which the program plays, weakest first: `number` and `words` each."""

    def games(self) -> list[Parts]:
        """The games to choose from: id and name each."""

    def health(self) -> Parts:
        """Whether the program is well: `ok`, and what else a watchdog may want to know."""


TERMS = ("white", "black", "time", "stop", "flag")
"""What a new game's request may say beside the game and its position."""
MOST_BYTES = 64 * 1024
"""Of a request's body; the longest of ours, a game with its FEN, has under a thousand."""


def create_app(hub: Hub, api: GameApi, guard: Guard, archive: Archive) -> Flask:
    """The application served by `server.serve`."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask types the provider's interface only
    _look(app, hub, api, guard)
    add_rules(app, hub)
    add_records(app, archive, guard)
    add_record_api(app, archive)
    _act(app, api, guard)

    @app.before_request
    def check_host() -> Response | None:
        refusal = refusal_of_host(request)
        return _refuse(refusal, 403) if refusal else None

    @app.after_request
    def keep_to_ourselves(answer: Response) -> Response:
        answer.headers.setdefault(
            "Content-Security-Policy",
            "default-src 'self'; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
        )
        answer.headers["Referrer-Policy"] = "no-referrer"
        answer.headers["X-Content-Type-Options"] = "nosniff"
        answer.headers.setdefault("Cache-Control", "no-cache")
        return answer

    @app.errorhandler(ReedboardError)
    @app.errorhandler(FairyRulesError)
    def mendable(error: Exception) -> Response:
        return _refuse(str(error), 400, error.field if isinstance(error, FieldError | TermsError) else "")

    @app.errorhandler(HTTPException)
    def web_error(error: HTTPException) -> Response:
        return _refuse(error.description or error.name, error.code or 500)

    return app


def _look(app: Flask, hub: Hub, api: GameApi, guard: Guard) -> None:
    @app.get("/")
    def page() -> Response:
        may_act = guard.holds_token(request.args.get("token"))
        answer = make_response(render_template("page.html", may_act=may_act, faults=api.faults(), levels=api.levels()))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/events")
    def events() -> Response:
        holder = guard.holds_token(request.args.get("token")) or guard.bears_token(request)
        if not hub.has_room(holder=holder):
            return _refuse("Too many pages are open; close one and reload this.", 503)
        headers = {"X-Accel-Buffering": "no"}
        take_over = request.environ.get(TAKE_OVER)
        if take_over is None:  # another server than ours: the page asks again when the answer ends
            return Response(hub.whole(), mimetype="text/event-stream", headers=headers)
        take_over(hub.follow, holder=holder)
        return Response(iter(()), mimetype="text/event-stream", headers=headers)

    @app.get("/state")
    def state() -> Response:
        return jsonify(hub.state)

    @app.get("/now")
    def now() -> Response:
        answer = jsonify({"now_ms": api.now_ms()})
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/health")
    def health() -> Response:
        told = api.health()
        answer = jsonify(told)
        answer.status_code = 200 if told["ok"] else 503
        return answer

    @app.get("/games")
    def games() -> Response:
        return jsonify(api.games())

    @app.get("/unfinished")
    def unfinished() -> Response:
        return jsonify(api.unfinished())

    @app.get("/game.pgn")
    def current_pgn() -> BaseResponse:
        playing = hub.state.get("game", {}).get("record")
        return redirect(url_for("record_pgn", record=playing)) if playing else _refuse("No game is played yet.", 404)

    @app.get("/favicon.ico")
    def icon() -> BaseResponse:
        return redirect(url_for("static", filename="icon.svg"))


def _act(app: Flask, api: GameApi, guard: Guard) -> None:
    @app.before_request
    def check_token() -> Response | None:
        if request.method != "POST":
            return None
        refusal = guard.refusal_to_act(request)
        return _refuse(refusal, 403) if refusal else None

    @app.post("/hands")
    def hands() -> Response:
        told = body()
        if len(told) != 1:
            raise ReedboardError(f"Expected one action of the hands, found {', '.join(told)[:80] or 'nothing'}.")
        (action,) = told
        api.hand(action, text_of(told, action))
        return jsonify({})

    @app.post("/fault")
    def fault() -> Response:
        api.inject_fault(text_of(body(), "fault"))
        return jsonify({})

    @app.post("/answer")
    def answer() -> Response:
        return _done(api.answer(text_of(body(), "move")))

    @app.post("/game")
    def game() -> Response:
        told = body()
        named = {name: text_of(told, name) for name in TERMS if told.get(name)}
        terms = named if any(name in told for name in TERMS) else None
        return _done(api.new_game(text_of(told, "game"), text_of(told, "fen") if told.get("fen") else None, terms))

    @app.post("/clock")
    def clock() -> Response:
        told = body()
        side = text_of(told, "side") if "side" in told else ""
        return _done(api.clock(text_of(told, "act"), side, number_of(told, "ms") if "ms" in told else 0))

    @app.post("/proposal")
    def proposal() -> Response:
        told = body()
        value = number_of(told, "value") if "value" in told else 0
        return _done(api.propose(text_of(told, "side"), text_of(told, "what"), value))

    @app.post("/reply")
    def reply() -> Response:
        told = body()
        return _done(api.reply(number_of(told, "number"), yes_or_no(told, "accepted")))

    @app.post("/hint")
    def hint() -> Response:
        return _done(api.hint())

    @app.post("/resume")
    def resume() -> Response:
        return _done(api.resume(number_of(body(), "record")))

    @app.post("/result/undo")
    def undo_result() -> Response:
        return _done(api.undo_end())

    @app.post("/result")
    def result() -> Response:
        return _done(api.end(text_of(body(), "result")))


def _done(unsaved: str) -> Response:
    """200 for what is done and on the disk; 202 for what is done, but not on the disk yet."""
    if not unsaved:
        return jsonify({})
    answer = jsonify({"unsaved": in_one_line(unsaved)})
    answer.status_code = 202
    return answer


def _refuse(words: str, code: int, field: str = "") -> Response:
    """What was refused, in a sentence: under `/api/` as problem details (RFC 9457), with the field it is about."""
    sentence = in_one_line(words)
    if not request.path.startswith("/api/"):
        answer = jsonify({"error": sentence, **({"field": field} if field else {})})
    else:
        problem = {"type": "about:blank", "title": HTTP_STATUS_CODES.get(code, "Refused"), "status": code}
        answer = jsonify({**problem, "detail": sentence, **({"field": field} if field else {})})
        answer.mimetype = "application/problem+json"
    answer.status_code = code
    return answer
