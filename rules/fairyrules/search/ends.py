"""What ends mean to a search: scores of won games, positions seen before, and a side that passes."""

from fairyrules.pieces import Side
from fairyrules.position import Position
from fairyrules.search.line import MATE, WON, Line


def score_of(line: Line) -> int:
    """Lines are ordered by it."""
    return line.score


def won_by(winner: Side | None, turn: int, ply: int) -> int:
    """The score of a game that is over here."""
    if winner is None:
        return 0
    return MATE - ply if int(winner) == turn else ply - MATE


def to_table(score: int, ply: int) -> int:
    """Ends are counted from the position, not from the root, so that it counts alike wherever it comes up."""
    return score + ply if score >= WON else score - ply if score <= -WON else score


def from_table(score: int, ply: int) -> int:
    """And back to the root."""
    return score - ply if score >= WON else score + ply if score <= -WON else score


def seen_twice(position: Position) -> dict[int, int]:
    """The keys that stood on the board twice already: once more, and the game is over."""
    counts: dict[int, int] = {}
    past = position.past
    while past is not None:
        key, _, _, past = past
        counts[key] = counts.get(key, 0) + 1
    return {key: 1 for key, count in counts.items() if count >= 2}


def passed_on(position: Position) -> Position:
    """The position with the other side to move; nobody has moved, nothing can be taken in passing."""
    keys = position.rules.keys
    key = position.key ^ keys.side
    if position.passed is not None:
        key ^= keys.of_passed(position.passed)
    return Position(
        position.game,
        position.rules,
        position.codes,
        position.pieces_by_side,
        position.kings,
        1 - position.turn,
        position.rights,
        None,
        position.reserves,
        position.extras,
        position.halfmove + 1,
        position.fullmove + position.turn,
        key,
        None,
    )
