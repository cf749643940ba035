"""The page's routes, its guard and its stream, without a browser."""

import json
import os
import socket
import time
from contextlib import closing
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

import fairyrules
from reedboard.archive.database import Archive
from reedboard.errors import ReedboardError
from reedboard.game.terms import parse_terms
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import LASTS_S, Guard, found_token, kept_token, new_token
from reedboard.web.lesson import lesson
from reedboard.web.server import BadAddressError, PageServer, address

TOKEN = "the-token"
HOME = {"base_url": "http://127.0.0.1:8080"}


class RecordingDoor:
    """Remembers what it was asked for."""

    def __init__(self):
        self.asked = []

    def hand(self, action, site):
        self.asked.append((action, site))

    def spoil(self, fault):
        self.asked.append(("fault", fault))

    def faults(self):
        return ["stuck:SITE"]

    def answer(self, move, ply):
        self.asked.append(("answer", move, ply))
        raise ReedboardError(f"No question is open that {move} answers.")

    def new_game(self, game, fen, terms):
        self.asked.append(("game", game, fen, terms))
        parse_terms(**(terms or {}))

    def clock(self, act, side, ms):
        self.asked.append(("clock", act, side, ms))

    def propose(self, side, what, value):
        self.asked.append(("proposal", side, what, value))

    def reply(self, number, accepted):
        self.asked.append(("reply", number, accepted))

    def tour(self, number):
        self.asked.append(("tour", number))

    def selftest(self, act, place):
        self.asked.append(("selftest", act, place))

    def hint(self):
        self.asked.append(("hint",))

    def levels(self):
        return [{"number": 1, "words": "learning the moves"}]

    def engines(self):
        return ["stockfish"]

    def correct(self, record, result):
        self.asked.append(("correct", record, result))

    def now_ms(self):
        return 4711

    def end(self, result):
        self.asked.append(("end", result))

    def undo_end(self):
        self.asked.append(("undo end",))

    def unfinished(self):
        return [{"id": 2, "game": "Chess", "begun": "2026-01-02T03:04:05+00:00", "plies": 7}]

    def resume(self, record):
        self.asked.append(("resume", record))

    def games(self):
        return [{"id": "chess", "name": "Chess"}]


@pytest.fixture
def door():
    return RecordingDoor()


@pytest.fixture
def archive(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        yield archive


@pytest.fixture
def client(door, archive):
    return create_app(Hub(), door, Guard(TOKEN), archive).test_client()


def bearer(token=TOKEN):
    return {"Authorization": f"Bearer {token}"}


def test_page_lets_a_spectator_look_but_not_act(client, door):
    assert b"You are watching" in client.get("/", **HOME).data
    for path in ("hands", "answer", "game", "result"):
        refused = client.post(f"/api/v1/{path}", json={"lift": "e2"}, **HOME)
        assert refused.status_code == 403
        assert "watching" in refused.json["detail"]
    assert client.post("/api/v1/hands", json={"lift": "e2"}, headers=bearer("the-tokem"), **HOME).status_code == 403
    assert door.asked == []


def test_page_lets_the_opener_of_the_local_link_act(client, door):
    assert b'id="new-game"' in client.get("/?token=the-token", **HOME).data
    assert client.post("/api/v1/hands", json={"lift": "e2"}, headers=bearer(), **HOME).status_code == 200
    assert client.post("/api/v1/game", json={"game": "chess", "fen": None}, headers=bearer(), **HOME).status_code == 200
    assert door.asked == [("lift", "e2"), ("game", "chess", None, None)]


@pytest.mark.parametrize("query", ["", "?token=wrong", "?token=the-token"])
def test_page_gives_no_cookie_for_cookies_go_to_every_port_of_the_machine(client, door, query):
    answer = client.get(f"/{query}", **HOME)
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    client.set_cookie("reedboard-8080", TOKEN, domain="127.0.0.1")
    assert client.post("/api/v1/hands", json={"lift": "e2"}, **HOME).status_code == 403
    assert client.post("/api/v1/hands?token=the-token", json={"lift": "e2"}, **HOME).status_code == 403
    assert door.asked == []


def test_page_refuses_another_sites_post_even_with_the_token(client, door):
    answer = client.post(
        "/api/v1/hands", json={"lift": "e2"}, headers=bearer() | {"Origin": "http://evil.example"}, **HOME
    )
    assert (answer.status_code, door.asked) == (403, [])


@pytest.mark.parametrize("host", ["evil.example:8080", "127.0.0.1.evil.example"])
def test_page_refuses_a_foreign_name_for_this_machine(client, host):
    answer = client.get("/", base_url=f"http://{host}")
    assert answer.status_code == 403
    assert "address or name" in answer.json["error"]


@pytest.mark.parametrize("host", ["localhost:8080", "192.168.1.7:8080", "[::1]:8080"])
def test_page_answers_to_addresses_and_localhost(client, host):
    assert client.get("/", base_url=f"http://{host}").status_code == 200


def test_page_says_what_was_wrong_when_the_door_refuses(client):
    answer = client.post("/api/v1/answer", json={"move": "e2e4"}, headers=bearer(), **HOME)
    assert (answer.status_code, answer.json["detail"]) == (400, "No question is open that e2e4 answers.")


@pytest.mark.parametrize("body", ["[]", "{", '{"lift": 3}', '{"lift": "e2", "place": "e4"}', "{}"])
def test_page_refuses_a_body_it_does_not_know(client, door, body):
    answer = client.post("/api/v1/hands", data=body, content_type="application/json", headers=bearer(), **HOME)
    assert (answer.status_code, door.asked) == (400, [])
    assert answer.json["detail"]


def test_page_shows_the_rules_of_the_game_played_or_named(door, archive):
    hub = Hub()
    client = create_app(hub, door, Guard(TOKEN), archive).test_client()
    assert b"<h1>Chess</h1>" in client.get("/rules", **HOME).data
    hub.publish({"game": {"id": "xiangqi"}})
    answer = client.get("/rules", **HOME)
    assert b"The palaces" in answer.data
    assert "script" not in answer.headers["Content-Security-Policy"]
    assert b"<h1>Courier Chess</h1>" in client.get("/rules?game=courier", **HOME).data
    assert client.get("/rules?game=nope", **HOME).status_code == 400
    tag = {"If-None-Match": answer.headers["ETag"]}
    again = client.get("/rules", headers=tag, **HOME)
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/rules?game=courier", headers=tag, **HOME).status_code == 200


def test_page_draws_men_in_the_shapes_of_the_rules_page(client):
    module = client.get("/static/chessmen.js", **HOME)
    assert module.mimetype == "text/javascript"
    chessmen = json.loads(module.text.splitlines()[0].removeprefix("export const CHESSMEN = ").removesuffix(";"))
    assert set(chessmen) == {"king", "queen", "rook", "bishop", "knight", "pawn", "tile"}
    assert all(shape["fill"] for shape in chessmen.values())


def test_server_takes_the_next_port_and_says_so_when_the_wanted_one_is_taken(door, archive):
    first = PageServer(create_app(Hub(), door, Guard(TOKEN), archive), "127.0.0.1", 0)
    second = PageServer(create_app(Hub(), door, Guard(TOKEN), archive), "127.0.0.1", first.port)
    assert (first.moved, second.moved) == (False, True)
    assert second.port > first.port
    first.close()
    second.close()


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_server_tells_an_address_that_others_reach(door, archive, host):
    server = PageServer(create_app(Hub(), door, Guard(TOKEN), archive), host, 0)
    told = urlsplit(server.outside_url)
    assert told.port == server.port
    with urlopen(f"{server.outside_url}api/v1/games", timeout=60.0) as answer:
        assert json.load(answer)[0]["id"] == "chess"
    assert socket.gethostbyname(str(told.hostname)) == told.hostname or socket.gethostname() == told.hostname
    server.close()


@pytest.mark.parametrize("text", ["", "8080x", "127.0.0.1:", "127.0.0.1:99999"])
def test_address_says_what_was_expected_when_it_is_malformed(text):
    with pytest.raises(BadAddressError, match=r"expected HOST:PORT"):
        address(text)


def test_address_reads_hosts_and_ports():
    assert address("0.0.0.0:80") == ("0.0.0.0", 80)
    assert address(":8080") == ("127.0.0.1", 8080)
    assert address("[::1]:8080") == ("::1", 8080)


def test_tokens_differ():
    assert len({new_token() for _ in range(20)}) == 20


def test_token_is_kept_for_its_owner_alone_when_the_program_starts_again(tmp_path):
    token = kept_token(tmp_path)
    assert kept_token(tmp_path) == token
    assert (tmp_path / "token").stat().st_mode & 0o077 == 0
    old_s = time.time() - LASTS_S - 60
    os.utime(tmp_path / "token", (old_s, old_s))
    assert found_token(tmp_path) is None
    assert kept_token(tmp_path) not in ("", token), "a month later there is another"
    (tmp_path / "token").write_text("cut")
    assert len(kept_token(tmp_path)) == len(token)


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/api/v1/clock", {}),
        ("/api/v1/clock", {"act": 7}),
        ("/api/v1/clock", {"act": "add", "side": "w", "ms": "1"}),
        ("/api/v1/clock", {"act": "add", "side": "w", "ms": True}),
        ("/api/v1/clock", {"act": "x" * 10_000}),
        ("/api/v1/proposal", {"side": "w"}),
        ("/api/v1/proposal", {"side": "w", "what": "undo", "value": 1.5}),
        ("/api/v1/reply", {"number": 1}),
        ("/api/v1/reply", {"number": 1, "accepted": "yes"}),
        ("/api/v1/reply", {"number": None, "accepted": True}),
        ("/api/v1/game", {"game": "chess", "white": "x" * 10_000}),
        ("/api/v1/game", {"game": "chess", "time": "0"}),
        ("/api/v1/game", {"game": "chess", "time": 5}),
        ("/api/v1/records/1/result", {"result": 1}),
    ],
)
def test_page_refuses_what_the_table_cannot_take_in_one_sentence_that_names_the_field(client, path, sent):
    answer = client.post(path, json=sent, headers=bearer(), **HOME)
    told = answer.get_json()
    assert answer.status_code == 400
    assert told["field"]
    words = told.get("error") or told["detail"]
    assert 0 < len(words) < 250
    assert "\n" not in words


def test_page_tells_the_hosts_own_clock(client):
    assert client.get("/api/v1/now", **HOME).get_json() == {"now_ms": 4711}


def test_page_tells_what_a_piece_is_and_where_it_may_go():
    start = fairyrules.game("chess").start()
    told = lesson(start.play(start.parse("e2e4")), "b8")
    assert (told.name, told.goals) == ("Knight", ("a6", "c6"))
    assert told.says
    assert lesson(start, "b8").goals == ()  # it is White's move
    for site in ("e5", "", "z99", "x" * 9999):
        with pytest.raises(ReedboardError, match="Nothing stands"):
            lesson(start, site)
