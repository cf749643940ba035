"""One game of the evening as a row of the bench: seeded, followed and judged; fit for other processes."""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import fairyrules
from reedboard.bench.evening.game import Sitting
from reedboard.bench.evening.people import BY_NAME, PEOPLE
from reedboard.bench.noise import Failure
from reedboard.bench.simulated_game import middle
from reedboard.bench.trial import Tally, with_fault, write

PLIES = (26, 60)
"""Least and most plies of a game."""
LATE = 0.4
"""Share of the games that begin from a middle position."""
MIDDLE = (20, 90)
"""Plies before a middle position."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Which game is played by whom: the person has one side, and the other or somebody else the other one."""

    person: str
    game: str
    trays: bool
    seed: int
    keep: Path | None = None
    """Where the traces of games not understood rightly go."""
    fault: Failure | None = None
    """How one sensor fails, a quarter into the game."""

    def sitting(self) -> Sitting:
        """The game before its first move; the same at every call."""
        rng = self._rng()
        person = BY_NAME[self.person]
        other = person if rng.random() < 0.5 else rng.choice(PEOPLE)
        people = (person, other) if rng.random() < 0.5 else (other, person)
        game = fairyrules.game(self.game)
        fen = middle(game, rng, rng.randint(*MIDDLE)) if rng.random() < LATE else None
        return Sitting(game, people, rng, self.trays, fen)

    def played(self) -> Tally:
        """Plays and judges the game."""
        sitting = self.sitting()
        played = sitting.played(self._rng().randint(*PLIES))
        heard, faulty = played.events, tuple[str, ...]()
        if self.fault is not None:
            played, heard, faulty = with_fault(played, self.fault, sitting.rng)
        tally = Tally()
        found = tally.watch(played, heard, faulty)
        if self.keep is not None and (found.silent or found.missing or found.needless):
            trays = "trays" if self.trays else "plain"
            write(
                replace(played, events=heard),
                self.keep / f"{self.game}-{self.person.replace(' ', '-')}-{trays}-{self.seed}",
            )
        return tally

    def _rng(self) -> Random:
        return Random(f"{self.seed} {self.game} {self.person} {self.trays}")
