"""What the program asks of an opponent, whoever it is."""

from dataclasses import dataclass
from typing import Final, Protocol

from fairyrules import Position
from fairyrules.search import Line
from fairyrules.search.line import MOST_DEPTH
from reedboard.errors import ReedboardError

STARTS_OVER: Final = "; it starts over with the next move."
"""How the sentence ends where it may be asked again."""


class OpponentError(ReedboardError):
    """An opponent that cannot play, in a sentence for people; the next question finds it started over."""


class NoMoveError(OpponentError):
    """An opponent that says it has no move, where by our rules there are some: by its own the game is over.

    Nothing is wrong with it: it was not closed, and may be asked again.
    """


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to think: whichever bound is met first. With none, until it is told to stop."""

    seconds: float = 0.0
    """By the wall's clock; 0 for any time."""
    nodes: int = 0
    """Positions looked at; 0 for any number."""
    depth: int = MOST_DEPTH
    """Plies."""

    def within(self, other: "Limit") -> "Limit":
        """The tighter of both in each bound."""
        return Limit(
            min(filter(None, (self.seconds, other.seconds)), default=0.0),
            min(filter(None, (self.nodes, other.nodes)), default=0),
            min(self.depth, other.depth),
        )


class Opponent(Protocol):
    """Thinks about one position at a time.

    `start`, `go` and `lines` are called by one thread and wait for the answer; `stop` may be called by any other.
    Every move handed out is legal, and so is every move of its line: `fairyrules` has played them.
    """

    @property
    def name(self) -> str:
        """What people call it."""

    def start(self, position: Position) -> None:
        """Sets the position to think about, with the game before it. May take seconds at the first one of a game.

        Raises: OpponentError.
        """

    def go(self, limit: Limit) -> Line:
        """The best move it finds.

        Raises: OpponentError; also where the game is over.
        """
        return self.lines(limit, 1)[0]

    def lines(self, limit: Limit, count: int) -> tuple[Line, ...]:
        """So many moves, best first, each with its line; fewer where there are fewer.

        Raises: OpponentError; also where the game is over.
        """

    def stop(self) -> None:
        """Has the answer come now, with what is known by then. Does nothing while nobody asks."""

    def close(self) -> None:
        """Ends it."""
