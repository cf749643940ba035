"""The empty board as one piece sees it: where it may go, how far it is from place to place."""

from typing import TYPE_CHECKING

from fairyrules import follow
from fairyrules.board import Board, Cell
from fairyrules.moves import Travel
from fairyrules.reach import CHANGING, Way

if TYPE_CHECKING:
    from fairyrules.state import State

Steps = list[tuple[Way, ...]]
"""By cell, what a piece may do from there."""


def ways_by_cell(start: "State", code: int) -> list[tuple[Way, ...]]:
    """By cell, the piece's ways, what it becomes on arrival left aside."""
    rules = start.rules
    phase = start.phase((code & 1) ^ 1)
    table = rules.reach.of_side((code & 1) ^ 1, phase)[code]
    found: list[tuple[Way, ...]] = [() for _ in table]
    for cell in rules.board.cells:
        reach = table[cell]
        ways = rules.reach.of_piece(code, phase, cell) if reach is None else reach
        found[cell] = tuple([way for tag, data in ways for way in (data[0] if tag == CHANGING else ((tag, data),))])
    return found


def lone(start: "State", code: int, ways: tuple[Way, ...], cell: Cell) -> list[Travel]:
    """The piece's moves on an empty board."""
    board = [0] * start.rules.board.size
    board[cell] = code
    return [move for move in follow.follow(ways, start, board, (code & 1) ^ 1) if type(move) is Travel]


def distances(start: "State", code: int, steps: Steps, begun: list[Cell], backward: bool = False) -> dict[Cell, int]:
    """In how many moves on an empty board the piece comes from one of the cells to each it can reach.

    Backward: from each cell to one of these.
    """
    onward: dict[Cell, list[Cell]] = {cell: [] for cell in start.rules.board.cells}
    for cell in start.rules.board.cells:
        for move in lone(start, code, steps[cell], cell):
            if backward:
                onward[move.target].append(cell)
            else:
                onward[cell].append(move.target)
    found = dict.fromkeys(begun, 0)
    edge = list(found)
    while edge:
        further: list[Cell] = []
        for cell in edge:
            for near in onward[cell]:
                if near not in found:
                    found[near] = found[cell] + 1
                    further.append(near)
        edge = further
    return found


def edge_distance(board: Board, cell: Cell) -> int:
    """Files to the nearer side edge of the grid."""
    file = board.file_of(cell)
    return min(file, board.files - 1 - file)


def middle_distance(board: Board, cell: Cell) -> int:
    """Steps of a King to the middle of the grid, rounded down."""
    across, along = _off_middle(board, cell)
    return max(across, along) // 2


def middle_walk(board: Board, cell: Cell) -> int:
    """Straight steps to the middle of the grid, rounded down."""
    across, along = _off_middle(board, cell)
    return (across + along) // 2


def _off_middle(board: Board, cell: Cell) -> tuple[int, int]:
    """Half files and half ranks."""
    return abs(2 * board.file_of(cell) - board.files + 1), abs(2 * board.rank_of(cell) - board.ranks - 1)
