"""Hands from afar: lifts, places and presses through a virtual board's control socket."""

import contextlib
import json
import logging
import socket
import threading
from collections.abc import Callable, Iterable
from typing import Any, Self

from reedboard.errors import ReedboardError

LOG = logging.getLogger("reedboard")


class HandsError(ReedboardError):
    """The control socket is not there, or the board would not do what was asked."""


class RemoteHands:
    """One connection to a control socket; `seen` calls back, from its own thread, with each object the board tells.

    However quick the hands are, the board lets a site rest between two touches: the second waits at the door.

    Args:
        port: of the control socket, on this machine.
        token: what the process printed beside the port.
        seen: gets `{"magnets": [...]}`, `{"leds": {...}}`, `{"beep": [...]}`, `{"error": ...}` as they come, with `at`.

    Raises:
        HandsError: nobody is behind this port.
    """

    def __init__(self, port: int, token: str, seen: Callable[[dict[str, Any]], None] | None = None) -> None:
        try:
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=5.0)
        except OSError as error:
            raise HandsError(
                f"found no control socket at port {port} ({error.strerror or error}); is the virtual board running?"
            ) from error
        self._socket.settimeout(None)
        self._seen = seen
        self._say({"token": token})
        self._reader = threading.Thread(target=self._read, name="hands", daemon=True)
        self._reader.start()

    def lift(self, site: str) -> None:
        """Takes the piece off a site (the profile's name of it)."""
        self._say({"lift": site})

    def place(self, site: str) -> None:
        """Puts a piece on a site."""
        self._say({"place": site})

    def press(self, side: str) -> None:
        """Presses the clock button of "w" or "b"."""
        self._say({"press": side})

    def hold(self, side: str) -> None:
        """Keeps the clock button of "w" or "b" down for longer than a second."""
        self._say({"hold": side})

    def set(self, sites: Iterable[str]) -> None:
        """Puts pieces on exactly these sites, all at once."""
        self._say({"set": sorted(sites)})

    def fault(self, text: str) -> None:
        """Orders a named fault, as `reedboard.virtual.faults` reads it."""
        self._say({"fault": text})

    def close(self) -> None:
        """Takes the hands away; the pieces stay."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._reader.join(timeout=5.0)
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _say(self, wish: dict[str, Any]) -> None:
        try:
            self._socket.sendall(json.dumps(wish).encode() + b"\n")
        except OSError as error:
            why = error.strerror or error
            raise HandsError(f"the control socket closed ({why}): the virtual board ended") from error

    def _read(self) -> None:
        try:
            with contextlib.suppress(OSError), self._socket.makefile("r", encoding="utf-8") as lines:
                for line in lines:
                    if self._seen is not None:
                        self._seen(json.loads(line))
        except Exception:
            LOG.exception("the control socket said what cannot be read; the hands leave it")
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)  # whoever uses these hands next is told and opens new ones
