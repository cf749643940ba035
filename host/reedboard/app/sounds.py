"""What the board's buzzer says: a question is put, or what was done cannot be. Everything else is silent."""

from collections.abc import Callable
from enum import StrEnum

from reedboard.game.status import Status

QUESTION_HZ, QUESTION_MS = 880, 120
"""High and short: the players are asked something."""

TROUBLE_HZ, TROUBLE_MS = 220, 300
"""Low and longer: board and game disagree, as after an illegal move."""


class Sounds(StrEnum):
    """Which sounds are wanted."""

    ALL = "all"
    QUESTIONS = "questions"
    OFF = "off"


class Buzzer:
    """A listener to the game's status that sounds when something begins, never while it lasts.

    Args:
        beep: sounds so many Hz for so many ms.
        wanted: which sounds.
    """

    def __init__(self, beep: Callable[[int, int], None], wanted: Sounds) -> None:
        self._beep = beep
        self._wanted = wanted
        self._before: Status | None = None

    def show(self, status: Status) -> None:
        """The status after a change; the first one is silent, whatever it tells."""
        before, self._before = self._before, status
        if before is None or self._wanted is Sounds.OFF:
            return
        if status.question is not None and (before.question is None or before.question.ply != status.question.ply):
            self._beep(QUESTION_HZ, QUESTION_MS)
        elif status.trouble is not None and before.trouble is None and self._wanted is Sounds.ALL:
            self._beep(TROUBLE_HZ, TROUBLE_MS)
