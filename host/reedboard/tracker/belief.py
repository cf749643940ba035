"""What the tracker holds at one moment: the sensors, every explanation still alive, and what it has said so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.board.events import Answer, Press, Reading
from reedboard.story.effects import Asked, Fault
from reedboard.story.sites import Sites
from reedboard.tracker.hypothesis import Hypothesis, LineOfPlay
from reedboard.tracker.sensors import SensorStats


class Quiet(IntEnum):
    """How far the silence since the last reading has been acted on."""

    NONE = 0
    SETTLED = 1
    ASKED = 2
    DOUBTED = 3
    CONCLUDED = 4


QUIET_MS = {Quiet.SETTLED: 200, Quiet.ASKED: 600, Quiet.DOUBTED: 800, Quiet.CONCLUDED: 3000}
"""Silence before each: a human hand rests shorter than 200 ms in a slide; a question before 600 ms would interrupt a
move in two gestures; a sensor is doubted only after a question would have been asked."""

Happened = Reading | Press | Answer
"""Events that are remembered: all but the mere passing of time."""


@dataclass(frozen=True, eq=False)
class TrackerState:
    """The tracker's whole state; `observe` makes the next one. Sets of sites are bits."""

    sites: Sites
    raw: int
    """Sites whose sensors say occupied."""
    hypotheses: tuple[Hypothesis, ...]
    shown: LineOfPlay
    """The line of play as told by the effects so far."""
    number: int = 0
    """Readings so far."""
    t_ms: int = 0
    """When the last reading came."""
    quiet: Quiet = Quiet.NONE
    settled: int = 0
    """Plies of the shown line that stand."""
    questions: Mapping[int, tuple[Move, ...]] = field(default_factory=dict)
    """Open questions: ply and the moves it may be, likeliest first."""
    put: Mapping[int, frozenset[Move]] = field(default_factory=dict)
    """What was asked about each ply as it stands: a question that opens again is not put again."""
    answers: Mapping[int, Move] = field(default_factory=dict)
    """What somebody said was played at each ply as it stands."""
    asked: frozenset[int] = frozenset()
    """All plies ever asked about."""
    apart: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """Cells to fill and to clear, once board and game disagree."""
    sensors: SensorStats = field(default_factory=SensorStats)
    sure: int = 0
    """Plies of the line last agreed beyond doubt: what sensors said of them has been weighed."""
    heard: int = 0
    """Sites that spoke since play was last understood."""
    spent: int = 0
    """What costs have been counted down by so far."""
    thoughts: int = 0
    """How often second thoughts were in vain since play was last understood."""
    searches: int = 0
    """In how many of them a sensor was suspected: not while a piece merely stands where no rule lets it go."""
    weighed: int = 0
    """Explanations weighed so far: what was thought of each reading."""
    pondered: int = 0
    """How many of them were weighed in second thoughts since the last reading came."""
    blink: "Blink | None" = None
    """What to go back to if the last sensor says once more what it took back."""
    past: "tuple[Checkpoint, ...] | None" = ()
    """The last plies as they went, for second thoughts; None in one."""

    @property
    def position(self) -> Position:
        """The position after the shown moves."""
        return self.shown.position

    @property
    def moves(self) -> tuple[Move, ...]:
        """The shown moves, the best explanation where one is open."""
        return self.shown.moves()

    @property
    def asking(self) -> Asked | None:
        """The oldest open question."""
        if not self.questions:
            return None
        ply = min(self.questions)
        return Asked(self.t_ms, ply, self.questions[ply])

    @property
    def lifted(self) -> tuple[str, ...]:
        """Sites that are occupied in the game and empty on the board: pieces in a hand, in board order."""
        return self.sites.names(self.shown.occupancy & ~self.raw & self.sites.cells & ~self.unreliable)

    @property
    def mismatch(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Cells to fill and to clear when board and game disagree; None while they agree or a move is on its way."""
        return self.apart

    @property
    def masked(self) -> int:
        """Sites whose sensors are not believed."""
        return self.sensors.masked

    @property
    def unreliable(self) -> int:
        """The same and those that people were told of: what they say is no reason to mend anything."""
        return self.sensors.masked | sum(1 << site for site in self.sensors.pointed)

    @property
    def suspects(self) -> Mapping[str, Fault]:
        """Sensors not believed as they are, by site, and what is wrong with them."""
        swapped = dict.fromkeys(self.sensors.swapped_with, Fault.SWAPPED)
        wrong = {**self.sensors.pointed, **self.sensors.faults, **swapped}
        return {self.sites.name(site): fault for site, fault in wrong.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Blink:
    """What was believed before a sensor took back at once what it said."""

    hypotheses: tuple[Hypothesis, ...]
    spent: int


@dataclass(frozen=True, slots=True, eq=False)
class Checkpoint:
    """What happened since board and game agreed after a ply, as far as the next such moment."""

    since: TrackerState
    events: tuple[Happened, ...] = ()
