"""A 17x17 board at play for hours, in time that runs as fast as the machine: for memory, stalls and agreement."""

import gc

from fakes import Output, Panel, config
from reed.board import Board
from reed.chain165 import Chain165
from reed.lines import seal, unseal

BITS = 480
LEDS = 329


class Spi:
    """60 chips; reads never allocate."""

    def __init__(self):
        self.inputs = bytearray([255] * (BITS // 8))
        self.at = 0

    def load(self, level):
        self.at = 0

    def readinto(self, buffer):
        inputs = self.inputs
        at = self.at
        for i in range(len(buffer)):
            buffer[i] = inputs[at]
            at += 1
        self.at = at


class Host:
    """Reads every line and keeps its own occupancy from them, as the real host does."""

    def __init__(self):
        self.occupied = bytearray(BITS // 8)
        self.seq = 0
        self.shown = 0
        self.alive = 0
        self.snaps = 0
        self.wrong = []

    def send(self, line, start):
        fields = unseal(line[:-1]).split(" ")
        kind = fields[0]
        if kind == "CHANGE":
            seq, bit = int(fields[2]), int(fields[4])
            if seq != self.seq + 1:
                self.wrong.append("after %d came %d" % (self.seq, seq))
            self.seq = seq
            if fields[5] == "1":
                self.occupied[bit >> 3] |= 1 << (bit & 7)
            else:
                self.occupied[bit >> 3] &= ~(1 << (bit & 7)) & 255
        elif kind == "SNAP":
            self.snaps += 1
        elif kind == "SHOWN":
            self.shown = int(fields[1])
        elif kind == "ALIVE":
            self.alive += 1
            if int(fields[2]) != self.seq:
                self.wrong.append("alive at %s, heard %d" % (fields[2], self.seq))
        return len(line) - start


class Play:
    """One board at play. Touches come every second or so; while nothing moves, scans are made further apart."""

    def __init__(self):
        self.spi = Spi()
        self.host = Host()
        self.output = Output()
        chain = Chain165(self.spi, self.spi.load, BITS // 8, bytes(BITS // 8), bytes(BITS // 8))
        self.board = Board(config(BITS, LEDS, 4581), {}, chain, self.output, Panel(), self.host.send, 9, None)
        self.now = 0
        self.frame = 0
        self.seed = 1
        self.scan(10, 4)

    def chance(self, below):
        self.seed = (self.seed * 48271) % 2147483647 & 0x3FFFFFFF or 1
        return self.seed % below

    def scan(self, count, step_ms):
        board = self.board
        for _ in range(count):
            board.tick(self.now)
            self.now = (self.now + step_ms) & 0x3FFFFFFF

    def say(self, body):
        for byte in seal(body):
            self.board.feed(byte)

    def second(self):
        """A second or so of play: a touch, its lights, then quiet."""
        bit = self.chance(BITS)
        self.spi.inputs[bit >> 3] ^= 1 << (bit & 7)
        self.scan(6, 4)
        self.frame += 1
        first = self.chance(300)
        self.say("LEDS %d 00ff00s:%d-%d,%d ff8000b:%d" % (self.frame, first, first + 12, first + 20, first + 25))
        self.scan(12, 4)
        self.scan(19, 48)
        self.say("PING")
        assert not self.host.wrong, self.host.wrong
        assert self.host.shown == self.frame, "lights stalled at frame %d" % self.host.shown
        for i in range(BITS // 8):
            assert self.host.occupied[i] == 255 ^ self.spi.inputs[i], "desynchronised in byte %d" % i


def allocated(play, scans, moving):
    """Bytes that so many scans allocate while nothing is said: reeds at rest or one of them bouncing."""
    board = play.board
    inputs = play.spi.inputs
    before = gc.mem_alloc()
    for scan in range(scans):
        if moving:
            inputs[7] = 255 if scan & 16 or scan & 15 == 1 else 254
        board.debounce.sample(board._on_settled)
        board._sensors.read()
        board._buttons()
        board.lights.step(play.now)
    return gc.mem_alloc() - before
