"""Movement written in the field's own notation, Betza's, read into patterns of steps.

A movement is a row of *atoms*, each with small modifiers before it and a range after it: `mfWcfFimfW2` is a chess Pawn.

Atoms
    W (1,0)  F (1,1)  D (2,0)  N (2,1)  A (2,2)  H (3,0)  C or L (3,1)  Z or J (3,2)  G (3,3); any other as `(4,2)`.
    K is W and F together; R, B, Q are W, F, K of unlimited range.
Range
    none: one step. `W2`: up to two, each over an empty cell. `W0`, or the letter twice (`NN`): unlimited.
Direction (forward is the owner's)
    f b l r, and v = f b, s = l r. On diagonal and oblique atoms one letter takes a half plane, two a quarter (`fl`).
    On oblique atoms v and s take the tall and the wide leaps, and ff bb ll rr the two nearest that axis: `ffN` is a
    Shogi Knight.
Mode
    m moves only without capture, c only captures; neither or both: does either.
Manner
    n  lame: every cell of the straight or bent way to the landing must be empty (`nN` goes orthogonally first, `nA`).
    p  hops: needs exactly one piece on the way, at any distance (`cpR` is how a Cannon captures).
    g  hops and lands right behind the piece (grasshopper).
    z  crooked: the direction swings to and fro between two neighbours (`zB`, `zNN`; `zK0` bends 45 degrees each step).
    q  circular: each step turns on to the next direction, always the same way round (`qN6` is a Rose of six leaps).
    i  only from the kind's home cells.

Source: Ralph Betza's funny notation with H. G. Muller's XBetza ranges and directions. What cannot be said so (rifle
capture, zones, counted leaps) is said by the rule sheet.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from fairyrules.board import Step
from fairyrules.errors import SheetError


class Mode(Enum):
    """Whether the way is for moving, for capturing, or both."""

    BOTH = "both"
    QUIET = "quiet"
    TAKE = "take"


class Hop(Enum):
    """What has to stand on the way."""

    NONE = "nothing"
    OVER = "exactly one piece, anywhere"
    BEHIND = "exactly one piece, right before the landing"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way a piece may go, as steps one after another; forward is up.

    It may end after any step from number `first` (from 0) on; all cells passed must be empty but for a hurdle.
    """

    steps: tuple[Step, ...]
    first: int = 0
    mode: Mode = Mode.BOTH
    hop: Hop = Hop.NONE
    initial: bool = False
    within: str = ""
    """The only cells, as `Board.zone` reads them, between which it may go; empty for all. No movement text says it."""


UNLIMITED = 64
"""Steps of a ride without a limit: more than any way fits on a board of 26 files and 26 ranks."""

_ATOMS: dict[str, tuple[Step, ...]] = {
    "W": ((1, 0),), "F": ((1, 1),), "D": ((2, 0),), "N": ((2, 1),), "A": ((2, 2),), "H": ((3, 0),),
    "C": ((3, 1),), "L": ((3, 1),), "Z": ((3, 2),), "J": ((3, 2),), "G": ((3, 3),),
    "K": ((1, 0), (1, 1)), "R": ((1, 0),), "B": ((1, 1),), "Q": ((1, 0), (1, 1)),
}  # fmt: skip
_TERM = re.compile(r"([a-z]*)([A-Z]|\(([0-9]{1,3}),([0-9]{1,3})\))(\2)?([0-9]{1,9})?")
_MANNERS = "mcnpgzqi"
_DIRECTIONS = "fblrvs"


def read(text: str) -> tuple[Pattern, ...]:
    """The patterns of a movement.

    >>> [pattern.steps for pattern in read("fsW")]
    [((1, 0),), ((0, 1),), ((-1, 0),)]

    Raises:
        SheetError: a letter or a combination that means nothing.
    """
    patterns: dict[Pattern, None] = {}
    place = 0
    while place < len(text):
        match = _TERM.match(text, place)
        if not match:
            raise SheetError(
                f"Movement “{text}”: “{text[place:]}” does not begin an atom; expected modifiers, a capital, a range."
            )
        try:
            patterns.update(dict.fromkeys(_term(match)))
        except SheetError as error:
            raise SheetError(f"Movement “{text}”: {error}") from None
        place = match.end()
    return tuple(patterns)


def read_shots(text: str) -> tuple[Pattern, ...]:
    """The patterns of what a kind takes without going there: plain leaps, for a shot asks nothing of what lies between.

    Raises:
        SheetError: as `read`; or for a ride, a hurdle, a first move, a move without capture.
    """
    shots = read(text)
    for shot in shots:
        if len(shot.steps) != 1 or shot.hop is not Hop.NONE or shot.initial or shot.mode is Mode.QUIET:
            raise SheetError(f"Movement “{text}”: a shot is a plain leap; expected atoms as W, fF or N, without range.")
    return shots


def _term(match: re.Match[str]) -> Iterator[Pattern]:
    modifiers, atom, far, near, doubled, digits = match.groups()
    if far:
        bases: tuple[Step, ...] = ((int(far), int(near)),)
    elif atom in _ATOMS:
        bases = _ATOMS[atom]
    else:
        raise SheetError(f"“{atom}” is no atom; expected one of {' '.join(_ATOMS)} or a leap as (4,2).")
    unknown = [letter for letter in modifiers if letter not in _MANNERS + _DIRECTIONS]
    if unknown:
        raise SheetError(f"“{unknown[0]}” is no modifier; expected letters of {_MANNERS}{_DIRECTIONS}.")
    reach = UNLIMITED if doubled or atom in "RBQ" or digits == "0" else 1
    if digits and digits != "0":
        reach = min(int(digits), UNLIMITED)
    ring = sorted({step for base in bases for step in _symmetric(base)}, key=lambda step: math.atan2(step[1], step[0]))
    directions = "".join(letter for letter in modifiers if letter in _DIRECTIONS)
    starts = [step for step in ring if _points(step, directions)]
    if not starts:
        raise SheetError(f"“{directions}” is no direction of {atom}.")
    mode = {(True, False): Mode.QUIET, (False, True): Mode.TAKE}.get(("m" in modifiers, "c" in modifiers), Mode.BOTH)
    hop = Hop.OVER if "p" in modifiers else Hop.BEHIND if "g" in modifiers else Hop.NONE
    if hop is Hop.BEHIND or (hop is Hop.OVER and reach == 1):
        reach = UNLIMITED if reach == 1 else reach
    for start in starts:
        for steps in _ways(start, ring, reach, modifiers):
            first = len(steps) - 1 if "n" in modifiers else 0
            yield Pattern(steps, first, mode, hop, "i" in modifiers)


def _symmetric(base: Step) -> Iterator[Step]:
    x, y = base
    for a, b in ((x, y), (y, x)):
        for sign in (1, -1):
            for other in (1, -1):
                yield a * sign, b * other


def _points(step: Step, directions: str) -> bool:
    """Whether the step lies in the directions; none named means all."""
    if not directions:
        return True
    x, y = step
    oblique = abs(x) != abs(y) and x != 0 and y != 0
    toward = {"f": y > 0, "b": y < 0, "l": x < 0, "r": x > 0}
    if x == 0 or y == 0:
        return any(toward[letter] for letter in directions.replace("v", "fb").replace("s", "lr"))
    tall = abs(y) > abs(x)
    for pair in re.findall(r"ff|bb|ll|rr|[fb][lr]|[lr][fb]|[fb][vs]|[lr][vs]|[fblrvs]", directions):
        if pair in ("ff", "bb", "ll", "rr"):
            if toward[pair[0]] and (not oblique or tall == (pair[0] in "fb")):
                return True
        elif all(toward.get(letter, not oblique or tall == (letter == "v")) for letter in pair):
            return True
    return False


def _ways(start: Step, ring: list[Step], reach: int, modifiers: str) -> Iterator[tuple[Step, ...]]:
    """Every way that begins with this step."""
    here = ring.index(start)
    if "q" in modifiers:
        # A full turn would come back to where it began, so the last step before that is left out.
        turns = min(reach, len(ring) - 1)
        for sense in (1, -1):
            yield tuple(ring[(here + sense * turn) % len(ring)] for turn in range(turns))
    elif "z" in modifiers:
        for other in _swings(start, ring):
            yield tuple((start, other)[turn % 2] for turn in range(reach))
    elif "n" in modifiers:
        if reach > 1:
            raise SheetError("a lame leap has no range.")
        yield _lame(start)
    else:
        yield (start,) * reach


def _swings(start: Step, ring: list[Step]) -> tuple[Step, ...]:
    """The directions a crooked ride may alternate with: the neighbours, or for oblique leaps the mirror image ahead."""
    x, y = start
    if x and y and abs(x) != abs(y):
        return ((x, -y),) if abs(x) > abs(y) else ((-x, y),)
    here = ring.index(start)
    return ring[(here + 1) % len(ring)], ring[here - 1]


def _lame(step: Step) -> tuple[Step, ...]:
    """The single steps of a leap on foot: an oblique one orthogonally first, then diagonally outward."""
    x, y = step
    dx, dy = (x > 0) - (x < 0), (y > 0) - (y < 0)
    diagonal = min(abs(x), abs(y))
    straight = max(abs(x), abs(y)) - diagonal
    forward = (dx, 0) if abs(x) > abs(y) else (0, dy)
    return (forward,) * straight + ((dx, dy),) * diagonal
