"""The host's side of one conversation with a board: bytes and times in, events and bytes out. Pure.

The link (`port/link.py`) owns the port and the clock; this file owns what is to be said. It may lose,
damage or double any line and still ends with the board's occupancy, because every event is numbered, every
heartbeat names the last number and the occupancy's digest, and whatever does not fit is asked for again.

Times in are the host's milliseconds; times in events are the same clock, taken from the board's own stamps
(so a late line does not make a late reading), never decreasing, also across the board's restarts.
"""

from reedboard.board import wire
from reedboard.board.board_clock import BoardClock
from reedboard.board.board_mirror import BoardMirror
from reedboard.board.line_health import STALL_MS, LineHealth
from reedboard.board.link_events import (
    BoardLost,
    BoardShape,
    ChainBroken,
    ChainMended,
    Changed,
    FrameShown,
    GeometryPart,
    Greeted,
    LinkEvent,
    Noisy,
    Noted,
    Pressed,
    PressedLong,
    Refused,
    Restored,
    Snapshot,
)
from reedboard.board.session_states import TRANSITIONS, Cause, State

BEAT_MS = 1000
"""Each end says something this often."""

DEAD_MS = 3 * BEAT_MS
"""After this long without a good line the board counts as gone."""

AGAIN_MS = 200
"""An unanswered question or an unacknowledged lights frame is sent again after this: three times a slow line's
longest round trip (a 600-byte frame takes 52 ms at 115200 baud)."""


class Session:
    """One port's conversation, over as many openings as it takes and whichever boards come to stand behind it.

    Args:
        lost: whether a loss has been told already, so that `Restored` is due.
    """

    def __init__(self, *, lost: bool = False) -> None:
        self.state = State.CLOSED
        self.mirror: BoardMirror | None = None
        """The board last met; None before the first greeting."""
        self.scan_hz: int | None = None
        """Scans a second, as the last heartbeat counted them."""
        self.health = LineHealth()
        self._refused = ""
        self._lost = lost
        self._out = bytearray()
        self._in = bytearray()
        self._heard_ms = 0
        self._ticked_ms = 0
        self._silence_ms = 0
        self._dark_ms = 0
        self._quiet_since_ms: int | None = None
        self._beat_ms = 0
        self._asked_ms = 0
        self._clock = BoardClock()
        self._frame = 0
        self._glows: tuple[wire.Glow, ...] = ()
        self._shown = True
        self._sent_ms: int | None = None

    @property
    def shape(self) -> BoardShape | None:
        """The shape of the board last met."""
        return self.mirror.shape if self.mirror else None

    def _meet(self, shape: BoardShape, boot: int) -> None:
        """Another board or another boot of the same: all that depends on either is forgotten here, nowhere else."""
        self._clock.restart()
        if shape != self.shape:
            self.scan_hz = None
            self.health = LineHealth()
            self._glows = ()  # LED numbers of the board before
        self.mirror = BoardMirror(shape, boot)

    # What the link calls ---------------------------------------------------------------------------------------

    def opened(self, now_ms: int) -> None:
        """The port is open: the board is greeted."""
        self._go(Cause.OPENED)
        self._in.clear()
        self._out.clear()
        self._heard_ms = self._beat_ms = self._ticked_ms = now_ms
        self._sent_ms = None
        self._shown = self._frame == 0
        self._ask(now_ms)

    def closed(self, reason: str) -> list[LinkEvent]:
        """The port is gone; `BoardLost` if there was a conversation and this is news."""
        if self.mirror is not None and self._quiet_since_ms is None:
            self._quiet_since_ms = self._heard_ms
        self._go(Cause.BROKEN)
        self._out.clear()
        return self._lose(reason)

    def receive(self, data: bytes, now_ms: int) -> list[LinkEvent]:
        """Takes bytes as they come, in any portions, and gives what they tell."""
        if self.state is State.CLOSED:
            return []
        self._in += data
        events: list[LinkEvent] = []
        *lines, rest = self._in.split(b"\n")
        self._in = rest[-wire.MAX_LINE :]
        for line in lines:
            try:
                frame = wire.parse_frame(bytes(line))
            except wire.WireError:
                self.health.damaged += self.state in (State.SYNCING, State.LIVE)
                continue  # a damaged line is a missing line: numbers and digest show what it held
            self._listened(now_ms)
            events += self._hear(frame, now_ms)
        return events

    def tick(self, now_ms: int) -> list[LinkEvent]:
        """Lets time pass: heartbeats, questions asked again, and after `DEAD_MS` of silence `BoardLost` and CLOSED.

        Time between two calls in which nobody listened (the host slept, or was held up) is no silence of the board.
        """
        if self.state is State.CLOSED:
            return []
        unheard_ms = now_ms - self._ticked_ms
        self._ticked_ms = now_ms
        if unheard_ms >= BEAT_MS:
            self._heard_ms += unheard_ms  # what the board said meanwhile waits in the port
            self._shown = self._frame == 0  # and it may have gone dark, for it heard nothing either
            self._sent_ms = None
        if now_ms - self._heard_ms >= DEAD_MS:
            return self.closed(f"no sign of life from the board for {DEAD_MS // 1000} s")
        if now_ms - self._beat_ms >= BEAT_MS:
            self._beat_ms = now_ms
            self._say(wire.Ping())
        if self.state in (State.GREETING, State.SYNCING) and now_ms - self._asked_ms >= AGAIN_MS:
            self._ask(now_ms)
        self._light(now_ms)
        return []

    def show(self, glows: tuple[wire.Glow, ...], now_ms: int) -> None:
        """Wants these lights, now and after every loss; a frame still on its way is overtaken, never queued.

        Raises:
            WireError: the lights do not fit into one line.
        """
        wire.format_frame(wire.Leds(self._frame + 1, glows))
        self._glows = glows
        self._frame += 1
        self._shown = False
        self._light(now_ms)

    def say(self, frame: wire.FromHost) -> None:
        """Sends a frame once, if the board is there: a beep, a setting. A lost one is not sent again."""
        if self.state in (State.SYNCING, State.LIVE):
            self._say(frame)

    def farewell(self) -> bytes:
        """Ends the conversation: what is to be written last, darkness where there was light."""
        self._out.clear()
        if self.state in (State.SYNCING, State.LIVE) and self._glows:
            self._say(wire.Leds(self._frame + 1, ()))
        self._go(Cause.BROKEN)
        return self.outgoing()

    def outgoing(self) -> bytes:
        """What is to be written to the port now; given once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    # What the board says ---------------------------------------------------------------------------------------

    def _listened(self, now_ms: int) -> None:
        """A good line: how long the board had been silent, over openings of the port too."""
        since = self._heard_ms if self._quiet_since_ms is None else self._quiet_since_ms
        self._silence_ms = now_ms - since
        self._quiet_since_ms = None
        self._heard_ms = now_ms

    def _hear(self, frame: wire.Frame, now_ms: int) -> list[LinkEvent]:
        talking = self.state in (State.SYNCING, State.LIVE) and not isinstance(frame, wire.Ready)
        if talking and self._silence_ms >= STALL_MS:
            self.health.stalls_ms.append(self._silence_ms)
        if isinstance(frame, wire.Ready):
            return self._greeted(frame, now_ms)
        if self.mirror is None or self.state in (State.GREETING, State.REFUSED):
            return []  # whatever a board says before its greeting may be another boot's
        if isinstance(frame, wire.OfBoot) and frame.boot != self.mirror.boot:
            return self._restarted(now_ms)
        if not self.mirror.fits(frame):
            return []  # a good line, but no board of this shape says it
        return self._told(self.mirror, frame, now_ms)

    def _told(self, mirror: BoardMirror, frame: wire.Frame, now_ms: int) -> list[LinkEvent]:
        """What a line of the board last met tells."""
        match frame:
            case wire.Snap(_, seq, t_ms, occupied):
                if self.state is State.LIVE and (seq, occupied) == (mirror.seq, mirror.occupied):
                    return []  # known already: a fresh board tells its state unasked, too
                if seq < mirror.seq:
                    return []  # past already: an old line, said again on the way
                mirror.snapshot(seq, occupied)
                return [Snapshot(self._clock.read(t_ms, now_ms, fresh=True), occupied), *self._synced()]
            case wire.Change() | wire.Pushed() | wire.Held() | wire.Noise() | wire.Chain():
                return self._event(mirror, frame, now_ms)
            case wire.Alive(_, seq, t_ms, digest, scan_hz):
                self.scan_hz = scan_hz
                if seq != mirror.seq or not mirror.agrees(digest):
                    return self._gap(now_ms)
                self._clock.read(t_ms, now_ms, fresh=True)
                return self._synced()
            case wire.Shown(number, ma):
                self._sent_ms = None
                self._shown = number == self._frame
                self._light(now_ms)  # an overtaken frame's answer frees the line for the latest
                return [FrameShown(self._clock.last_ms, ma)] if self._shown else []
            case wire.Part(total, start, data):
                return [GeometryPart(total, start, data)]
            case wire.Note(text):
                return [Noted(self._clock.last_ms, text)]
            case _:
                return []  # a host's line: an echo

    def _greeted(self, ready: wire.Ready, now_ms: int) -> list[LinkEvent]:
        if ready.protocol not in wire.UNDERSTOOD:
            self._go(Cause.STRANGER)
            reason = (
                f"the board {ready.board} runs firmware {ready.firmware} with protocol {ready.protocol}, "
                f"this program speaks protocol {wire.PROTOCOL}: run `reedboard flash --board {ready.board}`"
            )
            news = reason != self._refused
            self._refused = reason
            return [Refused(reason)] if news else []
        self._refused = ""
        shape = BoardShape(ready.board, ready.bits, ready.leds, ready.buttons)
        before = self.mirror
        talking = self.state in (State.SYNCING, State.LIVE)
        events: list[LinkEvent] = []
        if before is not None and (shape, ready.boot) == (before.shape, before.boot):
            if talking:
                return []  # a second answer to a greeting asked twice
            if self._silence_ms >= STALL_MS:
                self.health.stalls_ms.append(self._silence_ms)
        else:
            if talking:
                same = before is not None and before.shape == shape
                events += self._lose("the board started again" if same else "another board took its place")
            self._meet(shape, ready.boot)
            if before is not None and before.shape == shape:
                self.health.restarts_ms.append(max(self._dark_ms, self._silence_ms))
            else:
                events.append(Greeted(shape, ready.firmware))
        self._dark_ms = 0
        self._shown = self._frame == 0
        self._sent_ms = None
        self._go(Cause.GREETED)
        self._ask(now_ms)
        return events

    def _restarted(self, now_ms: int) -> list[LinkEvent]:
        """A line of another boot: the greeting between was lost, and nothing counts before it is said again."""
        self._dark_ms = max(self._dark_ms, self._silence_ms)
        self._go(Cause.OTHER_BOOT)
        self._ask(now_ms)
        return self._lose("the board started again")

    def _event(
        self, mirror: BoardMirror, frame: wire.Change | wire.Pushed | wire.Held | wire.Noise | wire.Chain, now_ms: int
    ) -> list[LinkEvent]:
        if mirror.occupied is None or frame.seq <= mirror.seq:
            return []  # nothing to build on yet, or heard before
        if frame.seq != mirror.seq + 1:
            return self._gap(now_ms)
        mirror.seq = frame.seq
        t_ms = self._clock.read(frame.t_ms, now_ms, fresh=self.state is State.LIVE)
        match frame:
            case wire.Change(_, _, _, bit, on, chatter):
                mirror.change(bit, on)
                return [Changed(t_ms, bit, on, chatter)]
            case wire.Pushed(_, _, _, side):
                return [Pressed(t_ms, side)]
            case wire.Held(_, _, _, side):
                return [PressedLong(t_ms, side)]
            case wire.Noise(_, _, _, bit, edges):
                return [Noisy(t_ms, bit, edges)]
            case wire.Chain(_, _, _, chip):
                return [ChainMended(t_ms) if chip is None else ChainBroken(t_ms, chip)]

    # What the host says ----------------------------------------------------------------------------------------

    def _gap(self, now_ms: int) -> list[LinkEvent]:
        if self.state is State.LIVE:
            self.health.missing += 1
            self._go(Cause.GAP)
            self._ask(now_ms)
        return []

    def _synced(self) -> list[LinkEvent]:
        self._go(Cause.SYNCED)
        if not self._lost:
            return []
        self._lost = False
        return [Restored()]

    def _lose(self, reason: str) -> list[LinkEvent]:
        if self._lost or self.mirror is None:
            return []
        self._lost = True
        return [BoardLost(reason)]

    def _ask(self, now_ms: int) -> None:
        self._asked_ms = now_ms
        if self.state is State.GREETING or self.mirror is None:
            self._say(wire.Hello(wire.PROTOCOL))
        else:
            known = self.mirror.occupied is not None
            self._say(wire.Resume(self.mirror.boot if known else 0, self.mirror.seq if known else 0))

    def _light(self, now_ms: int) -> None:
        waiting = self._sent_ms is not None and now_ms - self._sent_ms < AGAIN_MS
        if self.state in (State.SYNCING, State.LIVE) and not self._shown and not waiting:
            # Only a board that spoke since then, and not of the frame, shows that the frame or its answer went missing.
            self.health.missing += self._sent_ms is not None and self._heard_ms > self._sent_ms
            self._sent_ms = now_ms
            self._say(wire.Leds(self._frame, self._glows))

    def _say(self, frame: wire.FromHost) -> None:
        self._out += wire.format_frame(frame)

    def _go(self, cause: Cause) -> None:
        self.state = TRANSITIONS[self.state, cause]
