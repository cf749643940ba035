"""Serves the page with waitress in a thread of its own, and says plainly where."""

import contextlib
import errno
import logging
import socket

from flask import Flask
from waitress import create_server

from reedboard.errors import ReedboardError
from reedboard.supervised import Fell, SupervisedThread, sentence
from reedboard.web.channels import MOST_CONNECTIONS, LastingTrigger, RoomyChannel
from reedboard.web.watch import OUTSIDE

THREADS = 8
"""For answers under way; open pages hold none (`channels.py`)."""
SILENT_S = 30
"""A connection that says nothing for so long ends; streams are written to more often."""
NEXT_PORTS = 20
"""How many ports after the wanted one are tried when it is taken."""
CLOSE_S = 3.0
"""How long answers under way may take when the program ends."""


class BadAddressError(ReedboardError):
    """An address the page cannot be served at."""


def address(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`, `:PORT` or `PORT`; `[::1]:8080` for IPv6.

    Raises: BadAddressError.
    """
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or int(port) > 65535:
        raise BadAddressError(f"Cannot serve the page at {text!r}: expected HOST:PORT, such as 127.0.0.1:8080.")
    return host.strip("[]") or "127.0.0.1", int(port)


class PageServer:
    """The page on its address, from construction until `close`.

    Args:
        fell: told in a sentence when the server's thread died of an error nobody foresaw; it has started over by then.

    Raises: BadAddressError.
    """

    def __init__(self, app: Flask, host: str, port: int, fell: Fell = lambda words: None) -> None:
        listener, self.port = _listen(host, port)
        self.host = host
        self.moved = port not in (0, self.port)
        """The wanted port was taken and the next free one is used."""
        app.config[OUTSIDE] = self.outside_url if self.open_to_others else ""
        # That a request waits for a thread is how a small machine serves a crowd, nothing to warn of.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._server = create_server(
            app,
            sockets=[listener],
            threads=THREADS,
            asyncore_use_poll=True,  # select() ends at a thousand open files
            channel_timeout=SILENT_S,
            cleanup_interval=SILENT_S // 3,
            connection_limit=2 * MOST_CONNECTIONS,  # never reached: a connection makes room for itself
            clear_untrusted_proxy_headers=True,
        )
        self._server.channel_class = RoomyChannel
        self._server.trigger.close()
        self._server.trigger = LastingTrigger(self._server._map)
        self._thread = SupervisedThread(
            "the page's server", self._server.run, lambda error: fell(sentence("the page's server", error))
        )
        self._thread.start()

    @property
    def open_to_others(self) -> bool:
        """Whether other machines can reach the page."""
        return self.host not in ("127.0.0.1", "localhost", "::1")

    @property
    def local_url(self) -> str:
        """Where a browser on this machine finds the page."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    @property
    def outside_url(self) -> str:
        """Where a phone in the same network finds the page: an address, since few phones look up names of machines."""
        host = _own_address() if self.host in ("0.0.0.0", "::") else self.host
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"

    def close(self) -> None:
        """Lets answers under way finish, then stops listening. Close the hub first: its streams never finish."""
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=CLOSE_S)
        self._server.trigger.pull_trigger(self._end)
        self._thread.end(timeout_s=CLOSE_S)

    def _end(self) -> None:
        """Closes every socket, in the server's own thread; its loop ends when none is left."""
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._server.close()


def _own_address() -> str:
    """The address others reach this machine by; its name where it has no network."""
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 9))  # sends nothing: it only asks which way packets would go
            return str(probe.getsockname()[0])
    return socket.gethostname()


def _listen(host: str, port: int) -> tuple[socket.socket, int]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in [port] if port == 0 else range(port, min(port + NEXT_PORTS, 65535) + 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            if error.errno == errno.EADDRINUSE:
                continue
            raise BadAddressError(f"Cannot serve the page at {host}:{candidate}: {error.strerror or error}.") from None
        listener.listen(128)
        return listener, int(listener.getsockname()[1])
    raise BadAddressError(
        f"Cannot serve the page: ports {port} to {port + NEXT_PORTS} of {host} are taken; choose another with --http."
    )
