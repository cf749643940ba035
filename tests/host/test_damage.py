"""Damaged records: nothing altered is served, nothing ends in a traceback, what can be read is saved, play starts."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner

import fairyrules
from reedboard.app.play import Play
from reedboard.archive import journal_copy
from reedboard.archive.check import repair
from reedboard.archive.database import FILE, Archive, ArchiveError, Kept
from reedboard.archive.game_writer import Keeper
from reedboard.archive.pgn_records import bring_in, pgn_of
from reedboard.assets import boards
from reedboard.board.profile import place
from reedboard.cli.main import main
from reedboard.game import trace
from reedboard.game.game_state import GameState
from reedboard.game.view import ply_views
from reedboard.stress.sections import damage

CHESS = fairyrules.game("chess")
HEADER = '{"game": "chess", "fen": null, "trays": false, "slots": {}}'
TAPS = ["e2", "e4", "e7", "e5", "g1", "f3", "b8", "c6", "f1", "b5", "a7", "a6", "b5", "a4", "g8", "f6"]
LINES = [f'{{"t": {1000 * at}, "cell": "{cell}", "on": {at % 2}}}' for at, cell in enumerate(TAPS, 2)]
SERVED = ("1", "2", "3")


def filled(folder):
    """A home with a game played and two imported; what it serves, by number."""
    archive = Archive(folder)
    state = GameState.begin(CHESS.start(), False, {}).following(map(trace.parse_line, LINES))
    keeper = Keeper(archive)
    keeper.begin("chess", None, HEADER, "8x8")
    assert keeper.keep(Kept(1, HEADER, LINES, len(LINES), ply_views(state.move_list)))
    bring_in(archive, '[White "Ada"]\n\n1. e4 {[%clk 0:01:00] well} e5 2. Nf3 (2. f4 exf4) Nc6 1/2-1/2\n', "a file")
    bring_in(archive, '[White "Bob"]\n[Variant "xiangqi"]\n\n1. Ch2e2 *\n'.replace("Ch2e2", "h3e3"), "a file")
    served = {number: (pgn_of(archive, number), archive.trace(number)) for number in (1, 2, 3)}
    assert keeper.close() == ""
    archive.close()
    return served


def is_right(folder, served):
    """Serves what was written or refuses; gives how many games it served."""
    try:
        archive = Archive(folder)
    except ArchiveError:
        return 0
    whole = 0
    try:
        told = archive.records(lambda words: None)
        assert len({each.id for each in told}) == len(told)
        for number, (pgn, journal) in served.items():
            try:
                assert pgn_of(archive, number) == pgn
                assert archive.trace(number) == journal
                whole += 1
            except ArchiveError:
                continue
    except ArchiveError:
        return whole
    finally:
        archive.close()
    return whole


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("home")
    return folder, filled(folder)


@pytest.mark.slow
@pytest.mark.parametrize("byte", [18, 19, 21, 47, 56, 63, 71], ids=lambda byte: f"byte {byte}")
def test_altered_head_of_the_file_keeps_no_game_from_beginning(byte, tmp_path):
    """The versions of SQLite's format and of our tables: before, an altered one was told as of another program."""
    whole = filled(tmp_path / "whole")
    for bit in range(8):
        folder = tmp_path / f"{byte}-{bit}"
        shutil.copytree(tmp_path / "whole", folder / "home")
        data = bytearray((folder / "home" / FILE).read_bytes())
        data[byte] ^= 1 << bit
        (folder / "home" / FILE).write_bytes(data)
        assert damage.judge(folder / "home", whole, damage.Found()) == ""


@pytest.mark.slow
@pytest.mark.parametrize(("spoil", "count"), [(damage.flip, 60), (damage.cut, 30)], ids=["bits", "cuts"])
def test_nothing_altered_is_served_and_play_begins(spoil, count):
    said = []
    assert not damage.attack(count, spoil, 7, said.append).broken, said


@pytest.mark.slow
def test_archive_that_overlooks_checksums_is_found_out(monkeypatch):
    monkeypatch.setattr("reedboard.archive.database.sound", lambda row: True)
    said = []
    assert damage.attack(100, damage.flip, 7, said.append).broken, said


@pytest.mark.parametrize("size", [0, 1, 100, 4096, 5000, 9000])
@pytest.mark.parametrize("zeroed", [False, True])
def test_cut_or_zeroed_file_is_told_and_play_starts(home, tmp_path, size, zeroed):
    folder, served = home
    spoilt = tmp_path / "spoilt"
    shutil.copytree(folder, spoilt)
    data = (spoilt / "records.sqlite3").read_bytes()
    (spoilt / "records.sqlite3").write_bytes(data[:size] + (bytes(len(data) - size) if zeroed else b""))
    is_right(spoilt, served)
    repair(spoilt)
    archive = Archive(spoilt)
    archive.begin("chess", None, HEADER, "8x8")
    archive.close()


def test_moves_cut_off_with_the_write_ahead_log_come_back_from_the_copy(tmp_path):
    archive = Archive(tmp_path / "home")
    keeper = Keeper(archive)
    placement = place(boards.load("8x8"), CHESS).stocked(CHESS.start())
    play = Play.begin(keeper, placement, CHESS.start())
    for line in map(trace.parse_line, LINES):
        play._hear(line)
        assert play.keep() == ""
    log = tmp_path / "home" / "records.sqlite3-wal"
    whole = log.stat().st_size
    for at in range(0, whole, max(1, whole // 12)):
        spoilt = tmp_path / str(at)
        shutil.copytree(tmp_path / "home", spoilt)
        (spoilt / "records.sqlite3-shm").unlink()
        with (spoilt / log.name).open("r+b") as file:
            file.truncate(at)
        told = []
        again = Archive(spoilt)
        writer = Keeper(again)
        if again.count() == 0:
            continue  # cut before the game began
        resumed = Play.resume(writer, placement, again.record(1), told.append)
        assert [entry.san for entry in resumed.move_list.entries] == [e.san for e in play.move_list.entries]
        assert len(told) == 1
        assert "taken from the copy" in told[0]
        assert resumed.keep() == ""
        assert len(again.journal(1)) == len(LINES)
        assert writer.close() == ""
        again.close()
    keeper.close()
    archive.close()


def test_copy_of_another_game_is_not_taken(tmp_path):
    filled(tmp_path)
    copied = journal_copy.found(tmp_path, 1)
    assert copied == (HEADER, LINES)
    assert journal_copy.found(tmp_path, 2) is None
    path = tmp_path / journal_copy.FILE
    path.write_text(path.read_text().replace('"e7"', '"e6"', 1))
    assert journal_copy.found(tmp_path, 1) == (HEADER, LINES[:2])
    archive = Archive(tmp_path)
    assert archive.usable_journal(1, pytest.fail) == list(enumerate(LINES, 2))
    archive.close()


def test_game_is_not_gone_on_with_when_what_is_left_of_its_journal_tells_another(tmp_path):
    filled(tmp_path)
    (tmp_path / journal_copy.FILE).unlink()
    with closing(sqlite3.connect(tmp_path / "records.sqlite3")) as db:
        db.execute("UPDATE journal SET text = 'x' WHERE line IN (3, 4)")
        db.commit()
    archive = Archive(tmp_path)
    keeper = Keeper(archive)
    told = []
    with pytest.raises(ArchiveError.__base__, match="tells other moves than were recorded"):
        Play.resume(keeper, place(boards.load("8x8"), CHESS), archive.record(1), told.append)
    assert any("2 lines are damaged" in words for words in told)
    assert len(archive.moves(1)) == 8
    keeper.close()
    archive.close()


def test_check_and_repair_say_what_is_lost(tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path))

    def run(*words):
        return CliRunner().invoke(main, ["records", *words])

    assert run("check").exit_code == 2
    filled(tmp_path)
    (tmp_path / journal_copy.FILE).unlink()
    assert run("check").output == "3 games, all whole.\n"
    with closing(sqlite3.connect(tmp_path / "records.sqlite3")) as db:
        db.execute("UPDATE move SET san = 'Nf6' WHERE game = 1 AND ply = 4")
        db.execute("UPDATE move SET san = 'Nf6' WHERE game = 2 AND ply = 3")
        db.execute("UPDATE game SET result = '1-0' WHERE id = 3")
        db.commit()
    found = run("check")
    assert found.exit_code == 1
    assert found.output.splitlines()[:3] == [
        "Game 1: ply 4 damaged or missing.",
        "Game 2: ply 3 damaged or missing.",
        "Game 3: its own row is damaged.",
    ]
    assert "Game 3 is damaged" in run("list").output
    mended = run("check", "--repair").output.splitlines()
    assert "Lost: Game 2: its moves from ply 3 of 4 on." in mended
    assert "2 games saved" in mended[-1]
    assert run("check").output == "2 games, all whole.\n"
    archive = Archive(tmp_path)
    assert [move.san for move in archive.moves(1)][3] == "Nc6"  # read again from the journal
    assert [move.san for move in archive.moves(2)] == ["e4", "e5"]
    assert archive.begin("chess", None, HEADER, "8x8") > 2
    archive.close()
