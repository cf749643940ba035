"""Tells every open page what changed: a bounded queue a client, and never a wait for a slow one."""

import json
import queue
import threading
from collections.abc import Callable, Iterator

from reedboard.game.status import Parts, changed

QUEUE_LENGTH = 64
"""Changes a client may fall behind; then it gets the whole state once more instead."""
KEEP_ALIVE_S = 15.0
"""A comment this often keeps proxies and sleeping phones from dropping a quiet stream."""
MOST_CLIENTS = 24
"""Open pages at once: each holds one of the server's 32 threads, and the others must stay free to answer."""


class TooManyPagesError(Exception):
    """No thread is left for another open page."""


class Hub:
    """The state last published and the clients that follow it. Any thread may call any method."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Parts = {}
        self._clients: set[queue.Queue[str | None]] = set()

    @property
    def state(self) -> Parts:
        """The state last published; empty before the first."""
        with self._lock:
            return self._state

    def publish(self, state: Parts) -> None:
        """Makes `state` the state and sends what changed to every client."""
        with self._lock:
            patch = changed(self._state, state)
            self._state = state
            if not patch:
                return
            message = _message("patch", patch)
            for client in self._clients:
                try:
                    client.put_nowait(message)
                except queue.Full:
                    self._start_over(client)

    def _start_over(self, client: queue.Queue[str | None]) -> None:
        while True:
            try:
                client.get_nowait()
            except queue.Empty:
                break
        client.put_nowait(_message("state", self._state))

    def follow(self, gone: Callable[[], bool]) -> Iterator[str]:
        """The stream of one client: the whole state, then changes, until `gone()` or `close`.

        Raises: TooManyPagesError at once, before anything is sent.
        """
        client: queue.Queue[str | None] = queue.Queue(QUEUE_LENGTH)
        with self._lock:
            if len(self._clients) >= MOST_CLIENTS:
                raise TooManyPagesError
            client.put_nowait(_message("state", self._state))
            self._clients.add(client)
        return self._stream(client, gone)

    def _stream(self, client: queue.Queue[str | None], gone: Callable[[], bool]) -> Iterator[str]:
        quiet_s = 0.0
        try:
            while not gone():
                try:
                    message = client.get(timeout=1.0)
                except queue.Empty:
                    quiet_s += 1.0
                    if quiet_s >= KEEP_ALIVE_S:
                        quiet_s = 0.0
                        yield ": still here\n\n"
                    continue
                if message is None:
                    return
                quiet_s = 0.0
                yield message
        finally:
            with self._lock:
                self._clients.discard(client)

    def close(self) -> None:
        """Ends every stream."""
        with self._lock:
            for client in self._clients:
                self._start_over(client)
                client.put_nowait(None)


def _message(event: str, parts: Parts) -> str:
    return f"event: {event}\ndata: {json.dumps(parts, separators=(',', ':'))}\n\n"
