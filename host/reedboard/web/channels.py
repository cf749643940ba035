"""The server's connections: streams that hold no thread, and room for whoever comes, idle and slow ones around or not.

waitress gives every request a thread until its answer is complete. An event stream is never complete, so its task ends
after the headers and leaves the connection to the hub, which writes in the server's own thread from then on. The
attributes of waitress that this rests on are held by `tests/host/test_streams.py`.
"""

import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import WSGITask
from waitress.trigger import trigger
from waitress.wasyncore import dispatcher

TAKE_OVER = "reedboard.take_over"
"""The key of the environment under which a route finds how to leave its connection to somebody else."""
MOST_BEHIND = 256 * 1024
"""Bytes that wait for a page that does not read; from there on it is sent the whole state, once it has read them."""
MOST_CONNECTIONS = 800
"""Of the 1,024 open files a process may usually have; of the address that has most of them, the one that was
silent longest makes room for a new one."""


class LastingTrigger(trigger):  # type: ignore[misc]  # waitress has no types
    """What wakes the server's thread. Whoever pulls it never waits; after the server's end nothing comes of it.

    waitress closes its pipe with the server. The number of the end that is written to soon belongs to another file,
    the records perhaps, and a late pull would write there: so that end stays open for as long as anybody can pull.
    """

    def __init__(self, map: dict[int, Any]) -> None:
        super().__init__(map)
        if os.name == "posix":
            os.set_blocking(self.trigger, False)
        else:
            self.trigger.setblocking(False)

    def _physical_pull(self) -> None:
        with suppress(OSError):  # the pipe is full, so the thread will wake; or the server has ended
            super()._physical_pull()

    if os.name == "posix":

        def _close(self) -> None:
            reading, _ = self._fds
            os.close(reading)
            dispatcher.close(self)

        def __del__(self) -> None:
            os.close(self.trigger)


class StreamWriter:
    """A connection left to the hub: a `Follower`."""

    def __init__(self, channel: Any, *, chunked: bool, holder: bool) -> None:  # noqa: ANN401  # waitress has no types
        self.holder = holder
        self._channel = channel
        channel.stays = holder
        self._chunked = chunked
        self._behind = False

    @property
    def gone(self) -> bool:
        """Whether the connection has ended."""
        return not self._channel.connected

    def offer(self, message: bytes, whole: Callable[[], bytes]) -> None:
        """Writes in the server's thread, in the order of the calls."""
        self.in_the_writing_thread(lambda: self.write(message, whole))

    def close(self) -> None:
        """Ends the stream once what was offered before is written."""
        self.in_the_writing_thread(self._end)

    def in_the_writing_thread(self, work: Callable[[], None]) -> None:
        """The server's thread does it, in the order of the calls."""
        self._channel.server.trigger.pull_trigger(work)

    def write(self, message: bytes, whole: Callable[[], bytes]) -> None:
        """Writes, in the server's thread; nothing to a page that is behind, until it has read what waits for it."""
        waiting = self._channel.total_outbufs_len
        if self._behind and waiting:
            return
        if waiting > MOST_BEHIND:
            self._behind = True
            return
        if self._behind:
            self._behind, message = False, whole()
        self._put(b"%x\r\n%s\r\n" % (len(message), message) if self._chunked else message)

    def _end(self) -> None:
        if self._chunked:
            self._put(b"0\r\n\r\n")
        self._channel.close_when_flushed = True

    def _put(self, data: bytes) -> None:
        try:
            self._channel.write_soon(data)
        except (ClientDisconnected, OSError):
            self._channel.connected = False


class StreamTask(WSGITask):  # type: ignore[misc]  # waitress has no types
    """A request whose route may leave the connection to somebody else."""

    _taken_by: Callable[[StreamWriter], None] | None = None
    _holder = False

    def get_environment(self) -> dict[str, Any]:
        """The environment, with `TAKE_OVER` in it."""
        return {**super().get_environment(), TAKE_OVER: self._take_over}

    def _take_over(self, by: Callable[[StreamWriter], None], *, holder: bool) -> None:
        """Gives the connection to `by` once the headers are written."""
        self._taken_by, self._holder = by, holder

    def finish(self) -> None:
        """Ends the answer, or only its headers."""
        if self._taken_by is None or self.status[:3] != "200":
            super().finish()
            return
        if not self.wrote_header:
            self.write(b"")
        self.close_on_finish = False
        self.channel.carry_nothing_else()
        self._taken_by(StreamWriter(self.channel, chunked=self.chunked_response, holder=self._holder))


class RoomyChannel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection that makes room for itself."""

    task_class = StreamTask

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:  # noqa: ANN401
        super().__init__(server, sock, addr, adj, map=map)
        self.stays = False
        """Whether it gives room to nobody: the token's holder looks on."""
        self._taken = False
        if len(server.active_channels) > MOST_CONNECTIONS:
            others = [each for each in server.active_channels.values() if not (each.requests or each.stays)]
            idle = [each for each in others if each is not self]
            if idle:
                crowd = Counter(each.addr[0] for each in server.active_channels.values())
                min(idle, key=lambda each: (-crowd[each.addr[0]], each.last_activity)).handle_close()

    def carry_nothing_else(self) -> None:
        """What is asked behind a stream gets no answer: it would stand in its midst, and two threads would write."""
        with self.requests_lock:
            self._taken = True
            for request in self.requests[1:]:
                request.close()
            del self.requests[1:]

    def received(self, data: bytes) -> bool:
        """Takes what the other end sends."""
        return not self._taken and bool(super().received(data))
