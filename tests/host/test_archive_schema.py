"""Records of older programs become today's, and those of newer ones are left alone."""

import json
import sqlite3
from contextlib import closing

import pytest

import fairyrules
from reedboard.archive import schema
from reedboard.archive.check import check, repair
from reedboard.archive.database import Archive, DamagedError, Kept
from reedboard.archive.pgn_records import bring_in, pgn_of
from reedboard.archive.positions import find
from reedboard.game.status import PlyView

FIRST = """
CREATE TABLE game (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, fen TEXT, header TEXT NOT NULL,
    board TEXT NOT NULL, begun TEXT NOT NULL, result TEXT NOT NULL DEFAULT '*', reason TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT '{}') STRICT;
CREATE TABLE move (game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL, t_ms INTEGER NOT NULL,
    move TEXT NOT NULL, san TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (game, ply)) STRICT, WITHOUT ROWID;
CREATE TABLE journal (game INTEGER NOT NULL REFERENCES game, line INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (game, line)) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
"""
HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'
LINES = ['{"t": 1000, "cell": "e2", "on": 0}', '{"t": 1200, "cell": "e4", "on": 1}']


def columns(folder):
    with closing(sqlite3.connect(folder / "records.sqlite3")) as db:
        return {table: [row[1] for row in db.execute(f"PRAGMA table_info({table})")] for table in schema.COLUMNS}


@pytest.fixture
def first_version(tmp_path):
    """A home of the first version: a game played, one imported from PGN without times, one from a trace."""
    with closing(sqlite3.connect(tmp_path / "records.sqlite3")) as db:
        db.executescript(FIRST)
        game = "INSERT INTO game (game, header, board, begun, result, tags) VALUES ('chess', ?, ?, ?, ?, ?)"
        for board, tags in (("8x8", {}), ("imported", {"White": "Ada", "Date": "1851.06.21"}), ("imported", {})):
            db.execute(game, (HEADER, board, "2026-01-02T03:04:05+00:00", "1/2-1/2", json.dumps(tags)))
        lines = [(game, at, LINES[at - 1]) for game in (1, 3) for at in (1, 2)]
        db.executemany("INSERT INTO journal VALUES (?, ?, ?)", lines)
        moves = [(1, 1, 1200), (2, 1, 0), (3, 1, 1200)]
        db.executemany("INSERT INTO move VALUES (?, ?, ?, 'e2e4', 'e4', 'settled')", moves)
        db.commit()
    return tmp_path


def test_records_of_the_first_version_become_todays(first_version):
    archive = Archive(first_version)
    told = [(each.id, each.origin, each.plies, each.lines) for each in archive.records(pytest.fail)]
    assert told == [(3, "trace", 1, 2), (2, "pgn", 1, 0), (1, "played", 1, 2)]
    assert archive.trace(1).splitlines() == [HEADER, *LINES]
    assert [archive.moves(number)[0].t_ms for number in (1, 2, 3)] == [1200, None, 1200]
    assert "1. e4 {[%emt 0:00:01.2]} 1/2-1/2" in pgn_of(archive, 1)
    assert "1. e4 1/2-1/2" in pgn_of(archive, 2)
    assert archive.begin("chess", None, HEADER, "8x8") == 4
    archive.close()
    Archive(first_version / "new").close()
    assert columns(first_version) == columns(first_version / "new") == {k: list(v) for k, v in schema.COLUMNS.items()}


def test_records_of_the_first_version_stay_when_they_cannot_become_todays(first_version, monkeypatch):
    broken = schema.FROM_1.replace("DROP TABLE game_1;", "DROP TABLE game_7;")
    monkeypatch.setattr(schema, "FROM_1", broken)
    with pytest.raises(DamagedError):
        Archive(first_version)
    monkeypatch.undo()
    assert "board" in columns(first_version)["game"]
    archive = Archive(first_version)
    assert len(archive.records(pytest.fail)) == 3
    archive.close()


def test_archive_tells_a_file_without_its_tables(tmp_path):
    Archive(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "records.sqlite3")) as db:
        db.execute("DROP TABLE move")
        db.commit()
    with pytest.raises(DamagedError, match=r"no such table: move.*check --repair"):
        Archive(tmp_path)


@pytest.mark.parametrize("statement", ["DELETE FROM move WHERE ply = 2", "UPDATE move SET san = 'e5' WHERE ply = 1"])
def test_archive_refuses_to_serve_altered_or_lost_moves(tmp_path, statement):
    archive = Archive(tmp_path)
    archive.begin("chess", None, HEADER, "8x8")
    archive.keep(Kept(1, HEADER, LINES, 2, tuple(PlyView(n, 1, "w", "e4", "e2e4", 1, "settled") for n in (1, 2))))
    assert len(archive.moves(1)) == 2
    archive._db.execute(statement)
    with pytest.raises(DamagedError, match="Game 1 is damaged"):
        archive.moves(1)
    archive.close()


def test_records_of_the_second_version_are_found_by_position(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        bring_in(archive, "1. e4 *", "a file")
        archive._db.executescript(
            "DROP TABLE analysis; DROP TABLE position; DROP INDEX game_alike;"
            "CREATE INDEX game_alike ON game (game, plies);"
            "PRAGMA user_version = 2; PRAGMA application_id = 0"
        )
    start = fairyrules.game("chess").start()
    with closing(Archive(tmp_path)) as archive:
        assert archive.unplaced() == [1]
        assert [each.ply for each in find(archive, start.play(start.parse("e2e4")))] == [1]
    assert check(tmp_path).faults == ()


def test_records_of_the_third_version_can_be_analysed(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        bring_in(archive, "1. e4 *", "a file")
        mark = schema.MARK + 3
        archive._db.executescript(f"DROP TABLE analysis; PRAGMA user_version = 3; PRAGMA application_id = {mark}")
    with closing(Archive(tmp_path)) as archive:
        archive.note_analysis(1, 0, "{}")
        assert (archive.analysis(1), archive.analysed()) == ({0: "{}"}, [1])
    assert check(tmp_path).faults == ()


def test_damaged_analysis_is_told_and_left_behind_by_a_repair(tmp_path):
    with closing(Archive(tmp_path)) as archive:
        bring_in(archive, "1. e4 e5 *", "a file")
        for ply in (0, 1):
            archive.note_analysis(1, ply, "{}")
        archive._db.execute("UPDATE analysis SET text = '[]' WHERE ply = 1")
        assert archive.analysis(1) == {0: "{}"}
    assert check(tmp_path).faults == ("Game 1: a part of its analysis is damaged.",)
    assert repair(tmp_path).lost == ()
    with closing(Archive(tmp_path)) as archive:
        assert archive.analysis(1) == {0: "{}"}
    assert check(tmp_path).faults == ()
