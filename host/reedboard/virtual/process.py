"""The virtual board as a process of its own: a serial port on one socket, hands on another, real time."""

import contextlib
import json
import selectors
import socket
import time
from collections.abc import Callable

from reedboard.errors import ReedboardError
from reedboard.virtual import control_socket
from reedboard.virtual.board import VirtualBoard

WAIT_S = 0.001
"""How long the loop sleeps at most: bytes of a fast line leave this much late."""

EYES_S = 0.005
"""How often connections are told what is new."""

SEND_BUFFER = 4096
"""Bytes the system may hold for a host that does not read; more would hide from the board that nobody reads."""

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
        self._bytewise = bytewise
        self._selector = selectors.DefaultSelector()
        self._serial = self._listen(port, self._greet_host)
        self._hands = self._listen(hands_port, self._greet_hands)
        self._host: socket.socket | None = None
        self._unsent = b""
        self._visitors: dict[socket.socket, _Visitor] = {}
        self._sight: object = None
        self._pieces = board.folder / PIECES
        for site in self._kept_pieces():
            board.place(site)
        self._kept = board.magnets

    @property
    def ready(self) -> str:
        """The line that tells where the board can be reached."""
        serial, hands = (each.getsockname()[1] for each in (self._serial, self._hands))
        return json.dumps({"serial": f"socket://127.0.0.1:{serial}", "hands": hands})

    def run(self, running: Callable[[], bool] = lambda: True) -> None:
        """The loop; the only place of the virtual board that knows the time."""
        start = time.monotonic()
        eyes = 0.0
        while running():
            for key, _ in self._selector.select(WAIT_S):
                key.data(key.fileobj)
            now = time.monotonic() - start
            self.board.step(int(now * 1000))
            self._serve_host()
            if now - eyes >= EYES_S:
                eyes = now
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
        client, _ = listener.accept()
        self._leave_host()  # one host at a time; the newest wins, as after a crash of the one before
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._selector.register(client, selectors.EVENT_READ, self._hear_host)
        self._host = client
        self.board.connect(True)

    def _hear_host(self, client: socket.socket) -> None:
        try:
            data = client.recv(4096)
        except OSError:
            data = b""
        if data:
            self.board.host_writes(data)
        else:
            self._leave_host()

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
        client, _ = listener.accept()
        client.settimeout(1.0)
        self._selector.register(client, selectors.EVENT_READ, self._hear_hands)
        self._visitors[client] = _Visitor(client)
        self._visitors[client].tell(self.board)

    def _hear_hands(self, client: socket.socket) -> None:
        visitor = self._visitors[client]
        try:
            data = client.recv(4096)
            visitor.unread += data
            *lines, visitor.unread = visitor.unread.split(b"\n")
            for line in lines:
                try:
                    control_socket.do(self.board, line.decode("utf-8", "replace"))
                except ReedboardError as error:
                    visitor.send({"error": str(error)})
            self._keep()
        except OSError:
            data = b""
        if not data:
            self._selector.unregister(client)
            client.close()
            del self._visitors[client]

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
        if self._sight == self.board.sight:
            return
        self._sight = self.board.sight
        for visitor in self._visitors.values():
            with contextlib.suppress(OSError):  # whoever left is noticed when reading
                visitor.tell(self.board)


class _Visitor:
    """One connection to the control socket."""

    def __init__(self, client: socket.socket) -> None:
        self.unread = b""
        self._client = client
        self._view = control_socket.View()

    def tell(self, board: VirtualBoard) -> None:
        """Sends what is new."""
        for news in self._view.news(board):
            self.send(news)

    def send(self, news: object) -> None:
        """Sends one object as a line."""
        self._client.sendall(json.dumps(news).encode() + b"\n")
