"""A conversation in simulated time: the real firmware on a virtual board, the real session, and a line between."""

import random
from pathlib import Path

from reedboard.board import wire
from reedboard.board.link_events import Changed, LinkEvent, Snapshot
from reedboard.board.profile import BoardProfile
from reedboard.board.session import Session
from reedboard.board.session_states import State
from reedboard.virtual.board import VirtualBoard


class NeverWasError(Exception):
    """The host believes an occupancy that the board never had, or one that is past already."""


class Conversation:
    """Board and host, millisecond by millisecond; checks at each that the host believes nothing that never was.

    Args:
        folder: the board's flash.
        bytewise: the host hears one byte at a time.

    Raises (everything that lets time pass): NeverWasError.
    """

    def __init__(
        self, board: BoardProfile, folder: Path, *, seed: int = 0, baud: int = 115200, bytewise: bool = False
    ) -> None:
        self.board = VirtualBoard(board, folder, seed=seed, baud=baud)
        self.board.connect(True)
        self.session = Session()
        self.session.opened(0)
        self.now = 0
        self.told = 0
        """The occupancy that the events told so far add up to."""
        self.events: list[LinkEvent] = []
        self._bytewise = bytewise
        self.dice = random.Random(seed)
        """Of the hands."""
        self._truth: dict[tuple[int, int], set[int]] = {}
        self._last = (0, 0)

    def run(self, ms: int, deaf: bool = False) -> None:
        """Lets time pass; a `deaf` host reads nothing meanwhile."""
        for now in range(self.now + 1, self.now + ms + 1):
            self.now = now
            self.board.step(now)
            self._note_truth()
            if deaf:
                continue
            data = self.board.host_reads()
            for portion in [data[at : at + 1] for at in range(len(data))] if self._bytewise else [data]:
                self.hear(self.session.receive(portion, now))
            self.hear(self.session.tick(now))
            if self.session.state is State.CLOSED:
                self.session.opened(now)
            out = self.session.outgoing()
            if out:
                self.board.host_writes(out)

    def _note_truth(self) -> None:
        program = self.board._program
        if program is not None:
            boot, seq = program.talk.boot, program.ring.head
            truths = self._truth.setdefault((boot, seq), set())  # learnt wiring changes the state without an event
            truths.add(int.from_bytes(program.occupancy.state, "little"))

    def hear(self, events: list[LinkEvent]) -> None:
        """Takes what the session tells."""
        for event in events:
            match event:
                case Snapshot(_, bits):
                    self.told = bits
                case Changed(_, bit, on, _):
                    self.told = self.told | 1 << bit if on else self.told & ~(1 << bit)
        self.events += events
        mirror = self.session.mirror
        if self.session.state is not State.LIVE or mirror is None:
            return
        if mirror.occupied != self.told:
            raise NeverWasError(f"{self.now} ms: the session knows {mirror.occupied}, its events tell {self.told}")
        truths = self._truth.get((mirror.boot, mirror.seq))  # None between two events of one scan
        if truths is not None and self.told not in truths:
            raise NeverWasError(f"{self.now} ms: after event {mirror.seq} the board never had {self.told}")
        boot, seq = self._last
        if mirror.boot == boot and mirror.seq < seq:
            raise NeverWasError(f"{self.now} ms: event {mirror.seq} is told after event {seq}")
        self._last = mirror.boot, mirror.seq

    def hands(self, touches: int, gap_ms: int = 60) -> None:
        """Random lifts and places."""
        sites = list(self.board.profile.sites)
        for _ in range(touches):
            site = self.dice.choice(sites)
            (self.board.lift if site in self.board.magnets else self.board.place)(site)
            self.run(self.dice.randrange(20, gap_ms))

    def agree(self) -> bool:
        """Whether host and board know the same occupancy."""
        if self.session.state is not State.LIVE or self.session.mirror is None:
            return False
        return self.session.mirror.occupied == self.told == self.board.reeds.magnets

    def glow(self, *leds: int, colour: int = 0x0000FF) -> None:
        """Wants these LEDs lit."""
        self.session.show((wire.Glow(colour, wire.Pattern.STEADY, leds),), self.now)
