"""The board itself: its sensors, its line, its current, as a page, as JSON and as a stream."""

from collections.abc import Callable

from flask import Flask, Response, jsonify, make_response, render_template, request

from reedboard.game.board_health import BoardHealth
from reedboard.game.status import Parts
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.operations import Operations
from reedboard.web.stream import TOKEN, stream


def add_board_page(app: Flask, guard: Guard) -> None:
    """Adds the page."""

    @app.get("/board")
    def board_page() -> Response:
        may_act = guard.holds_token(request.args.get("token"))
        answer = make_response(render_template("board.html", may_act=may_act))
        answer.headers["Cache-Control"] = "no-store"
        return answer


def declare_board(operations: Operations, hub: Hub, health: Callable[[], Parts], guard: Guard) -> None:
    """Declares the routes; `hub` tells of the board while somebody follows."""

    @operations.get("/board", BoardHealth)
    def board() -> Response:
        """The board under the game: every sensor, the line, the current."""
        return jsonify(health())

    @operations.get("/board/events", str, TOKEN, "text/event-stream")
    def board_events() -> Response:
        """The board as it goes: an event `state` with everything, then `patch` with the parts that changed."""
        hub.publish(health())
        return stream(hub, guard)
