"""The tree: moves looked at ply by ply deeper, what cannot matter left out.

Principal variation search with a table of positions, a quiet end of every line, null moves and reductions. It knows no
game by name: moves, ends and repetitions are what `fairyrules` says they are, values what `values.py` read off the
sheet. `kernel/kernel.c` is the same in C.
"""

from collections.abc import Callable
from typing import Final

from fairyrules import captures, outcome
from fairyrules.board import NOWHERE
from fairyrules.moves import Move, Travel
from fairyrules.outcome import FIFTY_MOVES_PLIES
from fairyrules.position import Position
from fairyrules.search.ends import from_table, passed_on, seen_twice, to_table, won_by
from fairyrules.search.line import INFINITE, MATE, MOST_DEPTH, WON, Stopped
from fairyrules.search.order import Order
from fairyrules.search.table import AT_LEAST, AT_MOST, EXACT, Table
from fairyrules.search.values import Values

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
LATE: Final = 6
"""So many quiet moves are tried in the last plies, and eight more a ply left."""
FEW: Final = 2
"""A side with so few pieces is looked at for having no move, where that loses."""


class PythonTree:
    """What lies below the root's moves, for every game there is."""

    def __init__(self, start: Position, values: Values, entries: int) -> None:
        """`start` is any position of the game; `entries` bounds the table."""
        sheet = start.rules.sheet
        self.values = values
        self.nodes = 0
        self._table = Table(entries)
        self._order = Order(self.values, start.rules.board.size)
        self._path: dict[int, int] = {}
        self._line: list[list[Move]] = [[] for _ in range(MOST_PLIES + 2)]
        self._most = 0
        self._stop: Callable[[], bool] = bool
        self._special = start.rules.special
        self._forced = sheet.must_capture
        self._fifty = sheet.fifty_moves
        self._stalemate_loses = sheet.stalemate_loses
        first = sheet.reserves is not None and sheet.reserves.first
        self._may_pass = not (sheet.must_capture or sheet.may_pass or first or start.rules.more_moves is not None)

    def begin(self, position: Position, most_nodes: int, stop: Callable[[], bool]) -> None:
        """Before a question: `most_nodes` 0 for any number."""
        self.nodes = 0
        self._most = most_nodes
        self._stop = stop
        self._order.begin()
        self._path = seen_twice(position)
        self._path[position.key] = 1

    def score(self, after: Position, total: int, depth: int, alpha: int, beta: int, check: bool) -> int:
        """The score of the position after a move of the root's, for the side to move there.

        Raises: Stopped.
        """
        return self._search(after, total, depth, alpha, beta, 1, True, check)

    def line(self) -> list[Move]:
        """The moves expected after the root's."""
        return self._line[1]

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
                gives = after.in_check() or self._is_stuck(after)
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
        if self._is_stuck(position):
            return self._without_moves(position, ply)
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
            raise Stopped

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

    def _is_stuck(self, position: Position) -> bool:
        """Whether who is to move loses by having no move, where few pieces are left them and that is likely."""
        few = self._stalemate_loses and len(position.pieces_by_side[position.turn]) <= FEW
        return few and not position.in_check() and not position.legal_moves()

    def _passes_safely(self, position: Position) -> bool:
        """Whether to pass is hardly ever better than every move: the side has pieces left besides Pawns."""
        if not self._may_pass or position.kings[position.turn] == NOWHERE:
            return False
        codes = position.rules.codes
        for code in position.pieces_by_side[position.turn].values():
            if not codes.pawn[code] and not codes.royal_codes[code]:
                return True
        return False
