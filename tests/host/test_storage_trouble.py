"""A slow, full, failing or locked disk under a running game: nothing is shown before it is written, no touch waits for
its light, nobody for a disk that does not answer; what was not written is told and written later.

The disk is the real one. It is made full by the system's limit on the size of files, locked by a second connection,
and slow or failing by a layer around the archive's transactions.
"""

import queue
import resource
import sqlite3
import threading
import time
from contextlib import closing, contextmanager

import pytest

import fairyrules
from fairyrules.search import Line
from reedboard.app.game_boards import RealGameBoard
from reedboard.app.game_clock import now_ms
from reedboard.app.loop import Loop
from reedboard.app.play import Play
from reedboard.app.requests import EndAgreed, HintWanted, NewGameWanted, Stop
from reedboard.app.status_watch import Watch
from reedboard.app.thinker import Thought
from reedboard.archive.database import Archive, ArchiveError
from reedboard.archive.game_writer import Keeper
from reedboard.assets import boards
from reedboard.board import occupancy
from reedboard.board.link_events import Changed, Greeted, Snapshot
from reedboard.board.profile import place
from reedboard.board.shape_check import shape_of
from reedboard.errors import ReedboardError

CHESS = fairyrules.game("chess")


class Disk(Archive):
    """An archive whose commits take `slow_s`, wait at the `gate`, and fail for as long as `fails` holds an error."""

    slow_s = 0.0
    gate = None
    fails = None
    commits = 0

    @contextmanager
    def _transaction(self):
        with super()._transaction() as db:
            yield db
            time.sleep(self.slow_s)
            if self.gate is not None:
                self.gate.wait(20.0)
            if self.fails is not None:
                raise self.fails
            self.commits += 1


class Lamps:
    """Remembers when lights were asked for, and how many moves were on the disk then."""

    def __init__(self, archive):
        self._archive = archive
        self.frames = []

    def show(self, glows):
        self.frames.append((glows, len(self._archive.journal(1))))


class Table:
    """A loop at an 8x8 board, on a disk that a test spoils."""

    def __init__(self, folder):
        self.archive = Disk(folder)
        self.keeper = Keeper(self.archive)
        self.events, self.watch, self.lamps = queue.Queue(), Watch(), Lamps(self.archive)
        self.placement = place(boards.load("8x8"), CHESS).stocked(CHESS.start())
        self.play = Play.begin(self.keeper, self.placement, CHESS.start())
        self.shown, self.asked = [], []
        board = RealGameBoard("port", boards.load("8x8"))
        self.loop = Loop(
            self.events, self.lamps, board, self.keeper, self.play, (self.watch.show, self._note), self.asked.append
        )
        self.thread = self.loop.start()
        self.events.put(Greeted(shape_of(boards.load("8x8")), "1.0"))
        occupied = occupancy.expected(CHESS.start(), self.placement.slots)
        self.events.put(Snapshot(now_ms(), sum(1 << self.placement.sites[site].bit for site in occupied)))
        self.occupied = set(occupied)
        self.watch.wait_for(lambda status: status.connection.state == "connected", 20.0)

    def _note(self, status):
        """What was shown, and what a second program would have read from the disk at that moment."""
        with closing(sqlite3.connect(self.archive.path)) as db:
            written = [move for (move,) in db.execute("SELECT move FROM move WHERE game = 1 ORDER BY ply")]
        self.shown.append(([ply.move for ply in status.moves], written, status.notices))

    def touch(self, *sites):
        for site in sites:
            on = site not in self.occupied
            (self.occupied.add if on else self.occupied.remove)(site)
            self.events.put(Changed(now_ms(), self.placement.sites[site].bit, on, 0))

    @staticmethod
    def wait_until(true, timeout_s=20.0):
        end_s = time.monotonic() + timeout_s
        while not true():
            assert time.monotonic() < end_s
            time.sleep(0.005)

    def wait(self, wanted, timeout_s=20.0):
        status = self.watch.wait_for(wanted, timeout_s)
        assert status is not None, self.watch.status
        return status

    def recorded(self):
        with closing(sqlite3.connect(self.archive.path)) as db:
            return [move for (move,) in db.execute("SELECT move FROM move WHERE game = 1 ORDER BY ply")]

    def close(self):
        stop = Stop()
        self.events.put(stop)
        stop.done.result(20.0)
        self.thread.end(5.0)
        trouble = self.keeper.close()
        self.archive.close()
        return trouble


@pytest.fixture
def table(tmp_path):
    opened = Table(tmp_path)
    yield opened
    opened.archive.slow_s, opened.archive.gate, opened.archive.fails = 0.0, None, None
    if opened.thread.is_alive():
        opened.close()


def moves(*wanted):
    return lambda status: tuple(ply.move for ply in status.moves) == wanted


def troubled(status):
    return any("cannot be written" in notice for notice in status.notices)


def test_nothing_is_shown_before_it_is_written_when_writes_are_slow(table):
    table.archive.slow_s = 0.2
    table.touch("e2", "e4", "e7", "e5", "g1")
    table.wait(moves("e2e4", "e7e5"))
    table.touch("f3")
    table.wait(moves("e2e4", "e7e5", "g1f3"))
    assert not any(notices for _, _, notices in table.shown)
    for shown, written, _ in table.shown:
        assert shown == written


def test_lights_answer_each_touch_while_the_first_is_still_being_written(table):
    table.archive.gate = gate = threading.Event()
    dark = len(table.lamps.frames)
    for site in ("e2", "e4", "e7"):
        before = len(table.lamps.frames)
        table.touch(site)
        table.wait_until(lambda before=before: len(table.lamps.frames) > before)
    assert [journal for _, journal in table.lamps.frames[dark:]] == [0] * (len(table.lamps.frames) - dark)
    assert not any(shown for shown, _, _ in table.shown)
    lit = len(table.lamps.frames)
    gate.set()
    table.wait(lambda status: status.lights and [ply.move for ply in status.moves] == ["e2e4"])
    assert table.recorded() == ["e2e4"]
    assert len(table.lamps.frames) == lit, "what is written later takes back no light"
    assert not any(notices for _, _, notices in table.shown)


def test_what_the_program_says_is_lit_once_it_is_written(table):
    table.archive.slow_s = 0.3
    table.events.put(HintWanted())
    table.wait_until(lambda: table.asked and table.asked[-1])
    position = table.asked[-1].position
    table.events.put(Thought(table.asked[-1], (Line(position.parse("e2e4"), 20, 3, (position.parse("e2e4"),)),)))
    table.wait(lambda status: status.lights)
    (journal,) = [journal for glows, journal in table.lamps.frames if any(glows)]
    assert journal > 0


def test_what_was_shown_late_is_the_latest_that_is_written(table):
    """While touches go on, the page shows what each commit holds, and ends with all of it."""
    table.archive.slow_s = 0.2
    for site in ("e2", "e4", "e7", "e5", "g1", "f3", "b8", "c6"):
        table.touch(site)
        time.sleep(0.3)
    table.wait(moves("e2e4", "e7e5", "g1f3", "b8c6"))
    seen = [shown for shown, _, _ in table.shown]
    assert sorted(seen, key=len) == seen
    assert len({len(shown) for shown in seen}) > 2, "the page does not wait for a pause"


def test_answer_to_a_request_comes_after_its_commit_when_writes_are_slow(table):
    table.archive.slow_s = 0.2
    end = EndAgreed("1-0")
    table.events.put(end)
    assert end.done.result(20.0) == ""
    with closing(sqlite3.connect(table.archive.path)) as db:
        assert db.execute("SELECT result FROM game").fetchall() == [("1-0",)]


@pytest.mark.parametrize(
    "error",
    [sqlite3.OperationalError("disk I/O error"), OSError(5, "Input/output error"), sqlite3.OperationalError("full")],
)
@pytest.mark.slow
def test_failing_disk_is_told_within_two_seconds_and_what_it_missed_is_written_later(table, error):
    table.archive.fails = error
    began = time.monotonic()
    table.touch("e2", "e4")
    status = table.wait(troubled, 2.0)
    assert time.monotonic() - began < 2.0
    table.touch("e7", "e5")
    table.wait(moves("e2e4", "e7e5"))
    table.touch("g1")
    assert table.wait(lambda status: status.lights).lights  # lights go on, too
    (notice,) = [words for words in table.watch.status.notices if "cannot be written" in words]
    assert "from ply 1 on" in notice
    assert "Play goes on" in notice
    assert table.recorded() == []
    end = EndAgreed("1/2-1/2")
    table.events.put(end)
    assert "cannot be written" in end.done.result(20.0)
    table.archive.fails = None
    table.wait(lambda status: not troubled(status))
    assert table.recorded() == ["e2e4", "e7e5"]
    assert table.archive.record(1).result == "1/2-1/2"
    assert len(table.archive.journal(1)) == 5
    assert status is not None


@pytest.mark.slow
def test_disk_that_stands_still_holds_nobody_up(table):
    table.archive.slow_s = 30.0
    table.touch("e2", "e4")
    assert "has not answered" in table.wait(troubled, 2.0).notices[0]
    table.archive.slow_s = 0.0
    table.touch("e7", "e5")
    began = time.monotonic()
    table.wait(moves("e2e4", "e7e5"))
    assert time.monotonic() - began < 5.0, "the disk stands still for thirty"
    refused = NewGameWanted("chess")
    table.events.put(refused)
    with pytest.raises(ArchiveError, match="Another game has to wait"):
        refused.done.result(20.0)
    stop = Stop()
    table.events.put(stop)
    assert stop.done.result(5.0) == ""
    began = time.monotonic()
    assert "has not answered" in table.keeper.close()
    table.archive.close()
    assert time.monotonic() - began < 10.0


@pytest.mark.slow
def test_lock_of_another_program_is_told_and_outlived(table):
    with closing(sqlite3.connect(table.archive.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        table.touch("e2", "e4")
        table.wait(lambda status: any("another program keeps them locked" in words for words in status.notices), 3.0)
        table.touch("e7", "e5")
        table.wait(moves("e2e4", "e7e5"))
        other.execute("COMMIT")
    table.wait(lambda status: not troubled(status))
    assert table.recorded() == ["e2e4", "e7e5"]


def test_full_disk_is_told_and_the_backlog_written_when_there_is_room(table):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = max(path.stat().st_size for path in table.archive.path.parent.iterdir() if path.is_file())
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        table.touch("e2", "e4", "e7", "e5")
        table.wait(troubled, 2.0)
        table.wait(moves("e2e4", "e7e5"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    table.wait(lambda status: not troubled(status))
    assert table.recorded() == ["e2e4", "e7e5"]
    assert len(table.archive.journal(1)) == 4


def test_file_is_opened_anew_and_the_game_written_whole_after_a_failed_write(table, monkeypatch):
    """What a failed sync left on the disk is not known, and the next sync may say it went well."""
    table.touch("e2", "e4")
    table.wait(moves("e2e4"))
    written = []
    keep = Disk.keep

    def noted(archive, now, since=None):
        written.append(since)
        keep(archive, now, since)

    monkeypatch.setattr(Disk, "keep", noted)
    table.archive.fails = sqlite3.OperationalError("disk I/O error")
    before = table.archive._db
    table.touch("e7", "e5")
    table.wait(troubled, 2.0)
    table.archive.fails = None
    table.wait(lambda status: not troubled(status))
    assert written[-1] is None
    assert table.archive._db is not before
    assert table.recorded() == ["e2e4", "e7e5"]


def test_program_that_ends_in_trouble_says_so(table):
    table.archive.fails = sqlite3.OperationalError("disk I/O error")
    table.touch("e2", "e4")
    table.wait(troubled, 2.0)
    began = time.monotonic()
    assert table.close() != ""
    assert time.monotonic() - began < 5.0


def test_request_that_fails_is_answered_at_once(table):
    refused = EndAgreed("2-0")
    table.events.put(refused)
    with pytest.raises(ReedboardError, match="found '2-0'"):
        refused.done.result(5.0)


def test_new_game_is_refused_in_a_sentence_when_its_record_cannot_be_written(tmp_path):
    archive = Disk(tmp_path)
    keeper = Keeper(archive)
    archive.fails = OSError(28, "No space left on device")
    with pytest.raises(ArchiveError, match=r"cannot be written: .*No space left"):
        keeper.begin("chess", None, "{}", "8x8")
    archive.fails = None
    assert keeper.begin("chess", None, "{}", "8x8") == 1
    assert keeper.close() == ""
    archive.close()
