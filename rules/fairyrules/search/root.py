"""The search: the moves of a position, looked at ply by ply deeper, best first.

The root is fairyrules' own: its list of moves, each played by it, and every expected move found among the legal ones.
What lies below is a tree in Python (`tree.py`) or, where it was built and can represent the game, the kernel in C.
It knows no clock: who asks may stop it (`Search.go`).
"""

from collections.abc import Callable
from typing import Final

from fairyrules.moves import Move
from fairyrules.position import Position
from fairyrules.search import tuned
from fairyrules.search.ends import score_of
from fairyrules.search.kernel.tree import KernelTree, plays
from fairyrules.search.line import INFINITE, MATE, MOST_DEPTH, WON, Limit, Line, Stopped
from fairyrules.search.order import Order
from fairyrules.search.table import BYTES_PER_ENTRY, DEFAULT_ENTRIES
from fairyrules.search.tree import PythonTree
from fairyrules.search.values import Values

SHORTER: Final = 3
"""An end that was seen is looked at so many plies deeper, for a quicker one may have been cut short before."""
WINDOW: Final = 45
"""How far the score of one depth is expected from that of the depth before."""


def never() -> bool:
    """Nobody stops the search."""
    return False


def unheard(lines: tuple[Line, ...]) -> None:
    """Nobody listens to what the search finds on its way."""


class Search:
    """A search of one game, with what it remembers from one question to the next.

    The same questions in the same order have the same answers, on any machine, as long as the limit is a number of
    nodes or plies.

    >>> import fairyrules
    >>> position = fairyrules.game("chess").position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> [line] = Search(position).go(position, Limit(depth=3))
    >>> str(line.move), line.mate_in
    ('a1a8', 1)
    """

    def __init__(
        self, start: Position, entries: int = DEFAULT_ENTRIES, kernel: bool = True, values: Values | None = None
    ) -> None:
        """`start` is any position of the game.

        Args:
            start: tells the game.
            entries: bound the tree's table, by what they take in Python (`table.BYTES_PER_ENTRY`).
            kernel: whether the kernel in C may be used, where it is there and plays the game.
            values: of the game's pieces; those that are accepted for it if not given.
        """
        self.values = values or Values(start.game.start(), tuned.of(start.game.id))
        self._order = Order(self.values, start.rules.board.size)
        self._tree: KernelTree | PythonTree
        if kernel and plays(start):
            self._tree = KernelTree(start.game.start(), self.values, entries * BYTES_PER_ENTRY)
        else:
            self._tree = PythonTree(start, self.values, entries)
        self._stopped = False
        self._after: dict[Move, tuple[Position, int, bool]] = {}
        """By move of the root: the position after it, its total, whether it is check. Each depth begins with them."""

    @property
    def nodes(self) -> int:
        """Positions looked at for the last question."""
        return self._tree.nodes

    @property
    def in_c(self) -> bool:
        """Whether the kernel in C does the work."""
        return isinstance(self._tree, KernelTree)

    def go(
        self,
        position: Position,
        limit: Limit,
        count: int = 1,
        stop: Callable[[], bool] = never,
        told: Callable[[tuple[Line, ...]], None] = unheard,
    ) -> tuple[Line, ...]:
        """The `count` best moves with their lines, best first; fewer if there are fewer, none if the game is over.

        `stop` is asked often and ends the search by True, with what it knows by then; that is at least a legal move.
        `told` hears each depth's lines, and before the first the moves that are tried first. `position` brings its past
        along, for repetitions.
        """
        if position.outcome() is not None:
            return ()
        self._stopped = False
        self._after = {}
        self._tree.begin(position, limit.nodes, stop)
        total = self.values.total(position)
        moves = self._order.sorted(position, list(position.legal_moves()), 0)
        found = tuple([Line(move, 0, 0, (move,)) for move in moves[:count]])
        told(found)
        for depth in range(1, max(1, min(limit.depth, MOST_DEPTH)) + 1):
            lines: list[Line] = []
            left = moves
            for place in range(min(count, len(moves))):
                expected = found[place].score if depth > 3 and place < len(found) else None
                line = self._best(position, total, left, depth, expected)
                if line is not None:
                    lines.append(line)
                    left = [move for move in left if move is not line.move]
                if self._stopped:
                    break
            if self._stopped:
                # What this depth has found stands, if one line is asked for: it is as deep, or better.
                found = tuple(lines) if count == 1 and lines else found
                break
            lines.sort(key=score_of, reverse=True)
            found = tuple(lines)
            told(found)
            first = [line.move for line in found]
            moves = first + [move for move in moves if move not in first]
            if self._settled(found, depth, len(moves)):
                break
        return found

    def _settled(self, found: tuple[Line, ...], depth: int, moves: int) -> bool:
        """Whether to look deeper would change nothing: one move alone, or every line seen to its end."""
        return (moves == 1 and depth >= 2) or all(
            [abs(line.score) >= WON and MATE - abs(line.score) + SHORTER <= depth for line in found]
        )

    def _best(self, position: Position, total: int, moves: list[Move], depth: int, expected: int | None) -> Line | None:
        """The best of the moves; None if the search was stopped before the first of them was looked at."""
        reach = WINDOW
        low = -INFINITE if expected is None else expected - reach
        high = INFINITE if expected is None else expected + reach
        while True:
            line = self._root(position, total, moves, depth, low, high)
            if line is None or self._stopped:
                return line
            if line.score <= low and low > -INFINITE:
                low = -INFINITE if reach > 400 else low - reach * 2
                reach *= 3
            elif line.score >= high and high < INFINITE:
                high = INFINITE if reach > 400 else high + reach * 2
                reach *= 3
            else:
                return line

    def _root(
        self, position: Position, total: int, moves: list[Move], depth: int, alpha: int, beta: int
    ) -> Line | None:
        """The best line as far as one was found."""
        best: Line | None = None
        try:
            for number, move in enumerate(moves):
                known = self._after.get(move)
                if known is None:
                    after = position.play_unchecked(move)
                    known = self._after[move] = after, self.values.after(position, move, after, total), after.in_check()
                after, then, check = known
                if number:
                    score = -self._tree.score(after, then, depth - 1, -alpha - 1, -alpha, check)
                if not number or score > alpha:
                    score = -self._tree.score(after, then, depth - 1, -beta, -alpha, check)
                if best is None or score > best.score:
                    if number == 0 or score > alpha:
                        best = Line(move, score, depth, (move, *self._tree.line()))
                    if score > alpha:
                        alpha = score
                        if score >= beta:
                            break
        except Stopped:
            self._stopped = True
        return best
