"""Every single-byte error in a 10,000-line conversation: changed or lost, it costs a line or two, never the truth.

In two steps, so that it takes seconds. First: whatever one byte of a line becomes, and whichever byte is lost, both
ends refuse the line (if it was the line feed, the two lines that ran together). Then: from every line of the
conversation a second host parts that misses just this line, or this one and the next; the real firmware's own `Talk`
goes on with it, and it must come to believe what the first host believes, without believing anything else on the way.
"""

import copy
import random

import pytest

from reedboard.board import wire
from reedboard.board.session import Session
from reedboard.board.session_states import State
from reedboard.virtual import firmware

LINES = 10_000


class Sensors:
    """Sixteen sensors touched at random."""

    chip_bytes = 1

    def __init__(self, rng):
        self.levels = bytearray(b"\xff\xff")
        self._rng = rng
        self._next = 20

    def read(self):
        self._next -= 1
        if not self._next:
            self._next = self._rng.randrange(3, 25)
            self.levels[self._rng.randrange(2)] ^= 1 << self._rng.randrange(8)
        return -1


class Nothing:
    def busy(self):
        return False

    def show(self, pixels):
        pass

    def pressed(self):
        return 0


class Main:
    """The real firmware and a host that hears everything."""

    def __init__(self):
        self.said = []
        config = {"bits": 16, "leds": 0, "board": "test", "buttons": "", "led_budget_ma": 0}
        config |= {"tied_low": "0000", "tied_high": "0000"}
        nothing = Nothing()
        self.board = firmware.module("board").Board(
            config, {}, Sensors(random.Random(1)), nothing, nothing, self._send, 77, None
        )
        self.session = Session()
        self.session.opened(0)
        self.now = 0

    def _send(self, line, start):
        self.said.append(bytes(line))
        return len(line)

    def tick(self):
        """One scan; the lines said, and the session as it was before them."""
        self.now += 4
        for byte in self.session.outgoing():
            self.board.feed(byte)
        self.said.clear()
        self.board.tick(self.now)
        before = copy_of(self.session)
        lines = list(self.said)
        self.session.receive(b"".join(lines), self.now)
        self.session.tick(self.now)
        return lines, before


def copy_of(session):
    other = copy.copy(session)
    other._in, other._out, other._clock = bytearray(session._in), bytearray(session._out), copy.copy(session._clock)
    other.mirror = copy.copy(session.mirror)
    return other


class Parted:
    """A host that missed lines of one scan, and the next `losing` lines after it, with a board that does not know."""

    def __init__(self, main, session, lines, losing=0):
        self.session = session
        self.losing = losing
        self.talk = copy.copy(main.board.talk)
        self.talk._out = firmware.module("outbox").Outbox(self._send)
        self._said = []
        self._hear(main, b"".join(lines))

    def _send(self, line, start):
        self._said.append(bytes(line))
        return len(line)

    def tick(self, main):
        for line in self.session.outgoing().splitlines():
            match wire.parse_frame(line):
                case wire.Resume(boot, seq):
                    self.talk.resume(boot, seq)
                case wire.Hello():
                    self.talk.greet()
        self._said.clear()
        self.talk.step(main.now)
        lost, self.losing = self.losing, max(0, self.losing - len(self._said))
        self._hear(main, b"".join(self._said[lost:]))

    def _hear(self, main, data):
        self.session.receive(data, main.now)
        self.session.tick(main.now)

    def agrees(self, main):
        ours, theirs = self.session, main.session
        return ours.state is State.LIVE and ours.mirror == theirs.mirror


@pytest.fixture(scope="module")
def recording():
    main, lines = Main(), []
    while len(lines) < LINES:
        said, _ = main.tick()
        lines += said
    return lines


def refused(line):
    try:
        wire.unseal(line)
    except wire.WireError:
        return firmware.module("lines").unseal(line.rstrip(b"\n")) is None
    return False


def test_every_changed_byte_is_noticed_by_both_ends(recording):
    rng = random.Random(2)
    checked = 0
    for line, following in zip(recording, [*recording[1:], recording[0]], strict=True):
        for at in range(len(line) - 1):
            changed = line[:at] + bytes([line[at] ^ rng.randrange(1, 256)]) + line[at + 1 :]
            assert all(refused(part) for part in changed[:-1].split(b"\n")), (line, at)
            checked += 1
        assert refused(line[:-1] + bytes([rng.choice([0, 13, 32, 42, 255])]) + following), line
    assert checked > 250_000


def test_every_value_of_every_byte_is_noticed(recording):
    for line in recording[:: LINES // 12]:
        for at in range(len(line) - 1):
            for value in set(range(256)) - {line[at]}:
                changed = line[:at] + bytes([value]) + line[at + 1 : -1]
                assert all(refused(part) for part in changed.split(b"\n")), (line, at, value)


def test_every_lost_byte_is_noticed_by_both_ends(recording):
    for line, following in zip(recording, [*recording[1:], recording[0]], strict=True):
        for at in range(len(line) - 1):
            assert refused(line[:at] + line[at + 1 :]), (line, at)
        assert refused(line[:-1] + following), line


def test_every_lost_line_or_pair_of_lines_is_made_good():
    main, parted, count, slowest_ms = Main(), [], 0, 0
    truth = {}
    while count < LINES or parted:
        said, before = main.tick()
        if main.session.mirror:
            truth[main.session.mirror.seq] = main.session.mirror.occupied
        for other, since_ms in list(parted):
            other.tick(main)
            mirror = other.session.mirror
            if other.session.state is State.LIVE and mirror.occupied is not None:
                assert mirror.occupied == truth[mirror.seq]
            if other.agrees(main) and not other.losing:
                slowest_ms = max(slowest_ms, main.now - since_ms)
                parted.remove((other, since_ms))
            assert main.now - since_ms < 2500, "a host that missed a line did not recover"
        if count < LINES:
            count += len(said)
            for at in range(len(said)):
                pair_in_scan = at + 1 < len(said)
                parted.append((Parted(main, copy_of(before), said[:at] + said[at + 1 :]), main.now))
                two = Parted(main, copy_of(before), said[:at] + said[at + 2 :], losing=0 if pair_in_scan else 1)
                parted.append((two, main.now))
    assert count >= LINES
    assert slowest_ms <= 1300
