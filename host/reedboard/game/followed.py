"""The tracker's belief of a whole game, also where the game was put back to an earlier move by agreement. Pure.

The tracker begins anew there, with the pieces as they stand: what does not fit is then a board to be set up, never
moves that were made. Its plies count from that position; all that is said here counts from the game's first move.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fairyrules import Position
from fairyrules.moves import Move
from reedboard import tracker
from reedboard.board.events import Event
from reedboard.tracker import Asked, Belief, Moved, Observation, Retracted, Settled


@dataclass(frozen=True, slots=True)
class Followed:
    """A belief, and the moves before it began."""

    start: Position
    belief: Belief
    earlier: tuple[Move, ...] = ()

    @classmethod
    def begin(cls, start: Position, trays: bool, slots: Mapping[str, bool]) -> "Followed":
        """A game from `start`, with the pieces in place."""
        return cls(start, tracker.begin(start, trays, slots, None))

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves from the first."""
        return (*self.earlier, *self.belief.moves)

    def observe(self, event: Event) -> tuple["Followed", list[Observation]]:
        """What is believed after an event, and what is new to say."""
        belief, said = tracker.observe(self.belief, event)
        return replace(self, belief=belief), self._from_the_first(said)

    def conclude(self) -> tuple["Followed", list[Observation]]:
        """The end of a trace."""
        belief, said = tracker.conclude(self.belief)
        return replace(self, belief=belief), self._from_the_first(said)

    def put_back(self, t_ms: int, ply: int) -> tuple["Followed", list[Observation]]:
        """The game as it stood after so many moves, with the pieces where they stand now."""
        moves = self.moves
        kept = moves[:ply]
        position = self.start
        for move in kept:
            position = position.play(move)
        sites, raw = self.belief.sites, self.belief.raw
        slots = {site: bool(raw >> bit & 1) for site, bit in sites.index.items() if ":" in site}
        belief = tracker.begin(position, bool(slots), slots, raw & sites.cells)
        said: list[Observation] = [Retracted(t_ms, ply + 1)] if len(moves) > ply else []
        return replace(self, belief=belief, earlier=kept), said

    def _from_the_first(self, said: list[Observation]) -> list[Observation]:
        if not self.earlier:
            return said
        before = len(self.earlier)
        counted = Moved | Retracted | Asked | Settled
        return [replace(each, ply=each.ply + before) if isinstance(each, counted) else each for each in said]
