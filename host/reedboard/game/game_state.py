"""The state of one game: what its events have come to. The game in play, a resumed one and a replay share it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from fairyrules import Position
from reedboard import tracker
from reedboard.board.events import Event, Tick
from reedboard.game.move_list import MoveList
from reedboard.game.status import OutcomeView


@dataclass(frozen=True, slots=True)
class GameState:
    """What is believed, which moves were told, and how the game ended, if it did.

    `closed`: it is over for good, and what the sensors say from now on is not part of it.
    """

    belief: tracker.Belief
    move_list: MoveList
    ended: OutcomeView | None = None
    closed: bool = False
    over: tuple[MoveList, OutcomeView] | None = None
    """The game when it was over last, while it may still be that its pieces are only put up for the next one."""

    @classmethod
    def begin(cls, start: Position, trays: bool, slots: Mapping[str, bool]) -> "GameState":
        """A game from `start`, with the pieces in place."""
        return cls(tracker.begin(start, trays, slots, None), MoveList(start))

    def after(self, event: Event) -> "GameState":
        """The state once this happened; the silence before it acts first, as it does in play.

        Raises: UnknownSiteError for a reading of a site the board does not have.
        """
        waited = self if isinstance(event, Tick) else self._after(Tick(event.t_ms))
        return waited._after(event)

    def following(self, events: Iterable[Event]) -> "GameState":
        """The state once all these happened and the board was left alone: what silence can tell has been told."""
        state, last_ms = self, 0
        for event in events:
            state, last_ms = state.after(event), event.t_ms
        return state.after(Tick(last_ms + tracker.LONGEST_SILENCE_MS))

    def agreed(self, result: str, reason: str) -> "GameState":
        """The players ended the game."""
        return replace(self, closed=True, ended=OutcomeView(result, reason, agreed=True))

    def reopened(self) -> "GameState":
        """The players took back that they ended the game."""
        return replace(self, closed=False, ended=None)._judged()

    def _after(self, event: Event) -> "GameState":
        if self.closed:
            return self
        belief, effects = tracker.observe(self.belief, event)
        move_list = self.move_list.told(effects)
        if self.over is not None and len(self.over[0].entries) > 1 and not move_list.entries:
            # The game was over and its first position stands again: put up for the next game, not all taken back.
            move_list, ended = self.over
            return replace(self, move_list=move_list, ended=ended, closed=True)
        state = replace(self, belief=belief, move_list=move_list)
        return state._judged() if effects else state

    def _judged(self) -> "GameState":
        """The game is over when its last move stands and the rules say so; taking it back opens it again."""
        entries = self.move_list.entries
        outcome = self.move_list.position.outcome() if entries and entries[-1].state == "settled" else None
        ended = OutcomeView(str(outcome), str(outcome.reason)) if outcome else None
        over = self.over
        if ended is not None:
            over = (self.move_list, ended)
        elif over is not None and self.move_list.moves != over[0].moves[: len(entries)]:
            over = None  # played on another way
        return replace(self, ended=ended, over=over)
