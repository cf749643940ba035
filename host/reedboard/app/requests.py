"""What people ask of a running game, through the page or the terminal; put on the same queue as the board's events.

`done` is told when what was asked for is done and on the disk: "", or a sentence that says why it is not there yet.
"""

from concurrent.futures import Future
from dataclasses import dataclass, field

from reedboard.game.terms import Terms
from reedboard.game.tour import TourStep


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """Somebody names the move that a question is about: one of those offered, or with the question's `ply` any."""

    move: str
    ply: int = 0
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class NewGameWanted:
    """Somebody wants another game, from its array or from `fen`; `terms` None: those of the game before."""

    game: str
    fen: str | None = None
    terms: Terms | None = None
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class EndAgreed:
    """The players end the game themselves: "1-0", "0-1" or "1/2-1/2"; or adjourn it: "*"."""

    result: str
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class ResumeWanted:
    """Somebody wants to take up an unfinished game of the records again."""

    record: int
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class EndUndone:
    """The players take back that they ended the game."""

    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class ClockWanted:
    """Somebody does something to the chess clock: "press" (of `side`), "hold", "go", or "add" (`ms` to `side`)."""

    act: str
    side: str = ""
    ms: int = 0
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """A side ("w" or "b") proposes "draw", "undo" (to after `value` moves) or "time" (`value` ms more for both)."""

    side: str
    what: str
    value: int = 0
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class ReplyGiven:
    """The other side replies to the proposal of this number."""

    number: int
    accepted: bool
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class TourWanted:
    """Somebody wants a step of a game's tour on the board; None ends the tour."""

    game: str
    step: TourStep | None
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class HintWanted:
    """Somebody asks for the best moves of the position."""

    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class CoachWanted:
    """Somebody wants the coach, or wants it no more."""

    on: bool
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class SelfTestWanted:
    """Somebody wants the self-test begun, or ended."""

    on: bool
    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class SelfTestEnded:
    """The self-test is through, or was ended: the game may have its board back."""


@dataclass(frozen=True, slots=True)
class HandsMoved:
    """The hands above a virtual board did something: how things stand is to be shown again, felt or not."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The program ends; the game stays open and can be resumed."""

    done: Future[str] = field(default_factory=Future, compare=False)


@dataclass(frozen=True, slots=True)
class FellOver:
    """Something of this program died of an error nobody foresaw and has started over: the sentence says what."""

    words: str


Answerable = (
    AnswerGiven
    | NewGameWanted
    | ResumeWanted
    | EndAgreed
    | EndUndone
    | ClockWanted
    | ProposalMade
    | ReplyGiven
    | HintWanted
    | CoachWanted
    | TourWanted
    | SelfTestWanted
)
"""What whoever asked waits for: done, or refused with a reason."""

Request = Answerable | FellOver | HandsMoved | SelfTestEnded | Stop
