"""The records as JSON under `/api/v1`: what a record's page shows and does."""

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass

from flask import Response, jsonify, request
from werkzeug.exceptions import NotFound

from fairyrules.errors import FairyRulesError
from fairyrules.pgn import GameRecord, edit
from reedboard.archive import game_lookup
from reedboard.archive.annotate import TagError, annotate, retag
from reedboard.archive.database import Archive
from reedboard.archive.handling import Felt
from reedboard.archive.record_view import RecordView, RowView, readings_view, record_parts, record_view, row_view
from reedboard.archive.replay import Difference, replay
from reedboard.errors import ReedboardError
from reedboard.game.view.position_view import PositionView, position_view
from reedboard.web.body import FieldError
from reedboard.web.operations import Operations, wanted
from reedboard.web.records import A_PAGE, game_name
from reedboard.web.search_form import SearchForm

SEARCH = {
    "player": "a part of a name",
    "game": "an id, with or without sub-variants",
    "since": "a day: 2026-11-22, 2026-11 or 2026",
    "until": "a day, likewise",
    "result": "1-0, 0-1, 1/2-1/2 or *",
    "opening": "the first moves, as people write them",
    "label": "a label of the game",
    "position": "a FEN of chess or of the game: these pieces stood so; each game's `ply` says when first",
    "before": "only records with a lower number",
}


@dataclass(frozen=True, slots=True)
class NoteWanted:
    """One change at the node that `path` leads to, by moves in machine form from the start: `comment` ("" takes it
    away), `glyph` (1 to 6, as PGN counts them: ! ? !! ?? !? ?!; 0 takes it away), `move` (one to be tried after the
    node), or `remove` (true: the node and what follows; of variations only)."""

    path: list[str]
    comment: str | None = None
    glyph: int | None = None
    move: str | None = None
    remove: bool | None = None


@dataclass(frozen=True, slots=True)
class TagsWanted:
    """Tags by name; "" takes one away."""

    tags: dict[str, str]


@dataclass(frozen=True, slots=True)
class TagsView:
    """All tags of a record."""

    tags: dict[str, str]


@dataclass(frozen=True, slots=True)
class Reading:
    """A ply as it was recorded, or as it is read today."""

    san: str
    move: str
    state: str


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """A ply that comes out otherwise; None where there is no move."""

    ply: int
    then: Reading | None
    now: Reading | None


@dataclass(frozen=True, slots=True)
class Decoded:
    """What today's tracker makes of a journal: its length, the plies that differ, what could not be read."""

    lines: int
    differences: tuple[DifferenceView, ...]
    left_out: tuple[str, ...]


def declare_records(api: Operations, archive: Archive) -> None:
    """Declares the routes."""
    decoding = threading.Lock()

    def there(record: int) -> int:
        try:
            return archive.record(record).id
        except ReedboardError as error:
            raise NotFound(str(error)) from None

    @api.get("/records", list[RowView], SEARCH)
    def records() -> Response:
        """The recorded games that fit, newest first, sixty at most."""
        form = SearchForm.of(request.args)
        for name, words in form.wrong.items():
            raise FieldError(name, words)
        found = form.found(archive, A_PAGE)
        return jsonify([asdict(row_view(each.record, game_name(each.record.game), each.ply)) for each in found])

    @api.get("/records/<int:record>", RecordView)
    def one_record(record: int) -> Response:
        """A recorded game with all its positions, times and notes."""
        return jsonify(record_parts(record_view(archive, there(record))))

    @api.get("/records/<int:record>/readings", Felt)
    def readings(record: int) -> Response:
        """What the sensors said during a recorded game."""
        return jsonify(asdict(readings_view(archive, there(record))))

    @api.get("/records/<int:record>/decoded", Decoded)
    def decoded(record: int) -> Response:
        """A recorded game read again from its journal by today's tracker."""
        complaints: list[str] = []
        with decoding:  # a long game takes a core for seconds
            read = replay(archive, there(record), complaints.append)
        found = Decoded(read.lines, tuple(map(_difference, read.differences)), tuple(complaints))
        return jsonify(asdict(found))

    @api.post("/records/<int:record>/notes", NoteWanted, RecordView)
    def notes(record: int) -> Response:
        """Writes a note beside a recorded game's move; gives the record as it is then."""
        note = wanted(NoteWanted)
        said = {name: value for name, value in asdict(note).items() if name != "path" and value is not None}
        if len(said) != 1:
            raise ReedboardError(f"Expected one of comment, glyph, move, remove; found {', '.join(said) or 'none'}.")
        (name,) = said
        try:
            annotate(archive, there(record), _change(note))
        except FairyRulesError as error:
            raise FieldError(name, str(error)) from None
        return jsonify(record_parts(record_view(archive, record)))

    @api.post("/records/<int:record>/tags", TagsWanted, TagsView)
    def tags(record: int) -> Response:
        """Writes names, day, place and labels of a recorded game."""
        told = wanted(TagsWanted).tags
        try:
            retag(archive, there(record), told)
        except TagError as error:
            raise FieldError(error.tag, str(error)) from None
        return jsonify({"tags": record_view(archive, record).tags})

    @api.get("/position", PositionView, {"game": "an id; chess where it is missing", "fen": "else the first position"})
    def position() -> Response:
        """A position of a game, with all pieces it could be changed by."""
        try:
            game = game_lookup.known(request.args.get("game", "chess"))
        except FairyRulesError as error:
            raise FieldError("game", str(error)) from None
        fen = request.args.get("fen", "").strip()
        try:
            found = game.position(fen) if fen else game.start()
        except FairyRulesError as error:
            raise FieldError("fen", str(error)) from None
        return jsonify(asdict(position_view(found)))


def _change(note: NoteWanted) -> Callable[[GameRecord], GameRecord]:
    """What a note makes of a record."""
    path = note.path
    if note.comment is not None:
        comment = note.comment
        return lambda game: edit.with_comment(game, path, comment)
    if note.glyph is not None:
        glyph = note.glyph
        return lambda game: edit.with_glyph(game, path, glyph)
    if note.move is not None:
        move = note.move
        return lambda game: edit.with_move(game, path, move)
    if note.remove:
        return lambda game: edit.without(game, path)
    raise FieldError("remove", "Expected true for 'remove'.")


def _difference(found: Difference) -> DifferenceView:
    then, now = found.then, found.now
    return DifferenceView(
        found.ply,
        None if then is None else Reading(then.san, then.move, then.state),
        None if now is None else Reading(now.san, now.move, now.state),
    )
