"""`reedboard stress requests`: odd requests to every route of the page, most of them without the token.

The page is that of a running loop with records; requests are made of good ones by chance. None may be answered with a
fault of the program, and without the token nothing of the game, the records or the files beside them may change.
"""

import json
import logging
import os
import queue
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

import click
from flask import Flask
from werkzeug.test import TestResponse

import fairyrules
from reedboard.app.board_watch import BoardWatch
from reedboard.app.game_api import RunningGameApi
from reedboard.app.game_boards import RealGameBoard
from reedboard.app.loop import Event, Loop
from reedboard.app.play import Play
from reedboard.app.requests import Stop
from reedboard.app.status_watch import Watch
from reedboard.archive.database import Archive
from reedboard.archive.game_writer import Keeper
from reedboard.archive.pgn_records import bring_in
from reedboard.assets import boards
from reedboard.bench.report import RESULTS, Report
from reedboard.board.line_health import LineHealth
from reedboard.board.profile import place
from reedboard.board.wire import Glow
from reedboard.game.status import Status, parts
from reedboard.stress.mutation import mutated
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.operations import PREFIX

TOKEN = "the-token"
PGN = '[White "Ada"]\n\n1. e4 {[%clk 0:01:00] well} e5 2. Nf3 (2. f4 exf4) Nc6 1/2-1/2\n'
BASE = "http://127.0.0.1:8080"
METHODS = ("GET", "GET", "POST", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
WORDS = tuple(
    word.encode()
    for word in (
        *(
            "1",
            "1.pgn",
            "chess",
            "wildeurasian-qi/korean",
            "e2e4",
            "w:Q1",
            "1-0",
            "../token",
            "page.js",
            "Ada",
            "2026-11",
        ),
        *("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Bearer the-token", "bytes=0-9", "e4 e5 Nf3"),
    )
)
FITTING = {
    rule: json.dumps(body).encode()
    for rule, body in {
        "/answer": {"move": "e2e4"},
        "/game": {"game": "xiangqi"},
        "/proposal": {"what": "draw", "side": "w"},
        "/reply": {"number": 1, "accepted": True},
        "/result": {"result": "1/2-1/2"},
        "/resume": {"record": 1},
        "/result/undo": {},
    }.items()
}
"""What each of these routes does without fault, if it is from somebody who may."""
BODIES = tuple(
    json.dumps(body).encode()
    for body in (
        *({"lift": "e2"}, {"place": "e4", "piece": "w:P"}, {"press": "w"}, {"fault": "dead:e4"}, {"move": "e2e4"}),
        *({"game": "chess", "fen": None}, {"result": "1/2-1/2"}, {"record": 1}, {"path": [1, 2], "comment": "well"}),
        *({"White": "Ada", "Labels": "club, evening"}, {"pgn": PGN}, {"glyph": 1, "path": []}),
    )
)
NAMES = ("game", "token", "page", "player", "since", "result", "opening", "position", "before", "fen", "x")
HEADERS = ("Cookie", "Origin", "Range", "If-None-Match", "X-Forwarded-Host", "Accept", "Accept-Language", "Expect")
MEANT = 0.4
"""Share of the requests whose body and method are as the route wants them."""
WITH_TOKEN = 0.3
"""Share of the requests, at the end, that carry the token."""


@dataclass
class Answers:
    """What was answered."""

    requests: int = 0
    done: int = 0
    """With 2xx or 3xx."""
    refused: int = 0
    broken: int = 0


class _Lamps:
    def show(self, glows: tuple[Glow, ...]) -> None:
        """Nobody looks at them."""


class Page:
    """The page of a loop on a board that never speaks, with one game recorded before; `folder` is its home."""

    def __init__(self, folder: Path, app: Flask, watch: Watch) -> None:
        self._folder = folder
        self._watch = watch
        self._client = app.test_client()
        rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.endswith("/events")]
        self._routes = [(rule.rule, sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})) for rule in rules]
        self._db = sqlite3.connect(folder / "records.sqlite3", isolation_level=None)
        self._version, self._rows = -1, ""

    def state(self) -> tuple[object, ...]:
        """What may not change without the token: the game shown, the records, the files beside them.

        What games are found by (`positions.py`) is made from the records again by whoever searches, and is left out.
        """
        (version,) = self._db.execute("PRAGMA data_version").fetchone()  # grows with what anybody else commits
        if version != self._version:
            rows = (row for row in self._db.iterdump() if not row.startswith('INSERT INTO "position"'))
            self._version, self._rows = version, "\n".join(rows)
        files = sorted(entry.name for entry in os.scandir(self._folder) if not entry.name.endswith(("-wal", "-shm")))
        return self._rows, self._watch.status, files

    def ask(self, rng: random.Random, *, token: bool) -> tuple[str, TestResponse]:
        """Makes one odd request; gives what was asked and the answer."""
        rule, methods = rng.choice(self._routes)
        before, variable, rest = rule.partition("<")
        path = before + (_text(WORDS, rng) + rest.partition(">")[2] if variable else "")
        meant = rng.random() < MEANT
        method = rng.choice(methods if meant else METHODS)
        body = FITTING.get(rule.removeprefix(PREFIX), rng.choice(BODIES)) if meant else mutated(BODIES, rng)
        query = {rng.choice(NAMES): _text(WORDS, rng) for _ in range(rng.randrange(3))}
        headers = {rng.choice(HEADERS): _line(_text(WORDS, rng)) for _ in range(rng.randrange(3))}
        if token:
            headers["Authorization"] = f"Bearer {TOKEN}"
        answer = self._client.open(
            quote(path, safe="/%"),
            method=method,
            query_string=query,
            data=body if method != "GET" else b"",
            headers=headers,
            content_type="application/json" if meant else rng.choice(("application/json", "text/plain", "")),
            base_url=BASE,
        )
        return f"{method} {path} {query} {headers}", answer

    def close(self) -> None:
        """Lets go of the records."""
        self._db.close()


def _text(seeds: tuple[bytes, ...], rng: random.Random) -> str:
    return (mutated(seeds, rng) if rng.random() < 0.7 else rng.choice(seeds)).decode("latin-1")[:2000]


def _line(text: str) -> str:
    """What the client takes for a header's value."""
    return "".join(char for char in text if char.isprintable())


@contextmanager
def page(folder: Path) -> Iterator[Page]:
    """A page to attack, in a home of its own."""
    with patch.dict(os.environ, {"REEDBOARD_DATA": str(folder)}), closing(Archive(folder)) as archive:
        bring_in(archive, PGN, "a file")
        chess = fairyrules.game("chess")
        keeper = Keeper(archive)
        play = Play.begin(keeper, place(boards.load("8x8"), chess), chess.start())
        events: queue.Queue[Event] = queue.Queue()
        watch, hub = Watch(), Hub()

        def publish(status: Status) -> None:
            hub.publish(parts(status))

        loop = Loop(events, _Lamps(), RealGameBoard("port", boards.load("8x8")), keeper, play, (watch.show, publish))
        thread = loop.start()
        watch.wait_for(lambda status: status is not None, 10.0)
        board = BoardWatch(lambda: (LineHealth(), None), lambda: play.placement, watch, hub.publish, lambda: 0)
        api = RunningGameApi(events, archive, lambda: play.record, None, lambda: {"ok": True}, board.health)
        with closing(Page(folder, create_app(hub, api, Guard(TOKEN), archive), watch)) as attacked:
            yield attacked
        stop = Stop()
        events.put(stop)
        stop.done.result(10.0)
        thread.end(10.0)
        hub.close()
        keeper.close()


def attack(attacked: Page, count: int, rng: random.Random, say: Callable[[str], None], *, token: bool) -> Answers:
    """Makes so many odd requests; each that is answered with a fault, or changes what it may not, is told."""
    found, state = Answers(), attacked.state()
    for _ in range(count):
        asked, answer = attacked.ask(rng, token=token)
        found.requests += 1
        found.done += answer.status_code < 400
        found.refused += 400 <= answer.status_code < 500
        wrong = f"answered {answer.status_code}" if answer.status_code >= 500 else ""
        answer.close()
        if not (wrong or token):
            now = attacked.state()
            if now != state:
                state, wrong = now, "changed the state without the token"
        if wrong:
            found.broken += 1
            say(f"{asked[:500]}: {wrong}")
    return found


@click.command()
@click.option("--requests", "count", default=100_000, show_default=True, type=click.IntRange(2), help="How many.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds ask alike.")
@RESULTS
def command(count: int = 100_000, seed: int = 1, results: Path | None = None) -> None:
    """Make odd requests to every route; exit 1 where one is a fault, or changes something without the token."""
    logging.getLogger("reedboard").setLevel(logging.CRITICAL)
    report = Report(results)
    report.table("Odd requests to the page", ("carrying", "requests", "done", "refused", "promises broken"))
    rng, broken = random.Random(seed), 0
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as folder, page(Path(folder)) as attacked:
        with_token = round(count * WITH_TOKEN)
        for carrying, share in (("no token", count - with_token), ("the token", with_token)):
            found = attack(
                attacked, share, rng, lambda words: click.echo(words, err=True), token=carrying == "the token"
            )
            report.row((carrying, *map(str, (found.requests, found.done, found.refused, found.broken))))
            broken += found.broken
    report.close()
    if broken:
        raise SystemExit(1)
