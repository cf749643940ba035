"""A conversation in simulated time: the real firmware on a virtual board, the real session, and a wire between."""

import random

import pytest

from reedboard.assets import boards
from reedboard.board import wire
from reedboard.board.link_events import Changed, Snapshot
from reedboard.board.session import Session
from reedboard.board.session_states import State
from reedboard.virtual.board import VirtualBoard
from reedboard.virtual.faults import order

WIRES = {
    "perfect": (),
    "bytewise": (),
    "lossy": ("dropped:0.1",),
    "corrupting": ("corrupted:0.1",),
    "late": ("late:120",),
    "everything": ("dropped:0.05", "corrupted:0.05", "late:60"),
}


class Conversation:
    """Board and host, millisecond by millisecond; checks at each that the host believes nothing that never was."""

    def __init__(self, folder, board="8x8", kind="perfect", seed=0, baud=115200):
        profile = boards.load(board) if isinstance(board, str) else board
        self.board = VirtualBoard(profile, folder, seed=seed, baud=baud)
        self.board.connect(True)
        for text in WIRES[kind]:
            self.board.inject_fault(order(text))
        self.session = Session()
        self.session.opened(0)
        self.bytewise = kind == "bytewise"
        self.rng = random.Random(seed)
        self.now = 0
        self.told = 0
        self.events = []
        self._truth = {}

    def run(self, ms, deaf=False):
        for now in range(self.now + 1, self.now + ms + 1):
            self.now = now
            self.board.step(self.now)
            program = self.board._program
            if program is not None:
                boot, seq = program.talk.boot, program.ring.head
                truths = self._truth.setdefault((boot, seq), set())  # learnt wiring changes the state without an event
                truths.add(int.from_bytes(program.occupancy.state, "little"))
            if deaf:
                continue
            data = self.board.host_reads()
            for portion in [data[at : at + 1] for at in range(len(data))] if self.bytewise else [data]:
                self.hear(self.session.receive(portion, self.now))
            self.hear(self.session.tick(self.now))
            if self.session.state is State.CLOSED:
                self.session.opened(self.now)
            out = self.session.outgoing()
            if out:
                self.board.host_writes(out)

    def hear(self, events):
        for event in events:
            match event:
                case Snapshot(_, bits):
                    self.told = bits
                case Changed(_, bit, on, _):
                    self.told = self.told | 1 << bit if on else self.told & ~(1 << bit)
        self.events += events
        if self.session.state is State.LIVE:
            mirror = self.session.mirror
            assert mirror.occupied == self.told
            truths = self._truth.get((mirror.boot, mirror.seq))  # None between two events of one scan
            assert truths is None or self.told in truths

    def hands(self, touches, gap_ms=60):
        """Random lifts and places."""
        sites = list(self.board.profile.sites)
        for _ in range(touches):
            site = self.rng.choice(sites)
            (self.board.lift if site in self.board.magnets else self.board.place)(site)
            self.run(self.rng.randrange(20, gap_ms))

    def agree(self):
        if self.session.state is not State.LIVE:
            return False
        return self.session.mirror.occupied == self.told == self.board.reeds.magnets

    def glow(self, *leds, colour=0x0000FF):
        self.session.show((wire.Glow(colour, wire.Pattern.STEADY, leds),), self.now)

    def kinds(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def conversation(tmp_path_factory):
    """Makes conversations, each with a board of its own."""
    return lambda **how: Conversation(tmp_path_factory.mktemp("flash"), **how)
