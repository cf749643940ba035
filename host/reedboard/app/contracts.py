"""What the loop needs of the board under the game and of the link to it."""

from typing import Protocol

from fairyrules import Game, Position
from reedboard.board.link_events import BoardShape, LinkEvent
from reedboard.board.profile import BoardProfile, Placement
from reedboard.board.wire import Glow
from reedboard.game.virtual_pieces import HandState


class Lamps(Protocol):
    """Where lights go: the link."""

    def show(self, glows: tuple[Glow, ...]) -> None:
        """Wants these lights on the board; never blocks."""


class Tester(Protocol):
    """The self-test that the board is lent to: `reedboard.app.board_test`."""

    def begin(self, profile: BoardProfile, shape: BoardShape, version: str, bits: int) -> None:
        """Begins to walk over the board, whose sensors say `bits` now; `SelfTestEnded` comes at the end."""

    def heard(self, event: LinkEvent) -> None:
        """Takes what the board tells; nothing while no test is under way."""

    def stop(self) -> None:
        """Ends the walk soon."""


class GameBoard(Protocol):
    """The board under the game: which there is, and how a game lies on it."""

    @property
    def port(self) -> str:
        """Where the board is, as people say it."""

    @property
    def name(self) -> str:
        """The board's name."""

    def lay(self, game: Game) -> Placement:
        """The game laid on the board; a virtual board may change its shape for it.

        Raises: ProfileError when it does not fit.
        """

    def set_up(self, pieces: HandState) -> bool:
        """Puts the pieces where they belong, if the board has hands of its own; says whether."""

    def set_up_again(self) -> bool:
        """Puts the pieces back as they stood before the self-test, if the board has hands of its own; says whether."""

    def follow(self, position: Position, missing: frozenset[str], agreed: bool) -> HandState | None:
        """What hands of its own know once they have looked at the game; None when people move the pieces."""
