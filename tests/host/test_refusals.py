"""What the page is asked for in vain: one sentence, the field it is about, the game as it was."""

import json

import pytest

from .test_odd_requests import BEARER, app  # noqa: F401  # a fixture

HOME = {"base_url": "http://127.0.0.1:8080"}


def game(**more):
    return "game", {"game": "chess", **more}


REFUSED = {
    "unknown game": (*game(game="chess-of-mars"), 400, "game", "chess-of-mars"),
    "sub-variant there is not": (*game(game="chess/blue"), 400, "game", "blue"),
    "FEN that is none": (*game(fen="kings and queens"), 400, "fen", "missing: ep"),
    "FEN without a King": (*game(fen="8/8/8/8/8/8/8/4K3 w - - 0 1"), 400, "fen", "King"),
    "FEN of the side that could take a King": (*game(fen="4k3/8/8/8/8/8/8/4RK2 w - - 0 1"), 400, "fen", "is attacked"),
    "clock of 0 s": (*game(time="0"), 400, "time", "0"),
    "clock of 10^9 h": (*game(time="1000000000h"), 400, "time", "1000000000h"),
    "name of 10,000 letters": (*game(white="x" * 10_000), 400, "white", "text"),
    "name of 100 letters": (*game(white="x" * 100), 400, "white", "60 letters"),
    "name that is a number": (*game(black=7), 400, "black", "text"),
    "field nobody knows": (*game(colour="red"), 400, "colour", "not expected"),
    "end of a clock there is not": (*game(time="5m", stop="<b>bell</b>"), 400, "stop", "move"),
    "stale question": ("answer", {"move": "e2e4"}, 400, "", "nothing is asked"),
    "answer without a move": ("answer", {}, 400, "move", "missing"),
    "stale proposal": ("reply", {"number": 99, "accepted": True}, 400, "", ""),
    "result that is none": ("result", {"result": "2-0"}, 400, "", "2-0"),
    "record there is not": ("resume", {"record": 4711}, 400, "", "4711"),
    "time of nobody": ("clock", {"act": "add", "side": "x", "ms": 1}, 400, "", ""),
    "hands above a real board": ("hands", {"lift": "e2"}, 400, "", "by hand"),
    "no object": ("game", ["chess"], 400, "", "JSON object"),
    "body too large": (*game(white="x" * 70_000), 413, "", "limit"),
}


def asked(client, path, body, **headers):
    data = json.dumps(body).encode()
    return client.post(f"/api/v1/{path}", data=data, content_type="application/json", headers=headers or BEARER, **HOME)


def state(client):
    return client.get("/api/v1/state", **HOME).json


def one_sentence(answer):
    words = answer.json["detail"]
    assert "\n" not in words
    assert len(words) < 400
    assert words.rstrip("'\"").endswith((".", "?", "!", ")")) or ":" in words, words
    return words


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_in_one_sentence_and_nothing_is_lost(app, case):  # noqa: F811
    client = app.test_client()
    before = state(client)
    path, body, code, field, told = REFUSED[case]
    answer = asked(client, path, body)
    assert (answer.status_code, answer.mimetype) == (code, "application/problem+json")
    assert told in one_sentence(answer)
    assert answer.json.get("field", "") == field
    assert state(client) == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Basic Og=="},
        {"X-Nothing": ""},
        {**BEARER, "Origin": "http://evil.example"},
        {**BEARER, "Origin": "null"},
        {**BEARER, "Host": "evil.example"},
    ],
    ids=["wrong token", "another scheme", "no token", "other origin", "a page without an origin", "other host"],
)
def test_who_may_not_act_is_told_so_and_changes_nothing(app, headers):  # noqa: F811
    client = app.test_client()
    before = state(client)
    answer = asked(client, "result", {"result": "1-0"}, **headers)
    assert answer.status_code == 403
    one_sentence(answer)
    assert state(client) == before
