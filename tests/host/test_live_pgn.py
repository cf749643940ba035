"""The live PGN file: whole at any moment, with times, behind by its delay, never with a move that does not stand."""

import threading
import time
from dataclasses import replace

import pytest

import fairyrules
from fairyrules import pgn
from reedboard.app.live_pgn import LivePgn
from reedboard.archive.database import Archive, Kept
from reedboard.game.status import Connection, GameView, Layout, OutcomeView, PlyView, Status, TurnView

HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'
MOVES = [("e4", "e2e4"), ("e5", "e7e5"), ("Nf3", "g1f3"), ("Nc6", "b8c6"), ("Bb5", "f1b5"), ("a6", "a7a6")]


def plies(count, last="settled"):
    state = ["settled"] * (count - 1) + [last] * (count > 0)
    return tuple(
        PlyView(at, (at + 1) // 2, "wb"[(at - 1) % 2], san, move, 1500 * at, state[at - 1])
        for at, (san, move) in enumerate(MOVES[:count], 1)
    )


class Game:
    """A record that grows, and the statuses shown of it."""

    def __init__(self, folder):
        self.archive = Archive(folder)
        self.archive.begin("chess", None, HEADER, "8x8", {"White": "Ada"})
        start = fairyrules.game("chess").start().fen()
        self._bare = Status(
            Connection("connected", "", "", ""),
            GameView(1, "chess", "Chess", start),
            Layout(8, 8, (), ()),
            TurnView("w", ""),
        )

    def now(self, moves, outcome=None):
        self.archive.keep(Kept(1, HEADER, (), 0, moves, outcome.result if outcome else "*"))
        return replace(self._bare, moves=moves, outcome=outcome)


@pytest.fixture
def game(tmp_path):
    opened = Game(tmp_path / "data")
    yield opened
    opened.archive.close()


def until(true, timeout_s=10.0):
    deadline = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def moves_in(path):
    return [str(move) for move in pgn.read(path.read_text())[0].moves] if path.exists() else None


def test_live_pgn_tells_settled_moves_with_their_times(game, tmp_path):
    path = tmp_path / "live.pgn"
    live = LivePgn(game.archive, path, 0.0, pytest.fail)
    live.show(game.now(plies(2, "provisional")))
    until(lambda: moves_in(path) == ["e2e4"])
    live.show(game.now(plies(2), OutcomeView("1-0", "Black resigns")))
    until(lambda: moves_in(path) == ["e2e4", "e7e5"])
    text = path.read_text()
    assert '[White "Ada"]' in text
    assert "1. e4 {[%emt 0:00:01.5]} 1... e5 {[%emt 0:00:01.5]} 1-0" in text.replace("\n", " ")
    live.show(game.now(plies(1)))
    until(lambda: moves_in(path) == ["e2e4"])
    live.close()


@pytest.mark.slow
def test_live_pgn_holds_moves_back_for_its_delay(game, tmp_path, monkeypatch):
    path, written, shown = tmp_path / "live.pgn", [], []
    write = LivePgn._write

    def seen(live, due):
        at = time.monotonic()
        write(live, due)
        written.append((at, moves_in(path)))

    monkeypatch.setattr(LivePgn, "_write", seen)
    live = LivePgn(game.archive, path, 1.0, pytest.fail)
    for moves in (plies(1), plies(2)):
        status = game.now(moves)
        shown.append(time.monotonic())
        live.show(status)
        time.sleep(0.3)
    until(lambda: len(written) == 2)
    assert [moves for _, moves in written] == [["e2e4"], ["e2e4", "e7e5"]]
    assert [at >= since + 1.0 for (at, _), since in zip(written, shown, strict=True)] == [True, True]
    status = game.now(plies(3))
    live.show(status)
    live.close()
    time.sleep(0.1)
    assert moves_in(path) == ["e2e4", "e7e5"]


def test_live_pgn_is_whole_whenever_it_is_read(game, tmp_path):
    path = tmp_path / "live.pgn"
    live = LivePgn(game.archive, path, 0.0, pytest.fail)
    live.show(game.now(()))
    until(path.exists)
    seen, ends = set(), threading.Event()

    def look():
        while not ends.is_set():
            seen.add(path.read_text())

    looks = threading.Thread(target=look)
    looks.start()
    for count in (*range(7), *range(6, -1, -1)) * 3:
        live.show(game.now(plies(count)))
        time.sleep(0.01)
    ends.set()
    looks.join()
    live.close()
    assert len(seen) > 3
    assert all(text.endswith((" *\n\n", "\n*\n\n")) for text in seen)


def test_live_pgn_leaves_the_game_alone_when_it_cannot_be_written(game, tmp_path):
    live = LivePgn(game.archive, tmp_path / "nowhere" / "live.pgn", 0.0, pytest.fail)
    live.show(game.now(plies(1)))
    time.sleep(0.2)
    live.close()
    assert not (tmp_path / "nowhere").exists()
