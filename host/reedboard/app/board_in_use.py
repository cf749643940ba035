"""The board under the game: whether it answers and fits, what it senses, and who has it.

The game has it, but for two whiles: the self-test has it on loan, or a virtual board's hands set up its pieces. What
the sensors tell then is nothing of the game.
"""

import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Literal

from reedboard.app.contracts import GameBoard
from reedboard.board import occupancy
from reedboard.board.link_events import Greeted
from reedboard.board.profile import Placement
from reedboard.board.shape_check import mismatch
from reedboard.errors import ReedboardError
from reedboard.game.status import Connection

PIECES_S = 8.0
"""How long a virtual board may take to report its new pieces, a change of shape on a busy machine included."""


@dataclass(frozen=True, slots=True)
class SettingUp:
    """A virtual board is putting up pieces; its sensors count once they say `wanted`, or at that moment (monotonic)."""

    wanted: frozenset[str]
    until_s: float
    done: Future[str]


class BoardInUse:
    """What is known of the board; it belongs to the loop's thread."""

    def __init__(self, table: GameBoard) -> None:
        self._table = table
        self.greeting: Greeted | None = None
        """The last one, of this board or another."""
        self.connection = self._connection("searching", f"Looking for the board at {table.port}")
        self.bits: int | None = None
        """What the board senses; None as long as none that fits the game answers."""
        self.fits = False
        self.lent: frozenset[str] | None = None
        """What stood on the board when the self-test got it; None while the game has it."""
        self.setting_up: SettingUp | None = None

    def greeted(self, greeting: Greeted, placement: Placement) -> str:
        """A board answers, perhaps another than before: what was known of that one is forgotten.

        Returns: why no game laid like this can be played on it, in a sentence; "" if it can.
        """
        self.greeting, self.bits = greeting, None
        wrong = mismatch(greeting.shape, placement.profile)
        self.fits = wrong is None
        self._connected()
        return wrong or ""

    def changed(self, bit: int, on: bool) -> None:
        """One sensor."""
        if self.bits is not None:
            self.bits = self.bits | 1 << bit if on else self.bits & ~(1 << bit)

    def lost(self, reason: str) -> None:
        """The board is away; nothing to tell while another takes its place."""
        if self.fits or self.setting_up is None:
            self.connection = self._connection("lost", f"Board lost: {reason}")

    def restored(self) -> None:
        """The board is back."""
        self._connected()

    def replaced(self) -> None:
        """Another one takes its place, for another game."""
        self.bits, self.fits = None, False
        self.connection = self._connection("searching", f"Setting up: {self._table.name}")

    def _connected(self) -> None:
        self.connection = (
            self._connection("connected", self._table.name)
            if self.fits
            else self._connection("lost", "Another board answers")
        )

    def _connection(self, state: Literal["searching", "connected", "lost"], text: str) -> Connection:
        return Connection(state, text, self._table.port, self._table.name)

    def lend(self, placement: Placement) -> tuple[Greeted, int]:
        """Lends the board to the self-test; gives what that needs: the greeting, and what the sensors say.

        Raises:
            ReedboardError: it is lent, or does not answer.
        """
        if self.lent is not None:
            raise ReedboardError("The self-test is under way already.")
        if self.setting_up is not None or self.bits is None or not self.fits or self.greeting is None:
            raise ReedboardError("The board does not answer: look at its cable first.")
        self.lent = occupancy.occupied(placement, self.bits)
        return self.greeting, self.bits

    def take_back(self) -> frozenset[str]:
        """Ends the loan; gives what stood on the board when it began."""
        assert self.lent is not None
        stood, self.lent = self.lent, None
        return stood

    def set_up(self, wanted: frozenset[str], done: Future[str]) -> None:
        """The board's own hands begin to set up pieces; `done` is whom to tell at the end."""
        self.setting_up = SettingUp(wanted, time.monotonic() + PIECES_S, done)

    def stands(self, placement: Placement) -> bool:
        """Whether the pieces that are being set up stand."""
        return (
            self.setting_up is not None
            and self.fits
            and occupancy.occupied(placement, self.bits or 0) == self.setting_up.wanted
        )

    def is_late(self) -> bool:
        """Whether the pieces that are being set up should long stand."""
        return self.setting_up is not None and time.monotonic() >= self.setting_up.until_s
