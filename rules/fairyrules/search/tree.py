"""The search: a tree of moves looked at ply by ply deeper, what cannot matter left out.

Principal variation search with a table of positions, a quiet end of every line, null moves and reductions. It knows no
game by name: moves, ends and repetitions are what `fairyrules` says they are, values what `values.py` read off the
sheet. It knows no clock either: who asks may stop it (`Search.go`).
"""

from collections.abc import Callable
from typing import Final

from fairyrules import captures, outcome
from fairyrules.board import NOWHERE
from fairyrules.moves import Move, Travel
from fairyrules.outcome import FIFTY_MOVES_PLIES
from fairyrules.position import Position
from fairyrules.search.ends import from_table, passed_on, score_of, seen_twice, to_table, won_by
from fairyrules.search.line import MATE, MOST_DEPTH, WON, Limit, Line
from fairyrules.search.order import Order
from fairyrules.search.table import AT_LEAST, AT_MOST, DEFAULT_ENTRIES, EXACT, Table
from fairyrules.search.values import Values

INFINITE: Final = MATE + 1
LOOK_EVERY: Final = 16
"""Positions between two looks whether to stop: 5 ms in the slowest game, a 17x17 board without compiled build."""
MOST_PLIES: Final = 3 * MOST_DEPTH
"""No line is looked at further than this, checks and captures counted."""
MOST_CAPTURES: Final = 10
"""Plies of captures after the last full ply."""
HOPELESS: Final = 130
"""A capture that leaves the score so far below what is needed, though it takes its piece for nothing, is left out."""
AHEAD: Final = 85
"""What a quiet move is trusted to change at most, times the plies left: beyond it the position is cut short."""
CUT_SHORT_PLIES: Final = 3
FUTILE: Final = 140
"""The same for one quiet move at the last ply or two, times the plies left."""
NULL_PLIES: Final = 2
"""Plies left from which passing is tried: if even that is good enough, so is a move."""
REDUCED_FROM: Final = 3
"""Plies left, and moves tried, from which quiet moves are looked at less deep first."""
SHORTER: Final = 3
"""An end that was seen is looked at so many plies deeper, for a quicker one may have been cut short before."""
LATE: Final = 6
"""So many quiet moves are tried in the last plies, and eight more a ply left."""
WINDOW: Final = 45
"""How far the score of one depth is expected from that of the depth before."""


class _Stopped(Exception):  # noqa: N818  # it is no error
    """The search is over its limit, or was told to stop."""


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

    def __init__(self, start: Position, entries: int = DEFAULT_ENTRIES) -> None:
        """`start` is any position of the game; `entries` bounds the table (`table.BYTES_PER_ENTRY`)."""
        sheet = start.rules.sheet
        self.values = Values(start.game.start())
        self.nodes = 0
        """Positions looked at for the last question."""
        self._table = Table(entries)
        self._order = Order(self.values, start.rules.board.size)
        self._path: dict[int, int] = {}
        self._line: list[list[Move]] = [[] for _ in range(MOST_PLIES + 2)]
        self._most = 0
        self._stop: Callable[[], bool] = never
        self._stopped = False
        self._special = start.rules.special
        self._forced = sheet.must_capture
        self._fifty = sheet.fifty_moves
        first = sheet.reserves is not None and sheet.reserves.first
        self._may_pass = not (sheet.must_capture or sheet.may_pass or first or start.rules.more_moves is not None)

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
        `told` hears each depth's lines. `position` brings its past along, for repetitions.
        """
        if position.outcome() is not None:
            return ()
        self.nodes = 0
        self._stopped = False
        self._most = limit.nodes
        self._stop = stop
        self._order.begin()
        self._path = seen_twice(position)
        self._path[position.key] = 1
        total = self.values.total(position)
        moves = self._order.sorted(position, list(position.legal_moves()), 0)
        found = tuple([Line(move, 0, 0, (move,)) for move in moves[:count]])
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
        self._path = {}
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
                after = position.play_unchecked(move)
                then = self.values.after(position, move, after, total)
                check = after.in_check()
                if number:
                    score = -self._search(after, then, depth - 1, -alpha - 1, -alpha, 1, True, check)
                if not number or score > alpha:
                    score = -self._search(after, then, depth - 1, -beta, -alpha, 1, True, check)
                if best is None or score > best.score:
                    if number == 0 or score > alpha:
                        best = Line(move, score, depth, (move, *self._line[1]))
                    if score > alpha:
                        alpha = score
                        if score >= beta:
                            break
        except _Stopped:
            self._stopped = True
        return best

    def _search(
        self, position: Position, total: int, depth: int, alpha: int, beta: int, ply: int, may_pass: bool, check: bool
    ) -> int:
        """The position's score for the side to move, exact between alpha and beta, a bound beyond."""
        if check:
            depth += 1
        if depth <= 0:
            return self._quiet(position, total, alpha, beta, ply, 0)
        self._count()
        line = self._line[ply]
        line.clear()
        if self._special:
            ended = position.ended()
            if ended is not None:
                return won_by(ended.winner, position.turn, ply)
        key = position.key
        if self._path.get(key, 0):
            return self._repeated(position, ply)
        if self._fifty and position.halfmove >= FIFTY_MOVES_PLIES and position.legal_moves():
            return 0
        if ply >= MOST_PLIES:
            return self.values.judged(position, total)
        alpha = max(alpha, ply - MATE)
        beta = min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha
        exact = beta - alpha > 1
        known: Move | None = None
        entry = self._table.find(key)
        if entry is not None:
            known = entry[3]
            score = from_table(entry[1], ply)
            if entry[0] >= depth and not exact:
                bound = entry[2]
                if bound == EXACT or (bound == AT_LEAST and score >= beta) or (bound == AT_MOST and score <= alpha):
                    return score
        judged = self.values.judged(position, total)
        if not exact and not check:
            if depth <= CUT_SHORT_PLIES and judged - AHEAD * depth >= beta and beta > -WON:
                return judged
            if may_pass and depth >= NULL_PLIES and judged >= beta and beta > -WON and self._passes_safely(position):
                score = -self._search(
                    passed_on(position), total, depth - 3 - depth // 4, -beta, -beta + 1, ply + 1, False, False
                )
                line.clear()
                if score >= beta:
                    return beta if score >= WON else score
        if known is None and depth >= 4:
            depth -= 1
        self._path[key] = 1
        try:
            return self._moves(position, total, depth, alpha, beta, ply, check, known, judged)
        finally:
            del self._path[key]

    def _moves(
        self,
        position: Position,
        total: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        check: bool,
        known: Move | None,
        judged: int,
    ) -> int:
        """The same by trying the moves, the known one first."""
        below = alpha
        best = -INFINITE
        chosen: Move | None = None
        exact = beta - alpha > 1
        tried = 0
        quiet = 0
        moves: list[Move] = []
        if known is not None and position.is_legal(known):
            moves = [known]
        else:
            known = None
            moves = self._order.sorted(position, list(position.legal_moves()), ply)
        while True:
            for move in moves:
                if tried and (move is known or (type(move) is not Travel and move == known)):
                    continue
                calm = not captures.victim(position, move) and (type(move) is not Travel or move.becomes is None)
                after = position.play_unchecked(move)
                gives = after.in_check()
                if calm and not gives:
                    quiet += 1
                    late = quiet > LATE + 8 * depth or (depth < REDUCED_FROM and judged + FUTILE * depth <= alpha)
                    if late and not exact and not check and best > -WON and depth <= REDUCED_FROM:
                        continue
                tried += 1
                then = self.values.after(position, move, after, total)
                score = 0
                deeper = depth - 1
                if tried > 1:
                    less = 0
                    if calm and not gives and not check and depth >= REDUCED_FROM and tried > REDUCED_FROM:
                        less = 1 + (tried > 8) + (tried > 20 and depth > 5) - (1 if exact else 0)
                    score = -self._search(after, then, deeper - less, -alpha - 1, -alpha, ply + 1, True, gives)
                    if less > 0 and score > alpha:
                        score = -self._search(after, then, deeper, -alpha - 1, -alpha, ply + 1, True, gives)
                if tried == 1 or (exact and score > alpha):
                    score = -self._search(after, then, deeper, -beta, -alpha, ply + 1, True, gives)
                if score > best:
                    best = score
                    chosen = move
                    if score > alpha:
                        alpha = score
                        self._line[ply] = [move, *self._line[ply + 1]]
                        if score >= beta:
                            if calm:
                                self._order.refuted(position, move, ply, depth)
                            self._keep(position, depth, best, AT_LEAST, chosen, ply)
                            return best
            if known is None or len(moves) > 1:
                break
            moves = self._order.sorted(position, list(position.legal_moves()), ply)
            if len(moves) == 1:
                break
        if not tried:
            return self._without_moves(position, ply)
        self._keep(position, depth, best, EXACT if best > below else AT_MOST, chosen if best > below else None, ply)
        return best

    def _quiet(self, position: Position, total: int, alpha: int, beta: int, ply: int, taken: int) -> int:
        """The score once captures have been followed to their end; who is to move may also take nothing."""
        self._count()
        self._line[ply].clear()
        if self._special:
            ended = position.ended()
            if ended is not None:
                return won_by(ended.winner, position.turn, ply)
        best = self.values.judged(position, total)
        moves = captures.captures(position)
        if self._forced:
            if not moves:
                return best if position.legal_moves() else self._without_moves(position, ply)
            best = -INFINITE
        elif best >= beta or not moves:
            return best
        if taken >= MOST_CAPTURES or ply >= MOST_PLIES:
            return self.values.judged(position, total)
        stand = best
        alpha = max(alpha, best)
        worth = self.values.worth
        rare = captures.guards(position)
        for move in self._order.sorted(position, moves, 0):
            prey = worth[captures.victim(position, move)]
            changes = type(move) is Travel and move.becomes is not None
            if not self._forced and not changes and stand + prey + HOPELESS <= alpha:
                continue
            if not captures.is_safe(position, move, rare):
                continue
            after = position.play_unchecked(move)
            if (
                type(move) is Travel
                and not (changes or self._special)
                and worth[position.codes[move.origin]] > prey + 50
                and after.is_attacked(move.target, after.side)
            ):
                continue
            then = self.values.after(position, move, after, total)
            score = -self._quiet(after, then, -beta, -alpha, ply + 1, taken + 1)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def _count(self) -> None:
        self.nodes += 1
        if (self._most and self.nodes > self._most) or (self.nodes % LOOK_EVERY == 0 and self._stop()):
            raise _Stopped

    def _keep(self, position: Position, depth: int, score: int, bound: int, move: Move | None, ply: int) -> None:
        self._table.keep(position.key, (depth, to_table(score, ply), bound, move))

    def _repeated(self, position: Position, ply: int) -> int:
        """A position that stood before counts as it will the third time."""
        if position.rules.perpetual_check_loses:
            checking = outcome.perpetual_checkers(position, 2)
            if len(checking) == 1:
                return won_by(checking[0].other, position.turn, ply)
        return 0

    def _without_moves(self, position: Position, ply: int) -> int:
        """The score where there is no legal move."""
        ended = position.outcome()
        assert ended is not None
        return won_by(ended.winner, position.turn, ply)

    def _passes_safely(self, position: Position) -> bool:
        """Whether to pass is hardly ever better than every move: the side has pieces left besides Pawns."""
        if not self._may_pass or position.kings[position.turn] == NOWHERE:
            return False
        codes = position.rules.codes
        for code in position.pieces_by_side[position.turn].values():
            if not codes.pawn[code] and not codes.royal_codes[code]:
                return True
        return False
