"""What goes wrong around a game: boards that die, ports that close, programs that are killed. The game goes on."""

import json
import os
import queue
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.app.requests import AnswerGiven, EndAgreed
from reedboard.archive.database import Archive
from reedboard.cli.commands.play import how_to_resume
from reedboard.errors import ReedboardError

CHESS = fairyrules.game("chess")
PATIENCE_S = 60.0
"""How long a test waits for what takes a second on an idle machine."""


def settled(*moves):
    return lambda status: [(ply.move, ply.state) for ply in status.moves] == [(move, "settled") for move in moves]


def play(program, *taps):
    """Lifts or places, whichever the site allows."""
    for site in taps:
        there = program.table.sites[site] in program.table.magnets
        (program.table.lift if there else program.table.place)(site)
        time.sleep(0.06)


@pytest.fixture
def program(tmp_path):
    with Program(Options("virtual", CHESS.start(), port=0, anew=True), tmp_path, Console(quiet=True)) as running:
        yield running


def test_game_goes_on_when_the_board_process_is_killed_in_mid_move(program):
    play(program, "e2", "e4", "e7", "e5", "g1")
    assert program.watch.wait_for(settled("e2e4", "e7e5"), PATIENCE_S)
    first = program.table.process.pid
    os.kill(first, signal.SIGKILL)
    assert program.watch.wait_for(lambda status: status.connection.state == "lost", PATIENCE_S)
    play(program, "f3")  # the hands wait until the board is back
    assert program.table.process.pid != first
    assert program.watch.wait_for(settled("e2e4", "e7e5", "g1f3"), PATIENCE_S), program.watch.status
    assert program.watch.wait_for(lambda status: status.connection.state == "connected", PATIENCE_S)
    play(program, "b8", "c6")
    assert program.watch.wait_for(settled("e2e4", "e7e5", "g1f3", "b8c6"), PATIENCE_S)


class Cable:
    """Carries bytes between a port of its own and a board's, until it is pulled out."""

    def __init__(self, port):
        self._board = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._ends: queue.Queue[socket.socket] = queue.Queue()
        self._plugged = threading.Event()
        self._plugged.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self):
        self._plugged.clear()
        while not self._ends.empty():
            end = self._ends.get()
            end.close()

    def plug(self):
        self._plugged.set()

    def close(self):
        self._listener.close()
        self.pull()

    def _accept(self):
        while True:
            try:
                host, _ = self._listener.accept()
            except OSError:
                return
            if not self._plugged.is_set():
                host.close()
                continue
            board = socket.create_connection(("127.0.0.1", self._board))
            for one, other in ((host, board), (board, host)):
                self._ends.put(one)
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(source, sink):
        try:
            while data := source.recv(4096):
                sink.sendall(data)
        except OSError:
            pass
        finally:
            for end in (source, sink):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue


def test_a_plain_start_goes_on_with_the_game_played_last_and_else_begins_another_of_its_kind(tmp_path):
    console = Console(quiet=True)
    with Program(Options("virtual", fairyrules.game("xiangqi").start(), port=0), tmp_path, console) as first:
        record = first.watch.status.game.record
    with Program(Options("virtual", port=0), tmp_path, console) as again:
        assert (again.watch.status.game.id, again.watch.status.game.record) == ("xiangqi", record)
        assert again.watch.wait_for(lambda status: status.connection.state == "connected", PATIENCE_S)
        end = EndAgreed("1-0")
        again.events.put(end)
        end.done.result(timeout=PATIENCE_S)
    with Program(Options("virtual", port=0), tmp_path, console) as another:
        assert another.watch.status.game.id == "xiangqi"
        assert another.watch.status.game.record != record


def test_hands_know_what_they_did_though_the_board_seemed_not_to_answer(program, monkeypatch):
    """A busy machine: the piece is lifted, but the hands hear of it too late."""
    act = program.table._with_hands

    def too_late(*wanted):
        act(*wanted)
        raise ReedboardError("The virtual board does not answer: it does not do what the hands do.")

    for site, to in (("e2", "e4"), ("d7", "d5")):
        for do, there in ((program.table.lift, site), (program.table.place, to)):
            with monkeypatch.context() as busy:
                busy.setattr(program.table, "_with_hands", too_late)
                with pytest.raises(ReedboardError, match="does not answer"):
                    do(there)
            do(there)
    assert program.watch.wait_for(settled("e2e4", "d7d5"), PATIENCE_S)
    assert program.table.pieces.held == ()
    with pytest.raises(ReedboardError, match="Nothing stands on d7"):
        program.table.lift("d7")


def test_game_goes_on_when_the_port_is_closed_for_five_seconds(program, tmp_path):
    """The virtual board stands in for a real one: the program under test knows only its port."""
    cable = Cable(int(program.table.port.rpartition(":")[2]))
    program.link.close()
    real = Options(f"socket://127.0.0.1:{cable.port}", CHESS.start(), port=0, anew=True)
    with Program(real, tmp_path / "real", Console(quiet=True)) as over_cable:
        play(program, "d2", "d4")
        assert over_cable.watch.wait_for(settled("d2d4"), PATIENCE_S)
        play(program, "g8")
        cable.pull()
        assert over_cable.watch.wait_for(lambda status: status.connection.state == "lost", PATIENCE_S)
        play(program, "f6")
        time.sleep(5.0)
        play(program, "c2", "c4")
        cable.plug()
        assert over_cable.watch.wait_for(settled("d2d4", "g8f6", "c2c4"), PATIENCE_S), over_cable.watch.status
        assert over_cable.watch.wait_for(lambda status: status.connection.state == "connected", PATIENCE_S)
    cable.close()


def test_game_is_resumed_in_mid_move_when_the_program_was_killed(tmp_path):
    """Killed with a piece in the hand; the piece is put down before the next start."""
    script = (
        "import time, fairyrules; from pathlib import Path; from rich.console import Console\n"
        "from reedboard.app.program import Options, Program\n"
        f"folder = Path({str(tmp_path)!r})\n"
        "program = Program(Options('virtual', fairyrules.game('chess').start(), port=0), folder, Console(quiet=True))\n"
        "for action, site in (('lift', 'e2'), ('place', 'e4'), ('lift', 'd7')):\n"
        "    getattr(program.table, action)(site)\n"
        "seen = lambda status: [ply.move for ply in status.moves] == ['e2e4'] and 'd7' not in status.occupied\n"
        f"assert program.watch.wait_for(seen, {PATIENCE_S})\n"
        "print('ready', flush=True); time.sleep(600)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    child.kill()
    child.wait()
    child.stdout.close()
    archive = Archive(tmp_path)
    assert [move.move for move in archive.moves(1)] == ["e2e4"]
    archive.close()
    with Program(Options("virtual", CHESS.start(), port=0), tmp_path, Console(quiet=True)) as again:
        assert again.watch.status.game.record == 1
        play(again, "d5")
        assert again.watch.wait_for(settled("e2e4", "d7d5"), PATIENCE_S), again.watch.status
        play(again, "e4", "d5", "d5")
        assert again.watch.wait_for(settled("e2e4", "d7d5", "e4d5"), PATIENCE_S), again.watch.status


def test_game_goes_on_when_another_was_begun_and_left_meanwhile(tmp_path):
    console = Console(quiet=True)
    with Program(Options("virtual", CHESS.start(), port=0), tmp_path, console) as first:
        play(first, "e2", "e4")
        assert first.watch.wait_for(settled("e2e4"), PATIENCE_S)
        shown = first.watch.status
        record = shown.game.record
        assert how_to_resume(shown, "virtual") == ("Go on with this game: reedboard play --board virtual --game chess")
    study = CHESS.position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    with Program(Options("virtual", study, port=0), tmp_path, console) as other:
        shown = other.watch.status
        assert shown.game.record != record
        assert how_to_resume(shown, "virtual") == ""
    with Program(Options("virtual", CHESS.start(), port=0), tmp_path, console) as again:
        assert again.watch.wait_for(settled("e2e4"), PATIENCE_S)
        assert again.watch.status.game.record == record


@pytest.mark.parametrize("damage", ["zeroed", "no table", "damaged journal"])
def test_program_starts_in_a_home_whose_records_are_damaged(tmp_path, damage):
    console = Console(quiet=True)
    with Program(Options("virtual", CHESS.start(), port=0), tmp_path, console) as first:
        play(first, "e2", "e4", "e7", "e5")
        assert first.watch.wait_for(settled("e2e4", "e7e5"), 20.0)
    path = tmp_path / "records.sqlite3"
    (tmp_path / "playing.trace").unlink()
    if damage == "zeroed":
        path.write_bytes(bytes(path.stat().st_size))
    else:
        with closing(sqlite3.connect(path)) as db:
            db.execute("DROP TABLE move" if damage == "no table" else "UPDATE journal SET text = '' WHERE line < 3")
            db.commit()
    with Program(Options("virtual", CHESS.start(), port=0), tmp_path, console) as again:
        told = again.watch.wait_for(lambda status: status.notices, 20.0)
        assert told is not None
        assert "damaged" in " ".join(told.notices)
        resumed = damage == "no table"  # the journal tells the moves
        assert again.watch.wait_for(settled("e2e4", "e7e5") if resumed else settled(), 20.0)
        play(again, *(("g1", "f3") if resumed else ("d2", "d4")))
        moves = ("e2e4", "e7e5", "g1f3") if resumed else ("d2d4",)
        assert again.watch.wait_for(settled(*moves), 20.0), again.watch.status
    aside = list(tmp_path.glob("damaged-*/records.sqlite3"))
    assert len(aside) == (damage != "damaged journal")


def test_pieces_moved_while_no_program_ran_are_asked_about_and_left_where_they_are(tmp_path):
    console = Console(quiet=True)
    with Program(Options("virtual", CHESS.start(), port=0), tmp_path, console) as first:
        play(first, "e2", "e4", "e7", "e5")
        assert first.watch.wait_for(settled("e2e4", "e7e5"), 20.0)
    (pieces,) = tmp_path.glob("virtual/*/pieces.json")
    stand = set(json.loads(pieces.read_text()))
    pieces.write_text(json.dumps(sorted(stand - {"g1", "b8"} | {"f3", "c6"})))
    with Program(Options("virtual", CHESS.start(), port=0), tmp_path, console) as again:
        asked = again.watch.wait_for(lambda status: status.question is not None, 20.0)
        assert asked is not None, again.watch.status
        assert settled("e2e4", "e7e5")(asked)
        assert [choice.text for choice in asked.question.choices] == ["2. Nf3 Nc6", "Something else"]
        assert {"f3", "c6"} <= set(asked.occupied)
        answer = AnswerGiven(asked.question.choices[0].move)
        again.events.put(answer)
        assert answer.done.result(20.0) == ""
        assert again.watch.wait_for(settled("e2e4", "e7e5", "g1f3", "b8c6"), 20.0), again.watch.status
        play(again, "f1", "b5")
        assert again.watch.wait_for(settled("e2e4", "e7e5", "g1f3", "b8c6", "f1b5"), 20.0), again.watch.status
