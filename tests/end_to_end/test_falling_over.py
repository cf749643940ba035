"""Errors nobody foresaw, in every thread and process around the game: the game goes on, the page and the log tell."""

import logging
import os
import queue
import signal
import threading
import time
from contextlib import contextmanager
from urllib.request import urlopen

import pytest
from rich.console import Console

import fairyrules
from reedboard.app.log import logged
from reedboard.app.program import Options, Program
from reedboard.app.requests import NewGameWanted
from reedboard.board.session import Session
from reedboard.board.session_states import State

CHESS = fairyrules.game("chess")
PATIENCE_S = 60.0
"""How long a test waits for what takes a second on an idle machine."""


@contextmanager
def playing(folder, game="chess", anew=True):
    options = Options("virtual", fairyrules.game(game).start(), port=0, anew=anew)
    with Program(options, folder, Console(quiet=True)) as program:
        yield program


@pytest.fixture
def program(tmp_path):
    with playing(tmp_path) as running:
        wait(running, lambda status: status.connection.state == "connected")
        yield running


def wait(program, wanted):
    status = program.watch.wait_for(wanted, PATIENCE_S)
    assert status is not None, program.watch.status
    return status


def move(program, origin, target):
    program.table.lift(origin)
    time.sleep(0.1)
    program.table.place(target)


def played(*moves):
    return lambda status: tuple(ply.move for ply in status.moves) == moves and status.connection.state == "connected"


def told(words):
    return lambda status: any(words in notice for notice in status.notices)


def log_of(folder):
    return "".join(f"{each['what']} {each.get('trace', '')}" for each in logged(folder, logging.WARNING))


def is_logged(folder, words):
    """Whether the log says so; a thread of its own writes it."""
    until_s = time.monotonic() + PATIENCE_S
    while words not in log_of(folder) and time.monotonic() < until_s:
        time.sleep(0.01)
    return words in log_of(folder)


def test_game_goes_on_when_the_links_thread_dies(program, tmp_path, monkeypatch):
    move(program, "e2", "e4")
    wait(program, played("e2e4"))
    receive = Session.receive

    def dies_once(session, data, now_ms):
        if session.state is State.LIVE:
            monkeypatch.setattr(Session, "receive", receive)
            raise OverflowError("int too big to convert")
        return receive(session, data, now_ms)

    monkeypatch.setattr(Session, "receive", dies_once)
    wait(program, told("inside the link to the board (OverflowError: int too big to convert)"))
    wait(program, played("e2e4"))
    move(program, "e7", "e5")
    wait(program, played("e2e4", "e7e5"))
    assert is_logged(tmp_path, "OverflowError")
    assert is_logged(tmp_path, "in dies_once")


def test_page_comes_back_when_its_servers_thread_dies(program, tmp_path, monkeypatch):
    server = program.page._server
    readable = server.readable

    def dies_once():
        monkeypatch.setattr(server, "readable", readable)
        raise ZeroDivisionError("a slip")

    monkeypatch.setattr(server, "readable", dies_once)
    wait(program, told("inside the page's server (ZeroDivisionError: a slip)"))
    with urlopen(f"{program.page.local_url}api/v1/state", timeout=PATIENCE_S) as answer:
        assert answer.status == 200
    assert is_logged(tmp_path, "in dies_once")


def test_terminal_is_told_the_next_status_when_it_died_of_one(tmp_path, monkeypatch):
    seen = queue.Queue()
    died = threading.Event()

    def dies_once(view, status):
        if not died.is_set():
            died.set()
            raise KeyError("connection")
        seen.put(status)

    monkeypatch.setattr("reedboard.app.terminal.TerminalView.show", dies_once)
    with playing(tmp_path) as program:
        wait(program, told("inside the terminal (KeyError"))
        move(program, "e2", "e4")
        wait(program, played("e2e4"))
        while not played("e2e4")(seen.get(timeout=PATIENCE_S)):
            continue


def test_game_goes_on_and_tells_when_the_virtual_boards_process_dies(program, tmp_path):
    process = program.table.process
    ended = process.pid
    os.kill(ended, signal.SIGSEGV)
    wait(program, told("The virtual board was ended by signal 11"))
    until_s = time.monotonic() + PATIENCE_S
    while process.pid == ended and time.monotonic() < until_s:
        time.sleep(0.01)
    move(program, "e2", "e4")
    wait(program, played("e2e4"))
    assert is_logged(tmp_path, "was ended by signal 11")


def test_board_changes_its_shape_in_a_home_that_was_used(tmp_path):
    """The link's thread once died of the larger board's pieces, in every home in which both boards had been used."""
    with playing(tmp_path, "wildeurasian-qi", anew=False) as first:
        wait(first, lambda status: status.connection.state == "connected")
    with playing(tmp_path, "wildeurasian-qi") as again:
        wait(again, lambda status: status.connection.state == "connected")
        for game, origin, target in (("chess", "e2", "e4"), ("wildeurasian-qi", "e3", "e4"), ("chess", "d2", "d4")):
            request = NewGameWanted(game)
            again.events.put(request)
            request.done.result(timeout=PATIENCE_S)
            wait(again, lambda status, wanted=game: status.game.id == wanted and status.connection.state == "connected")
            move(again, origin, target)
            status = wait(again, played(origin + target))
            assert status.notices == ()
    assert log_of(tmp_path) == ""


def test_board_has_todays_shape_when_the_home_holds_another_of_its_name(tmp_path):
    flash = tmp_path / "virtual" / "8x8"
    flash.mkdir(parents=True)
    (flash / "board.cfg").write_text("reedboard-config 1 00000000\n{}\n")
    (flash / "pieces.json").write_text('["e2", "nowhere", 7')
    with playing(tmp_path) as program:
        wait(program, lambda status: status.connection.state == "connected" and status.trouble is None)
        move(program, "e2", "e4")
        wait(program, played("e2e4"))
