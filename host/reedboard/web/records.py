"""The pages of the records: the archive to look through, a page a record, pictures and files of them."""

import threading
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import urlencode

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import NotFound

from fairyrules.diagrams import game_svg, position_svg
from fairyrules.errors import FairyRulesError
from reedboard.archive import game_lookup
from reedboard.archive.annotate import TAGS
from reedboard.archive.database import Archive, ArchiveError
from reedboard.archive.pgn_records import game_record, pgn_of
from reedboard.archive.record_view import RowView, row_view
from reedboard.errors import ReedboardError, in_one_line
from reedboard.game.placing_times import touched
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.search_form import SearchForm

A_PAGE = 60
"""Games shown at once: a multiple of the pictures' rows at every width."""
MOVE_MS = 900
"""How long each position of an animated game is seen."""
PICTURES_KEPT = 500
"""Pictures of last positions kept ready: some 20 kB each."""
PICTURE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def add_records(app: Flask, hub: Hub, archive: Archive, guard: Guard) -> None:
    """Adds the routes."""
    searching = threading.Lock()  # games that were never looked at for their positions are, once
    drawing = threading.Lock()  # a crowd of askers draws one picture at a time, and takes one core at most

    @app.get("/records")
    def records() -> str:
        form = SearchForm.of(request.args)
        with searching:
            found = form.found(archive, A_PAGE + 1)
        older = {**form.query, "before": found[A_PAGE - 1].record.id} if len(found) > A_PAGE else None
        return render_template(
            "records.html",
            form=form,
            games=[row_view(each.record, game_name(each.record.game), each.ply) for each in found[:A_PAGE]],
            names_of_games=[(game.id, game.name) for game in game_lookup.every()],
            total=form.count(archive),
            query=urlencode(form.query),
            as_table=urlencode({**form.query, "view": "table"}),
            as_pictures=urlencode({name: text for name, text in form.query.items() if name != "view"}),
            older=urlencode(older) if older else "",
        )

    @app.get("/records.pgn")
    def found_pgn() -> Response:
        form = SearchForm.of(request.args)
        if form.wrong:
            raise ReedboardError(next(iter(form.wrong.values())))
        headers = {"Content-Disposition": 'attachment; filename="records.pgn"'}
        return Response(_games(archive, form), mimetype="application/x-chess-pgn", headers=headers)

    @app.get("/records/<int:record>")
    def record_page(record: int) -> Response:
        found = _known(archive, record)
        may_act = guard.holds_token(request.args.get("token"))
        page = render_template("record.html", record=found, name=game_name(found.game), may_act=may_act, tags=TAGS)
        return Response(page, headers={"Cache-Control": "no-store"})

    @app.get("/records/<int:record>.pgn")
    def record_pgn(record: int) -> Response:
        found = _known(archive, record)
        name = f"{found.game.replace('/', '-')}-{record}.pgn"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(pgn_of(archive, record), mimetype="application/x-chess-pgn", headers=headers)

    @app.get("/records/<int:record>/last.svg")
    def last_position(record: int) -> Response:
        found = archive.record(record)
        moves = tuple(move.move for move in archive.moves(record))
        with drawing:
            return _picture(_last_picture(found.game, found.fen, moves))

    @app.get("/records/<int:record>/game.svg")
    def whole_game(record: int) -> Response:
        with drawing:
            told = game_record(archive, record)
            positions = list(told.positions())
            marks = [touched(before.effect(move)) for before, move in zip(positions, told.moves, strict=False)]
            title = f"{told.start.game.name}, game {record}"
            return _picture(game_svg(positions, [(), *marks], MOVE_MS, title), f"game-{record}.svg")

    @app.get("/editor")
    def editor() -> Response:
        may_act = guard.holds_token(request.args.get("token"))
        games = [(game.id, game.name) for game in game_lookup.every()]
        playing = hub.state.get("game", {}).get("id", "chess")
        page = render_template("editor.html", games=games, playing=playing, may_act=may_act)
        return Response(page, headers={"Cache-Control": "no-store"})

    @app.get("/position.svg")
    def one_position() -> Response:
        game = game_lookup.known(request.args.get("game", "chess"))
        fen = request.args.get("fen", "")
        position = game.position(fen) if fen else game.start()
        last = [game.board.cell(name) for name in request.args.get("last", "").split(",") if name]
        with drawing:
            return _picture(position_svg(position, last, f"{game.name}: {position.fen()}"))


def game_name(game_id: str) -> str:
    """The name of a game of the records, which may be known no longer."""
    try:
        return game_lookup.known(game_id).name
    except FairyRulesError:
        return game_id


def _known(archive: Archive, number: int) -> RowView:
    try:
        found = archive.record(number)
    except ArchiveError as error:
        raise NotFound(str(error)) from None
    return row_view(found, game_name(found.game))


@lru_cache(PICTURES_KEPT)
def _last_picture(game_id: str, fen: str | None, moves: tuple[str, ...]) -> str:
    game = game_lookup.known(game_id)
    position = game.position(fen) if fen else game.start()
    marks: tuple[int, ...] = ()
    for text in moves:
        move = position.parse(text)
        marks = touched(position.effect(move))
        position = position.play_unchecked(move)
    return position_svg(position, marks, f"{game.name}, the last position")


def _picture(svg: str, name: str = "") -> Response:
    answer = Response(svg, mimetype="image/svg+xml")
    answer.headers["Content-Security-Policy"] = PICTURE
    if name:
        answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _games(archive: Archive, form: SearchForm) -> Iterator[str]:
    """The PGN of every game found, one after another; a game that cannot be told is named in a comment's stead."""
    for stood in form.found(archive, -1):
        each = stood.record
        try:
            yield pgn_of(archive, each.id)
        except (ReedboardError, FairyRulesError) as error:
            yield f"; Game {each.id} is left out: {in_one_line(str(error))}\n\n"
