"""Cell names of a board and the ways through them: "e2" is file 4, rank 1, both from 0."""

import re
from collections.abc import Iterator

from reedboard.board.profile.errors import ProfileError

_CELL = re.compile(r"([a-z])([1-9][0-9]?)")


def split(cell: str, where: str) -> tuple[int, int]:
    """File and rank of a cell, from 0.

    Raises: ProfileError, naming `where` the cell was written.
    """
    match = _CELL.fullmatch(cell)
    if match is None:
        raise ProfileError(f"{where}: {cell!r} is no cell; write a file letter and a rank number, as in 'e2'.")
    return ord(match[1]) - ord("a"), int(match[2]) - 1


def name(file: int, rank: int) -> str:
    """The cell's name: `name(4, 1)` is "e2"."""
    return f"{chr(ord('a') + file)}{rank + 1}"


def lines(corners: str, along: str, serpentine: bool, where: str) -> tuple[tuple[str, ...], ...]:
    """The cells between two corners, line by line, beginning at the first corner.

    `along` is "rank" when a line keeps its rank (the file runs fastest), "file" when it keeps its file. With
    `serpentine` every second line runs back.

    >>> lines("b1-a2", "rank", False, "doc")
    (('b1', 'a1'), ('b2', 'a2'))
    """
    first, dash, last = corners.partition("-")
    if not dash:
        raise ProfileError(f"{where}: {corners!r} names no rectangle; write two corner cells, as in 'a1-h8'.")
    (file, rank), (last_file, last_rank) = split(first, where), split(last, where)
    files, ranks = tuple(_towards(file, last_file)), tuple(_towards(rank, last_rank))
    if along == "rank":
        straight = [tuple(name(f, r) for f in files) for r in ranks]
    else:
        straight = [tuple(name(f, r) for r in ranks) for f in files]
    return tuple(line[::-1] if serpentine and number % 2 else line for number, line in enumerate(straight))


def _towards(start: int, stop: int) -> Iterator[int]:
    step = 1 if stop >= start else -1
    yield from range(start, stop + step, step)
