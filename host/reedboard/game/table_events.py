"""What happens at the table beside the board: the clock is held and let go; players propose and agree.

Kept in the journal among the readings, with the game's own times, so that a clock and what was agreed survive whatever
becomes of the program. The tracker never hears of them.
"""

from dataclasses import dataclass
from enum import StrEnum

from fairyrules.pieces import Side
from reedboard.game.time_control import TimeControl


class StopsBy(StrEnum):
    """What ends a side's time."""

    MOVE = "move"
    """The placing of the move itself."""
    PRESS = "press"
    """The side's button or tap; the opponent's move where it was forgotten."""


class Flag(StrEnum):
    """What it means that a side's time has run out."""

    TELL = "tell"
    """It is told; play goes on."""
    LOSE = "lose"
    """The side has lost."""


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """The clock of a game; a trace's header holds it."""

    control: TimeControl
    stop: StopsBy = StopsBy.MOVE
    flag: Flag = Flag.TELL


@dataclass(frozen=True, slots=True)
class ClockHeld:
    """Nobody's time passes from here on, until it is let go or a move is made."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class ClockGoes:
    """The clock of the side to move goes from here on."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class ClockAlive:
    """The clock was going at this moment: so much of it is known, whatever becomes of the program after."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """A side got this much more."""

    t_ms: int
    side: Side
    ms: int


@dataclass(frozen=True, slots=True)
class PutBack:
    """The game goes back to how it stood after `ply` moves; what was played since is taken back."""

    t_ms: int
    ply: int


class Proposal(StrEnum):
    """What a player may propose."""

    DRAW = "draw"
    UNDO = "undo"
    """To put the game back to after `value` moves."""
    TIME = "time"
    """To give both sides `value` ms more."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A side proposes something; the other accepts or declines it."""

    t_ms: int
    side: Side
    what: Proposal
    value: int = 0


@dataclass(frozen=True, slots=True)
class Replied:
    """The other side's reply to what was proposed last."""

    t_ms: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class HintTaken:
    """Somebody looked at a hint for the move after `ply` moves."""

    t_ms: int
    ply: int


@dataclass(frozen=True, slots=True)
class MoveAnnounced:
    """A player without hands plays `move` (machine form) after `ply` moves; its score for them, in hundredths."""

    t_ms: int
    ply: int
    move: str
    score: int


@dataclass(frozen=True, slots=True)
class Adjourned:
    """The players go on another time: from here to the next line of the journal nobody played."""

    t_ms: int


ClockEvent = ClockHeld | ClockGoes | ClockAlive | TimeAdded | PutBack
TableEvent = ClockEvent | Proposed | Replied | HintTaken | MoveAnnounced | Adjourned
