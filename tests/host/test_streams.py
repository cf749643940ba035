"""Event streams: what the hub sends to whom, and the server that carries them beside idle and slow connections."""

import json
import socket
import threading
import time
from contextlib import ExitStack, closing
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from reedboard.web import channels, event_stream
from reedboard.web.app import create_app
from reedboard.web.event_stream import Hub
from reedboard.web.guard import Guard
from reedboard.web.server import THREADS, PageServer

TOKEN = "the-token"
PATIENCE_S = 60.0


class Page:
    """A follower that reads at once."""

    def __init__(self, holder=False):
        self.holder, self.gone, self.closed, self.messages = holder, False, False, []

    def offer(self, message, whole):
        self.in_the_writing_thread(lambda: self.write(message, whole))

    def in_the_writing_thread(self, work):
        work()

    def write(self, message, whole):
        self.messages.append(message.decode())

    def close(self):
        self.closed = self.gone = True

    @property
    def told(self):
        return [read(message) for message in self.messages]


def read(message):
    event, data = message.strip().split("\n")
    return event.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_hub_sends_the_whole_state_first_then_only_what_changed():
    hub, page = Hub(), Page()
    hub.publish({"turn": "w", "moves": []})
    hub.follow(page)
    hub.publish({"turn": "b", "moves": []})
    hub.tell_onlookers()
    hub.publish({"turn": "b", "moves": []})
    hub.tell_onlookers()
    hub.publish({"turn": "b", "moves": ["e4"]})
    hub.close()
    assert page.told == [("state", {"turn": "w", "moves": []}), ("patch", {"turn": "b"}), ("patch", {"moves": ["e4"]})]
    assert page.closed


def test_hub_keeps_a_place_for_the_tokens_holder(monkeypatch):
    monkeypatch.setattr(event_stream, "MOST_FOLLOWERS", 3)
    hub, onlookers, player = Hub(), [Page() for _ in range(4)], Page(holder=True)
    for each in onlookers:
        assert hub.has_room(holder=False) == (each is not onlookers[3])
        hub.follow(each)
    assert [each.closed for each in onlookers] == [False, False, False, True]
    assert hub.has_room(holder=True)
    hub.follow(player)
    assert [each.closed for each in onlookers] == [False, False, True, True]
    hub.publish({"turn": "w"})
    hub.tell_onlookers()
    assert player.told[-1] == onlookers[0].told[-1] == ("patch", {"turn": "w"})
    assert len(onlookers[2].messages) == 1
    hub.close()


def test_hub_tells_the_player_each_change_at_once_and_onlookers_all_of_them_together(monkeypatch):
    monkeypatch.setattr(event_stream, "GATHER_S", 3600)
    hub, onlooker, player = Hub(), Page(), Page(holder=True)
    hub.follow(onlooker)
    hub.follow(player)
    for number in range(3):
        hub.publish({"turn": "w", "moves": [number]})
    assert [read[1]["moves"] for read in player.told[1:]] == [[0], [1], [2]]
    assert len(onlooker.messages) == 1
    hub.close()
    assert onlooker.told[1:] == [("patch", {"turn": "w", "moves": [2]})]


def test_the_whole_state_is_told_to_a_page_that_was_behind_while_a_change_is_being_published():
    """waitress runs what it was left to write under its own lock, which whoever publishes waits for."""

    class Behind(Page):
        def in_the_writing_thread(self, work):
            told = []
            writer = threading.Thread(target=lambda: told.append(hub.whole()), daemon=True)
            writer.start()
            writer.join(PATIENCE_S / 6)
            self.messages += [message.decode() for message in told]

    hub, page = Hub(), Behind(holder=True)
    hub.follow(page)
    hub.publish({"turn": "w"})
    hub.close()
    assert page.told[-1] == ("state", {"turn": "w"})


def test_hub_tells_onlookers_soon_by_itself():
    hub, onlooker = Hub(), Page()
    hub.follow(onlooker)
    hub.publish({"turn": "w"})
    deadline = time.monotonic() + PATIENCE_S
    while len(onlooker.messages) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert onlooker.told[1:] == [("patch", {"turn": "w"})]
    hub.close()


def test_hub_forgets_a_page_that_is_gone(monkeypatch):
    monkeypatch.setattr(event_stream, "MOST_FOLLOWERS", 1)
    hub, first, second = Hub(), Page(), Page()
    hub.follow(first)
    assert not hub.has_room(holder=False)
    first.gone = True
    assert hub.has_room(holder=False)
    hub.follow(second)
    hub.publish({"turn": "w"})
    hub.tell_onlookers()
    assert (len(first.messages), len(second.messages)) == (1, 2)
    hub.close()


class Channel:
    """A connection whose other end reads only when told to; the server's thread is this one."""

    def __init__(self):
        self.connected, self.total_outbufs_len, self.sent, self.server = True, 0, b"", self
        self.trigger = self

    def pull_trigger(self, work):
        work()

    def write_soon(self, data):
        self.sent += data
        self.total_outbufs_len += len(data)

    def read(self):
        sent, self.sent, self.total_outbufs_len = self.sent, b"", 0
        return sent


def test_page_that_does_not_read_is_started_over_instead_of_growing():
    channel, whole = Channel(), [b"whole 1"]
    page = channels.StreamWriter(channel, chunked=False, holder=False)
    large = b"x" * channels.MOST_BEHIND
    for message in (large, large, b"lost", b"lost"):
        page.offer(message, lambda: whole[0])
    assert channel.read() == 2 * large
    whole[0] = b"whole 2"
    page.offer(b"in the whole", lambda: whole[0])
    page.offer(b"after it", lambda: whole[0])
    assert channel.read() == b"whole 2after it"


# The server ----------------------------------------------------------------------------------------------------------


class Stream:
    """An event stream over a connection of its own."""

    def __init__(self, server, token=None, version="1.1"):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        self.socket.sendall(f"GET /api/v1/events HTTP/{version}\r\nHost: 127.0.0.1\r\n{bearer}\r\n".encode())
        self._came = b""
        self.head = self._until(b"\r\n\r\n")

    def _until(self, end):
        while end not in self._came:
            data = self.socket.recv(65536)
            if not data:
                raise EOFError(self._came)
            self._came += data
        part, _, self._came = self._came.partition(end)
        return part

    def next(self):
        """The next event; a stream that only beats has none."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            part = self._until(b"\n\n")
            lines = [line for line in part.decode().split("\n") if line.startswith(("event:", "data:"))]
            if len(lines) == 2:
                return read("\n".join(lines))
        raise TimeoutError(f"no event in {PATIENCE_S} s")


@pytest.fixture
def serving():
    hub = Hub()
    hub.publish({"turn": "w"})
    with closing(PageServer(create_app(hub, None, Guard(TOKEN), None), "127.0.0.1", 0)) as server, closing(hub):
        yield hub, server


def state(server):
    with urlopen(f"{server.local_url}api/v1/state", timeout=PATIENCE_S) as answer:
        return json.load(answer)


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_stream_tells_state_and_changes_and_ends_with_the_hub(serving, version):
    hub, server = serving
    stream = Stream(server, version=version)
    assert b"text/event-stream" in stream.head
    assert stream.next() == ("state", {"turn": "w"})
    hub.publish({"turn": "b"})
    assert stream.next() == ("patch", {"turn": "b"})
    hub.close()
    with pytest.raises(EOFError):
        stream.next()
    stream.socket.close()


def test_streams_and_slow_connections_leave_the_page_to_others(serving):
    """Each stream held one of 32 threads, and a hundred half requests all connections there were."""
    hub, server = serving
    with ExitStack() as crowd:
        for _ in range(150):
            slow = crowd.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.")
        streams = [Stream(server) for _ in range(4 * THREADS)]
        for stream in streams:
            crowd.enter_context(stream.socket)
            assert stream.next() == ("state", {"turn": "w"})
        assert state(server) == {"turn": "w"}
        hub.publish({"turn": "b"})
        assert {str(stream.next()) for stream in streams} == {str(("patch", {"turn": "b"}))}


def test_connection_makes_room_for_itself_and_leaves_the_players_page(serving, monkeypatch):
    monkeypatch.setattr(channels, "MOST_CONNECTIONS", 20)
    hub, server = serving
    player = Stream(server, TOKEN)
    player.next()
    with ExitStack() as crowd:
        for _ in range(60):
            crowd.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        assert state(server) == {"turn": "w"}
        assert len(server._server.active_channels) <= 21
        hub.publish({"turn": "b"})
        assert player.next() == ("patch", {"turn": "b"})
    player.socket.close()


def test_address_with_most_connections_makes_room_first(serving, monkeypatch):
    monkeypatch.setattr(channels, "MOST_CONNECTIONS", 10)
    _, server = serving
    with ExitStack() as crowd:
        other = crowd.enter_context(socket.create_connection(("127.0.0.1", server.port), 5.0, ("127.0.0.2", 0)))
        for _ in range(40):
            crowd.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        assert state(server) == {"turn": "w"}
        other.sendall(b"GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b" 200 " in other.recv(4096)


def test_page_too_many_is_told_so_and_the_holder_takes_its_place(serving, monkeypatch):
    monkeypatch.setattr(event_stream, "MOST_FOLLOWERS", 2)
    hub, server = serving
    streams = []
    for _ in range(2):  # who follows first is settled once the first is told something
        streams.append(Stream(server))
        streams[-1].next()
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(f"{server.local_url}api/v1/events"), timeout=PATIENCE_S)
    assert refused.value.code == 503
    refused.value.close()
    player = Stream(server, TOKEN)
    assert player.next() == ("state", {"turn": "w"})
    with pytest.raises(EOFError):
        streams[1].next()
    hub.publish({"turn": "b"})
    assert player.next() == streams[0].next() == ("patch", {"turn": "b"})
    for stream in (*streams, player):
        stream.socket.close()


def test_page_that_left_is_forgotten(serving):
    hub, server = serving
    stream = Stream(server)
    stream.next()
    stream.socket.close()
    until_s = time.monotonic() + PATIENCE_S
    while hub._followers and time.monotonic() < until_s:
        hub.has_room(holder=False)
        time.sleep(0.01)
    assert hub._followers == []


def test_what_is_told_after_the_servers_end_is_written_into_no_other_file(serving, tmp_path):
    """The number of the pipe that woke the server's thread was the next file's: it got a byte for each change."""
    hub, server = serving
    player = Stream(server, TOKEN)
    player.next()
    server.close()
    with ExitStack() as opened:
        files = [opened.enter_context((tmp_path / str(number)).open("wb", buffering=0)) for number in range(64)]
        hub.publish({"turn": "b"})
        assert [file.name for file in files if file.tell()] == []
    player.socket.close()


def test_publishing_waits_for_no_server_that_stands_still(serving):
    _, server = serving
    stands, goes_on = threading.Event(), threading.Event()

    def stand():
        stands.set()
        goes_on.wait(PATIENCE_S)

    server._server.trigger.pull_trigger(stand)
    assert stands.wait(PATIENCE_S)
    pulls = threading.Thread(target=lambda: [server._server.pull_trigger() for _ in range(100_000)], daemon=True)
    pulls.start()
    pulls.join(PATIENCE_S / 2)
    held_up = pulls.is_alive()
    goes_on.set()
    assert not held_up
    assert state(server) == {"turn": "w"}


def test_nothing_is_answered_in_the_midst_of_a_stream(serving):
    hub, server = serving
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)) as line:
        line.sendall(
            b"".join(f"GET /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() for path in ("events", "state"))
        )
        came = b""
        while b"event: state" not in came:
            came += line.recv(65536)
        line.sendall(b"GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert state(server) == {"turn": "w"}
        hub.publish({"turn": "b"})
        while b"event: patch" not in came:
            came += line.recv(65536)
    assert came.count(b"HTTP/1.1") == 1
