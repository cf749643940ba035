"""The pages, pictures, files and JSON of the records, without a browser."""

import json
import re
from contextlib import closing

import pytest

from fairyrules import pgn
from fairyrules.pieces import Side
from reedboard.archive.database import Archive
from reedboard.archive.handling import Handling, felt, handling
from reedboard.archive.pgn_records import bring_in, pgn_of
from reedboard.archive.schema import insert, sealed
from reedboard.board.events import Press, Reading
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard

HOME = {"base_url": "http://127.0.0.1:8080"}
BEARER = {"Authorization": "Bearer the-token"}
PGN = """[White "Ada"]
[Black "Bob"]
[Date "1999.05.??"]
[Result "1-0"]

1. e4 {[%emt 0:00:02] Best by test.} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "<b>Cleo</b>"]
[Black "Dan"]
[Result "*"]

1. d4 d5 *
"""
TRACE = """{"game": "chess", "fen": null, "trays": false, "slots": {}}
{"t": 1000, "cell": "e2", "on": 0}
{"t": 1200, "cell": "e4", "on": 1}
{"t": 3000, "cell": "e7", "on": 0}
{"t": 3250, "cell": "e5", "on": 1}
"""


@pytest.fixture
def archive(tmp_path):
    """Record 1 and 2 from PGN, record 3 from a trace."""
    with closing(Archive(tmp_path)) as archive:
        bring_in(archive, PGN, "a file")
        bring_in(archive, TRACE, "a trace")
        yield archive


@pytest.fixture
def client(archive):
    return create_app(Hub(), None, Guard("the-token"), archive).test_client()


def note(client, record=1, **body):
    return client.post(f"/api/v1/records/{record}/notes", json=body, headers=BEARER, **HOME)


def test_archive_lists_games_as_pictures_and_as_a_table(client):
    page = client.get("/records", **HOME).text
    assert "3 games" in page
    assert "Ada – Bob" in page
    assert "1999-05" in page
    assert "&lt;b&gt;Cleo" in page
    assert "<b>Cleo" not in page
    assert 'src="/records/1/last.svg"' in page
    assert [page.count(f"· {words}<") for words in ("1 move", "2 moves", "4 moves")] == [2, 0, 1]
    table = client.get("/records?view=table", **HOME).text
    assert "<table>" in table
    assert 'href="/records/1"' in table


def test_archive_counts_the_moves_of_a_game_that_has_none(archive, client):
    bring_in(archive, '[White "Eve"]\n\n*\n', "a file")
    assert "· 0 moves<" in client.get("/records", **HOME).text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("player=ada", ["1"]),
        ("result=*", ["2", "3"]),
        ("until=1999", ["1"]),
        ("opening=1.+e4+e5", ["1", "3"]),
        ("opening=1.e4+e5+2.Qh5", ["1"]),
        ("game=shogi", []),
        ("player=ada&result=*", []),
        ("before=2", ["1"]),
        ("position=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", ["1", "3"]),
        ("game=shogi&position=4k4/9/9/9/9/9/9/9/4K4[] b - - 0 1", []),
    ],
)
def test_archive_finds_by_every_field(client, query, found):
    page = client.get(f"/records?{query}", **HOME).text
    assert [number for number in "123" if re.search(f'href="/records/{number}["#]', page)] == found
    told = client.get(f"/api/v1/records?{query}", **HOME).json
    assert sorted(str(each["id"]) for each in told) == found


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("since", "yesterday"),
        ("until", "2026-1"),
        ("result", "2-0"),
        ("player", "x" * 300),
        ("opening", "e4 " * 50),
        ("position", "8/8"),
    ],
)
def test_a_field_that_cannot_be_read_is_marked_and_its_text_kept(client, field, text):
    answer = client.get("/records", query_string={field: text}, **HOME)
    assert answer.status_code == 200
    assert f'aria-describedby="wrong-{field}"' in answer.text
    assert "cannot be read" in answer.text
    problem = client.get("/api/v1/records", query_string={field: text}, **HOME)
    assert (problem.status_code, problem.json["field"]) == (400, field)
    assert problem.mimetype == "application/problem+json"
    assert client.get("/records.pgn", query_string={field: text}, **HOME).status_code == 400


def test_a_game_found_by_a_position_opens_where_it_stood(client):
    page = client.get("/records?position=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1", **HOME).text
    assert 'href="/records/3#2"' in page


def test_what_is_found_can_be_taken_as_pgn_and_read_again(client):
    answer = client.get("/records.pgn?player=a", **HOME)
    assert 'filename="records.pgn"' in answer.headers["Content-Disposition"]
    assert [game.tags["White"] for game in pgn.read(answer.text)] == ["<b>Cleo</b>", "Ada"]


def test_a_game_that_cannot_be_told_is_named_in_the_export_and_the_others_are_there(archive, client):
    bad = archive.begin("no-such-game", None, '{"game": "no-such-game"}', "a board")
    text = client.get("/records.pgn", **HOME).text
    assert f"; Game {bad} is left out" in text
    assert len(pgn.read(text)) == 3


def test_a_record_has_a_page_its_pgn_and_pictures(client):
    assert "Chess, game 1" in client.get("/records/1", **HOME).text
    answer = client.get("/records/1.pgn", **HOME)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="chess-1.pgn"'
    for path in ("/records/1/last.svg", "/records/1/game.svg", "/position.svg?game=shogi", "/position.svg?last=e2,e4"):
        picture = client.get(path, **HOME)
        assert (picture.status_code, picture.mimetype) == (200, "image/svg+xml")
        assert "script" not in picture.headers["Content-Security-Policy"]
        again = client.get(path, headers={"If-None-Match": picture.headers["ETag"]}, **HOME)
        assert again.status_code == 304


@pytest.mark.parametrize("path", ["/records/9", "/records/9.pgn", "/records/99999999999999999999", "/records/0"])
def test_a_record_that_is_not_there_is_told(client, path):
    answer = client.get(path, **HOME)
    assert answer.status_code == 404
    assert "No game is recorded" in answer.json["error"]


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("/rules/nonsense", 404, "There is no /rules/nonsense here: go on from the board or the records."),
        ("/records/9", 404, "No game is recorded as number 9; <code>reedboard records list</code> shows what"),
        ("/rules?game=chss", 400, "chess"),
        ("/records.pgn?result=9-9", 400, "“9-9” is no result"),
        ("/<b>", 404, "There is no /&lt;b&gt; here"),
    ],
)
def test_a_wrong_address_opened_in_a_browser_is_a_page_with_a_way_on(client, path, code, said):
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"}
    answer = client.get(path, headers=browser, **HOME)
    assert (answer.status_code, answer.mimetype) == (code, "text/html")
    (sentence,) = re.findall(r"<main>\s*<p>(.+)</p>", answer.text)
    assert said in sentence
    assert '<a href="/records">' in answer.text
    assert '<a href="/">' in answer.text


@pytest.mark.parametrize("accept", ["*/*", "image/avif,image/webp,image/*,*/*;q=0.8", "application/json"])
def test_a_program_that_asks_for_what_is_not_there_is_told_in_json(client, accept):
    answer = client.get("/rules/nonsense", headers={"Accept": accept}, **HOME)
    assert answer.json == {"error": "There is no /rules/nonsense here: go on from the board or the records."}
    of_the_api = client.get("/api/v1/nonsense", headers={"Accept": "text/html"}, **HOME)
    assert (of_the_api.status_code, of_the_api.mimetype) == (404, "application/problem+json")


@pytest.mark.parametrize(
    "path", ["/position.svg?fen=x", "/position.svg?game=x", "/position.svg?last=z99", "/records/9/last.svg"]
)
def test_a_picture_that_cannot_be_drawn_is_told(client, path):
    assert client.get(path, **HOME).status_code in (400, 404)


def test_a_record_is_told_as_a_tree_of_positions(client):
    told = client.get("/api/v1/records/1", **HOME).json
    nodes = told["nodes"]
    assert [node.get("san", "") for node in nodes[:8]] == ["", "e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert nodes[1]["comments"] == ["Best by test."]
    assert nodes[1]["elapsed_ms"] == 2000
    assert [(node["san"], node["parent"], node["variation"]) for node in nodes[8:]] == [("c5", 1, 1), ("Nf3", 8, 1)]
    assert nodes[8]["changes"] == {"c5": nodes[0]["changes"]["c7"], "c7": None}
    assert told["palette"][nodes[0]["changes"]["e1"]]["name"] == "White King"


def test_a_records_journal_tells_thinking_and_handling(client):
    nodes = client.get("/api/v1/records/3", **HOME).json["nodes"]
    assert [(node["thought_ms"], node["handled_ms"]) for node in nodes[1:]] == [(1000, 200), (1800, 250)]
    readings = client.get("/api/v1/records/3/readings", **HOME).json
    assert readings["sites"] == ["e7", "e5", "e4", "e2"]
    assert readings["t_ms"] == [1000, 1200, 3000, 3250]
    assert (readings["at"], readings["on"]) == ([3, 2, 0, 1], [False, True, False, True])


def test_handling_leaves_out_what_other_sites_said():
    events = [Reading(400, "a7", False), Reading(500, "a7", True), Reading(900, "e2", False), Reading(1000, "e4", True)]
    assert handling([*events, Press(1100, Side.WHITE)], [1000, None], [("e2", "e4"), ("e7",)]) == (
        Handling(900, 100),
        Handling(None, None),
    )
    pressed = felt([Press(7, Side.BLACK)])
    assert (pressed.pressed_ms, pressed.pressed_by) == ((7,), ("b",))


def test_notes_are_kept_with_the_record_and_told_in_its_pgn(archive, client):
    assert note(client, path=["e2e4", "e7e5"], comment="Equal.").status_code == 200
    assert note(client, path=["e2e4", "e7e5", "d1h5"], glyph=6).status_code == 200
    assert note(client, path=["e2e4", "e7e5"], move="Nf3").status_code == 200
    assert note(client, path=["e2e4", "c7c5", "g1f3"], move="d7d6").status_code == 200
    assert note(client, path=[], comment="A trap.").status_code == 200
    text = " ".join(pgn_of(archive, 1).split())
    for part in (
        "{A trap.} 1. e4",
        "{Equal.}",
        "Qh5 $6 (2. Nf3)",
        "(1... c5 2. Nf3 d6)",
        "{[%emt 0:00:02] Best by test.}",
    ):
        assert part in text
    assert note(client, path=["e2e4", "c7c5"], remove=True).status_code == 200
    assert "c5" not in pgn_of(archive, 1)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"path": ["e2e4"], "move": "e4e5"}, "move"),
        ({"path": ["e2e4", "a7a6"], "comment": "x"}, "comment"),
        ({"path": [], "comment": "a } brace"}, "comment"),
        ({"path": [], "comment": 7}, "comment"),
        ({"path": ["e2e4"], "glyph": 77}, "glyph"),
        ({"path": ["e2e4"], "remove": True}, "remove"),
        ({"path": "e2e4", "comment": "x"}, "path"),
        ({"path": [1], "comment": "x"}, "path"),
        ({"path": ["e2e4"], "glyph": "x"}, "glyph"),
        ({"path": ["e2e4"], "moves": "x"}, "moves"),
        ({"comment": "x"}, "path"),
        ({"path": ["e2e4"]}, None),
        ({"path": ["e2e4"], "comment": "x", "glyph": 1}, None),
    ],
)
def test_a_note_that_cannot_be_written_changes_nothing_and_names_its_field(archive, client, body, field):
    before = pgn_of(archive, 1)
    answer = note(client, **body)
    assert (answer.status_code, answer.json.get("field")) == (400, field)
    assert answer.mimetype == "application/problem+json"
    assert pgn_of(archive, 1) == before


def test_only_the_tokens_holder_writes(archive, client):
    before = pgn_of(archive, 1)
    for path in ("notes", "tags"):
        answer = client.post(f"/api/v1/records/1/{path}", json={"path": [], "comment": "x"}, **HOME)
        assert (answer.status_code, answer.mimetype) == (403, "application/problem+json")
    assert pgn_of(archive, 1) == before


def test_two_pages_that_write_beside_one_move_both_keep_theirs(archive, client, monkeypatch):
    """Between reading and writing of one, the other writes."""
    kept, others = archive.annotate, [{"path": ["e2e4", "e7e5"], "glyph": 1}]

    def annotate(*told):
        if others:
            assert note(client, **others.pop()).status_code == 200
        return kept(*told)

    monkeypatch.setattr(archive, "annotate", annotate)
    assert note(client, path=["e2e4", "e7e5"], comment="Equal.").status_code == 200
    assert "e5 $1 {Equal.}" in pgn_of(archive, 1)


def test_names_and_labels_are_kept_and_found(archive, client):
    answer = client.post(
        "/api/v1/records/3/tags", json={"tags": {"White": " Eve ", "Labels": "Club, endgame"}}, headers=BEARER, **HOME
    )
    assert answer.json["tags"]["White"] == "Eve"
    for query in ("player=eve", "label=club", "label=ENDGAME"):
        assert [each["id"] for each in client.get(f"/api/v1/records?{query}", **HOME).json] == [3]
    assert client.get("/api/v1/records?label=end", **HOME).json == []
    assert '[Labels "Club, endgame"]' in pgn_of(archive, 3)
    client.post("/api/v1/records/3/tags", json={"tags": {"Labels": ""}}, headers=BEARER, **HOME)
    assert "Labels" not in pgn_of(archive, 3)


@pytest.mark.parametrize(
    ("name", "value"), [("Result", "1-0"), ("Date", "yesterday"), ("White", "x" * 201), ("x" * 900, "y")]
)
def test_a_tag_that_cannot_be_written_names_its_field(client, name, value):
    answer = client.post("/api/v1/records/1/tags", json={"tags": {name: value}}, headers=BEARER, **HOME)
    assert (answer.status_code, answer.json["field"][:6]) == (400, name[:6])


def test_a_record_decoded_again_tells_what_differs(archive, client):
    same = client.get("/api/v1/records/3/decoded", **HOME).json
    assert (same["lines"], same["differences"]) == (4, [])
    with archive._transaction() as db:
        row = db.execute("SELECT * FROM move WHERE game = 3 AND ply = 2").fetchone()
        db.execute(insert("move", "INSERT OR REPLACE"), sealed(*row[:3], "e7e6", "e6", *row[5:-1]))
    (found,) = client.get("/api/v1/records/3/decoded", **HOME).json["differences"]
    assert (found["ply"], found["then"]["san"], found["now"]["san"]) == (2, "e6", "e5")
    refused = client.get("/api/v1/records/1/decoded", **HOME)
    assert (refused.status_code, refused.mimetype) == (400, "application/problem+json")


def test_any_position_is_told_for_the_editor(client):
    told = client.get("/api/v1/position?game=crazyhouse", **HOME).json
    assert (told["legal"], told["side"], told["check"], told["outcome"]) == (20, "w", False, "")
    assert told["spares"][told["pieces"]["e8"]]["fen"] == "k"
    assert told["reserves"] == {"w": {}, "b": {}, "n": {}}
    assert "g3" not in client.get("/api/v1/position?game=dual-chess", **HOME).json["holes"]
    for query, field in (("game=nope", "game"), ("fen=8/8", "fen"), ("fen=8/8/8/8/8/8/8/8+w+-+-+0+1", "fen")):
        answer = client.get(f"/api/v1/position?{query}", **HOME)
        assert (answer.status_code, answer.json["field"]) == (400, field)


def test_a_json_body_nested_without_end_is_refused(client):
    answer = client.post("/api/v1/records/1/tags", data=b"[" * 50_000, headers=BEARER, **HOME)
    assert answer.status_code == 400
    assert json.loads(answer.text)["detail"]
