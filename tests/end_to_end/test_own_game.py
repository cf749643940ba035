"""A game of one's own, written from the page alone, played by hands on the virtual board and recorded."""

import random
import re
from pathlib import Path

import pytest
from as_user import reedboard

from fairyrules import pgn, toml

PAGE = Path(__file__).parents[2] / "docs" / "ADD-A-GAME.md"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    file = tmp_path / "pond-chess.toml"
    blocks = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    file.write_text("\n".join(blocks), encoding="utf-8")
    return file


def test_own_game_is_played_by_hands_recorded_and_read_when_its_file_is_gone(sheet: Path, tmp_path: Path) -> None:
    game = toml.read(sheet.read_text(encoding="utf-8"), str(sheet))
    rng = random.Random(7)
    position, moves = game.start(), []
    for _ in range(24):
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
    script = tmp_path / "script.pgn"
    script.write_text(pgn.write(pgn.GameRecord.of(game.start(), moves)), encoding="utf-8")
    hands = ("--hands", str(script), "--speed", "5", "--http", "127.0.0.1:0")
    done = reedboard(tmp_path, "play", "--board", "virtual", "--game", str(sheet), *hands)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("record 1: pond-chess, 24 plies, *")
    sheet.unlink()
    exported = reedboard(tmp_path, "records", "export", "1")
    assert exported.returncode == 0, exported.stderr
    (recorded,) = pgn.read(exported.stdout, own=game)
    assert recorded.moves == tuple(moves)
    assert reedboard(tmp_path, "legal", "pond-chess").stdout.count("\n") == 15


def test_own_game_that_cannot_be_played_ends_in_one_line(sheet: Path, tmp_path: Path) -> None:
    sheet.write_text(sheet.read_text(encoding="utf-8").replace('moves = "K"', 'moves = ""'), encoding="utf-8")
    done = reedboard(tmp_path, "play", "--board", "virtual", "--game", str(sheet), "--no-browser")
    assert done.returncode == 2
    expected = "expected a movement that takes King somewhere on this board."
    assert done.stderr == f"reedboard: {sheet}: kinds.K.moves = '': {expected}\n"
