import sqlite3

import pytest

from reedboard.archive import schema
from reedboard.archive.database import Archive, ArchiveError, Kept
from reedboard.game.status import PlyView

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
    with pytest.raises(sqlite3.Error):
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
