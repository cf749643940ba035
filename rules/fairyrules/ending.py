"""What ends a game besides mate, stalemate and repetition: conditions a sheet lists (`Sheet.endings`).

Each answers one question of a position, before its moves are made: is the game over here, and for whom? A sheet may
bring a condition of its own; all it needs is `reached`.
"""

from dataclasses import dataclass
from typing import Protocol

from fairyrules.pieces import Side
from fairyrules.view import View


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, None for a draw, and why in a word or two."""

    winner: Side | None
    reason: str

    def __str__(self) -> str:
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


ALL = ""
"""Of `kinds`: pieces of every kind."""


class Ending(Protocol):
    """A condition that ends the game."""

    def reached(self, position: View) -> Outcome | None:
        """How the game is over here, or None."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A side wins that brings a piece of the kinds to one of the cells."""

    kinds: str
    """Letters, separated by spaces."""
    cells: str
    """White's, as `Board.zone` reads them; Black's are mirrored."""
    black_cells: str = ""
    """Black's, where they are no mirror image."""
    answered: bool = False
    """Whether Black, who moves second, may draw by getting there with the very next move."""

    def reached(self, position: View) -> Outcome | None:
        """The side that stands there has won; if both do, nobody."""
        there = [side for side in Side if self._stands(position, side)]
        if len(there) == 2:
            return Outcome(None, "both at the goal")
        if not there:
            return None
        if self.answered and there == [Side.WHITE] and position.side is Side.BLACK and self._can_follow(position):
            return None
        return Outcome(there[0], "goal")

    def _cells(self, position: View, side: Side) -> frozenset[int]:
        if side is Side.BLACK and self.black_cells:
            return position.board.zone(self.black_cells)
        return position.board.zone(self.cells, side is Side.BLACK)

    def _stands(self, position: View, side: Side) -> bool:
        cells = self._cells(position, side)
        return any(cell in cells for kind in self.kinds.split() for cell in position.cells(side, kind))

    def _can_follow(self, position: View) -> bool:
        moves = position.moves_if_open()
        return any(self._stands(position.peek(move), position.side) for move in moves)


@dataclass(frozen=True, slots=True)
class Checks:
    """A side wins that has given check so often; the counts are a part of the position, `checks=1/0`."""

    count: int

    def reached(self, position: View) -> Outcome | None:
        """The side that has given the last of the checks has won."""
        given = position.extra("checks")
        assert isinstance(given, tuple)
        for side in Side:
            if given[side] >= self.count:
                return Outcome(side, f"{self.count} checks")
        return None


@dataclass(frozen=True, slots=True)
class Extinction:
    """A side that has hardly any piece of the kinds left, on the board or in its reserve, has lost."""

    kinds: str = ALL
    """Letters, separated by spaces; the pieces of each kind are counted apart, or all pieces together."""
    most: int = 0
    """So few are left, at most; a kind the array does not give a side does not count."""
    others: int = 0
    """Only while the other side has more of them than this."""
    answer: bool = False
    """Whether the next move may still even it out: a bare King takes the last piece of the other side."""
    wins: bool = False
    """Whether that side has won instead."""

    def reached(self, position: View) -> Outcome | None:
        """The side reduced so far, the one that has just moved asked first."""
        for side in (position.side.other, position.side):
            spared = self.answer and side is position.side
            for kind in self.kinds.split() or [ALL]:
                if _given(position, side, kind) and (
                    _left(position, side, kind) <= self.most
                    and (_left(position, side.other, kind) > self.others + spared or not self.others)
                ):
                    name = f"no {position.name_of(kind)} left" if kind else "bare King" if self.most else "all taken"
                    return Outcome(side if self.wins else side.other, name)
        return None


def _given(position: View, side: Side, kind: str) -> bool:
    return kind == ALL or position.given(side, kind) > 0


def _left(position: View, side: Side, kind: str) -> int:
    held = position.reserve(side.letter)
    if kind == ALL:
        return len(position.pieces_of(side)) + sum(held.values())
    return position.count(side, kind) + held.get(kind, 0)


@dataclass(frozen=True, slots=True)
class Counting:
    """The counting of the endgame: mate has to come within so many moves; the count is a part of the position."""

    pawns: str
    """While a piece of these kinds stands nobody counts."""
    board: int
    """Moves while the weaker side still has more than its King."""
    pieces: tuple[tuple[str, int], ...]
    """Moves once it has its King alone, by what the other side has at least: (("RR", 8), ("R", 16), ...)."""
    otherwise: int
    """Moves for anything else."""

    def reached(self, position: View) -> Outcome | None:
        """The count is over, and this is no mate."""
        count = position.extra("count")
        if count is None:
            return None
        assert isinstance(count, tuple)
        if count[0] <= count[1] or (position.in_check() and not position.moves_if_open()):
            return None
        return Outcome(None, "counted out")

    def limit(self, position: View, side: Side) -> int:
        """How many moves the side may count here; 0 for none."""
        for kind in self.pawns.split():
            if position.count(0, kind) + position.count(1, kind):
                return 0
        if len(position.pieces_of(side.other)) == 1:
            return 0
        if len(position.pieces_of(side)) > 1:
            return self.board
        for needed, moves in self.pieces:
            if all(position.count(side.other, kind) >= needed.count(kind) for kind in needed):
                return moves
        return self.otherwise


@dataclass(frozen=True, slots=True)
class Standstill:
    """Both sides pass, or one side while the Kings face each other along a file: then the pieces are counted.

    While the Kings face each other the side to move has to break it or to pass, which it may even in check. What came
    before is a part of the position: `still=f` says that the Kings faced each other before the last move, `still=p`
    that it was a pass. For games with `Sheet.may_pass`.
    """

    values: tuple[tuple[str, float], ...]
    """What a piece of each kind counts: (("R", 13), ...)."""
    second: float = 0
    """What Black, who moves second, counts more."""

    def reached(self, position: View) -> Outcome | None:
        """The side whose pieces count more has won; with equal counts nobody."""
        still = str(position.extra("still") or "")
        if not ((PASSED * 2) in still or (FACED in still and kings_face(position))):
            return None
        worth = [sum(value * position.count(side, kind) for kind, value in self.values) for side in Side]
        worth[Side.BLACK] += self.second
        winner = None if worth[0] == worth[1] else Side.WHITE if worth[0] > worth[1] else Side.BLACK
        return Outcome(winner, "standstill")


FACED, PASSED = "f", "p"


def kings_face(position: View) -> bool:
    """Whether the Kings stand on one file with nothing between them."""
    files = position.board.files
    low, high = sorted((position.king(Side.WHITE), position.king(Side.BLACK)))
    if low < 0 or (high - low) % files:
        return False
    return not any(position.piece_at(cell) for cell in range(low + files, high, files))
