"""Counting the leaves of the tree of legal moves: the usual proof that moves are right."""

from fairyrules.generate import count_legal_moves, legal_moves
from fairyrules.moves import Move
from fairyrules.position import Position
from fairyrules.replies import Replies


def perft(position: Position, depth: int) -> int:
    """How many ways there are to play `depth` plies; draws by count or repetition do not end the tree.

    >>> import fairyrules
    >>> perft(fairyrules.game("chess").start(), 2)
    400
    """
    if depth == 0:
        return 1
    if depth == 1:
        return count_legal_moves(position)
    if depth == 2:
        return _leaves_behind(position)
    return sum([perft(position.play_unchecked(move), depth - 1) for move in legal_moves(position)])


def _leaves_behind(position: Position) -> int:
    replies = Replies(position)
    leaves = 0
    for move in legal_moves(position):
        after = position.play_unchecked(move)
        leaves += count_legal_moves(after, replies.count(move, after))
    return leaves


def divide(position: Position, depth: int) -> dict[Move, int]:
    """The same by first move. Depth is at least 1."""
    return {move: perft(position.play_unchecked(move), depth - 1) for move in position.legal_moves()}
