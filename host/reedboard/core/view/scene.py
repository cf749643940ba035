"""What a picture of the game is made from."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules import Game, Position
from reedboard.core.chronicle import Chronicle
from reedboard.core.lights import Light
from reedboard.core.profile import Placement
from reedboard.core.status import Connection, Offer, OutcomeView
from reedboard.core.tracker import Belief


@dataclass(frozen=True, slots=True)
class Scene:
    """A game in play and what is around it. `occupied` is what the sensors say, the doubted ones too."""

    record: int
    placement: Placement
    belief: Belief
    chronicle: Chronicle
    occupied: frozenset[str]
    lights: Mapping[str, Light]
    connection: Connection
    ended: OutcomeView | None = None
    offer: Offer | None = None
    notices: tuple[str, ...] = ()
    hands: bool = False

    @property
    def game(self) -> Game:
        """The game's rules."""
        return self.chronicle.start.game

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.chronicle.position

    def site(self, cell: int) -> str:
        """The name of a cell."""
        return self.game.board.name(cell)
