"""The board of a TOML sheet, cells on it, and the array that stands on it."""

import re

from fairyrules.board import Board
from fairyrules.toml.table import Table

MOST_FILES, MOST_RANKS = 26, 99
"""What cell names can tell: one letter and two digits."""


def read_board(table: Table) -> Board:
    """`[board]`: files, ranks, and if need be holes, around and turned."""
    files, ranks = table.number("files"), table.number("ranks")
    if not 1 <= files <= MOST_FILES:
        raise table.complaint("files", f"1 to {MOST_FILES}, one letter a file")
    if not 1 <= ranks <= MOST_RANKS:
        raise table.complaint("ranks", f"1 to {MOST_RANKS}")
    around = table.number("around", 0)
    if around and around < files:
        raise table.complaint("around", f"0 for a flat board, or at least the {files} files there are")
    holes = table.checked("holes", table.text("holes", ""), Board(files, ranks).zone, "cells as in a1-b2 h8")
    turned = table.flag("turned", False)
    table.close()
    return Board(files, ranks, holes, around, turned)


def zone(table: Table, key: str, board: Board) -> str:
    """Cells as `Board.zone` reads them; an empty text for none."""
    return table.checked(key, table.text(key, ""), board.zone, "cells of the board, as in a1-h2 d4")


def read_array(top: Table, board: Board, letters: set[str]) -> str:
    """`array`: the ranks from the top as FEN writes them, in one text or a list; "." is an empty cell too."""
    expected = f"{board.ranks} ranks of {board.files} cells, from the top, each as in rnbqkbnr, 8 or p......p"
    ranks = top.texts("array")
    if len(ranks) != board.ranks:
        raise top.complaint("array", f"{expected}; found {len(ranks)} ranks")
    for number, rank in enumerate(ranks):
        width = 0
        for mark in re.findall(r"\+?[A-Za-z]|[0-9]+|[.*]|.", rank):
            if re.fullmatch("[0-9]{1,3}", mark):
                width += int(mark)
            elif mark in (".", "*") or mark.upper() in letters:
                width += 1
            else:
                raise top.complaint("array", f"kinds {' '.join(sorted(letters))}; found {mark!r} in {rank!r}")
        if width != board.files:
            raise top.complaint("array", f"{expected}; found {width} cells in {rank!r}, rank {board.ranks - number}")
    return "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), rank) for rank in ranks)
