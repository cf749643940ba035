"""In which order moves are tried: what was best before, what takes most, what refuted other moves, what often did."""

from typing import TYPE_CHECKING, Final

from fairyrules.captures import victim
from fairyrules.moves import Drop, Move, Travel
from fairyrules.search.line import MOST_DEPTH

if TYPE_CHECKING:
    from fairyrules.position import Position
    from fairyrules.search.values import Values

TAKES: Final = 1 << 40
"""From here on the order of a move that takes something or changes its kind."""
REFUTES: Final = 1 << 39
"""That of a move which refuted another one at the same ply; the older of the two has one less."""
MOST_HISTORY: Final = 1 << 30


class Order:
    """What a search has learned about moves so far."""

    def __init__(self, values: "Values", size: int) -> None:
        self._values = values
        self._size = size
        self._killers: list[list[Move | None]] = [[None, None] for _ in range(4 * MOST_DEPTH)]
        self._history: list[int] = [0] * (len(values.worth) * size)

    def rank(self, position: "Position", move: Move, ply: int) -> int:
        """The higher, the sooner it is tried."""
        worth = self._values.worth
        taken = victim(position, move)
        if taken:
            mover = position.codes[move.origin] if type(move) is Travel else 0
            gained = 0 if type(move) is not Travel or move.becomes is None else self._becomes(position, move)
            return TAKES + 16 * (worth[taken] + gained) - worth[mover]
        if type(move) is Travel and move.becomes is not None:
            return TAKES + 16 * self._becomes(position, move)
        killers = self._killers[ply]
        if move is killers[0]:
            return REFUTES
        if move is killers[1]:
            return REFUTES - 1
        place = self._place(position, move)
        return self._history[place] if place >= 0 else 0

    def sorted(self, position: "Position", moves: list[Move], ply: int) -> list[Move]:
        """The moves, first what is to be tried first; those alike in the order they came in."""
        ranked = [(-self.rank(position, move, ply), number) for number, move in enumerate(moves)]
        ranked.sort()
        return [moves[number] for _, number in ranked]

    def refuted(self, position: "Position", move: Move, ply: int, depth: int) -> None:
        """A quiet move was good enough to end the look at a position."""
        killers = self._killers[ply]
        if move is not killers[0]:
            killers[1] = killers[0]
            killers[0] = move
        place = self._place(position, move)
        if place >= 0:
            self._history[place] = min(MOST_HISTORY, self._history[place] + depth * depth)

    def begin(self) -> None:
        """Before a new search: what was learned counts less."""
        self._history = [each >> 3 for each in self._history]
        self._killers = [[None, None] for _ in self._killers]

    def _becomes(self, position: "Position", move: Travel) -> int:
        worth = self._values.worth
        code = position.codes[move.origin]
        kind = move.becomes
        return 0 if kind is None else worth[position.rules.codes.code(kind, position.turn)] - worth[code]

    def _place(self, position: "Position", move: Move) -> int:
        if type(move) is Travel:
            return position.codes[move.origin] * self._size + move.target
        if type(move) is Drop:
            return position.rules.codes.code(move.kind, position.turn) * self._size + move.target
        return -1
