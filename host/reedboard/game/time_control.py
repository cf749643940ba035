"""How much time players have: a time control as a value, and the one form in which it is written. Pure.

    control  = "-" | side [ "|" side ]                                white and black; one side stands for both
    side     = stage { ":" stage }
    stage    = [ moves "/" ] time [ ( "+" | "d" | "b" ) time ]        + Fischer, d simple delay, b Bronstein
             | periods "x" time                                       byo-yomi; the last stage only
    time     = seconds | hours "h" | minutes "m" | seconds "s" | several of these, the longest first

What PGN's own TimeControl tag can say is said as there (`40/7200:3600`, `300+5`, `-`). The last stage may count moves:
then it begins anew each time they are made. A stage that counts none lasts until its time is used up.

Source: PGN standard, 9.6.1, and for the delays and byo-yomi the letters of common chess clocks.

>>> parse_control("15m+10").white
(Stage(base_ms=900000, moves=None, bonus=<Bonus.FISCHER: '+'>, bonus_ms=10000, periods=0),)
>>> str(parse_control("40/2h+30s:1h+30 | 600:5x30"))
'40/7200+30:3600+30|600:5x30'
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from fairyrules.pieces import Side
from reedboard.errors import ReedboardError

MOST_STAGE_MS = 100 * 3_600_000 - 1000
"""99:59:59: what a clock face shows, and longer than anybody sits at a board."""
MOST_BONUS_MS = 3_600_000
MOST_MOVES = 999
MOST_PERIODS = 99
MOST_STAGES = 8
LONGEST = 200
"""Letters of a written time control; eight stages a side need fewer."""


class TimeControlError(ReedboardError):
    """A time control that no clock can keep; one sentence says what was found and what was expected."""


class Bonus(StrEnum):
    """What a side gets for every move."""

    NONE = ""
    FISCHER = "+"
    """The whole of it, added after the move."""
    DELAY = "d"
    """So long the clock stands still before it counts."""
    BRONSTEIN = "b"
    """What the move took, given back after it, but no more than so much."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the time: `base_ms` for `moves` moves (None: for all the rest), and `bonus_ms` for each.

    With `periods` it is byo-yomi: so many periods of `base_ms`; a move within one costs nothing, one that takes longer
    uses it up.
    """

    base_ms: int
    moves: int | None = None
    bonus: Bonus = Bonus.NONE
    bonus_ms: int = 0
    periods: int = 0

    def __str__(self) -> str:
        if self.periods:
            return f"{self.periods}x{_seconds(self.base_ms)}"
        counted = f"{self.moves}/" if self.moves else ""
        bonus = f"{self.bonus}{_seconds(self.bonus_ms)}" if self.bonus else ""
        return f"{counted}{_seconds(self.base_ms)}{bonus}"


Stages = tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The stages of each side; none at all: there is no clock. `str` gives the written form, in seconds."""

    white: Stages = ()
    black: Stages = ()

    def of(self, side: Side) -> Stages:
        """A side's stages."""
        return self.white if side is Side.WHITE else self.black

    def __str__(self) -> str:
        if not self.white:
            return "-"
        white, black = (":".join(map(str, stages)) for stages in (self.white, self.black))
        return white if white == black else f"{white}|{black}"


UNTIMED = TimeControl()


def parse_control(text: str) -> TimeControl:
    """Reads a written time control; an empty one is "-".

    Raises: TimeControlError, with a sentence that names the part that cannot be used.
    """
    told = re.sub(r"\s", "", text)
    if len(told) > LONGEST:
        raise TimeControlError(f"A time control has at most {LONGEST} letters; found {len(told)}.")
    if told in ("", "-"):
        return UNTIMED
    sides = told.split("|")
    if len(sides) > 2:
        raise TimeControlError(f"A time control has two sides at most, White's | Black's; found {len(sides)}.")
    white, black = _side(sides[0]), _side(sides[-1])
    return TimeControl(white, black)


def _side(text: str) -> Stages:
    parts = text.split(":")
    if len(parts) > MOST_STAGES:
        raise TimeControlError(f"A time control has at most {MOST_STAGES} stages; found {len(parts)}.")
    stages = tuple(map(_stage, parts))
    for stage, after in pairwise(stages):
        if stage.periods:
            raise TimeControlError(f"Nothing comes after byo-yomi; found “{after}” after “{stage}”.")
        if stage.moves is not None and after.periods:
            raise TimeControlError(
                f"Byo-yomi begins when the time before it is used up: no moves are counted in “{stage}”."
            )
        if stage.moves is None and not after.periods:
            raise TimeControlError(
                f"“{stage}” lasts to the end; write after how many moves “{after}” begins: 40/{stage}."
            )
    return stages


PERIODS = re.compile(r"(\d{1,9})x([\d.hms]+)", re.ASCII)
STAGE = re.compile(r"(?:(\d{1,9})/)?([\d.hms]+)(?:([+db])([\d.hms]+))?", re.ASCII)
TIME = re.compile(r"(?:(\d{1,12})h)?(?:(\d{1,12})m)?(?:(\d{1,12})(?:\.(\d{1,3}))?s?)?", re.ASCII)


def _stage(text: str) -> Stage:
    if match := PERIODS.fullmatch(text):
        periods, period_ms = int(match[1]), _time(match[2], MOST_BONUS_MS, "A byo-yomi period")
        if not 1 <= periods <= MOST_PERIODS or not period_ms:
            raise TimeControlError(f"Byo-yomi has 1 to {MOST_PERIODS} periods of 1 s or more; found “{text}”.")
        return Stage(period_ms, periods=periods)
    match = STAGE.fullmatch(text)
    if match is None:
        shown = text if len(text) < 24 else f"{text[:20]}…"
        raise TimeControlError(f"“{shown}” is no time: expected minutes and seconds such as 5m, 15m+10s or 40/2h:1h.")
    moves = int(match[1]) if match[1] else None
    if moves is not None and not 1 <= moves <= MOST_MOVES:
        raise TimeControlError(f"A stage is for 1 to {MOST_MOVES} moves; found {match[1]}.")
    base_ms = _time(match[2], MOST_STAGE_MS, "A clock")
    if not base_ms:
        raise TimeControlError("A clock of 0 s has run out before the first move; give it 1 s at least.")
    bonus = Bonus(match[3] or "")
    bonus_ms = _time(match[4], MOST_BONUS_MS, "What a move gives") if bonus else 0
    return Stage(base_ms, moves, bonus if bonus_ms else Bonus.NONE, bonus_ms)


def _time(text: str, most_ms: int, what: str) -> int:
    match = TIME.fullmatch(text)
    if match is None:
        raise TimeControlError(f"“{text[:24]}” is no time: expected seconds, or hours, minutes, seconds as in 1h30m5s.")
    hours, minutes, seconds, decimals = match.groups()
    time_ms = (int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)) * 1000
    time_ms += int((decimals or "").ljust(3, "0"))
    if time_ms > most_ms:
        raise TimeControlError(f"{what} has at most {duration(most_ms)}; found “{text[:24]}”.")
    return time_ms


def _seconds(time_ms: int) -> str:
    whole_s, rest_ms = divmod(time_ms, 1000)
    return f"{whole_s}.{rest_ms:03d}".rstrip("0") if rest_ms else str(whole_s)


def duration(time_ms: int) -> str:
    """A time as people say it.

    >>> duration(5_400_000), duration(90_000), duration(500)
    ('1 h 30 min', '1 min 30 s', '0.5 s')
    """
    whole_s, rest_ms = divmod(time_ms, 1000)
    hours, minutes, seconds = whole_s // 3600, whole_s // 60 % 60, _seconds(whole_s % 60 * 1000 + rest_ms)
    parts = [f"{hours} h" if hours else "", f"{minutes} min" if minutes else "", f"{seconds} s"]
    told = [part for part in parts if part and part != "0 s"]
    return " ".join(told) or "0 s"


def words(control: TimeControl) -> str:
    """A time control as people say it.

    >>> words(parse_control("15m+10")), words(parse_control("600:3x30|300d5"))
    ('15 min + 10 s a move', 'White 10 min, then 3 × 30 s byo-yomi; Black 5 min, 5 s delay')
    """
    if not control.white:
        return "No clock"
    if control.white == control.black:
        return _said(control.white)
    return f"White {_said(control.white)}; Black {_said(control.black)}"


def _said(stages: Stages) -> str:
    return ", then ".join(map(_stage_said, stages))


def _stage_said(stage: Stage) -> str:
    base, bonus = duration(stage.base_ms), duration(stage.bonus_ms)
    if stage.periods:
        return f"{stage.periods} × {base} byo-yomi"
    gives = {
        Bonus.FISCHER: f" + {bonus} a move",
        Bonus.DELAY: f", {bonus} delay",
        Bonus.BRONSTEIN: f", {bonus} Bronstein",
    }
    counted = f" for {stage.moves} moves" if stage.moves else ""
    return f"{base}{counted}{gives.get(stage.bonus, '')}"
