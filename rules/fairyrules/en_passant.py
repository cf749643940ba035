"""Capture in passing: what the last move left to be taken, and who could take it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from fairyrules.betza import Hop, Mode
from fairyrules.board import NOWHERE, Cell
from fairyrules.movement import Movement
from fairyrules.moves import MoveBook, Travel
from fairyrules.pieces import Side
from fairyrules.sheet import Passing
from fairyrules.view import View


@dataclass(frozen=True, slots=True)
class Passed:
    """What the very next move may take in passing."""

    targets: tuple[Cell, ...]
    """Entering any of them takes the victim."""
    victim: Cell
    taken_by: Callable[[View, Cell], bool] | None = field(default=None, compare=False)
    """For castling in passing: whether a piece on the cell is entitled. None: a pawn-like capture on the one target."""


UNKNOWN: Final = Passed((), NOWHERE)
"""Stands for what nobody has asked yet."""


class Passings:
    """The long steps of a sheet and what may take them, kept once found."""

    def __init__(self, passing: tuple[Passing, ...], movement: Movement, book: MoveBook) -> None:
        self._passing = passing
        self._movement = movement
        self._board = movement.board
        self._codes = movement.codes
        self._book = book
        self._long_steps: dict[int, Passed | None] = {}
        self._passers: dict[int, tuple[tuple[int, Travel], ...]] = {}
        steppers = {self._codes.code(each.kind, side) for each in passing for side in (Side.WHITE, Side.BLACK)}
        self.long_stepper = tuple([code in steppers for code in range(self._codes.count)])
        """By code: whether the piece may make a long step."""

    def long_step(self, code: int, origin: Cell, target: Cell) -> Passed | None:
        """What the piece leaves to be taken in passing by going from cell to cell."""
        key = (code * self._board.size + origin) * self._board.size + target
        passed = self._long_steps.get(key, UNKNOWN)
        if passed is UNKNOWN:
            passed = self._long_steps[key] = self._passed_by(self._codes.letter_of(code), code & 1 == 0, origin, target)
        return passed

    def _passed_by(self, letter: str, black: bool, origin: Cell, target: Cell) -> Passed | None:
        for passing in self._passing:
            if letter == passing.kind:
                for passed, landing in self.long_steps(passing, origin, black):
                    if landing == target:
                        return Passed((passed,), target)
        return None

    def long_steps(self, passing: Passing, origin: Cell, black: bool) -> Iterator[tuple[Cell, Cell]]:
        """(where it may be taken, where it lands) of every long step from a cell."""
        for sideways in dict.fromkeys((passing.sideways, -passing.sideways)):
            cells = [
                self._board.step(origin, self._board.step_of(int(black), (sideways * ranks // passing.advance, ranks)))
                for ranks in (passing.taken_at, passing.advance)
            ]
            if NOWHERE not in cells and (not passing.zone or cells[0] in self._movement.zone(passing.zone, int(black))):
                yield cells[0], cells[1]

    def passers(self, side: int, target: Cell) -> tuple[tuple[int, Travel], ...]:
        """(code, move) of the side's pieces that could take in passing by landing on the cell."""
        key = target << 1 | side
        found = self._passers.get(key)
        if found is None:
            moves = []
            for letter in dict.fromkeys(letter for passing in self._passing for letter in passing.taken_by.split()):
                code = self._codes.code(letter, side)
                for pattern in self._movement.patterns(self._codes.kind_of(code), None):
                    if pattern.mode is Mode.QUIET or len(pattern.steps) != 1 or pattern.hop is not Hop.NONE:
                        continue
                    x, y = self._board.step_of(side, pattern.steps[0])
                    origin = self._board.step(target, (-x, -y))
                    home = self._movement.home(self._codes.kind_of(code), side)
                    if origin != NOWHERE and (not pattern.initial or origin in home):
                        moves.append((code, self._book.travel(origin, target)))
            found = self._passers[key] = tuple(sorted(moves, key=lambda pair: pair[1].origin))
        return found
