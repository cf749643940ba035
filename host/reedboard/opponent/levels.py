"""How strong an opponent plays: how much it looks at, and how often it takes less than the best it sees."""

import random
from dataclasses import dataclass
from typing import Final

from fairyrules import Position
from fairyrules.search import WON, Line
from reedboard.opponent.door import Limit, Opponent, OpponentError

CHOICE: Final = 3
"""So many moves a level chooses among that does not always take the best."""


@dataclass(frozen=True, slots=True)
class Level:
    """One step of the ladder."""

    number: int
    words: str
    """What people are told it is like."""
    nodes: int
    """Positions looked at for a move; 0 for as many as the time allows."""
    second_best: int
    """Of a hundred moves, so many are not the best one found."""


LEVELS: Final = (
    Level(1, "learning the moves", 40, 58),
    Level(2, "a first game", 90, 48),
    Level(3, "a second game", 140, 42),
    Level(4, "a beginner", 190, 38),
    Level(5, "knows some tricks", 260, 33),
    Level(6, "plays now and then", 420, 27),
    Level(7, "plays at home", 780, 19),
    Level(8, "plays often", 1_350, 15),
    Level(9, "plays in a club", 2_900, 11),
    Level(10, "a strong club player", 5_400, 8),
    Level(11, "hard to beat", 10_000, 5),
    Level(12, "harder", 20_000, 3),
    Level(13, "harder still", 38_000, 1),
    Level(14, "very hard to beat", 70_000, 0),
    Level(15, "for the strongest", 145_000, 0),
    Level(16, "nearly full strength", 290_000, 0),
    Level(17, "full strength", 0, 0),
)
"""From the weakest to full strength, each so far above the one below that it makes about three points of four in chess:
measured by `bench search --row levels`."""


def level(text: str) -> Level:
    """The level of a number as people type it.

    Raises: OpponentError for a level that is none.
    """
    for each in LEVELS:
        if str(each.number) == text.strip():
            return each
    raise OpponentError(f"“{text}” is no level; expected a number from {LEVELS[0].number} to {LEVELS[-1].number}.")


class Levelled:
    """An opponent held to a level. The same seed, level and moves give the same game, while only nodes limit it."""

    def __init__(self, opponent: Opponent, held_to: Level, seed: int) -> None:
        self._opponent = opponent
        self._level = held_to
        self._rng = random.Random(seed)

    @property
    def name(self) -> str:
        """What people call it."""
        return f"{self._opponent.name}, level {self._level.number} ({self._level.words})"

    def start(self, position: Position) -> None:
        """Sets the position to think about. Raises OpponentError."""
        self._opponent.start(position)

    def go(self, limit: Limit) -> Line:
        """A move as good as the level allows. Raises OpponentError."""
        bound = limit.within(Limit(nodes=self._level.nodes))
        if self._rng.randrange(100) >= self._level.second_best:
            return self._opponent.go(bound)
        lines = self._opponent.lines(bound, CHOICE)
        # Nobody, however weak, overlooks that the game is won, or gives it away on purpose.
        worse = [line for line in lines[1:] if line.score > -WON and lines[0].score < WON]
        return self._rng.choice(worse) if worse else lines[0]

    def lines(self, limit: Limit, count: int) -> tuple[Line, ...]:
        """So many moves, best first, as the opponent itself sees them. Raises OpponentError."""
        return self._opponent.lines(limit, count)

    def stop(self) -> None:
        """Has the answer come now."""
        self._opponent.stop()

    def close(self) -> None:
        """Ends it."""
        self._opponent.close()
