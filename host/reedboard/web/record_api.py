"""The records as JSON under `/api/v1`: what a record's page shows and does."""

import threading
from dataclasses import asdict
from typing import Any

from flask import Flask, Response, jsonify, request

from fairyrules.errors import FairyRulesError
from fairyrules.pgn import edit
from reedboard.archive import game_lookup
from reedboard.archive.annotate import TagError, annotate, retag
from reedboard.archive.database import Archive
from reedboard.archive.record_view import readings_view, record_view, row_view
from reedboard.archive.replay import Difference, replay
from reedboard.errors import ReedboardError
from reedboard.game.view.position_view import position_view
from reedboard.web.body import FieldError, body, text_of
from reedboard.web.records import A_PAGE, game_name
from reedboard.web.search_form import SearchForm

LONGEST_PATH = 1500
"""Moves that lead to a node: more than any game here has been long."""


def add_record_api(app: Flask, archive: Archive) -> None:
    """Adds the routes."""
    decoding = threading.Lock()

    @app.get("/api/v1/records")
    def api_records() -> Response:
        form = SearchForm.of(request.args)
        for name, words in form.wrong.items():
            raise FieldError(name, words)
        found = archive.records(search=form.search, most=A_PAGE)
        return jsonify([row_view(each, game_name(each.game)) for each in found])

    @app.get("/api/v1/records/<int:record>")
    def api_record(record: int) -> Response:
        return jsonify(record_view(archive, record))

    @app.get("/api/v1/records/<int:record>/readings")
    def api_readings(record: int) -> Response:
        return jsonify(readings_view(archive, record))

    @app.get("/api/v1/records/<int:record>/decoded")
    def api_decoded(record: int) -> Response:
        complaints: list[str] = []
        with decoding:  # a long game takes a core for seconds
            read = replay(archive, record, complaints.append)
        return jsonify(
            {"lines": read.lines, "differences": [_told(each) for each in read.differences], "left_out": complaints}
        )

    @app.post("/api/v1/records/<int:record>/notes")
    def api_notes(record: int) -> Response:
        told = body()
        path = told.pop("path", None)
        if not isinstance(path, list) or len(path) > LONGEST_PATH or not all(isinstance(each, str) for each in path):
            raise FieldError("path", "Expected the moves that lead to the note as a list of texts.")
        if len(told) != 1:
            raise ReedboardError(
                f"Expected one of comment, glyph, move, remove; found {', '.join(told)[:80] or 'none'}."
            )
        (what,) = told
        _annotate(archive, record, path, what, told)
        return jsonify(record_view(archive, record))

    @app.post("/api/v1/records/<int:record>/tags")
    def api_tags(record: int) -> Response:
        told = body()
        try:
            retag(archive, record, {name: text_of(told, name) for name in told})
        except TagError as error:
            raise FieldError(error.tag, str(error)) from None
        return jsonify(record_view(archive, record)["tags"])

    @app.get("/api/v1/position")
    def api_position() -> Response:
        try:
            game = game_lookup.known(request.args.get("game", "chess"))
        except FairyRulesError as error:
            raise FieldError("game", str(error)) from None
        fen = request.args.get("fen", "").strip()
        try:
            position = game.position(fen) if fen else game.start()
        except FairyRulesError as error:
            raise FieldError("fen", str(error)) from None
        return jsonify(asdict(position_view(position)))


def _annotate(archive: Archive, record: int, path: list[str], what: str, told: dict[str, Any]) -> None:
    value = told[what]
    try:
        match what:
            case "comment":
                text = text_of(told, "comment", edit.LONGEST_COMMENT)
                annotate(archive, record, lambda game: edit.with_comment(game, path, text))
            case "glyph" if isinstance(value, int) and not isinstance(value, bool):
                annotate(archive, record, lambda game: edit.with_glyph(game, path, value))
            case "move":
                move = text_of(told, "move", 40)
                annotate(archive, record, lambda game: edit.with_move(game, path, move))
            case "remove" if value is True:
                annotate(archive, record, lambda game: edit.without(game, path))
            case _:
                raise ReedboardError("Expected a comment (text), a glyph (0 to 6), a move (text), or remove (true).")
    except FairyRulesError as error:
        raise FieldError(what, str(error)) from None


def _told(found: Difference) -> dict[str, Any]:
    then, now = found.then, found.now
    return {
        "ply": found.ply,
        "then": None if then is None else {"san": then.san, "move": then.move, "state": then.state},
        "now": None if now is None else {"san": now.san, "move": now.move, "state": now.state},
    }
