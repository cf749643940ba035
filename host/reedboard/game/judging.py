"""What moves were worth, from what was seen in the positions before and after them. Pure.

A score is for the side to move, in hundredths of about a Pawn, as `fairyrules.search` gives it. Chances go from -1, the
game is lost, to 1, it is won: a Pawn less says much in an even position, and little where the game is won anyway.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from fairyrules import Position
from fairyrules.errors import FairyRulesError
from fairyrules.moves import Move
from fairyrules.pieces import Side
from fairyrules.search import MATE, WON, Line

STEEPNESS: Final = 0.00368208
"""How fast chances grow with a score in hundredths of a Pawn. Source: Lichess's fit to its rated chess games of players
around 2300; for other games an estimate, since their scores are of the same size but nobody has fitted them."""


class Judgement(StrEnum):
    """How much a move lost."""

    BLUNDER = "blunder"
    MISTAKE = "mistake"
    INACCURACY = "inaccuracy"


LOSSES: Final = ((0.3, Judgement.BLUNDER), (0.2, Judgement.MISTAKE), (0.1, Judgement.INACCURACY))
"""The chances lost from which a move is judged so. Source: Lichess's bounds, on the same scale."""
GLYPHS: Final = {Judgement.BLUNDER: 4, Judgement.MISTAKE: 2, Judgement.INACCURACY: 6}
"""The signs PGN has for it: ??, ? and ?!. Source: PGN standard, 10."""
ONLY: Final = 0.6
"""By so much more than the next move's the chances of a single winning move are better; from won to about even."""
WINNING: Final = 0.7
"""Chances from which a position counts as won: about three Pawns ahead."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody saw in a position.

    `lines` are the best moves, best first, none where the game is over; `score` is the position's own. `by` says who
    looked and how long: what was seen otherwise is no reason to look again.
    """

    fen: str
    by: str
    score: int
    lines: tuple[Line, ...] = ()

    @property
    def best(self) -> Line | None:
        """The best move with what is expected after it; None where the game is over."""
        return self.lines[0] if self.lines else None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a move was worth. `value` is White's, of the position after it; `best` what was expected instead of it,
    where it was not the best move."""

    value: Line
    chances: float
    """White's, after it."""
    lost: float
    """Chances that its own side lost by it, 0 for the best move."""
    judgement: Judgement | None = None
    best: Line | None = None


def chances(score: int) -> float:
    """What a score means for the end of the game: -1 lost, 0 even, 1 won.

    >>> [round(chances(score), 2) for score in (0, 100, -300, 1_000_000)]
    [0.0, 0.18, -0.5, 1.0]
    """
    if abs(score) >= WON:
        return math.copysign(1.0, score)
    return 2 / (1 + math.exp(-STEEPNESS * score)) - 1


def over(position: Position) -> int | None:
    """The score of a game that is over, for the side that would move; None while it goes on."""
    outcome = position.outcome()
    if outcome is None:
        return None
    return 0 if outcome.winner is None else MATE if outcome.winner is position.side else -MATE


def judge(played: Move, before: Seen, after: Seen, mover: Side) -> Verdict:
    """What a move was worth, by what was seen before and after it."""
    now, best = -after.score, before.best
    # The best move loses nothing, even where a look one ply further on thinks less of it.
    lost = 0.0 if best is None or best.move == played else max(0.0, chances(best.score) - chances(now))
    judgement = next((word for bound, word in LOSSES if lost >= bound), None)
    sign = 1 if mover is Side.WHITE else -1
    depth, pv = (after.best.depth, after.best.pv) if after.best else (0, ())
    value = Line(played, sign * now, depth, pv)
    return Verdict(value, chances(sign * now), lost, judgement, best if lost else None)


def verdicts(positions: Sequence[Position], moves: Sequence[Move], seen: Mapping[int, Seen]) -> dict[int, Verdict]:
    """The verdict on each move of a game whose positions before and after it were looked at, by ply from 1.

    `positions` has one more than `moves`. What was seen of another position, since the game was put back, says nothing.
    """
    known = {ply: each for ply, each in seen.items() if ply < len(positions) and each.fen == positions[ply].fen()}
    return {
        ply: judge(move, known[ply - 1], known[ply], positions[ply - 1].side)
        for ply, move in enumerate(moves, 1)
        if ply - 1 in known and ply in known
    }


def only_winning_move(seen: Seen) -> Line | None:
    """The one move that wins here, where every other throws the win away; None where there is none, or several.

    A single legal move is no puzzle, and neither is a position of which fewer than two moves were looked at.
    """
    if len(seen.lines) < 2:
        return None
    best, second = seen.lines[:2]
    wins = chances(best.score) >= WINNING and chances(best.score) - chances(second.score) >= ONLY
    return best if wins else None


def written(seen: Seen) -> dict[str, Any]:
    """As JSON takes it."""
    lines = [{"score": line.score, "depth": line.depth, "pv": [str(move) for move in line.pv]} for line in seen.lines]
    return {"fen": seen.fen, "by": seen.by, "score": seen.score, "lines": lines}


def read(told: Mapping[str, Any], position: Position) -> Seen | None:
    """What `written` wrote of this position; None where it is of another one, or cannot be read."""
    try:
        if told["fen"] != position.fen():
            return None
        lines = tuple(_line(position, each) for each in told["lines"])
        return Seen(told["fen"], str(told["by"]), int(told["score"]), lines)
    except (KeyError, TypeError, ValueError, IndexError, FairyRulesError):
        return None


def _line(position: Position, told: Mapping[str, Any]) -> Line:
    moves = []
    for text in told["pv"]:
        moves.append(position.parse(text))
        position = position.play_unchecked(moves[-1])
    return Line(moves[0], int(told["score"]), int(told["depth"]), tuple(moves))
