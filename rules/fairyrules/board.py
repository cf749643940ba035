"""The geometry of a board: cells, names, steps, holes, a seam that closes it to a cylinder.

A cell is an index `rank * files + file`, both from 0, so a1 is 0.
A hole has an index but is not in `cells`, and no name leads to it.
"""

import re
from collections.abc import Iterator
from typing import Final

from fairyrules.errors import NotationError

Cell = int
Step = tuple[int, int]
"""Files to the right, ranks up, as White sees the board."""

NOWHERE: Final = -1
EVERYWHERE: Final = -1
"""All cells there can be, as bits."""
_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


def cells_in(bits: int) -> list[Cell]:
    """The cells of a set written as bits, ascending."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


class Board:
    """A grid of cells, some of which may be missing.

    Args:
        files: columns of the grid, 1-26; file a is 0.
        ranks: rows of the grid, 1-99; rank 1 is 0.
        holes: "i1-i8 j1": names and rectangles of cells that do not exist.
        around: files once round a cylinder, the missing ones counted; 0 for a flat board.
        turned: whether Black sees the board turned round, as players facing each other do; else with the files kept.

    >>> board = Board(8, 8)
    >>> board.name(12), board.cell("e2")
    ('e2', 12)
    """

    __slots__ = ("_names", "_zones", "around", "by_name", "cells", "files", "holes", "ranks", "size", "turned")

    def __init__(self, files: int, ranks: int, holes: str = "", around: int = 0, turned: bool = False) -> None:
        self.files = files
        self.ranks = ranks
        self.around = around
        self.turned = turned
        self.size = files * ranks
        """How many indices the grid has, holes counted."""
        # Made at once: compiled, a cached property would be made anew each time it is asked for.
        self._names = tuple([f"{chr(97 + cell % files)}{cell // files + 1}" for cell in range(self.size)])
        self._zones: dict[tuple[str, bool], frozenset[Cell]] = {}
        self.holes: frozenset[Cell] = frozenset()
        self.holes = frozenset(self._zone(holes))
        self.cells: tuple[Cell, ...] = tuple([cell for cell in range(self.size) if cell not in self.holes])
        """The cells that exist, ascending."""
        self.by_name: dict[str, Cell] = {self._names[cell]: cell for cell in self.cells}
        """The cells by their names."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._shape() == other._shape()

    def __hash__(self) -> int:
        return hash(self._shape())

    def __reduce__(self) -> tuple[object, ...]:
        holes = " ".join([self._names[cell] for cell in sorted(self.holes)])
        return Board, (self.files, self.ranks, holes, self.around, self.turned)

    def _shape(self) -> tuple[int, int, int, frozenset[Cell], bool]:
        return self.files, self.ranks, self.around, self.holes, self.turned

    def name(self, cell: Cell) -> str:
        """The cell's name, file letter and rank number: 12 of an 8x8 board is "e2"."""
        return self._names[cell]

    def cell(self, name: str) -> Cell:
        """The cell of a name.

        Raises:
            NotationError: no cell has this name.
        """
        cell = self.by_name.get(name, NOWHERE)
        if cell != NOWHERE:
            return cell
        last = self._names[-1]
        raise NotationError(f"“{name}” is no cell of this board; expected a file a-{last[0]} and a rank 1-{last[1:]}.")

    def at(self, file: int, rank: int) -> Cell:
        """The cell in a column and row (both from 0), or NOWHERE; on a cylinder the files go round."""
        if self.around:
            file %= self.around
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            return NOWHERE
        cell = rank * self.files + file
        return NOWHERE if cell in self.holes else cell

    def step(self, cell: Cell, step: Step) -> Cell:
        """Where one step or leap from the cell lands, or NOWHERE; what lies between does not matter."""
        return self.at(cell % self.files + step[0], cell // self.files + step[1])

    def file_of(self, cell: Cell) -> int:
        """The column, from 0."""
        return cell % self.files

    def rank_of(self, cell: Cell, black: bool = False) -> int:
        """The rank as its player counts, from 1: a player's own back rank is 1."""
        rank = cell // self.files
        return self.ranks - rank if black else rank + 1

    def mirror(self, cell: Cell) -> Cell:
        """The same cell as the opponent counts: ranks turned over, files kept unless the board is `turned`."""
        if self.turned:
            return self.size - 1 - cell
        return (self.ranks - 1 - cell // self.files) * self.files + cell % self.files

    def step_of(self, side: int, step: Step) -> Step:
        """A side's own step, forward up, as White sees it."""
        x, y = step
        return (-x if self.turned else x, -y) if side else step

    def zone(self, text: str, mirrored: bool = False) -> frozenset[Cell]:
        """The cells of a list of names and rectangles: "a1-j5 c7" are 51 cells of a 10x10 board.

        `mirrored`: as Black counts them.

        Raises:
            NotationError: a name that is no cell, or a rectangle that is not written from its lower left corner.
        """
        key = (text, mirrored)
        found = self._zones.get(key)
        if found is None:
            found = frozenset(map(self.mirror, self._zone(text)) if mirrored else self._zone(text))
            self._zones[key] = found
        return found

    def _zone(self, text: str) -> Iterator[Cell]:
        for part in text.split():
            yield from self._rectangle(part)

    def _rectangle(self, part: str) -> Iterator[Cell]:
        first, _, last = part.partition("-")
        low, high = self._corner(first), self._corner(last or first)
        if low[0] > high[0] or low[1] > high[1]:
            raise NotationError(f"“{part}” is no rectangle of cells; expected lower left and upper right, as in a1-j5.")
        for rank in range(low[1], high[1] + 1):
            for file in range(low[0], high[0] + 1):
                cell = rank * self.files + file
                if cell not in self.holes:
                    yield cell

    def _corner(self, name: str) -> tuple[int, int]:
        match = _NAME.fullmatch(name)
        if match:
            file, rank = ord(match[1]) - 97, int(match[2]) - 1
            if file < self.files and rank < self.ranks:
                return file, rank
        last = self._names[-1]
        raise NotationError(f"“{name}” is no cell of this board; expected a file a-{last[0]} and a rank 1-{last[1:]}.")
