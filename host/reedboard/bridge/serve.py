"""Joins somebody else's board at a port with the wire on a socket of this machine, in one thread."""

import os
import secrets
import selectors
import socket
import time
from collections.abc import Callable
from importlib.metadata import version

from reedboard.board import wire
from reedboard.board.profile import parse
from reedboard.board.wire_board import WireBoard
from reedboard.bridge.protocol import Foreign
from reedboard.errors import ReedboardError
from reedboard.port.find_board import close_port, open_port

READ_S = 0.01
"""How long one read of the board's port waits."""

ANSWER_S = 3.0
"""Within this time a board that is one has told its state."""


class BridgeError(ReedboardError):
    """The board cannot be reached, or is none of the kind."""


class Bridge:
    """Serves one host at a time, until `running` says no.

    Args:
        foreign: the board's protocol.
        port: where the board is: a device name or pyserial URL.
        listen: the socket's port on this machine, 0 for any free one.

    Raises: PortMissingError or BridgeError when the port or the socket cannot be opened.
    """

    def __init__(self, foreign: Foreign, port: str, listen: int = 0) -> None:
        self._foreign = foreign
        self._port = open_port(port, foreign.baud, READ_S)
        try:
            self._server = socket.create_server(("127.0.0.1", listen))
        except OSError as error:
            close_port(self._port)
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise BridgeError(
                f"Cannot listen at port {listen} of this machine ({reason}): name another one with --listen."
            ) from None
        profile = parse(foreign.geometry, "the bridge's geometry")
        self._board = WireBoard(profile, foreign.geometry, version("reedboard"), secrets.randbelow(wire.NUMBERS))
        self._host: socket.socket | None = None
        self._trusted = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._server, selectors.EVENT_READ)

    @property
    def url(self) -> str:
        """What `reedboard play --board` takes."""
        return f"socket://127.0.0.1:{self._server.getsockname()[1]}"

    def run(self, running: Callable[[], bool] = lambda: True) -> None:
        """Hands everything on, both ways.

        Raises: BridgeError when the board does not answer, or its port fails.
        """
        try:
            self._port.write(self._foreign.begin())
            begun = time.monotonic()
            while running():
                now_ms = int(time.monotonic() * 1000)
                self._listen(now_ms)
                self._read(now_ms)
                if not self._board.known and time.monotonic() - begun > ANSWER_S:
                    raise BridgeError(
                        f"Nothing at {self._port.port!r} answered as such a board: check cable and power."
                    )
                if asked := self._foreign.tick(now_ms):
                    self._port.write(asked)
                self._say(self._board.tick(now_ms))
        except OSError as error:
            raise BridgeError(f"The board's port failed: {error}.") from None
        finally:
            self.close()

    def close(self) -> None:
        """Lets go of both ends."""
        self._leave()
        self._selector.close()
        self._server.close()
        self._port.close()

    def _read(self, now_ms: int) -> None:
        """What the board says goes to the host."""
        data = self._port.read(1)
        if data:
            data += self._port.read(self._port.in_waiting or 0)
        told = self._foreign.receive(data)
        for bit, on in told.items():
            self._say(self._board.sense(bit, on, now_ms))
        self._board.known = self._board.known or bool(told)

    def _listen(self, now_ms: int) -> None:
        """What the host says is answered.

        Any program of this machine can come, a browser's pages included: a host counts as one when it greets first, and
        then nobody takes its place; whoever says anything else is shown out.
        """
        for key, _ in self._selector.select(timeout=0):
            if key.fileobj is self._server:
                host, _ = self._server.accept()
                if self._trusted:
                    host.close()
                    continue
                self._leave()
                host.settimeout(1.0)
                self._host = host
                self._selector.register(host, selectors.EVENT_READ)
            elif self._host is not None:
                try:
                    data = self._host.recv(4096)
                except OSError:
                    data = b""
                self._trusted = self._trusted or data.startswith(b"HELLO ")
                if data and self._trusted:
                    self._say(self._board.hear(data, now_ms))
                else:
                    self._leave()

    def _say(self, line: bytes) -> None:
        """To a host that greeted; who has said nothing yet is told nothing either."""
        if self._host is None or not self._trusted or not line:
            return
        try:
            self._host.sendall(line)
        except OSError:
            self._leave()

    def _leave(self) -> None:
        if self._host is not None:
            self._selector.unregister(self._host)
            self._host.close()
            self._host = None
            self._trusted = False
