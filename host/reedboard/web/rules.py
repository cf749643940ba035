"""What the page shows of the rules: the game's own rules page, and the shapes its chessmen share with that page."""

import hashlib
import json
import threading
from functools import lru_cache

from flask import Flask, Response, request

from fairyrules import rules_page
from fairyrules.diagrams.chessmen import SCALE, SHAPES
from fairyrules.diagrams.picture import array_picture
from fairyrules.diagrams.svg import svg
from fairyrules.equipment import Set
from reedboard.archive import game_lookup
from reedboard.web.event_stream import Hub

PAGES_KEPT = 8
"""Rules pages kept ready: one takes up to some seconds to draw and a megabyte to keep."""
ARRAYS_KEPT = 64
"""Pictures of arrays kept ready, of every game there is: some 30 KB each."""
STYLED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'"
"""The rules page stands alone: its style is in it, and it loads nothing."""


def add_rules(app: Flask, hub: Hub) -> None:
    """Adds the routes."""
    one_at_a_time = threading.Lock()

    @app.get("/rules")
    def rules() -> Response:
        current = hub.state.get("game", {}).get("id", "chess")
        with one_at_a_time:  # a crowd of askers draws a page once, and one core at most
            page, tag = drawn(request.args.get("game", current))
        answer = Response(page, mimetype="text/html")
        answer.headers["Content-Security-Policy"] = STYLED
        answer.set_etag(tag)
        answer.make_conditional(request)
        return answer

    @app.get("/games/array.svg")
    def array() -> Response:
        answer = Response(array_drawn(request.args.get("game", "chess")), mimetype="image/svg+xml")
        answer.headers["Content-Security-Policy"] = STYLED
        answer.headers["Cache-Control"] = "max-age=3600"
        return answer

    @app.get("/static/chessmen.js")
    def chessmen() -> Response:
        return Response(shapes(), mimetype="text/javascript")


@lru_cache(PAGES_KEPT)
def drawn(game_id: str) -> tuple[bytes, str]:
    """The rules page of a game, and a tag that changes with it.

    Raises: UnknownGameError for an id nobody knows.
    """
    page = rules_page.html(game_lookup.known(game_id)).encode()
    return page, hashlib.sha256(page).hexdigest()[:16]


@lru_cache(ARRAYS_KEPT)
def array_drawn(game_id: str) -> str:
    """The array of a game as a picture.

    Raises: UnknownGameError for an id nobody knows.
    """
    game = game_lookup.known(game_id)
    return svg(array_picture(game), game.equipment, f"The array of {game.name}")


def shapes() -> str:
    """The chessmen as a JavaScript module: outlines and lines of each, and how large those of each set are drawn."""
    chessmen = {chessman.lower(): {"fill": shape.fill, "line": shape.line} for chessman, shape in SHAPES.items()}
    sizes = {("tile" if size is Set.TILES else str(size)): scale for size, scale in SCALE.items()}
    return f"export const CHESSMEN = {json.dumps(chessmen)};\nexport const SIZES = {json.dumps(sizes)};\n"
