"""Real games, played by scripted hands through firmware, serial line, tracker and lights into the record."""

import io
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chess.pgn
import pytest
from as_user import reedboard

from fairyrules import pgn

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.pgn"))
SPEED = "10"


def played_in(home, path):
    return reedboard(
        home, "play", "--board", "virtual", "--hands", str(path), "--speed", SPEED, "--http", "127.0.0.1:0"
    )


@pytest.fixture(scope="module")
def sittings(tmp_path_factory):
    """By its file, each game's home and what came of playing it there, all at once: hands take their time."""
    homes = {path: tmp_path_factory.mktemp(path.stem) for path in GAMES}
    with ThreadPoolExecutor(len(GAMES)) as tables:
        yield {path: (home, tables.submit(played_in, home, path)) for path, home in homes.items()}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_master_game_is_recorded_as_it_was_played(path, sittings):
    (played,) = pgn.read(path.read_text())
    home, sitting = sittings[path]
    done = sitting.result()
    assert done.returncode == 0, done.stdout + done.stderr
    plies = len(played.moves)
    assert done.stdout.splitlines()[-1].startswith(f"record 1: chess, {plies} plies, {played.result}, ")

    exported = reedboard(home, "records", "export", "1").stdout
    (recorded,) = pgn.read(exported)
    assert recorded.moves == played.moves
    assert recorded.result == played.result
    read_by_others = chess.pgn.read_game(io.StringIO(exported))
    assert read_by_others is not None
    assert read_by_others.errors == []
    assert read_by_others.end().board().fen() == recorded.final().fen()

    trace = home / "journal.trace"
    trace.write_text(reedboard(home, "records", "export", "1", "--trace").stdout)
    inferred = reedboard(home, "infer", str(trace)).stdout
    assert json.loads(inferred.splitlines()[-1])["moves"] == [str(move) for move in played.moves]
    assert reedboard(home, "infer", str(trace)).stdout == inferred
    assert "the same game" in reedboard(home, "records", "replay", "1").stdout


def test_play_names_the_illegal_move_when_the_script_has_one(tmp_path):
    path = tmp_path / "wrong.pgn"
    path.write_text('[Event "Wrong"]\n\n1. e4 e5 2. Ke3 *\n')
    done = reedboard(tmp_path, "play", "--board", "virtual", "--hands", str(path))
    assert done.returncode == 2
    assert "Ke3" in done.stderr
    assert len(done.stderr.splitlines()) == 1
