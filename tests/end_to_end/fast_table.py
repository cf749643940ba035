"""A virtual board, its line and a tracker in one process, in scaled time: hours of play in seconds."""

from dataclasses import dataclass, field
from pathlib import Path

from reedboard import tracker
from reedboard.board import occupancy
from reedboard.board.events import Answer, Press, Reading, Tick
from reedboard.board.link_events import Changed, Pressed, Snapshot
from reedboard.board.profile import Placement
from reedboard.board.session import Session
from reedboard.game.led_frame import led_frame
from reedboard.game.lights import policy
from reedboard.game.move_list import MoveList
from reedboard.virtual.board import SCAN_MS, VirtualBoard


@dataclass
class FastTable:
    """One game from its array: `perform` moves the magnets in time, `move_list` is what the tracker made of them."""

    placement: Placement
    move_list: MoveList
    trays: bool
    folder: Path
    seed: int = 0
    now_ms: int = 0
    asked: int = 0
    readings: int = 0
    lines: list = field(default_factory=list)

    def __post_init__(self):
        start = self.move_list.start
        slots = self.placement.slots if self.trays else {}
        self.board = VirtualBoard(self.placement.profile, self.folder, seed=self.seed)
        self.session = Session()
        self.belief = tracker.begin(start, self.trays, slots, None)
        self.occupied = occupancy.expected(start, slots)
        self.magnets = set(self.occupied)
        for site in self.occupied:
            self.board.place(self.placement.sites[site].name)
        self.board.connect(True)
        self.session.opened(self.now_ms)
        self._glows = None
        self.wait(500)

    def perform(self, events):
        """Readings and presses of the hands, their times counted from now."""
        start_ms = self.now_ms
        for event in events:
            self.wait(start_ms + event.t_ms - self.now_ms)
            if isinstance(event, Press):
                self.board.press(event.side)
                continue
            under = self.placement.sites[event.site].name
            (self.board.place if event.on else self.board.lift)(under)

    def answer(self, move):
        """Answers the open question."""
        self.asked += 1
        self._hear(Answer(self.now_ms, str(move)))

    def wait(self, ms):
        """Lets time pass: scans, bytes both ways, readings, ticks, lights."""
        until = self.now_ms + max(0, ms)
        while self.now_ms < until:
            self.now_ms = min(self.now_ms + SCAN_MS, until)
            self.board.host_writes(self.session.outgoing())
            self.board.step(self.now_ms)
            for event in self.session.receive(self.board.host_reads(), self.now_ms):
                self._from_board(event)
            self.session.tick(self.now_ms)
        self._follow(Tick(max(0, self.now_ms - 60)))

    def _from_board(self, event):
        match event:
            case Snapshot(t_ms, bits):
                now = occupancy.occupied(self.placement, bits)
                for reading in occupancy.differences(self.placement, t_ms, self.occupied, now):
                    if self.trays or ":" not in reading.site:
                        self._hear(reading)
            case Changed(t_ms, bit, on, _):
                site = self.placement.site_of_bit.get(bit)
                if site is not None and (self.trays or ":" not in site):
                    self._hear(Reading(t_ms, site, on))
            case Pressed(t_ms, side):
                self._hear(Press(t_ms, side))

    def _hear(self, event):
        self.readings += 1
        self.lines.append(event)
        if isinstance(event, Reading):
            self.occupied = occupancy.after(self.occupied, [event])
        self._follow(event)

    def _follow(self, event):
        self.belief, effects = tracker.observe(self.belief, event)
        self.move_list = self.move_list.told(effects)
        if effects or not isinstance(event, Tick):
            wanted = led_frame(self.placement, policy(self.belief))
            if wanted != self._glows:
                self._glows = wanted
                self.session.show(wanted, self.now_ms)
