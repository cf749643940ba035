"""The state of one game: what its events have come to. The game in play, a resumed one and a replay share it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from fairyrules import Position
from fairyrules.moves import Move
from reedboard import tracker
from reedboard.board.events import Event, Press, Reading, Tick
from reedboard.game.chess_clock import Mark, Standing, Turn, standing
from reedboard.game.followed import Followed
from reedboard.game.move_list import MoveList
from reedboard.game.placing_times import Changes, felt
from reedboard.game.status import OutcomeView
from reedboard.game.table_events import (
    Adjourned,
    ClockAlive,
    ClockSetting,
    HintTaken,
    MoveAnnounced,
    Proposed,
    PutBack,
    Replied,
    TableEvent,
)


@dataclass(frozen=True, slots=True)
class GameState:
    """What is believed, which moves were told, how its clock was handled, and how the game ended, if it did.

    `closed`: it is over for good, and what the sensors say from now on is not part of it.
    """

    followed: Followed
    move_list: MoveList
    ended: OutcomeView | None = None
    closed: bool = False
    over: tuple[MoveList, OutcomeView] | None = None
    """The game when it was over last, while it may still be that its pieces are only put up for the next one."""
    setting: ClockSetting | None = None
    """The game's clock; None without one."""
    marks: tuple[Mark, ...] = ()
    """What was done to the clock, presses among it."""
    proposal: Proposed | None = None
    """What one side proposed and the other has not replied to."""
    agreed_ms: int | None = None
    """When the players ended the game."""
    before_back: Position | None = None
    """Where the game was put back from, until the pieces stand as it goes on."""
    changes: Changes = field(default_factory=dict)
    """When each site changed."""
    hinted: frozenset[int] = frozenset()
    """After how many moves somebody looked at a hint."""
    adjourned: frozenset[int] = frozenset()
    """After how many moves the players left the game for another time."""
    announced: tuple[tuple[tuple[Move, ...], MoveAnnounced], ...] = ()
    """What players without hands announced, each with the moves before it, the last one first; taken back or not."""

    @classmethod
    def begin(
        cls, start: Position, trays: bool, slots: Mapping[str, bool], setting: ClockSetting | None = None
    ) -> "GameState":
        """A game from `start`, with the pieces in place."""
        return cls(Followed.begin(start, trays, slots), MoveList(start), setting=setting)

    @property
    def belief(self) -> tracker.Belief:
        """What the tracker believes; its plies count from `first_ply`."""
        return self.followed.belief

    @property
    def touched_ms(self) -> Mapping[str, int]:
        """When each site was last felt."""
        return {site: seen[-1][0] for site, seen in self.changes.items()}

    @property
    def first_ply(self) -> int:
        """How many moves were made before the tracker began, since the game was put back."""
        return len(self.followed.earlier)

    def after(self, event: Event | TableEvent) -> "GameState":
        """The state once this happened; the silence before it acts first, as it does in play.

        Raises: UnknownSiteError for a reading of a site the board does not have.
        """
        waited = self if isinstance(event, Tick) else self._after(Tick(event.t_ms))
        if waited.closed:
            return waited
        return waited._at_the_table(event) if isinstance(event, TableEvent) else waited._after(event)

    def following(self, events: Iterable[Event | TableEvent]) -> "GameState":
        """The state once all these happened and the board was left alone: what silence can tell has been told."""
        state, last_ms = self, 0
        for event in events:
            state, last_ms = state.after(event), event.t_ms
        return state.after(Tick(last_ms + tracker.LONGEST_SILENCE_MS))

    def agreed(self, result: str, reason: str, t_ms: int) -> "GameState":
        """The players ended the game."""
        ended = OutcomeView(result, reason, agreed=True)
        return replace(self, closed=True, ended=ended, proposal=None, agreed_ms=t_ms)

    def reopened(self) -> "GameState":
        """The players took back that they ended the game."""
        return replace(self, closed=False, ended=None, agreed_ms=None)._judged()

    def clock(self) -> Standing | None:
        """How the game's clock stands; None without one."""
        if self.setting is None:
            return None
        entries = self.move_list.entries
        over_ms = self.agreed_ms
        if over_ms is None and self.ended is not None and entries:
            over_ms = entries[-1].t_ms
        turns = [Turn(entry.before.side, entry.t_ms) for entry in entries]
        return standing(self.setting, turns, self.marks, self.move_list.position.side, over_ms)

    def _at_the_table(self, event: TableEvent) -> "GameState":
        match event:
            case Proposed():
                return replace(self, proposal=event)
            case Replied():
                return replace(self, proposal=None)
            case PutBack(t_ms, ply):
                followed, said = self.followed.put_back(t_ms, ply)
                move_list = self.move_list.told(said)
                state = replace(self, followed=followed, move_list=move_list, over=None, proposal=None)
                back = self.move_list.position if followed.belief.mismatch is not None else None
                return replace(state, marks=(*self.marks, event), before_back=back)._judged()
            case ClockAlive():
                return self
            case HintTaken(_, ply):
                return replace(self, hinted=self.hinted | {ply})
            case Adjourned():
                return replace(self, adjourned=self.adjourned | {len(self.move_list.entries)}, proposal=None)
            case MoveAnnounced(_, ply) if ply <= len(self.move_list.moves):
                return replace(self, announced=((self.move_list.moves[:ply], event), *self.announced))
            case MoveAnnounced():
                return self
            case _:
                return replace(self, marks=(*self.marks, event))

    def _after(self, event: Event) -> "GameState":
        if self.closed:
            return self
        changes = felt(self.changes, event) if isinstance(event, Reading) else self.changes
        followed, effects = self.followed.observe(event)
        if isinstance(event, Tick) and followed.belief is self.followed.belief:
            return self  # time passed, and said nothing
        move_list = self.move_list.told(effects, changes)
        if self.over is not None and len(self.over[0].entries) > 1 and not move_list.entries:
            # The game was over and its first position stands again: put up for the next game, not all taken back.
            move_list, ended = self.over
            return replace(self, move_list=move_list, ended=ended, closed=True)
        marks = (*self.marks, event) if isinstance(event, Press) else self.marks
        before_back = self.before_back if followed.belief.mismatch is not None else None
        state = replace(self, followed=followed, move_list=move_list, changes=changes, marks=marks)
        state = replace(state, before_back=before_back) if before_back is not self.before_back else state
        return state._judged()._lapsed() if effects else state

    def _lapsed(self) -> "GameState":
        """What was proposed has lapsed once the other side moves instead of replying."""
        proposal, entries = self.proposal, self.move_list.entries
        if proposal is None or not entries:
            return self
        last = entries[-1]
        moved = last.t_ms > proposal.t_ms and last.before.side is not proposal.side
        return replace(self, proposal=None) if moved else self

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
