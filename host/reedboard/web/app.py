"""The page's routes: looking is free, acting needs the token. Holds no state of its own."""

from flask import Flask, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.wrappers import Response as BaseResponse

from fairyrules.errors import FairyRulesError
from reedboard.archive.database import Archive
from reedboard.errors import ReedboardError, in_one_line
from reedboard.game.terms import TermsError
from reedboard.web.board_api import add_board_page, declare_board
from reedboard.web.body import FieldError
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard, refusal_of_host
from reedboard.web.lesson import declare_lesson
from reedboard.web.live_api import GameApi, declare_acting, declare_looking
from reedboard.web.operations import Operations
from reedboard.web.puzzles import add_puzzles
from reedboard.web.record_api import declare_records
from reedboard.web.records import add_records
from reedboard.web.rules import add_rules
from reedboard.web.watch import add_watching

MOST_BYTES = 64 * 1024
"""Of a request's body; the longest of ours, a game with its FEN, has under a thousand."""


def create_app(hub: Hub, api: GameApi, guard: Guard, archive: Archive, board_hub: Hub | None = None) -> Flask:
    """The application served by `server.serve`; `board_hub` tells of the board itself."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask types the provider's interface only
    _pages(app, hub, api, guard)
    add_rules(app, hub)
    add_records(app, hub, archive, guard)
    add_puzzles(app, api, archive, guard)
    add_watching(app)
    add_board_page(app, guard)
    operations = Operations()
    declare_looking(operations, hub, api, guard)
    declare_lesson(operations, hub)
    declare_board(operations, board_hub or Hub(), lambda: api.board(), guard)
    declare_acting(operations, api)
    declare_records(operations, archive)
    app.register_blueprint(operations.blueprint)
    app.extensions["operations"] = operations

    @app.before_request
    def check_host_and_token() -> Response | None:
        refusal = refusal_of_host(request)
        if not refusal and request.method == "POST":
            refusal = guard.refusal_to_act(request)
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
        words = error.description or error.name
        if words == NotFound.description:
            words = f"There is no {request.path} here: go on from the board or the records."
        return _refuse(words, error.code or 500)

    return app


def _pages(app: Flask, hub: Hub, api: GameApi, guard: Guard) -> None:
    @app.get("/")
    def page() -> Response:
        may_act = guard.holds_token(request.args.get("token"))
        choices = {"faults": api.faults(), "levels": api.levels(), "engines": api.engines()}
        answer = make_response(render_template("page.html", may_act=may_act, **choices))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/game.pgn")
    def current_pgn() -> BaseResponse:
        playing = hub.state.get("game", {}).get("record")
        return redirect(url_for("record_pgn", record=playing)) if playing else _refuse("No game is played yet.", 404)

    @app.get("/favicon.ico")
    def icon() -> BaseResponse:
        return redirect(url_for("static", filename="icon.svg"))


def _refuse(words: str, code: int, field: str = "") -> Response:
    """What was refused, in a sentence, with the field it is about: under `/api/` as problem details (RFC 9457).

    Whoever opened a page's address in a browser gets a page.
    """
    sentence = in_one_line(words)
    if _opened_by_somebody():
        return make_response(render_template("refused.html", sentence=sentence), code)
    if not request.path.startswith("/api/"):
        answer = jsonify({"error": sentence, **({"field": field} if field else {})})
    else:
        problem = {"type": "about:blank", "title": HTTP_STATUS_CODES.get(code, "Refused"), "status": code}
        answer = jsonify({**problem, "detail": sentence, **({"field": field} if field else {})})
        answer.mimetype = "application/problem+json"
    answer.status_code = code
    return answer


def _opened_by_somebody() -> bool:
    """Whether the answer is to be read in a window: a browser asks so for a page, not for a script or a picture."""
    accepted = request.accept_mimetypes
    page = request.method == "GET" and not request.path.startswith("/api/")
    return page and accepted["text/html"] > accepted["application/json"]
