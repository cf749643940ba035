"""Parts of the state that the keys of a sheet bring along: checks given, the endgame's count, cells never left.

The sheet does not list them among its extras; `implied` does.
"""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from fairyrules.board import Board, Cell
from fairyrules.effect import Effect
from fairyrules.ending import FACED, PASSED, Checks, Counting, Standstill, kings_face
from fairyrules.moves import Move, Travel
from fairyrules.pieces import Side
from fairyrules.sheet import Extra
from fairyrules.view import View

if TYPE_CHECKING:
    from fairyrules.sheet import Sheet

Pair = tuple[int, int]
_PAIR = re.compile(r"(0|[1-9][0-9]{0,4})/(0|[1-9][0-9]{0,4})")


def implied(sheet: "Sheet") -> Iterator[Extra]:
    """The extras that the sheet's keys ask for."""
    if any(isinstance(ending, Checks) for ending in sheet.endings):
        yield Extra("checks", (0, 0), read_pair, write_pair, unchanged, settled=checks_given)
    for ending in sheet.endings:
        if isinstance(ending, Counting):
            yield Extra("count", None, read_pair, write_pair, unchanged, settled=counted(ending))
    if any(isinstance(ending, Standstill) for ending in sheet.endings):
        yield Extra("still", None, read_still, str, unchanged, settled=still_after)
    if sheet.reserves is not None and sheet.reserves.gates:
        board = sheet.board
        start = every_gate(board, sheet.reserves.gates)
        write = lambda cells: "".join(map(board.name, cells))  # noqa: E731  # said once, where it is used
        yield Extra("gates", start, gates_of(board), write, gates_left, check=no_gate, absent=())


def unchanged(value: object, position: View, move: Move, effect: Effect | None) -> object:
    """For what only the new position tells."""
    del position, move, effect
    return value


def read_pair(text: str) -> Pair:
    """ "1/0". Raises ValueError saying what was expected."""
    match = _PAIR.fullmatch(text)
    if not match:
        raise ValueError("two numbers as in 1/0, each of five digits at most and without leading zeros")
    return int(match[1]), int(match[2])


def write_pair(pair: Pair) -> str:
    """ "1/0"."""
    return f"{pair[0]}/{pair[1]}"


def checks_given(given: Pair, before: View, after: View) -> Pair:
    """One more for the mover whose move gives check."""
    if not after.in_check():
        return given
    return (given[0] + 1, given[1]) if before.side is Side.WHITE else (given[0], given[1] + 1)


def counted(counting: Counting) -> Callable[[Pair | None, View, View], Pair | None]:
    """The endgame's count after a move: (plies counted, plies there are), None while nobody counts.

    It begins with the move that leaves the mover somebody to be counted against; taking the last Pawn by a side that
    is not alone, or of a side that is, begins it for the other. A King left alone counts from the pieces on the board.
    """

    def after_move(count: Pair | None, before: View, after: View) -> Pair | None:
        mover, other = before.side, after.side
        left = len(after.pieces_of(mover)) + len(after.pieces_of(other))
        taken = left < len(before.pieces_of(mover)) + len(before.pieces_of(other))
        promoted = any(before.count(mover, pawn) > after.count(mover, pawn) for pawn in counting.pawns.split())
        alone = len(after.pieces_of(mover)) == 1
        limit, theirs = counting.limit(after, mover), counting.limit(after, other)
        pawn_taken = any(before.count(other, pawn) > after.count(other, pawn) for pawn in counting.pawns.split())
        if pawn_taken and len(after.pieces_of(other)) == 1 and theirs:
            count = (2 * left - 1, 2 * theirs)
        if limit and (count is None or ((taken or promoted) and alone)):
            count = (2 * left if alone else 0, 2 * limit)
        return None if count is None else (count[0] + 1, count[1])

    return after_move


def read_still(text: str) -> str:
    """ "f", "p", "pp", "fp" or "fpp". Raises ValueError saying what was expected."""
    if not re.fullmatch("(?=.)f?p{0,2}", text):
        raise ValueError("f, p, pp, fp or fpp")
    return text


def still_after(still: str | None, before: View, after: View) -> str | None:
    """Whether the Kings faced each other before the move, and how many of the last two moves were passes."""
    passed = all(before.pieces_of(side) == after.pieces_of(side) for side in Side)
    passes = min((still or "").count(PASSED) + 1, 2) if passed else 0
    return (FACED if kings_face(before) else "") + PASSED * passes or None


def every_gate(board: Board, cells: str) -> tuple[Cell, ...]:
    """Both sides' cells on which a piece may enter, ascending."""
    white = board.zone(cells)
    return tuple(sorted(white | frozenset(map(board.mirror, white))))


def gates_of(board: Board) -> Callable[[str], tuple[Cell, ...]]:
    """Reads the cells of a `gates=` field."""

    def read(text: str) -> tuple[Cell, ...]:
        names = re.findall(r"[a-z][1-9][0-9]?", text)
        if not text or "".join(names) != text:
            raise ValueError("cells whose pieces have not moved, as in b1g1")
        try:
            return tuple(sorted({board.cell(name) for name in names}))
        except Exception as error:
            raise ValueError(f"cells of the board; {error}") from None

    return read


def no_gate(position: View) -> str:
    """Why a cell cannot be a gate, if one cannot."""
    gates = position.extra("gates")
    assert isinstance(gates, tuple)
    for cell in gates:
        if position.piece_at(cell) is None:
            return f"nothing stands on {position.board.name(cell)}; expected gates where pieces have not moved."
    return ""


def gates_left(gates: tuple[Cell, ...], position: View, move: Move, effect: Effect | None) -> tuple[Cell, ...]:
    """Those left after a move: a cell is no gate once its piece has left it, or was taken there.

    A side with nothing left to bring in has none.
    """
    if effect is None:
        assert isinstance(move, Travel)
        if move.origin not in gates and move.target not in gates:
            return gates
        return tuple(cell for cell in gates if cell not in (move.origin, move.target))
    left = {travel.origin for travel in effect.travels} | {removal.cell for removal in effect.removals}
    mover = position.side
    spent = effect.entries and sum(position.reserve(mover.letter).values()) == 1
    kept = [cell for cell in gates if cell not in left]
    return tuple(cell for cell in kept if not (spent and _stands(position, cell, mover)))


def _stands(position: View, cell: Cell, side: Side) -> bool:
    piece = position.piece_at(cell)
    return piece is not None and piece.side is side
