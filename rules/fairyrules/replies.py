"""How many ways the other side has to answer each move, counted anew only around what the move has changed."""

from fairyrules.board import Cell
from fairyrules.follow import moves_of
from fairyrules.moves import Move, Travel
from fairyrules.reach import Sight
from fairyrules.state import State


class Reply:
    """One piece of the side that answers, before the move."""

    __slots__ = ("cell", "count", "sees")

    def __init__(self, cell: Cell, count: int, sees: bytes) -> None:
        self.cell = cell
        self.count = count
        """How many moves it has, its King's safety left aside."""
        self.sees = sees
        """By cell, whether what stands there counts for that; its own cell does."""


class Replies:
    """The pieces of the side that is not to move, for the count of its moves after each move of the other."""

    def __init__(self, position: State) -> None:
        rules = position.rules
        side = 1 - position.turn
        self._position = position
        self._told = rules.ask_phase is None and not rules.special
        """Whether nothing but what stands where decides those moves."""
        self._pieces: list[Reply] = []
        self._count = 0
        if self._told:
            for cell in position.pieces_by_side[side]:
                reply = _reply(position, cell, side)
                self._pieces.append(reply)
                self._count += reply.count

    def count(self, move: Move, after: State) -> int:
        """How many moves `follow.count` gives after the move; -1 where it has to be asked."""
        passed = self._position.passed
        if (
            not self._told
            or type(move) is not Travel
            or move.becomes is not None
            or (passed is not None and move.target in passed.targets)
        ):
            return -1
        origin, target = move.origin, move.target
        counted = self._count
        for reply in self._pieces:
            sees = reply.sees
            if sees[origin] or sees[target]:
                counted -= reply.count
                if reply.cell != target:
                    counted += len(moves_of(after, reply.cell))
        return counted


def _reply(position: State, cell: Cell, side: int) -> Reply:
    """The piece on the cell, with what counts for its moves."""
    rules = position.rules
    code = position.codes[cell]
    sight = rules.reach.sights(side, None)[code][cell]
    if sight.ways is None:
        sight = rules.reach.sight(code, None, cell)
    if not sight.sees:
        sight.sees = _seen_cells(sight, cell, rules.board.size)
    # Who else decides is asked after each move: nothing is taken off for such a piece, and all cells count for it.
    told = sight.cells and not sight.asks
    return Reply(cell, len(moves_of(position, cell)) if told else 0, sight.sees)


def _seen_cells(sight: Sight, own: Cell, size: int) -> bytes:
    if not sight.cells or sight.asks:
        return bytes([1] * size)
    return bytes([cell == own or sight.cells >> cell & 1 for cell in range(size)])
