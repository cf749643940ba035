"""The doors of the virtual board's process: who is let in, and that every touch of admitted hands is felt."""

import json
import queue
import socket
import threading
import time
from contextlib import contextmanager, suppress

import pytest

from fairyrules import Side
from reedboard.assets import boards
from reedboard.board import wire
from reedboard.board.link_events import Changed, Pressed, PressedLong, Snapshot
from reedboard.port.link import Link
from reedboard.virtual.board import VirtualBoard
from reedboard.virtual.process import CONNECTIONS, PIECES, Process
from reedboard.virtual.remote_hands import HandsError, RemoteHands

PATIENCE_S = 60.0


class Here:
    """A board's process in a thread of this one."""

    def __init__(self, folder):
        self.board = VirtualBoard(boards.load("8x8"), folder)
        self.process = Process(self.board)
        ready = json.loads(self.process.ready)
        self.url, self.port, self.token = ready["serial"], ready["hands"], ready["token"]
        self.serial_port = int(self.url.rpartition(":")[2])
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self.process.run, args=(lambda: not self._ending.is_set(),))
        self._thread.start()

    def close(self):
        self._ending.set()
        self._thread.join()
        self.process.close()


@pytest.fixture
def here(tmp_path):
    opened = Here(tmp_path)
    yield opened
    opened.close()


@contextmanager
def seeing(here, token=None):
    """Hands, and a queue of what they see."""
    seen = queue.Queue()
    with RemoteHands(here.port, here.token if token is None else token, seen.put) as hands:
        yield hands, seen


def until(seen, wanted):
    """What was seen up to the first that is as wanted."""
    found = []
    while not found or not wanted(found[-1]):
        found.append(seen.get(timeout=PATIENCE_S))
    return found


def told(link, kind, count):
    """The first so many events of a kind."""
    found = []
    while len(found) < count:
        event = link.events.get(timeout=PATIENCE_S)
        if isinstance(event, kind):
            found.append(event)
    return found


def test_every_touch_of_one_site_is_felt_however_quick_the_hands_are(here):
    with Link(here.url) as link, seeing(here) as (hands, _):
        told(link, Snapshot, 1)
        for number in range(9):
            (hands.lift if number % 2 else hands.place)("e2")
        hands.place("a1")
        changes = told(link, Changed, 10)
    e2, a1 = (boards.load("8x8").sites[site].bit for site in ("e2", "a1"))
    assert [(event.bit, event.on) for event in changes[:9]] == [(e2, not number % 2) for number in range(9)]
    assert (changes[9].bit, changes[9].on) == (a1, True), "touches are felt in their order, however quick"


def test_every_press_of_a_button_is_felt_however_quick_the_fingers_are(here):
    with Link(here.url) as link, seeing(here) as (hands, _):
        told(link, Snapshot, 1)
        for side in "wwwb":
            hands.press(side)
        assert [event.side.letter for event in told(link, Pressed, 4)] == list("wwwb")


def test_button_that_is_held_is_felt_as_pressed_and_as_held(here):
    with Link(here.url) as link, seeing(here) as (hands, _):
        told(link, Snapshot, 1)
        began_s = time.monotonic()
        for side in "wb":
            hands.hold(side)
        hands.press("w")
        felt = told(link, (Pressed, PressedLong), 5)
        passed_ms = 1000 * (time.monotonic() - began_s)
    assert [(type(event), event.side.letter) for event in felt if event.side is Side.BLACK] == [
        (Pressed, "b"),
        (PressedLong, "b"),
    ]
    white = [event for event in felt if event.side is Side.WHITE]
    assert [type(event) for event in white] == [Pressed, PressedLong, Pressed]
    held_ms = white[1].t_ms - white[0].t_ms
    assert 980 <= held_ms <= passed_ms + 20, "as the host's clock has it, on a busy machine too"


@pytest.mark.parametrize("token", ["", "wrong", "x" * 10_000])
def test_hands_with_a_wrong_token_are_shown_out_and_move_nothing(here, token):
    with seeing(here, token) as (hands, seen):
        with suppress(HandsError):  # shown out already
            hands.place("e2")
        assert "found no token" in seen.get(timeout=PATIENCE_S)["error"]
    with seeing(here) as (_, seen):
        (magnets,) = (news["magnets"] for news in until(seen, lambda news: "magnets" in news) if "magnets" in news)
    assert magnets == []


def left(connection):
    """What the other end says until it ends the connection."""
    connection.settimeout(PATIENCE_S)
    said = b""
    try:
        while data := connection.recv(4096):
            said += data
    except ConnectionResetError:
        pass  # it ended with our words unread
    return said


def test_web_page_can_neither_play_nor_cut_off_the_host(here):
    """A browser lets any page send a request to any port of this machine; its body may be lines of either door."""
    body = b'{"place": "e4"}\n' + wire.format_frame(wire.Hello(wire.PROTOCOL)) + wire.format_frame(wire.Repl())
    request = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    with Link(here.url) as link:
        told(link, Snapshot, 1)
        for port in (here.port, here.serial_port):
            with socket.create_connection(("127.0.0.1", port)) as page:
                page.sendall(request)
                assert b"magnets" not in left(page)
        with seeing(here) as (hands, seen):
            first = until(seen, lambda news: "magnets" in news)[-1]
            assert first["magnets"] == []
            hands.place("d4")
            (changed,) = told(link, Changed, 1)
    assert changed.bit == boards.load("8x8").sites["d4"].bit


@pytest.mark.parametrize("line", [b"[" * 50_000 + b"\n", b"\xff\xfe\n", b"x" * 100_000])
def test_odd_words_at_the_hands_door_do_not_end_the_board(here, line):
    with socket.create_connection(("127.0.0.1", here.port)) as odd:
        with suppress(OSError):  # shown out while it spoke
            odd.sendall(line)
        left(odd)
    with seeing(here) as (hands, seen):
        hands.place("e2")
        until(seen, lambda news: news.get("magnets") == ["e2"])


def test_onlooker_who_leaves_or_does_not_read_holds_nobody_up(here):
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", here.port)) as hasty:
            hasty.sendall(json.dumps({"token": here.token}).encode() + b"\n")
    with seeing(here) as (hands, seen):
        hands.place("e2")
        until(seen, lambda news: news.get("magnets") == ["e2"])


def test_crowd_at_the_doors_leaves_room_for_the_hands_when_it_has_gone(here):
    crowd = [socket.create_connection(("127.0.0.1", here.port)) for _ in range(CONNECTIONS + 8)]
    for each in crowd[CONNECTIONS:]:
        assert left(each) == b""
    for each in crowd:
        each.close()
    for _ in range(100):
        with seeing(here) as (hands, seen):
            try:
                hands.place("e2")
                until(seen, lambda news: news.get("magnets") == ["e2"] or "error" in news)
                break
            except (HandsError, queue.Empty):
                continue  # the crowd is still being shown out
    assert here.board.magnets == {"e2"}


def test_pieces_are_kept_and_a_damaged_file_of_them_is_an_empty_board(here, tmp_path):
    with seeing(here) as (hands, seen):
        hands.set(["e2", "d7"])
        until(seen, lambda news: news.get("magnets") == ["d7", "e2"])
    here.close()
    again = Here(tmp_path)
    assert again.board.magnets == {"e2", "d7"}
    again.close()
    (tmp_path / PIECES).write_text('["e2", "z99", 7')
    damaged = Here(tmp_path)
    assert damaged.board.magnets == frozenset()
    damaged.close()
    (tmp_path / PIECES).write_text('["e2", "z99", 7]')
    here.__init__(tmp_path)
    assert here.board.magnets == {"e2"}


def test_hands_without_a_board_are_told_in_one_sentence():
    with pytest.raises(HandsError, match="found no control socket at port 1 "):
        RemoteHands(1, "")
