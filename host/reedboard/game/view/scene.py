"""What a picture of the game is made from."""

from collections.abc import Mapping
from dataclasses import dataclass

from fairyrules import Game, Position
from reedboard.board.profile import Placement
from reedboard.game.chess_clock import Standing
from reedboard.game.lights import Light
from reedboard.game.move_list import MoveList
from reedboard.game.status import (
    AdviceView,
    ClockView,
    CoachView,
    Connection,
    MachineView,
    Offer,
    OutcomeView,
    TourView,
)
from reedboard.game.table_events import Proposed
from reedboard.game.virtual_pieces import HandState
from reedboard.tracker import Belief


@dataclass(frozen=True, slots=True)
class Scene:
    """A game in play and what is around it.

    `occupied` is what the sensors say, the doubted ones too; `hands` what those of a virtual board know.
    """

    record: int
    placement: Placement
    belief: Belief
    move_list: MoveList
    occupied: frozenset[str]
    lights: Mapping[str, Light]
    connection: Connection
    ended: OutcomeView | None = None
    offer: Offer | None = None
    notices: tuple[str, ...] = ()
    hands: HandState | None = None
    names: tuple[str, str] = ("", "")
    """White's and Black's, "" where nobody said."""
    first_ply: int = 0
    """How many moves were made before the belief's first."""
    before_back: Position | None = None
    """Where the game was put back from, while the pieces do not stand as it goes on."""
    standing: Standing | None = None
    clock: ClockView | None = None
    proposal: Proposed | None = None
    machine: MachineView | None = None
    tour: TourView | None = None
    advice: AdviceView | None = None
    coach: CoachView | None = None
    rated: bool = False
    hinted: frozenset[int] = frozenset()
    """After how many moves somebody looked at a hint."""
    adjourned: frozenset[int] = frozenset()
    """After how many moves the players left the game for another time."""

    @property
    def game(self) -> Game:
        """The game's rules."""
        return self.move_list.start.game

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.move_list.position

    def site(self, cell: int) -> str:
        """The name of a cell."""
        return self.game.board.name(cell)
