"""The log, `/health`, `status --watch` and `report`: what they tell, and what they never do."""

import json
import logging
import threading
import zipfile
from logging.handlers import RotatingFileHandler
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from rich.console import Console

import fairyrules
from reedboard.app import log, problem_report
from reedboard.app.log import Level, keep_log, logged
from reedboard.app.program import Options, Program
from reedboard.archive.database import Archive
from reedboard.cli.asking import asked
from reedboard.cli.main import main
from reedboard.errors import ReedboardError
from reedboard.game.status import parts
from reedboard.web.event_stream import Hub

LOG = logging.getLogger("reedboard")
PATIENCE_S = 30.0


@pytest.mark.parametrize(("level", "kept"), [("debug", 3), ("info", 2), ("warning", 1)])
def test_log_keeps_what_its_level_asks_for(tmp_path, level, kept):
    end = keep_log(tmp_path, Level(level))
    LOG.debug("a reading")
    LOG.info("a game", extra={log.FIELDS: {"record": 3}})
    LOG.warning("the disk")
    logging.getLogger("another").info("nobody's business")
    end()
    assert [entry["what"] for entry in logged(tmp_path)] == ["a reading", "a game", "the disk"][3 - kept :]
    LOG.warning("after the end")
    assert len(logged(tmp_path)) == kept


def test_log_tells_what_when_and_where(tmp_path):
    end = keep_log(tmp_path)
    try:
        raise ValueError("odd")
    except ValueError:
        LOG.exception("went wrong", extra={log.FIELDS: {"record": 3}})
    end()
    (entry,) = logged(tmp_path, logging.WARNING)
    assert (entry["level"], entry["thread"], entry["record"]) == ("ERROR", "MainThread", 3)
    assert "ValueError: odd" in entry["trace"]
    assert entry["at"].endswith("Z")


def test_log_never_grows_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(log, "BYTES", 2000)
    end = keep_log(tmp_path)
    for number in range(200):
        LOG.warning("line %d", number)
    end()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 2000 * (log.KEPT + 1)
    assert logged(tmp_path)[-1]["what"] == "line 199"
    assert len(logged(tmp_path)) > 40


def test_log_goes_to_standard_error_where_it_cannot_be_written(tmp_path, capsys):
    end = keep_log(tmp_path / "missing")
    LOG.info("a game")
    LOG.warning("the disk")
    end()
    told = capsys.readouterr().err
    assert "the disk" in told
    assert "a game" not in told


def test_nobody_who_logs_waits_for_a_disk_that_stands_still(tmp_path, monkeypatch):
    """The writer of the records says so under its lock, which the game's loop then waits for."""
    monkeypatch.setattr(log, "END_S", 0.1)
    goes_on = threading.Event()
    monkeypatch.setattr(RotatingFileHandler, "emit", lambda handler, record: goes_on.wait())
    end = keep_log(tmp_path)
    calls = threading.Thread(target=lambda: (LOG.warning("the disk does not answer"), end()), daemon=True)
    calls.start()
    calls.join(PATIENCE_S)
    held_up = calls.is_alive()
    goes_on.set()
    calls.join()
    assert not held_up


def test_disk_that_is_full_fills_no_terminal_with_traces(tmp_path, capsys):
    (tmp_path / log.FILE).symlink_to("/dev/full")
    end = keep_log(tmp_path)
    LOG.warning("the disk is full")
    end()
    assert capsys.readouterr().err == ""


def test_log_leaves_out_lines_while_too_many_wait(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(log, "MOST_WAITING", 5)
    goes_on, emit = threading.Event(), RotatingFileHandler.emit
    monkeypatch.setattr(RotatingFileHandler, "emit", lambda handler, record: goes_on.wait() and emit(handler, record))
    end = keep_log(tmp_path)
    for number in range(20):
        LOG.warning("line %d", number)
    goes_on.set()
    end()
    assert 5 <= len(logged(tmp_path)) <= 6
    assert capsys.readouterr().err == ""


def test_damaged_lines_of_the_log_are_left_out(tmp_path):
    (tmp_path / log.FILE).write_text('{"level": "INFO", "what": "x"}\n{"level"\n[1]\n{"level": "LOUD"}\n')
    assert [entry["what"] for entry in logged(tmp_path)] == ["x"]


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A game of Ada's in play, its home, and the commands run there."""
    folder = tmp_path_factory.mktemp("home")
    options = Options("virtual", fairyrules.game("chess").start(), port=0, tags=(("White", "Ada Lovelace"),))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REEDBOARD_DATA", str(folder))
        with Program(options, folder, Console(quiet=True)) as program:
            assert program.watch.wait_for(lambda status: status.connection.state == "connected", 30.0)
            for site in ("e2", "e4"):
                (program.table.lift if site == "e2" else program.table.place)(site)
            assert program.watch.wait_for(lambda status: len(status.moves) == 1, 30.0)
            yield program, folder, lambda *words: CliRunner().invoke(main, words)


def test_health_is_told_without_a_token(running):
    program, _, _ = running
    with urlopen(f"{program.page.local_url}api/v1/health", timeout=10.0) as answer:
        told = json.load(answer)
    assert (told["ok"], told["troubles"], told["board"], told["records"]) == (True, [], "connected", "written")


def test_what_the_page_was_told_the_program_knows_already(tmp_path, monkeypatch):
    """Whoever sees the end of a game on the page and asks the program for its result gets no older answer."""
    known, told = [], threading.Event()

    def publish(hub, news):
        if "lights" in news:  # the game's, not the board's
            known.append(news == parts(program.watch.status))
            told.set()

    options = Options("virtual", fairyrules.game("chess").start(), port=0)
    with Program(options, tmp_path, Console(quiet=True)) as program:
        assert program.watch.wait_for(lambda status: status.connection.state == "connected", PATIENCE_S)
        monkeypatch.setattr(Hub, "publish", publish)
        program.table.lift("e2")
        assert told.wait(PATIENCE_S)
    assert all(known)


@pytest.mark.parametrize("trouble", ["loop", "records"])
def test_health_says_what_is_wrong(running, monkeypatch, trouble):
    program, _, _ = running
    if trouble == "loop":
        monkeypatch.setattr("reedboard.app.health.SILENT_S", -1.0)
    else:
        monkeypatch.setattr(type(program.keeper), "trouble", "the disk is full")
    told = asked("health")  # the answer's code is 503
    assert told is not None
    assert not told["ok"]
    assert ("loop" if trouble == "loop" else "disk is full") in told["troubles"][0]


def test_report_holds_what_helps_and_neither_token_nor_name(running, tmp_path):
    program, folder, run = running
    LOG.info("somebody wrote %s into %s", program.guard.token, folder)
    path = tmp_path / "report.zip"
    made = run("report", "--out", str(path))
    assert made.exit_code == 0, made.output
    with zipfile.ZipFile(path) as packed:
        everything = b"".join(packed.read(name) for name in packed.namelist()).decode()
    assert program.guard.token not in everything
    assert "Ada" not in everything
    assert "[token]" in everything
    report = problem_report.read(path)
    assert report.about["board"]["state"] == "connected"
    assert report.about["game"]["game"] == "chess"
    assert report.about["health"]["ok"]
    assert len(report.journal.splitlines()) == 3
    shown = run("report", "show", str(path))
    assert '"moves": ["e2e4"]' in shown.output
    assert run("report", "--out", str(path)).exit_code == 2
    named = tmp_path / "named.zip"
    assert run("report", "--names", "--out", str(named)).exit_code == 0
    assert problem_report.read(named).about["game"]["tags"]["White"] == "Ada Lovelace"


def test_status_watches_until_the_program_ends(running, monkeypatch):
    _, _, run = running
    looks = []

    def look(_):
        looks.append(1)
        if len(looks) == 2:
            monkeypatch.setattr("reedboard.cli.commands.status.asked", lambda what: None)

    monkeypatch.setattr("reedboard.cli.commands.status.time.sleep", look)
    told = run("status", "--watch").output.splitlines()
    assert told[0].startswith("Chess, record 1, 1 plies, last e4")
    assert told[-1] == "The program has ended."
    assert len(told) == len(set(told))


def test_report_is_made_of_damaged_records_and_of_none(tmp_path, monkeypatch):
    monkeypatch.setenv("REEDBOARD_DATA", str(tmp_path / "home"))
    assert CliRunner().invoke(main, ["report"]).exit_code == 2
    Archive(tmp_path / "home").close()
    (tmp_path / "home" / "records.sqlite3").write_bytes(b"no records" * 100)
    path = tmp_path / "report.zip"
    assert CliRunner().invoke(main, ["report", "--out", str(path)]).exit_code == 0
    about = problem_report.read(path).about
    assert "cannot be read" in about["records"]["refused"] or "damaged" in about["records"]["refused"]


@pytest.mark.parametrize("data", [b"", b"PK", b"x" * 1000])
def test_file_that_is_no_report_is_one_sentence(tmp_path, data):
    (tmp_path / "odd").write_bytes(data)
    with pytest.raises(ReedboardError, match="Expected a file of"):
        problem_report.read(tmp_path / "odd")
