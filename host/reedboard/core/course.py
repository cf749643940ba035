"""The course of one game: what its events have come to. The game in play, a resumed one and a replay share it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from fairyrules import Position
from reedboard.core import tracker
from reedboard.core.chronicle import Chronicle
from reedboard.core.events import Event, Tick
from reedboard.core.status import OutcomeView
from reedboard.core.tracker.belief import QUIET_MS, Quiet


@dataclass(frozen=True, slots=True)
class Course:
    """What is believed, which moves were told, and how the game ended, if it did.

    `closed`: it is over for good, and what the sensors say from now on is not part of it.
    """

    belief: tracker.Belief
    chronicle: Chronicle
    ended: OutcomeView | None = None
    closed: bool = False
    over: tuple[Chronicle, OutcomeView] | None = None
    """The game when it was over last, while it may still be that its pieces are only put up for the next one."""

    @classmethod
    def begin(cls, start: Position, trays: bool, slots: Mapping[str, bool]) -> "Course":
        """A game from `start`, with the pieces in place."""
        return cls(tracker.begin(start, trays, slots, None), Chronicle(start))

    def after(self, event: Event) -> "Course":
        """The course once this happened; the silence before it acts first, as it does in play.

        Raises: UnknownSiteError for a reading of a site the board does not have.
        """
        waited = self if isinstance(event, Tick) else self._after(Tick(event.t_ms))
        return waited._after(event)

    def following(self, events: Iterable[Event]) -> "Course":
        """The course once all these happened and the board was left alone: what silence can tell has been told."""
        course, last_ms = self, 0
        for event in events:
            course, last_ms = course.after(event), event.t_ms
        return course.after(Tick(last_ms + QUIET_MS[Quiet.CONCLUDED]))

    def agreed(self, result: str, reason: str) -> "Course":
        """The players ended the game."""
        return replace(self, closed=True, ended=OutcomeView(result, reason))

    def _after(self, event: Event) -> "Course":
        if self.closed:
            return self
        belief, effects = tracker.observe(self.belief, event)
        chronicle = self.chronicle.told(effects)
        if self.over is not None and len(self.over[0].entries) > 1 and not chronicle.entries:
            # The game was over and its first position stands again: put up for the next game, not all taken back.
            chronicle, ended = self.over
            return replace(self, chronicle=chronicle, ended=ended, closed=True)
        course = replace(self, belief=belief, chronicle=chronicle)
        return course._judged() if effects else course

    def _judged(self) -> "Course":
        """The game is over when its last move stands and the rules say so; taking it back opens it again."""
        entries = self.chronicle.entries
        outcome = self.chronicle.position.outcome() if entries and entries[-1].state == "settled" else None
        ended = OutcomeView(str(outcome), str(outcome.reason)) if outcome else None
        over = self.over
        if ended is not None:
            over = (self.chronicle, ended)
        elif over is not None and self.chronicle.moves != over[0].moves[: len(entries)]:
            over = None  # played on another way
        return replace(self, ended=ended, over=over)
