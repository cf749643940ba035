"""The attacks on the disk find nothing, and would find what they look for."""

import pytest

from reedboard.archive.database import Archive, ArchiveError
from reedboard.archive.game_writer import Keeper
from reedboard.archive.pgn_records import bring_in
from reedboard.stress import running_game
from reedboard.stress.disk import FULL, DiskError, disk
from reedboard.stress.evening import PGN
from reedboard.stress.sections import failpoints, images, kills


def complaints():
    said = []
    return said, said.append


@pytest.mark.slow
def test_no_failing_call_breaks_a_promise():
    said, say = complaints()
    tried, _ = failpoints.sweep(40, 1, say)
    assert said == []
    assert tried.total() >= 35


@pytest.mark.slow
def test_no_power_cut_breaks_a_promise():
    said, say = complaints()
    assert images.cut_off(150, 1, say) == (150, 0), said


@pytest.mark.slow
def test_no_kill_breaks_a_promise_when_the_disk_is_slow():
    said, say = complaints()
    _, _, broke = kills.kill(3, 0.2, 1, say)
    assert not broke, said


def test_power_cuts_show_records_that_are_not_synced(monkeypatch):
    opened = Archive._open

    def unsynced(archive):
        db = opened(archive)
        db.execute("PRAGMA synchronous = OFF")
        return db

    monkeypatch.setattr(Archive, "_open", unsynced)
    said, say = complaints()
    _, broke = images.cut_off(60, 1, say)
    assert broke > 10
    assert any("promised was" in words or "is gone" in words or "refused" in words for words in said)


@pytest.mark.slow
def test_failing_calls_show_a_writer_that_takes_them_for_done(monkeypatch):
    keep = Archive.keep

    def careless(archive, now, since=None):
        try:
            keep(archive, now, since)
        except ArchiveError:
            return

    monkeypatch.setattr(Archive, "keep", careless)
    _, say = complaints()
    _, broke = failpoints.sweep(12, 1, say)
    assert broke.total() > 0


def test_kill_that_was_promised_more_than_is_written_is_told(tmp_path):
    archive = Archive(tmp_path)
    archive.begin("chess", None, '{"game": "chess", "fen": null, "trays": false, "slots": {}}', "8x8")
    archive.close()
    killed = object.__new__(kills.Killed)
    killed.settled, killed.result = ["e4"], ""
    assert "shown were e4" in killed.broken_by(tmp_path, ["e4"])
    killed.settled, killed.result = [], "1-0"
    assert "answered was" in killed.broken_by(tmp_path, ["e4"])


def test_hands_of_a_seed_always_play_the_same_game():
    assert list(running_game.hands(3)) == list(running_game.hands(3)) != list(running_game.hands(4))


def test_import_on_a_full_disk_is_one_sentence_and_can_be_done_again(tmp_path):
    """Before, `records import` ended in a traceback."""
    attacks = disk()  # before the archive opens its file: it stands between for those opened since
    archive = Archive(tmp_path)

    def full(call):
        if call.kind == "write":
            raise DiskError(FULL)

    with (
        attacks.attacked(tmp_path, full),
        pytest.raises(ArchiveError, match=r"the disk is full\. 0 games of a file"),
    ):
        bring_in(archive, PGN, "a file")
    assert len(bring_in(archive, PGN, "a file")) == 2
    archive.close()


def test_each_attack_sees_its_own_folder_alone(tmp_path):
    seen = []
    for name in ("one", "two"):
        with disk().attacked(tmp_path / name, lambda call: seen.append(call.path.parent)):
            archive = Archive(tmp_path / name)
            keeper = Keeper(archive)
            assert keeper.begin("chess", None, "{}", "8x8") == 1
            keeper.close()
            archive.close()
    assert set(seen) == {tmp_path / "one", tmp_path / "two"}
