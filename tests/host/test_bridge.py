"""The bridge to boards of another make, with a peer written from the protocol's description."""

import contextlib
import queue
import select
import socket
import threading
import time

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import fairyrules
from reedboard.app.program import Options, Program
from reedboard.assets import boards
from reedboard.board.link_events import Changed, Greeted, Snapshot
from reedboard.board.profile import parse, place
from reedboard.bridge import Bridge
from reedboard.bridge.dgt import Dgt
from reedboard.bridge.serve import BridgeError
from reedboard.cli.main import main
from reedboard.port.link import Link

EMPTY, PAWN, ROOK = 0, 1, 2
START = [ROOK] * 8 + [PAWN] * 8 + [EMPTY] * 32 + [PAWN] * 8 + [ROOK] * 8


def message(kind, data):
    """An id with its top bit, the whole length in two times seven bits, the data."""
    length = len(data) + 3
    return bytes([0x80 | kind, length >> 7, length & 0x7F, *data])


def square(cell):
    """Counted from a8 along the ranks."""
    return 8 * (8 - int(cell[1])) + "abcdefgh".index(cell[0])


class Peer:
    """A DGT board on a socket: idle until told, then it answers and tells what changes."""

    def __init__(self):
        self.squares = list(START)
        self.heard = b""
        self._updates = False
        self._server = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self._line = None
        self.port = self._server.getsockname()[1]
        self._closing = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        self._server.settimeout(10)
        with contextlib.suppress(OSError):
            self._line, _ = self._server.accept()
        while not self._closing and self._line is not None:
            if not select.select([self._line], [], [], 0.02)[0]:
                continue
            data = self._line.recv(100)
            if not data:
                return
            self.heard += data
            for command in data:
                with self._lock:
                    if command == 0x40:
                        self._updates = False
                    elif command == 0x42:
                        self._line.sendall(message(0x06, self.squares))
                    elif command == 0x44:
                        self._updates = True

    def put(self, cell, piece):
        with self._lock:
            self.squares[square(cell)] = piece
            if self._updates:
                self._line.sendall(message(0x0E, [square(cell), piece]))

    def close(self):
        self._closing = True
        self._thread.join()
        if self._line is not None:
            self._line.close()
        self._server.close()


@pytest.fixture
def bridged():
    """A peer and the URL behind which it is one of our boards."""
    peer, going = Peer(), threading.Event()
    bridge = Bridge(Dgt(turned=False), f"socket://127.0.0.1:{peer.port}")
    going.set()
    thread = threading.Thread(target=bridge.run, args=(going.is_set,))
    thread.start()
    yield peer, bridge.url
    going.clear()
    thread.join()
    peer.close()


def heard(link, kind):
    """The next event of a kind."""
    while True:
        event = link.events.get(timeout=10)
        if isinstance(event, kind):
            return event


def test_board_of_another_make_greets_and_needs_no_geometry_file(bridged, tmp_path):
    _, url = bridged
    with Link(url) as link:
        assert heard(link, Greeted).shape.board == "dgt"
        assert heard(link, Snapshot).bits == 0xFFFF_0000_0000_FFFF
        profile = boards.greeted(link.shape, tmp_path, link.geometry)
    assert (len(profile.cells), profile.leds) == (64, 0)
    assert place(profile, fairyrules.game("chess"))


@pytest.mark.slow
def test_moves_arrive_as_readings(bridged):
    peer, url = bridged
    with Link(url) as link:
        heard(link, Snapshot)
        peer.put("e2", EMPTY)
        peer.put("e4", PAWN)
        lifted, put = heard(link, Changed), heard(link, Changed)
        link.show(())
        assert (lifted.bit, lifted.on, put.bit, put.on) == (12, False, 28, True)
    with Link(url) as later:  # a host that comes anew finds the position
        assert heard(later, Snapshot).bits == 0xFFFF_0000_1000_EFFF
        with pytest.raises(queue.Empty):
            later.events.get(timeout=0.2)


@pytest.mark.slow
def test_whole_game_is_played_on_a_board_of_another_make(bridged, tmp_path):
    peer, url = bridged
    start = fairyrules.game("chess").start()
    with Program(Options(url, start, port=0, anew=True), tmp_path, Console(quiet=True)) as program:
        until(lambda: program.watch.status.connection.state == "connected")
        for number, (origin, target, piece) in enumerate(
            (("f2", "f3", PAWN), ("e7", "e5", PAWN), ("g2", "g4", PAWN), ("d8", "h4", ROOK)), 1
        ):
            peer.put(origin, EMPTY)
            peer.put(target, piece)
            until(lambda number=number: len(program.watch.status.moves) == number)
        until(lambda: program.watch.status.outcome is not None)
        assert [ply.san for ply in program.watch.status.moves] == ["f3", "e5", "g4", "Qh4#"]


def until(done):
    """Waits for what a good program does at once."""
    end = time.monotonic() + 30
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_strangers_are_shown_out_and_disturb_no_host(bridged):
    peer, url = bridged
    door = "127.0.0.1", int(url.rpartition(":")[2])
    with socket.create_connection(door, timeout=10) as browser:
        browser.sendall(b"POST / HTTP/1.1\r\n\r\n")
        assert browser.recv(10) == b""
    with socket.create_connection(door, timeout=10) as silent:
        peer.put("b2", EMPTY)
        time.sleep(0.2)
        silent.sendall(b"GET / HTTP/1.1\r\n\r\n")
        assert silent.recv(10) == b"", "told what the board says"
    with Link(url) as link:
        heard(link, Snapshot)
        with socket.create_connection(door, timeout=10) as late:
            assert late.recv(10) == b""
        peer.put("a2", EMPTY)
        assert heard(link, Changed).bit == 8


def test_whole_board_is_asked_for_again_now_and_then():
    dgt = Dgt(turned=False)
    assert (dgt.tick(0), dgt.tick(4999), dgt.tick(5000), dgt.tick(5001)) == (b"", b"", b"\x42", b"")


def test_turned_board_is_read_from_its_other_side():
    told = Dgt(turned=True).receive(message(0x0E, [square("a1"), PAWN]))
    assert told == {63: True}


@given(st.lists(st.integers(1, 9)), st.lists(st.tuples(st.integers(0, 63), st.integers(0, 12)), max_size=20))
def test_messages_are_read_whatever_their_portions(portions, updates):
    data = message(0x06, START) + b"".join(message(0x0E, update) for update in updates)
    whole, parts = Dgt(turned=False).receive(data), {}
    dgt = Dgt(turned=False)
    for size in portions:
        parts |= dgt.receive(data[:size])
        data = data[size:]
    parts |= dgt.receive(data)
    assert parts == whole
    for number, piece in dict(updates).items():
        assert whole[8 * (7 - number // 8) + number % 8] == (piece != 0)


@given(st.binary(max_size=80))
def test_noise_is_survived_and_the_next_message_read(noise):
    """A header in the noise may claim bytes to come; the next message's own header ends it."""
    dgt = Dgt(turned=False)
    dgt.receive(noise)
    told = dgt.receive(message(0x06, START) + message(0x06, START))
    assert sum(told.values()) == 32


def test_port_that_answers_nothing_is_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr("reedboard.bridge.serve.ANSWER_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        bridge = Bridge(Dgt(turned=False), f"socket://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(BridgeError, match="check cable and power"):
            bridge.run()


def test_bridge_command_exits_2_with_one_line_where_there_is_no_port():
    done = CliRunner().invoke(main, ["bridge", "dgt", "--port", "/dev/no-such-port"])
    assert done.exit_code == 2
    (said,) = done.output.strip().splitlines()
    assert said.startswith(
        "reedboard: cannot open the port '/dev/no-such-port' (No such file or directory): this machine"
    )


def test_bridge_whose_own_port_is_taken_names_it_and_lets_go_of_the_boards():
    with socket.create_server(("127.0.0.1", 0)) as board, socket.create_server(("127.0.0.1", 0)) as other:
        taken, at = other.getsockname()[1], f"socket://127.0.0.1:{board.getsockname()[1]}"
        with pytest.raises(
            BridgeError,
            match=rf"^Cannot listen at port {taken} of this machine \(.+\): name another one with --listen\.$",
        ):
            Bridge(Dgt(turned=False), at, taken)
        board.settimeout(5)
        with board.accept()[0] as host:
            assert host.recv(1) == b""


def test_geometry_of_the_bridge_is_a_board():
    assert parse(Dgt.geometry, "dgt").sites["h8"].bit == 63
