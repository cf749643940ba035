"""What the rest of the house knows of the tracker: `Belief`, and the three verbs `begin`, `observe` and `conclude`."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules import Position
from reedboard.board.events import Event
from reedboard.story.effects import Observation
from reedboard.tracker import observe as events
from reedboard.tracker.belief import QUIET_MS, Quiet, TrackerState
from reedboard.tracker.changed import as_kind
from reedboard.tracker.disagreement import finishing
from reedboard.tracker.footprint import Book, Footprint, book
from reedboard.tracker.verdict import agreeing, judge

LONGEST_SILENCE_MS = QUIET_MS[Quiet.CONCLUDED]
"""Silence after which more of it tells nothing new."""


@dataclass(frozen=True, eq=False)
class Belief(TrackerState):
    """What is believed of a game: the moves shown, what is open, what hands are doing, which sensors are in doubt."""

    @property
    def possible(self) -> Book:
        """What the legal moves of the shown position would leave on the sensors, and whose pieces stand where."""
        return book(self.position, self.sites)

    @property
    def asked_about(self) -> tuple[Footprint, ...]:
        """The moves of the oldest open question; none if there is no question."""
        asking = self.asking
        if asking is None:
            return ()
        before = book(self.shown.back(asking.ply - 1).position, self.sites)
        return tuple(each for each in before.footprints if each.move in asking.moves)

    @property
    def finishing(self) -> tuple[Footprint, ...]:
        """The moves that what has been put down so far is the beginning of: castling, en passant, an exchange."""
        return tuple(finishing(self))

    @property
    def tied(self) -> bool:
        """Whether several explanations are equally good."""
        return len(judge(self).ties) > 1

    @property
    def agrees(self) -> bool:
        """Whether some explanation agrees with everything that the believed sensors say."""
        return bool(agreeing(self))

    @property
    def slots_lifted(self) -> int:
        """The slots whose pieces were taken out for the next move, as bits."""
        for seen in self.hypotheses:
            if seen.line == self.shown:
                return seen.lifted & ~self.sites.cells & ~self.raw
        return 0

    @property
    def astray(self) -> Mapping[str, str]:
        """Cells to fill, and for each the cell to clear on which its piece stands now, as far as that is known."""
        if self.apart is None:
            return {}
        fill, clear = self.apart
        if len(fill) == len(clear) == 1:
            return {fill[0]: clear[0]}
        marks = next((each.marks for each in self.hypotheses if each.line == self.shown), {})
        touched = [(cell, marks[site]) for cell in fill + clear if (site := self.sites.find(cell)) in marks]
        order = sorted((mark.last_off if cell in fill else mark.last_on, cell) for cell, mark in touched)
        found: dict[str, str] = {}
        hand: list[str] = []
        down = 0
        for _, cell in order:
            if cell in fill:
                hand.append(cell)
                continue
            down += 1
            if len(hand) == down == 1:
                found[hand[0]] = cell
            if down >= len(hand):
                hand, down = [], 0
        return found

    @property
    def swapped(self) -> Mapping[str, str]:
        """Sites whose sensors speak for each other, both ways."""
        name = self.sites.name
        return {name(one): name(other) for one, other in self.sensors.swapped_with.items()}


def begin(position: Position, trays: bool, slots: Mapping[str, bool], occupied: int | None = None) -> Belief:
    """A game from `position`.

    Args:
        position: where the game starts; its side to move makes ply 1.
        trays: whether the board has trays; without, `slots` is not looked at.
        slots: every tray slot and whether it is occupied.
        occupied: the cells (bit = cell) whose sensors say occupied; None: those of the position.

    Raises: UnknownSiteError for a slot whose name says no kind.
    """
    return as_kind(Belief, events.begin(position, trays, slots, occupied))


def observe(belief: Belief, event: Event) -> tuple[Belief, list[Observation]]:
    """What is believed after an event, and what is new to say.

    Time passes only here: the silence before the event acts first, so ticks bring effects sooner and never change them.

    Raises: UnknownSiteError for a reading of a site the board does not have.
    """
    state, said = events.observe(belief, event)
    assert isinstance(state, Belief)
    return state, said


def conclude(belief: Belief) -> tuple[Belief, list[Observation]]:
    """The end of a trace: all the silence there can be, and the last moment to ask about a mere touch or lift."""
    state, said = events.conclude(belief)
    assert isinstance(state, Belief)
    return state, said
