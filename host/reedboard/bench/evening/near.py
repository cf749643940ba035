"""Which cells lie about a cell, and between two."""

from fairyrules.board import Board, Cell
from reedboard.bench.evening.tabletop import Tabletop


def near_cells(board: Board, cell: Cell, reach: int) -> list[str]:
    """The names of the cells no farther than so many steps of a King, without the cell itself."""
    rank, file = divmod(cell, board.files)
    return [
        board.name(each)
        for each in board.cells
        if each != cell and max(abs(each // board.files - rank), abs(each % board.files - file)) <= reach
    ]


def empty_near(table: Tabletop, board: Board, cell: Cell, reach: int = 1) -> list[str]:
    """Those of them on which nothing stands."""
    return [each for each in near_cells(board, cell, reach) if table.free(each)]


def cells_between(board: Board, origin: Cell, target: Cell) -> list[str]:
    """The cells a piece passes that is slid from one to another; none unless they lie on one line."""
    (rank, file), (to_rank, to_file) = divmod(origin, board.files), divmod(target, board.files)
    ranks, files = to_rank - rank, to_file - file
    steps = max(abs(ranks), abs(files))
    if steps < 2 or (ranks and files and abs(ranks) != abs(files)):
        return []
    cells = (origin + step * (ranks * board.files + files) // steps for step in range(1, steps))
    return [board.name(each) for each in cells if each not in board.holes]
