"""The page of puzzles: positions of analysed games in which one move wins, to be set up on the board and played out."""

import threading
from itertools import islice

from flask import Flask, Response, render_template, request

from fairyrules.pieces import Side
from reedboard.archive import game_lookup
from reedboard.archive.database import Archive
from reedboard.archive.puzzles import puzzles
from reedboard.game.seat import Seat
from reedboard.web.guard import Guard
from reedboard.web.live_api import GameApi
from reedboard.web.records import game_name

A_PAGE = 60
"""Puzzles shown at once, those of the newest games."""


def add_puzzles(app: Flask, api: GameApi, archive: Archive, guard: Guard) -> None:
    """Adds the route."""
    looking = threading.Lock()  # every analysed game is read: a crowd of askers takes one core at most

    @app.get("/puzzles")
    def puzzle_page() -> Response:
        chosen = request.args.get("game", "")
        with looking:
            found = list(islice(puzzles(archive, chosen), A_PAGE))
        page = render_template(
            "puzzles.html",
            puzzles=[(each, game_name(each.position.game.id), each.position.side is Side.WHITE) for each in found],
            machine=Seat(api.levels()[-1]["number"]).name,
            chosen=chosen,
            names_of_games=[(game.id, game.name) for game in game_lookup.every()],
            may_act=guard.holds_token(request.args.get("token")),
        )
        return Response(page, headers={"Cache-Control": "no-store"})
