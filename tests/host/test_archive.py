import sqlite3
from contextlib import closing
from functools import partial
from types import SimpleNamespace

import pytest

from reedboard.archive import database, schema
from reedboard.archive.correct import correct
from reedboard.archive.database import FILE, Archive, ArchiveError, Kept
from reedboard.game.status import PlyView
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard

HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'


def ply(number, san, state="settled"):
    return PlyView(number, (number + 1) // 2, "wb"[(number - 1) % 2], san, san, 1000 * number, state)


@pytest.fixture
def archive(tmp_path):
    opened = Archive(tmp_path / "data")
    yield opened
    opened.close()


def test_archive_gives_back_what_was_noted_after_reopening_without_closing(archive, tmp_path):
    record = archive.begin("chess", None, HEADER, "8x8", {"White": "Ada"})
    lines = ['{"t": 1}', '{"t": 2}', '{"t": 3}']
    first = Kept(record, HEADER, lines, 2, (ply(1, "e4", "provisional"),))
    archive.keep(first)
    archive.keep(Kept(record, HEADER, lines, 3, (ply(1, "e4"), ply(2, "e5"))), first)
    again = Archive(tmp_path / "data")  # the first connection stays open, as after a power cut
    assert again.trace(record).splitlines() == [HEADER, '{"t": 1}', '{"t": 2}', '{"t": 3}']
    assert [(move.san, move.state) for move in again.moves(record)] == [("e4", "settled"), ("e5", "settled")]
    assert again.record(record).tags == {"White": "Ada"}
    assert again.record(record).plies == 2
    again.close()


def test_archive_drops_retracted_plies_when_the_length_shrinks(archive):
    record = archive.begin("chess", None, HEADER, "8x8")
    three = Kept(record, HEADER, (), 0, (ply(1, "e4"), ply(2, "e5"), ply(3, "Nf3")))
    archive.keep(three)
    archive.keep(Kept(record, HEADER, (), 0, (ply(1, "e4"), ply(2, "c5"))), three)
    assert [move.san for move in archive.moves(record)] == ["e4", "c5"]


def test_archive_lists_newest_first_when_there_are_several(archive):
    first = archive.begin("chess", None, HEADER, "8x8")
    second = archive.begin("wildeurasian-qi", None, HEADER, "10x10")
    archive.keep(Kept(first, HEADER, result="1-0", reason="checkmate"))
    assert [(record.id, record.result) for record in archive.records()] == [(second, "*"), (first, "1-0")]


def test_archive_notes_nothing_when_part_of_a_note_cannot_be_written(archive):
    record = archive.begin("chess", None, HEADER, "8x8")
    with pytest.raises(ArchiveError):
        archive.keep(Kept(record, HEADER, ['{"t": 1}'], 1, (ply(1, None),)))
    assert archive.journal(record) == []


def test_archive_says_which_records_there_are_when_asked_for_an_unknown_one(archive):
    with pytest.raises(ArchiveError, match="number 7; `reedboard records list`"):
        archive.record(7)


def test_archive_says_what_to_do_when_its_folder_is_a_file(tmp_path):
    (tmp_path / "data").write_text("")
    with pytest.raises(ArchiveError, match="REEDBOARD_DATA"):
        Archive(tmp_path / "data")


def test_archive_refuses_records_of_a_newer_program(tmp_path):
    Archive(tmp_path).close()
    with sqlite3.connect(tmp_path / "records.sqlite3") as db:
        db.execute("PRAGMA user_version = 99")
        db.execute(f"PRAGMA application_id = {schema.MARK + 99}")
    db.close()
    with pytest.raises(ArchiveError, match="newer reedboard"):
        Archive(tmp_path)


def test_archive_is_refused_where_a_folder_has_its_name(tmp_path):
    (tmp_path / FILE).mkdir()
    with pytest.raises(ArchiveError, match=r"Cannot use the records in .*: unable to open database file"):
        Archive(tmp_path)


WRITERS = {
    "result": ("result", {"result": "1-0"}),
    "tags": ("tags", {"tags": {"White": "Ada"}}),
    "note": ("notes", {"path": [], "comment": "well played"}),
}


@pytest.mark.parametrize("what", WRITERS)
def test_what_cannot_be_written_is_told_in_a_sentence_and_nothing_changes(tmp_path, monkeypatch, what):
    """Another program held the records locked: the page answered with 500, a command with a trace."""
    monkeypatch.setattr(database, "BUSY_S", 0.01)
    path, body = WRITERS[what]
    with closing(Archive(tmp_path)) as archive, closing(sqlite3.connect(tmp_path / FILE)) as other:
        archive.begin("chess", None, HEADER, "8x8")
        before = archive.record(1)
        api = SimpleNamespace(correct=partial(correct, archive))
        other.execute("BEGIN IMMEDIATE")
        client = create_app(Hub(), api, Guard("x"), archive).test_client()
        bearer, home = {"Authorization": "Bearer x"}, "http://127.0.0.1:8080"
        answer = client.post(f"/api/v1/records/1/{path}", json=body, headers=bearer, base_url=home)
        told = answer.json["detail"]
        assert answer.status_code == 400
        assert told.endswith("cannot be written: another program keeps them locked. Nothing of it was changed.")
        assert archive.record(1) == before
        with pytest.raises(ArchiveError, match="another program keeps them locked"):
            archive.note_analysis(1, 0, "{}")
