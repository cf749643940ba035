"""The link: one board behind one port, for as long as the program runs.

One reader thread owns the port and the session; whatever happens comes out as events on one queue, in order.
The port may vanish and come back, the board may restart: the link goes on by itself.

    with Link("auto") as link:
        link.show((Glow(0x00FF00, Pattern.STEADY, (3, 4)),))
        event = link.events.get()
"""

import contextlib
import queue
import threading
import time
from typing import Self

import serial

from reedboard.board import wire
from reedboard.board.geometry_file import unsealed
from reedboard.board.line_health import LineHealth
from reedboard.board.link_events import BoardLost, BoardShape, GeometryPart, Greeted, LinkEvent
from reedboard.board.session import Session
from reedboard.board.session_states import State
from reedboard.port.errors import PortMissingError
from reedboard.port.find_board import PATIENCE_S, close_port, find_board, greet, open_port, present_name, serial_number
from reedboard.port.holding import hold
from reedboard.supervised import Fell, SupervisedThread, sentence

BACK_OFF_S = (0.2, 2.0)
"""The first and the longest wait before a lost port is tried again; it doubles in between."""


MOST_WAITING = 256
"""Events that may wait for whoever takes them; while more do nothing is read, and the board, which never waits for its
host, leaves out lines and tells everything in a snapshot afterwards. A game takes some 0.5 ms an event."""
BEHIND_S = 0.005
"""How long the link then waits before it looks again."""
MOST_PARTS = 16
"""Parts of the geometry file that may wait; one is asked for at a time."""
GEOMETRY_S, ANSWER_S = 1.5, 0.5
"""How long a part of the geometry file may stay away in all, and until it is asked for again; a line takes 30 ms."""


class Link:
    """A conversation with a board that mends itself.

    Opening waits for the greeting, so a wrong port is known at once; after that nothing raises: `BoardLost` and
    `Restored` on the queue tell what happens. Events (`reedboard.board.link_events`): first `Greeted`, then a
    `Snapshot`, then `Changed`, `Pressed` and the rest as they come; after `BoardLost` the missed events or a
    `Snapshot`, then `Restored`. Their `t_ms` is the host's monotonic clock in ms, from the board's own stamps.

    Args:
        url: "auto", a device name, or any pyserial URL.
        events: the queue to put events on; a new one if None.
        patience_s: how long to wait for the greeting.
        fell: told when the link's thread died of an error nobody foresaw; it has started over by then.

    Raises:
        PortMissingError: there is no such port ("auto": no board on any).
        PortBusyError: another program has it.
        NotABoardError: the port is there, but no board.
        FirmwareVersionError: the board's firmware is of another version.
    """

    def __init__(
        self,
        url: str,
        events: "queue.Queue[LinkEvent] | None" = None,
        *,
        patience_s: float = PATIENCE_S,
        fell: Fell = lambda words: None,
    ) -> None:
        self.url = find_board(patience_s=patience_s) if url == "auto" else url
        self.events: queue.Queue[LinkEvent] = queue.Queue() if events is None else events
        self._session = Session()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._fell = fell
        self._parts: queue.Queue[GeometryPart] = queue.Queue(MOST_PARTS)
        self._number = serial_number(self.url)
        with contextlib.ExitStack() as undo:
            self._held = undo.enter_context(contextlib.ExitStack())
            self._held.enter_context(hold(self.url))
            self._port: serial.Serial | None = open_port(self.url)
            undo.callback(close_port, self._port)
            first = greet(self._port, self.url, self._session, patience_s)
            undo.pop_all()
        greeted = next(event for event in first if isinstance(event, Greeted))
        self.shape: BoardShape = greeted.shape
        """The shape of the board that greeted first; `Greeted` tells of another that takes its place."""
        self.version: str = greeted.version
        """Its firmware's version."""
        self._put(first)
        self._thread = SupervisedThread("the link to the board", self._run, self._start_over)
        self._thread.start()

    @property
    def scan_hz(self) -> int | None:
        """Scans a second, as the board counts them itself; None before its first heartbeat."""
        return self._session.scan_hz

    @property
    def health(self) -> LineHealth:
        """What the line has cost so far; it goes on counting."""
        return self._session.health

    def show(self, glows: tuple[wire.Glow, ...]) -> None:
        """Wants these lights on the board, now and after every loss; never blocks, never queues.

        Raises:
            WireError: the lights do not fit into one line.
        """
        with self._lock:
            self._session.show(glows, _now_ms())

    def beep(self, hz: int, ms: int) -> None:
        """Sounds the buzzer, if the board has one and is there."""
        self.say(wire.Beep(hz, ms))

    def say(self, frame: wire.FromHost) -> None:
        """Sends a frame once: a setting to keep, the way to the prompt."""
        with self._lock:
            self._session.say(frame)

    def geometry(self, patience_s: float = GEOMETRY_S) -> str | None:
        """The text of the geometry file that the board carries; None for one without, or with a damaged one.

        Asked again where an answer stays away; what older firmware says to the question counts as none.
        """
        found, until = b"", time.monotonic() + patience_s
        while time.monotonic() < until:
            self.say(wire.Geometry(len(found)))
            try:
                part = self._parts.get(timeout=ANSWER_S)
            except queue.Empty:
                continue
            if part.start == len(found):
                found += part.data
                until = time.monotonic() + patience_s
            if len(found) == part.total:
                return unsealed(found)
        return None

    def close(self) -> None:
        """Ends the thread and closes the port; the board darkens by itself."""
        self._closing.set()
        self._thread.end(timeout_s=5.0)
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The reader thread -----------------------------------------------------------------------------------------

    def _run(self) -> None:
        wait_s = BACK_OFF_S[0]
        while True:
            if self._port is None:
                if self._closing.wait(wait_s):
                    return
                wait_s = min(2 * wait_s, BACK_OFF_S[1])
                self.url = present_name(self.url, self._number)
                try:
                    self._port = open_port(self.url)
                except PortMissingError:
                    continue  # `BoardLost` has been told; the port may come back at any time
                with self._lock:
                    self._session.opened(_now_ms())
            try:
                if self._converse(self._port):
                    wait_s = BACK_OFF_S[0]  # it was a board: the next try may come soon again
            finally:
                close_port(self._port)
                self._port = None

    def _start_over(self, error: Exception) -> None:
        """Nothing of a conversation in which the unforeseen happened is trusted: port and session begin anew."""
        with self._lock:
            self._session = Session(lost=True)
        self._put([BoardLost(f"something went wrong inside the link ({type(error).__name__}: {error})")])
        self._fell(sentence("the link to the board", error))

    def _converse(self, port: serial.Serial) -> bool:
        """Reads and writes until the port fails, the board falls silent or the link closes; was it ever live?"""
        live = False
        try:
            while not self._closing.is_set():
                with self._lock:
                    data = self._session.outgoing()
                if data:
                    port.write(data)
                if self.events.qsize() > MOST_WAITING and not self._closing.wait(BEHIND_S):
                    continue
                data = port.read(1)
                while len(data) < 4096 and data and (waiting := port.in_waiting):  # on sockets one byte at a time
                    data += port.read(waiting)
                with self._lock:
                    now_ms = _now_ms()
                    self._put(self._session.receive(data, now_ms))
                    self._put(self._session.tick(now_ms))
                    live = live or self._session.state is State.LIVE
                    if self._session.state is State.CLOSED:
                        return live
        except (OSError, TypeError) as error:  # TypeError: pyserial reading a port that another thread closed
            with self._lock:
                self._put(self._session.closed(f"the port {self.url} failed: {error}"))
            return live
        with contextlib.suppress(OSError):
            port.write(self._session.farewell())
        return live

    def _put(self, events: list[LinkEvent]) -> None:
        for event in events:
            if isinstance(event, GeometryPart):
                with contextlib.suppress(queue.Full):  # nobody asked for so many
                    self._parts.put_nowait(event)
            else:
                self.events.put(event)


def _now_ms() -> int:
    return int(time.monotonic() * 1000)
