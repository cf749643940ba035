"""What the tracker holds at one moment: the stories still alive, and what it has said so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, TypeVar

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.tracker.beam import kept, kept_apart
from reedboard.tracker.effects import Fault
from reedboard.tracker.gesture import BOUNCE_MS
from reedboard.tracker.line import Line
from reedboard.tracker.sites import Sites
from reedboard.tracker.story import Moment, Story

if TYPE_CHECKING:
    from dataclasses import replace as replace

    from reedboard.tracker.probe import Checkpoint, Probe
    from reedboard.tracker.think import Thought
else:
    Changed = TypeVar("Changed")

    def replace(instance: Changed, /, **changes: object) -> Changed:
        """As `dataclasses.replace`, in a seventh of its time: for dataclasses without slots and `__post_init__`."""
        made = object.__new__(instance.__class__)
        made.__dict__.update(instance.__dict__)
        made.__dict__.update(changes)
        return made


class Quiet(IntEnum):
    """How far the silence since the last reading has been acted on: how many ms of it come before.

    Two sensors report out of order by less than 50 ms; a hand rests shorter than 200 ms in a slide; a question before
    600 ms would interrupt a move in two gestures; a sensor is doubted only after a question would have been asked.
    """

    NONE = 0
    GUESSED = BOUNCE_MS
    SETTLED = 200
    ASKED = 600
    DOUBTED = 800
    CONCLUDED = 3000


@dataclass(frozen=True, eq=False)
class Belief:
    """The tracker's whole state; `observe` makes the next one. Sets of sites are bits."""

    sites: Sites
    raw: int
    """Sites whose sensors say occupied."""
    stories: tuple[Story, ...]
    """Best first, costs counted from the best."""
    shown: Line
    """The line of play as told by the effects so far."""
    number: int = 0
    """Readings so far."""
    t_ms: int = 0
    """When the last reading came."""
    quiet: Quiet = Quiet.NONE
    waited: bool = False
    """Whether hands had rested before the last reading."""
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
    pressed: int = 0
    """The last ply of which the side that made it pressed the clock."""
    mismatch: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """Cells to fill and to clear when board and game disagree; None while they agree or a move is on its way."""

    spent: int = 0
    """What all stories have in common of their costs: it is counted from the best."""
    work: int = 0
    """How many stories were weighed so far: what second thoughts are charged."""
    past: "tuple[Checkpoint, ...] | None" = ()
    """The last plies as they went, for second thoughts; None in one."""
    probes: "tuple[Probe, ...]" = ()
    """Sensors that lost a reading or may have, of which it is to be found out when."""
    thought: "Thought | None" = None
    """What is thought over in this silence."""
    tried: frozenset[tuple[int, int]] = frozenset()
    """What was suspected in vain since the last ply that was understood: the others are tried first next time."""
    thought_over: int = 0
    """How many stories second thoughts weighed since board and game agreed, or since they found what explains it."""
    faults: Mapping[int, Fault] = field(default_factory=dict)
    """Sensors that people were told of."""
    felt: Mapping[int, int] = field(default_factory=dict)
    """By site, how many plies were shown when its sensor changed last."""
    sense: Mapping[int, int] = field(default_factory=dict)
    """How often in a row each of them said what the best story has."""
    burst: tuple[int, int, int] = (-1, 0, 0)
    """The site that changed last, since when, and how often without another site between."""

    def weighed(self, stories: Iterable[Story]) -> "Belief":
        """The belief with the likeliest of these stories."""
        stories = self._set_up(list(stories))
        stay, least = kept(stories, self.stands) if self.past is not None else kept_apart(stories)
        return replace(self, stories=stay, spent=self.spent + least, work=self.work + len(stories))

    def _set_up(self, stories: list[Story]) -> list[Story]:
        """Of these those that stay: a board that stands as it is shown is being set up for no position any more."""
        if any(each.upset for each in stories) and any(
            each.line == self.shown and not each.diff and not each.lies for each in stories
        ):
            return [each for each in stories if not each.upset or each.undoing]
        return stories

    def now(self, t_ms: int) -> Moment:
        """What all stories have in common of this moment."""
        return Moment(self.raw, self.number, t_ms, self.sites, self.answered)

    @property
    def answered(self) -> int:
        """The plies, as bits, of which somebody said what was played."""
        return sum(1 << ply for ply in self.answers)

    def denied(self, line: Line) -> int:
        """How many answers a line contradicts: who gave one is wrong no oftener than a sensor."""
        return sum(ply <= line.ply and line.back(ply).move != move for ply, move in self.answers.items())

    @property
    def agreeing(self) -> list[Story]:
        """The stories whose pieces stand as their line has them."""
        return [each for each in self.stories if not each.diff]

    @property
    def stands(self) -> Line:
        """The shown line as far as it is settled and was replied to: of a move just made hands may go on."""
        return self.shown.back(self.settled - 1)

    @property
    def position(self) -> Position:
        """The position after the shown moves."""
        return self.shown.position

    def bounces(self, site: int) -> bool:
        """Whether a reading that says the same again is one of a contact that bounces, and no sign of a lost one."""
        return self.burst[0] == site or self.faults.get(site) is Fault.CHATTERING

    @property
    def unreliable(self) -> int:
        """Sites whose sensors are not believed: what they say is no reason to mend anything."""
        return sum(1 << site for site in self.faults)
