"""The virtual board as a process of its own: a serial port on a socket, hands on another, real time.

Both sockets are open to whatever runs on this machine, a browser's pages included: a host counts as one when its first
line is a good line of the wire, hands when their first line shows the token; neither is what a browser says first.
"""

import json
import secrets
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable

from reedboard.board import wire
from reedboard.errors import ReedboardError
from reedboard.virtual import control_socket
from reedboard.virtual.board import SCAN_MS, VirtualBoard

WAIT_S = 0.001
"""How long the loop sleeps at most: bytes of a fast line leave this much late."""

SEND_BUFFER = 4096
"""Bytes the system may hold for a host that does not read; more would hide from the board that nobody reads."""

REST_MS = 40
"""How long a site, or a clock's button once the finger is off it, rests between two touches, in the board's own time:
debouncing reports a change within 20 ms of its being stable. However busy the machine and however quick the hands, the
board scans between two touches of one site."""

CONNECTIONS = 64
"""Of strangers and hands at most: whoever comes on top is shown out at once."""

LONGEST_WISH = 65_536
"""Bytes of a line at the control socket: all sites of a large board take five thousand."""

PIECES = "pieces.json"
"""In the board's folder: where the magnets stand, for a board that was killed and starts again."""


class Process:
    """Serves one board until `running` says no.

    Args:
        board: the board.
        port: of the serial line, 0 for any free one.
        hands_port: of the control socket, likewise.
        bytewise: hands each byte to the host on its own.
    """

    def __init__(self, board: VirtualBoard, port: int = 0, hands_port: int = 0, *, bytewise: bool = False) -> None:
        self.board = board
        self.token = secrets.token_urlsafe(16)
        """What hands must show at their door."""
        self._bytewise = bytewise
        self._selector = selectors.DefaultSelector()
        self._serial = self._listen(port, self._greet_host)
        self._hands = self._listen(hands_port, self._greet_hands)
        self._host: socket.socket | None = None
        self._strangers: dict[socket.socket, bytes] = {}
        self._unsent = b""
        self._visitors: dict[socket.socket, _Visitor] = {}
        self._wishes: deque[tuple[_Visitor, str]] = deque()
        self._rested_ms: dict[str, int] = {}
        self._next_ms = 0
        self._sight: object = None
        self._pieces = board.folder / PIECES
        for site in self._kept_pieces():
            board.place(site)
        self._kept = board.magnets

    @property
    def ready(self) -> str:
        """The line that tells where the board can be reached, and what hands must show there."""
        serial, hands = (each.getsockname()[1] for each in (self._serial, self._hands))
        return json.dumps({"serial": f"socket://127.0.0.1:{serial}", "hands": hands, "token": self.token})

    def run(self, running: Callable[[], bool] = lambda: True) -> None:
        """The loop; the only place of the virtual board that knows the time."""
        start = time.monotonic()
        while running():
            for key, _ in self._selector.select(WAIT_S):
                key.data(key.fileobj)
            now_ms = int((time.monotonic() - start) * 1000)
            self._do_wishes(now_ms)
            self.board.step(now_ms)
            self._serve_host()
            self._show()

    def close(self) -> None:
        """Closes every socket."""
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()

    def _listen(self, port: int, greet: Callable[[socket.socket], None]) -> socket.socket:
        listener = socket.create_server(("127.0.0.1", port))
        listener.setblocking(False)
        self._selector.register(listener, selectors.EVENT_READ, greet)
        return listener

    # The serial port -------------------------------------------------------------------------------------------

    def _greet_host(self, listener: socket.socket) -> None:
        client = self._accept(listener, self._hear_stranger)
        if client is not None:
            client.setblocking(False)
            self._strangers[client] = b""

    def _hear_stranger(self, client: socket.socket) -> None:
        """The first line decides: a good one makes the stranger the host, any other ends the connection."""
        said = self._strangers[client] + self._receive(client)
        line, end, _ = said.partition(b"\n")
        if not end and len(said) < wire.MAX_LINE and said != self._strangers[client]:
            self._strangers[client] = said
            return
        del self._strangers[client]
        self._selector.unregister(client)
        try:
            wire.parse_frame(line)
        except wire.WireError:
            client.close()
            return
        self._leave_host()  # one host at a time; the newest wins, as after a crash of the one before
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._selector.register(client, selectors.EVENT_READ, self._hear_host)
        self._host = client
        self.board.connect(True)
        self.board.host_writes(said)

    def _hear_host(self, client: socket.socket) -> None:
        data = self._receive(client)
        if data:
            self.board.host_writes(data)
        else:
            self._leave_host()

    def _accept(self, listener: socket.socket, hear: Callable[[socket.socket], None]) -> socket.socket | None:
        try:
            client, _ = listener.accept()
        except OSError:
            return None  # it left before it was let in
        if len(self._strangers) + len(self._visitors) >= CONNECTIONS:
            client.close()
            return None
        self._selector.register(client, selectors.EVENT_READ, hear)
        return client

    @staticmethod
    def _receive(client: socket.socket) -> bytes:
        """What came; nothing for a connection that ended."""
        try:
            return client.recv(4096)
        except OSError:
            return b""

    def _leave_host(self) -> None:
        if self._host is not None:
            self._selector.unregister(self._host)
            self._host.close()
            self._host = None
            self._unsent = b""
            self.board.connect(False)

    def _serve_host(self) -> None:
        if self._host is None:
            return
        if not self._unsent:  # what the system does not take stays in the board's own buffer
            self._unsent = self.board.host_reads()
        try:
            while self._unsent:
                sent = self._host.send(self._unsent[:1] if self._bytewise else self._unsent)
                self._unsent = self._unsent[sent:]
        except BlockingIOError:
            pass
        except OSError:
            self._leave_host()

    # The control socket --------------------------------------------------------------------------------------------

    def _greet_hands(self, listener: socket.socket) -> None:
        client = self._accept(listener, self._hear_hands)
        if client is not None:
            client.settimeout(1.0)
            self._visitors[client] = _Visitor(client)

    def _hear_hands(self, client: socket.socket) -> None:
        visitor = self._visitors[client]
        data = self._receive(client)
        *lines, visitor.unread = (visitor.unread + data).split(b"\n")
        for line in lines:
            if visitor.admitted:
                self._wishes.append((visitor, line.decode("utf-8", "replace")))
            elif control_socket.admits(line, self.token):
                visitor.admitted = True
                visitor.tell(self.board)
            else:
                visitor.send({"error": "found no token, expected it first: the process printed it when it started"})
                visitor.gone = True
                break
        if not data or visitor.gone or len(visitor.unread) > LONGEST_WISH:
            self._show_out(client)

    def _show_out(self, client: socket.socket) -> None:
        self._selector.unregister(client)
        client.close()
        del self._visitors[client]

    def _do_wishes(self, now_ms: int) -> None:
        """Does what hands asked for, in its order, a scan between any two and a rest between two on one site."""
        while self._wishes:
            visitor, line = self._wishes[0]
            try:
                wish = control_socket.read(self.board, line)
                due_ms = max((self._rested_ms.get(touched, 0) for touched in wish.touches), default=0)
                due_ms = max(due_ms, self._next_ms)
                if due_ms > now_ms:
                    return
                if due_ms > self.board.now_ms:
                    self.board.step(due_ms)
                wish.act()
                rest_ms = REST_MS + wish.stays_ms
                self._next_ms = self.board.now_ms + SCAN_MS
                self._rested_ms |= dict.fromkeys(wish.touches, self.board.now_ms + rest_ms)
            except ReedboardError as error:
                visitor.send({"error": str(error)})
            self._wishes.popleft()
            self._keep()

    def _keep(self) -> None:
        """Remembers where the pieces stand, as the real ones would."""
        if self._kept != self.board.magnets:
            self._kept = self.board.magnets
            fresh = self._pieces.with_suffix(".new")  # a process killed here leaves the old file or the new one
            fresh.write_text(json.dumps(sorted(self._kept)), encoding="utf-8")
            fresh.replace(self._pieces)

    def _kept_pieces(self) -> list[str]:
        """Where the pieces stood; those that a damaged file still tells of."""
        try:
            sites = json.loads(self._pieces.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        known = self.board.profile.sites
        return [site for site in sites if isinstance(site, str) and site in known] if isinstance(sites, list) else []

    def _show(self) -> None:
        if self._sight != self.board.sight:
            self._sight = self.board.sight
            for visitor in self._visitors.values():
                if visitor.admitted:
                    visitor.tell(self.board)
        for client in [client for client, visitor in self._visitors.items() if visitor.gone]:
            self._show_out(client)


class _Visitor:
    """One connection at the control socket. `gone`: it left, or does not read what it is told."""

    def __init__(self, client: socket.socket) -> None:
        self.unread = b""
        self.admitted = False
        self.gone = False
        self._client = client
        self._view = control_socket.View()

    def tell(self, board: VirtualBoard) -> None:
        """Sends what is new."""
        at = time.perf_counter()
        for news in self._view.news(board):
            self.send({**news, "at": at})

    def send(self, news: object) -> None:
        """Sends one object as a line."""
        if self.gone:
            return
        try:
            self._client.sendall(json.dumps(news).encode() + b"\n")
        except OSError:
            self.gone = True
