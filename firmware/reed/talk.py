"""What the board says and in which order: never more than one line at once, never waiting.

Nothing is queued as text. Events stay in the ring, everything else is a flag, and a line is made when the port has
taken the one before. If nobody reads for long, the ring runs over and the next line is a snapshot.
"""

import binascii

from reed import lines, version
from reed.outbox import Outbox

BEAT_MS = 1000  # a heartbeat at least this often
PROBE_MS = 40  # and this long after an event, so that a lost last line is noticed at once
LINES = 4  # at most this many lines a tick


class Talk:
    """The board's mouth. `ring` and `occupancy` hold what is to be told, `greeting` the fields of READY."""

    def __init__(self, send, ring, occupancy, greeting, boot):
        self._out = Outbox(send)
        self._ring = ring
        self._occupancy = occupancy
        self._greeting = greeting
        self.boot = boot
        self._told = 0
        self._ready = True
        self._snap = False
        self._alive = False
        self._beat_ms = 0
        self._probe_ms = -1
        self._scans = 0
        self._hz = 0
        self._note = None
        self._complaint = None
        self._part = None
        self._shown = -1
        self._ma = 0
        self._news = True  # whether there may be something to say besides events

    def greet(self):
        """Somebody asked who is there."""
        self._ready = True
        self._note = self._complaint or self._note
        self._news = True

    def complain(self, text):
        """A note that goes with every greeting: what is wrong with this board's files."""
        self.note(text)
        self._complaint = self._note

    def resume(self, boot, seq):
        """Goes on after event `seq`, or with a snapshot where the ring no longer reaches back so far."""
        ring = self._ring
        if boot == self.boot and ring.oldest - 1 <= seq <= ring.head:
            self._told = seq
        else:
            self._snap = True
        self._alive = True
        self._news = True

    @property
    def owes_snapshot(self):
        """Whether a snapshot is asked for and not yet said."""
        return self._snap

    def note(self, text):
        """One sentence for people; a newer one replaces one not yet said. What no line may carry becomes "?"."""
        self._note = "".join([sign if " " <= sign <= "~" else "?" for sign in text])
        self._news = True

    def part(self, body):
        """A part of the geometry file that was asked for; a newer one replaces one not yet said."""
        self._part = body
        self._news = True

    def shown(self, frame, ma):
        """A lights frame is lit."""
        self._shown = frame
        self._ma = ma
        self._news = True

    def step(self, now):
        """Once a scan; `now` in ms."""
        self._scans += 1
        since = now - self._beat_ms & version.TIME_MASK
        if since >= BEAT_MS:
            self._hz = self._scans * 1000 // since
            self._scans = 0
            self._beat_ms = now
            self._alive = self._news = True
        if self._probe_ms >= 0 and (now - self._probe_ms & version.TIME_MASK) >= PROBE_MS:
            self._probe_ms = -1
            self._alive = self._news = True
        if self._news or self._told != self._ring.head:
            self._news = self._say(now)

    def _say(self, now):
        """Says what can be said now; whether more is left."""
        for _ in range(LINES):
            if not self._out.drain():
                return True
            body = self._next(now)
            if body is None:
                return False
            self._out.load(lines.seal(body))
        self._out.drain()
        return True

    def _next(self, now):
        ring = self._ring
        if self._ready:
            self._ready = False
            return "READY %d %s %s %d" % (version.PROTOCOL, version.FIRMWARE, self._greeting, self.boot)
        if self._snap or self._told < ring.oldest - 1:
            self._snap = False
            self._told = ring.head
            state = binascii.hexlify(self._occupancy.state).decode()
            return "SNAP %d %d %d %s" % (self.boot, ring.head, now, state)
        if self._told < ring.head:
            self._told += 1
            self._probe_ms = now
            return ring.body(self.boot, self._told)
        if self._shown >= 0:
            frame = self._shown
            self._shown = -1
            return "SHOWN %d %d" % (frame, self._ma)
        if self._part:
            body = self._part
            self._part = None
            return body
        if self._note:
            text = self._note
            self._note = None
            return "NOTE " + text
        if self._alive:
            self._alive = False
            digest = binascii.crc32(self._occupancy.state) & 0xFFFFFFFF
            return "ALIVE %d %d %d %08x %d" % (self.boot, ring.head, now, digest, self._hz)
        return None
