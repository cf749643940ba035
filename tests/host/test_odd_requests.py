"""Odd requests to every route, odd words to every command of the records: one sentence, never a fault of the program.

The page is that of a running loop with records in a used home.
"""

import errno
import json
import queue
import socket
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fairyrules
from reedboard.app.board_watch import BoardWatch
from reedboard.app.game_api import RunningGameApi
from reedboard.app.game_boards import RealGameBoard
from reedboard.app.loop import Loop
from reedboard.app.play import Play
from reedboard.app.requests import Stop
from reedboard.app.status_watch import Watch
from reedboard.archive.database import Archive
from reedboard.archive.game_writer import Keeper
from reedboard.archive.pgn_records import bring_in
from reedboard.assets import boards
from reedboard.board.line_health import LineHealth
from reedboard.board.profile import place
from reedboard.game.status import parts
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.server import PageServer

TOKEN = "the-token"
WELL = {
    "ok": True,
    "troubles": [],
    "version": "1",
    "runs_s": 1,
    "board": "connected",
    "records": "written",
    "pages": 0,
}
HOST = {"base_url": "http://127.0.0.1:8080"}
BEARER = {"Authorization": f"Bearer {TOKEN}"}
OFTEN = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


class Lamps:
    """Nobody looks at them."""

    def show(self, glows):
        """Takes them."""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The page of a loop on a board that never speaks, with one game recorded before."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        patch.setenv("REEDBOARD_DATA", str(folder))
        archive = Archive(folder)
        bring_in(archive, "1. e4 {[%clk 0:01:00] well} e5 *\n", "a file")
        chess = fairyrules.game("chess")
        keeper = Keeper(archive)
        play = Play.begin(keeper, place(boards.load("8x8"), chess), chess.start())
        events, watch, hub = queue.Queue(), Watch(), Hub()
        table = RealGameBoard("port", boards.load("8x8"))
        show = lambda status: hub.publish(parts(status))  # noqa: E731
        thread = Loop(events, Lamps(), table, keeper, play, (watch.show, show)).start()
        board = BoardWatch(lambda: (LineHealth(), None), lambda: play.placement, watch, hub.publish, lambda: 0)
        api = RunningGameApi(events, archive, lambda: watch.status.game.record, None, lambda: WELL, board.health)
        yield create_app(hub, api, Guard(TOKEN), archive)
        stop = Stop()
        events.put(stop)
        stop.done.result(10.0)
        thread.end(10.0)
        hub.close()
        assert keeper.close() == ""
        archive.close()


@pytest.fixture(scope="module")
def routes(app):
    """Every route that answers at once, its path and the methods it knows."""
    return [(rule.rule, sorted(rule.methods)) for rule in app.url_map.iter_rules() if not rule.rule.endswith("/events")]


TEXT = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["9" * 20, "9" * 5000, "x" * 5000, "../" * 40, "-1", "²", "%00", "\x00", "~"]),
    st.sampled_from(["chess", "chess/", "chess/x=y", "wildeurasian-qi/array=R", "wildeurasian-qi/gold+gold"]),
    st.sampled_from(["e2e4", "1-0", "w", "e2", "w:Q1", "none", "dead:e4"]),
)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
BODIES = st.one_of(
    st.binary(max_size=60),
    st.sampled_from([b"[" * 100_000, b'{"a":' * 50_000, b"9" * 10_000, b'{"move": "\\ud800"}', b"\xff\xfe{", b"null"]),
    st.dictionaries(
        st.sampled_from(["lift", "place", "press", "fault", "move", "game", "fen", "result", "record"])
        | st.sampled_from(["path", "comment", "glyph", "remove", "White", "Labels", "Date"])
        | TEXT,
        VALUE,
        max_size=3,
    ).map(lambda body: json.dumps(body).encode()),
)
HEADERS = st.dictionaries(
    st.sampled_from(
        [
            "Authorization",
            "Cookie",
            "Origin",
            "Content-Type",
            "Accept",
            "Range",
            "If-None-Match",
            "If-Modified-Since",
            "X-Forwarded-For",
            "X-Forwarded-Host",
            "Expect",
            "Accept-Encoding",
            "Accept-Language",
        ]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=60)
    | st.sampled_from(["Bearer", "Bearer é", "bytes=9-1", "reedboard-8080=é", "9" * 4000, "null", "text/html;q=x"]),
    max_size=4,
)
METHODS = st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"])


def is_told(answer):
    """Not a fault of the program; a refusal is one sentence of bounded length."""
    assert answer.status_code < 500, answer.text[:300]
    if answer.status_code >= 400 and answer.is_json and answer.text.strip():
        words = answer.json["detail" if answer.mimetype == "application/problem+json" else "error"]
        assert 0 < len(words) < 600, words[:700]
        assert "Traceback" not in answer.text


@pytest.mark.slow
@given(data=st.data())
@OFTEN
def test_no_route_fails_whatever_is_asked(app, routes, data):
    rule, methods = data.draw(st.sampled_from(routes))
    part = data.draw(TEXT)
    before, opening, rest = rule.partition("<")
    path = before + part + rest.partition(">")[2] if opening else rule
    answer = app.test_client().open(
        path,
        method=data.draw(st.sampled_from(methods) | METHODS),
        query_string=data.draw(st.dictionaries(st.sampled_from(["game", "token", "page", "x"]), TEXT, max_size=2)),
        data=data.draw(BODIES),
        headers={**(BEARER if data.draw(st.booleans()) else {}), **data.draw(HEADERS)},
        content_type=data.draw(st.sampled_from(["application/json", "text/plain", "application/json; charset=x"])),
        **HOST,
    )
    is_told(answer)


@pytest.mark.parametrize(
    "path",
    [
        "/records/99999999999999999999.pgn",
        f"/records/{'9' * 5000}.pgn",
        f"/api/v1/records/{'1' * 30}",
        f"/api/v1/records/{'1' * 30}/readings",
        f"/api/v1/records/{'1' * 30}/decoded",
        "/records/-1.pgn",
        "/records/²",
        f"/rules?game={'x' * 5000}",
        f"/rules?game=chess/{'x' * 5000}",
        "/rules?game=a%00b",
        "/rules?game=..%2f..%2ftoken",
        "/rules?game=%ff",
        f"/{'x' * 5000}",
        "/static/..%2f..%2ftoken",
        "/static/%00",
    ],
)
def test_odd_address_is_refused_in_a_sentence(app, path):
    answer = app.test_client().get(path, **HOST)
    assert answer.status_code in (400, 404)
    is_told(answer)


@pytest.mark.parametrize("path", ["/api/v1/hands", "/api/v1/answer", "/api/v1/game", "/api/v1/result", "/api/v1/fault"])
@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"a":' * 12_000, b'{"move": ' + b"9" * 5000 + b"}", b"[" * 300_000])
def test_deep_or_large_body_is_refused_in_a_sentence(app, path, body):
    answer = app.test_client().post(path, data=body, content_type="application/json", headers=BEARER, **HOST)
    assert answer.status_code in (400, 413)
    is_told(answer)


LINES = [
    b"GET / HTTP/1.1\r\nHost: \r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1:99999999\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET //x:y/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /%ff%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"BREW /coffee HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"POST /hands HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"POST /hands HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST /hands HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1, 2\r\n\r\n",
    b"POST /hands HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST /hands HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + b"x" * 300_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA B: c\r\n\r\n",
]


@pytest.fixture(scope="module")
def port(app):
    server = PageServer(app, "127.0.0.1", 0)
    yield server.port
    server.close()


@pytest.mark.parametrize("request_bytes", LINES, ids=range(len(LINES)))
def test_server_refuses_what_is_no_request(port, request_bytes):
    with closing(socket.create_connection(("127.0.0.1", port), timeout=20.0)) as line:
        answer = b""
        try:
            line.sendall(request_bytes)
            line.shutdown(socket.SHUT_WR)
            while more := line.recv(65536):
                answer += more
        except OSError as error:  # refused while it was still being sent
            assert error.errno in (errno.ECONNRESET, errno.EPIPE, errno.ENOTCONN)
    assert not answer or int(answer.split()[1]) < 500, answer[:200]
    assert b"Traceback" not in answer
