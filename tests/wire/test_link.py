"""The link over real ports: sockets to board processes, a pseudo terminal, and ports with no board behind them."""

import contextlib
import json
import os
import pty
import queue
import socket
import subprocess
import sys
import threading
import time
import tty

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from reedboard.assets import boards
from reedboard.board import wire
from reedboard.board.board_clock import STALE_MS
from reedboard.board.link_events import BoardLost, Changed, Greeted, Noted, Pressed, Refused, Restored, Snapshot
from reedboard.port.errors import FirmwareVersionError, NotABoardError, PortBusyError, PortMissingError
from reedboard.port.find_board import find_board, open_port, present_name, serial_number
from reedboard.port.link import Link
from reedboard.virtual.board import VirtualBoard
from reedboard.virtual.remote_hands import RemoteHands

PATIENCE_S = 60.0
"""How long a test waits for what takes a moment on an idle machine."""


class Process:
    """A board process that can be killed and started again at the same doors."""

    def __init__(self, folder, *options, board="8x8"):
        self._command = [sys.executable, "-m", "reedboard.virtual", "--board", board, "--folder", str(folder)]
        self._command += ["--until-eof", *options]
        self.start("0", "0")

    def start(self, port, hands):
        self._process = subprocess.Popen(
            [*self._command, "--port", port, "--hands-port", hands],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        ready = json.loads(self._process.stdout.readline())
        self.url, self.hands, self.token = ready["serial"], ready["hands"], ready["token"]

    def restart(self):
        self.start(self.url.rpartition(":")[2], str(self.hands))

    def kill(self):
        self._process.kill()
        self._process.wait(10)
        self._process.stdin.close()
        self._process.stdout.close()


@pytest.fixture
def process(tmp_path):
    running = []

    def make(*options, **how):
        running.append(Process(tmp_path / str(len(running)), *options, **how))
        return running[-1]

    yield make
    for each in running:
        each.kill()


def expect(link, kind, within_s=PATIENCE_S):
    """The events up to and with the first of a kind."""
    events = []
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        with contextlib.suppress(queue.Empty):
            events.append(link.events.get(timeout=0.05))
            if isinstance(events[-1], kind):
                return events
    raise AssertionError(f"no {kind.__name__} within {within_s} s, but {events}")


def listener(talk=b""):
    """A port with something else behind it, which answers whatever it hears with the same talk."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        with contextlib.suppress(OSError):
            while True:
                client, _ = server.accept()
                with client:
                    while client.recv(4096):
                        client.sendall(talk)

    threading.Thread(target=serve, daemon=True).start()
    return server, f"socket://127.0.0.1:{server.getsockname()[1]}"


def test_link_greets_and_tells_touches_and_presses(process):
    board = process()
    with Link(board.url) as link, RemoteHands(board.hands, board.token) as hands:
        assert (link.shape.board, link.shape.bits) == ("8x8", 192)
        assert isinstance(link.events.get(timeout=2), Greeted)
        expect(link, Snapshot)
        before_ms = time.monotonic() * 1000
        hands.place("e4")
        changed = expect(link, Changed)[-1]
        assert (changed.bit, changed.on) == (boards.load("8x8").sites["e4"].bit, True)
        assert before_ms - STALE_MS <= changed.t_ms <= time.monotonic() * 1000
        hands.press("b")
        assert expect(link, Pressed)[-1].side.letter == "b"


def test_lights_are_seen_at_the_hands_door(process):
    board = process("--bytewise")
    seen = queue.Queue()
    with Link(board.url) as link, RemoteHands(board.hands, board.token, seen.put):
        link.show((wire.Glow(0x00FF00, wire.Pattern.STEADY, (0, 9)),))
        before, news = time.perf_counter(), {}
        while not news.get("leds"):
            news = seen.get(timeout=PATIENCE_S)
        profile = boards.load("8x8")
        assert news["leds"] == {profile.site_of_led[led]: "00ff00" for led in (0, 9)}
        assert before < news["at"] < time.perf_counter(), "told by the clock that both processes share"


def test_closed_link_leaves_the_board_dark(process):
    board = process()
    seen = queue.Queue()
    with RemoteHands(board.hands, board.token, seen.put):
        with Link(board.url) as link:
            link.show((wire.Glow(0x00FF00, wire.Pattern.STEADY, (0,)),))
            while not seen.get(timeout=PATIENCE_S).get("leds"):
                continue
        while seen.get(timeout=PATIENCE_S).get("leds") != {}:
            continue


def test_killed_board_is_lost_and_restored_with_its_pieces_moved_meanwhile(process):
    board = process()
    with Link(board.url) as link:
        with RemoteHands(board.hands, board.token) as hands:
            hands.set(["e2", "d7"])
            expect(link, Changed)
            expect(link, Changed)
            hands.lift("e2")
            expect(link, Changed)
        board.kill()
        expect(link, BoardLost)
        board.restart()
        with RemoteHands(board.hands, board.token) as hands:
            hands.place("e4")
            sites = boards.load("8x8").sites
            wanted, bits, restored = 1 << sites["e4"].bit | 1 << sites["d7"].bit, 0, False
            while not restored or bits != wanted:
                match link.events.get(timeout=PATIENCE_S):
                    case Snapshot(_, now):
                        bits = now
                    case Changed(_, bit, on, _):
                        bits = bits | 1 << bit if on else bits & ~(1 << bit)
                    case Restored():
                        restored = True


def test_port_closed_for_five_seconds_comes_back_by_itself(process):
    board = process()
    with Link(board.url) as link:
        expect(link, Snapshot)
        board.kill()
        expect(link, BoardLost)
        time.sleep(5)
        assert link.events.empty()
        board.restart()
        expect(link, Restored)


def test_board_over_a_pseudo_terminal_is_a_board(tmp_path):
    ours, theirs = os.openpty()
    tty.setraw(ours)
    board = VirtualBoard(boards.load("4x4"), tmp_path)
    board.connect(True)
    os.set_blocking(ours, False)
    running = threading.Event()

    def serve():
        start = time.monotonic()
        while not running.wait(0.002):
            with contextlib.suppress(BlockingIOError):
                board.host_writes(os.read(ours, 4096))
            board.step(int((time.monotonic() - start) * 1000))
            os.write(ours, board.host_reads())

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with Link(os.ttyname(theirs)) as link:
            expect(link, Snapshot)
            board.place("c3")
            assert expect(link, Changed)[-1].on
    finally:
        running.set()
        thread.join()
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize("url", ["/dev/ttyACM97", "COM97", "socket://127.0.0.1:1", "nonsense://x"])
def test_port_that_does_not_exist_is_one_clear_sentence(url):
    with pytest.raises(PortMissingError, match="cannot open the port") as caught:
        Link(url)
    assert url in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("talk", [b"", b"login: \r\n" * 40, bytes(range(256)) * 9])
def test_port_without_a_board_is_one_clear_sentence(talk):
    server, url = listener(talk)
    with server, pytest.raises(NotABoardError, match=r"greeted as a reedboard within 0\.5 s"):
        Link(url, patience_s=0.5)


def test_port_that_hangs_up_is_no_board():
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        with pytest.raises(NotABoardError, match="closed the connection before it greeted"):
            Link(f"socket://127.0.0.1:{server.getsockname()[1]}", patience_s=2.0)


def test_port_that_echoes_is_no_board():
    with pytest.raises(NotABoardError):
        Link("loop://", patience_s=0.5)


def test_firmware_of_another_version_is_one_clear_sentence():
    server, url = listener(wire.format_frame(wire.Ready(9, "7.1", "10x10", 256, 160, 2, 5)))
    with server, pytest.raises(FirmwareVersionError, match=r"firmware 7\.1 with protocol 9.*flash --board 10x10"):
        Link(url, patience_s=PATIENCE_S)


def test_firmware_that_changes_its_version_meanwhile_is_an_event(process, tmp_path):
    board = process()
    with Link(board.url) as link:
        expect(link, Snapshot)
        port = int(board.url.rpartition(":")[2])
        board.kill()
        with socket.create_server(("127.0.0.1", port)) as server:
            client, _ = server.accept()
            client.recv(4096)
            client.sendall(wire.format_frame(wire.Ready(9, "7.1", "8x8", 192, 96, 2, 5)))
            assert "protocol 9" in expect(link, Refused)[-1].reason
            client.close()


def test_board_is_found_among_the_ports_by_its_greeting(process):
    board = process()
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        other = f"socket://127.0.0.1:{server.getsockname()[1]}"
        assert find_board(lambda: ["/dev/ttyACM97", other, board.url], patience_s=PATIENCE_S) == board.url


def test_board_that_comes_back_under_another_name_is_found_by_its_serial_number(monkeypatch):
    ports = [ListPortInfo("/dev/ttyACM0"), ListPortInfo("/dev/ttyACM1")]
    ports[0].serial_number, ports[1].serial_number = "other", "e660583883"
    monkeypatch.setattr(list_ports, "comports", lambda: ports)
    assert serial_number("/dev/ttyACM1") == "e660583883"
    assert serial_number("socket://127.0.0.1:1") is None
    assert present_name("/dev/ttyACM0", "e660583883") == "/dev/ttyACM1"
    assert present_name("/dev/ttyACM1", "e660583883") == "/dev/ttyACM1"
    assert present_name("/dev/ttyACM7", "gone") == "/dev/ttyACM7"
    assert present_name("socket://127.0.0.1:1", None) == "socket://127.0.0.1:1"


def test_board_that_is_played_on_is_left_alone_and_its_program_is_named(process):
    board = process()
    words = f"in use by process {os.getpid()} since [0-9:]+"
    with Link(board.url) as link:
        expect(link, Snapshot)
        with pytest.raises(PortBusyError, match=words + ": end that program"):
            Link(board.url)
        with pytest.raises(PortMissingError, match="no board found .*" + words):
            find_board(lambda: [board.url], patience_s=0.5)
    with Link(board.url) as again:
        expect(again, Snapshot)


def test_device_that_another_program_reads_is_told_as_in_use():
    ours, theirs = pty.openpty()
    name = os.ttyname(theirs)
    with open_port(name), pytest.raises(PortBusyError, match="in use by another program"):
        open_port(name)
    os.close(ours)
    os.close(theirs)


def test_no_board_on_any_port_is_one_clear_sentence():
    with pytest.raises(PortMissingError, match="no board found"):
        find_board(lambda: ["/dev/ttyACM97"], patience_s=0.2)
    with pytest.raises(PortMissingError, match="no serial port"):
        find_board(list)


def test_damaged_configuration_is_told_in_one_sentence(process, tmp_path):
    folder = tmp_path / "0"
    folder.mkdir()
    (folder / "board.cfg").write_text("reedboard-config 1 00000000\n{")
    board = process()
    with Link(board.url) as link:
        assert link.shape.board == "unconfigured"
        assert expect(link, Noted)[-1].text == (
            "board.cfg is cut off or damaged (its check is wrong): flash the board again"
        )


def test_unknown_board_ends_the_process_with_one_sentence(tmp_path):
    command = [sys.executable, "-m", "reedboard.virtual", "--board", "9x9"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("reedboard: No board is called '9x9'")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("kept", [False, True])
def test_process_leaves_no_folder_of_its_own_behind(kept, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    folder = ["--folder", str(tmp_path / "flash")] if kept else []
    command = [sys.executable, "-m", "reedboard.virtual", "--board", "8x8", *folder]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"TMPDIR": str(scratch)}
    ) as board:
        assert json.loads(board.stdout.readline())["serial"]
        assert len(list(scratch.iterdir())) == (not kept)
        board.terminate()
        assert board.stderr.read() == ""
        board.wait(timeout=10)
    assert not list(scratch.iterdir())
