"""What the rest of the house knows of the tracker: `Belief`, and `begin`, `observe`, `look_ahead` and `conclude`."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.board.events import Event
from reedboard.tracker import observe as events
from reedboard.tracker.belief import Belief as State
from reedboard.tracker.belief import Quiet
from reedboard.tracker.effects import Asked, Fault, Observation
from reedboard.tracker.footprint import Book, Footprint, book
from reedboard.tracker.story import UNKNOWN
from reedboard.tracker.under_way import finishing
from reedboard.tracker.verdict import undecided

LONGEST_SILENCE_MS: Final[int] = Quiet.CONCLUDED
"""Silence after which more of it tells nothing new."""
SURE: Final = 12
"""Where a piece came from is told if nothing else is likelier than one in sixteen."""


@dataclass(frozen=True, eq=False)
class Belief(State):
    """What is believed of a game: the moves shown, what is open, what hands are doing, which sensors are in doubt.

    Besides what is here, the rest of the house reads `sites`, `raw` (the sites whose sensors say occupied), `shown`
    (the line of play: `position`, `before`, `occupancy`, `ply`), `unreliable`, `mismatch`, `t_ms`, `asked` (plies).
    """

    @property
    def moves(self) -> tuple[Move, ...]:
        """The shown moves, the best explanation where one is open."""
        return self.shown.moves()

    @property
    def possible(self) -> Book:
        """What the legal moves of the shown position would leave on the board, and whose pieces stand where."""
        return book(self.position, self.sites)

    @property
    def asking(self) -> Asked | None:
        """The oldest open question."""
        if not self.questions:
            return None
        ply = min(self.questions)
        return Asked(self.t_ms, ply, self.questions[ply])

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
        return undecided(self)

    @property
    def agrees(self) -> bool:
        """Whether some explanation agrees with everything that the believed sensors say."""
        return bool(self.agreeing)

    @property
    def lifted(self) -> tuple[str, ...]:
        """Cells that are occupied in the game and empty on the board: pieces in a hand, in board order."""
        return self.sites.names(self.shown.occupancy & ~self.raw & self.sites.cells & ~self.unreliable)

    @property
    def slots_lifted(self) -> int:
        """The slots whose pieces were taken out for the next move, as bits."""
        best = next((each for each in self.stories if each.line == self.shown), None)
        return 0 if best is None else sum(1 << slot for slot in best.held)

    @property
    def astray(self) -> Mapping[str, str]:
        """Cells to fill, and for each the cell to clear on which its piece stands now, as far as that is known."""
        if self.mismatch is None:
            return {}
        fill, clear = self.mismatch
        if len(fill) == len(clear) == 1:
            return {fill[0]: clear[0]}
        likely = [each for each in self.stories if each.line == self.shown and each.diff]
        likely = [each for each in likely if each.cost <= likely[0].cost + SURE]
        homes = Counter(self.shown.pieces[self.sites.find(each)] for each in fill)
        found: dict[str, str] = {}
        for cell in clear:
            kinds = {each.at(self.sites.find(cell)) for each in likely}
            piece = kinds.pop() if len(kinds) == 1 else UNKNOWN
            if homes[piece] == 1:  # of several alike one is as good as another
                found |= {each: cell for each in fill if self.shown.pieces[self.sites.find(each)] == piece}
        return found

    @property
    def suspects(self) -> Mapping[str, Fault]:
        """Sensors not believed as they are, by site, and what is wrong with them."""
        return {self.sites.name(site): fault for site, fault in self.faults.items()}

    @property
    def swapped(self) -> Mapping[str, str]:
        """Sites whose sensors speak for each other, both ways."""
        pair = self.stories[0].crossed if self.stories else 0
        if not pair:
            return {}
        one, other = self.sites.names(pair)
        return {one: other, other: one}


def begin(position: Position, trays: bool, slots: Mapping[str, bool], occupied: int | None = None) -> Belief:
    """A game from `position`.

    Args:
        position: where the game starts; its side to move makes ply 1.
        trays: whether the board has trays; without, `slots` is not looked at.
        slots: every tray slot and whether it is occupied.
        occupied: the cells (bit = cell) whose sensors say occupied; None: those of the position.

    Raises: UnknownSiteError for a slot whose name says no kind.
    """
    return Belief(**vars(events.begin(position, trays, slots, occupied)))


def observe(belief: Belief, event: Event) -> tuple[Belief, list[Observation]]:
    """What is believed after an event, and what is new to say.

    Time passes only here: the silence before the event acts first, so ticks bring effects sooner and never change them.

    Raises: UnknownSiteError for a reading of a site the board does not have.
    """
    state, said = events.observe(belief, event)
    assert isinstance(state, Belief)
    return state, said


def look_ahead(belief: Belief) -> None:
    """Prepares what the next event may need, for a moment at which nothing happens: it decides nothing.

    That is what the silence brings next and the moves of one more position to go on from, or else second thoughts as
    far as ticks are behind.
    """
    events.look_ahead(belief)


def conclude(belief: Belief) -> tuple[Belief, list[Observation]]:
    """The end of a trace: all the silence there can be, and the last moment to ask about a mere touch or lift."""
    state, said = events.conclude(belief)
    assert isinstance(state, Belief)
    return state, said
