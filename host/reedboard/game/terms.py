"""What two players settle before a game: who plays which side, and with what clock. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from reedboard.errors import ReedboardError
from reedboard.game.table_events import ClockSetting, Flag, StopsBy
from reedboard.game.time_control import TimeControlError, parse_control

RATED, YES = "Rated", "yes"
"""The tag of a game that is played without hints and coach."""
LONGEST_NAME = 60
"""Letters of a player's name: with more it fits no score sheet and no phone."""


class TermsError(ReedboardError):
    """Terms that no game can be played by.

    `field` is the one to mend: game, fen, white, black, time, stop, flag, rated.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Terms:
    """The players' names, "" where nobody said, and the clock, None without one. A rated game has no helpers."""

    white: str = ""
    black: str = ""
    clock: ClockSetting | None = None
    rated: bool = False

    def tags(self) -> dict[str, str]:
        """What PGN says of it."""
        told = {
            "White": self.white,
            "Black": self.black,
            "TimeControl": str(self.clock.control) if self.clock else "",
            RATED: YES if self.rated else "",
        }
        return {name: value for name, value in told.items() if value}

    @classmethod
    def of(cls, tags: Mapping[str, str], clock: ClockSetting | None) -> "Terms":
        """The terms of a recorded game."""
        return cls(tags.get("White", ""), tags.get("Black", ""), clock, tags.get(RATED) == YES)


NO_TERMS = Terms()


def parse_terms(
    white: str = "", black: str = "", time: str = "", stop: str = "move", flag: str = "tell", rated: str = ""
) -> Terms:
    """The terms as people write them.

    Raises: TermsError.
    """
    names = _name("white", white), _name("black", black)
    if stop not in (*StopsBy,):
        raise TermsError("stop", f"A clock is stopped by the move or by a press; found “{stop[:20]}”.")
    if flag not in (*Flag,):
        raise TermsError("flag", f"A fallen flag is told, or loses; found “{flag[:20]}”.")
    if rated not in ("", "no", YES):
        raise TermsError("rated", f"A game is rated or not, “{YES}” or “no”; found “{rated[:20]}”.")
    try:
        control = parse_control(time)
    except TimeControlError as error:
        raise TermsError("time", str(error)) from None
    return Terms(*names, ClockSetting(control, StopsBy(stop), Flag(flag)) if control.white else None, rated == YES)


def _name(field: str, text: str) -> str:
    """A name on one line."""
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME:
        raise TermsError(field, f"A player's name has at most {LONGEST_NAME} letters; found {len(name)}.")
    if not name.isprintable():
        raise TermsError(field, "A player's name is written in letters; found signs that nobody can see.")
    return name
