"""Positions written as FEN: `placement side castling ep halfmove fullmove [extra]`.

Runs of empty cells may have two digits, `+X` is a promoted kind, `*` a cell that does not exist; reserves follow the
placement in brackets, castling rights are the partners' cells, or KQkq where the sheet says so.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fairyrules.board import Board, Cell
from fairyrules.pieces import Piece
from fairyrules.sheet import Extra, Sheet

if TYPE_CHECKING:
    from fairyrules.en_passant import Passed
    from fairyrules.rules import Rules
    from fairyrules.state import State


def write(position: "State") -> str:
    """The position's FEN."""
    rules = position.rules
    fields = [
        write_placement(rules.board, position.pieces()) + write_reserves(rules.sheet, position.reserves),
        position.side.letter,
        write_rights(rules, position.rights),
        "-" if position.passed is None else write_passed(rules.board, position.passed),
        str(position.halfmove),
        str(position.fullmove),
    ]
    fields += write_extras(rules.extras, position.extras)
    return " ".join(field for field in fields if field)


def write_placement(board: Board, pieces: dict[Cell, Piece]) -> str:
    """The ranks from the top."""
    return "/".join(_write_rank(board, pieces, rank) for rank in reversed(range(board.ranks)))


def _write_rank(board: Board, pieces: dict[Cell, Piece], rank: int) -> str:
    written = ""
    empty = 0
    for cell in range(rank * board.files, (rank + 1) * board.files):
        piece = pieces.get(cell)
        if piece is None and cell not in board.holes:
            empty += 1
            continue
        written += (str(empty) if empty else "") + (str(piece) if piece else "*")
        empty = 0
    return written + (str(empty) if empty else "")


def write_reserves(sheet: Sheet, reserves: Sequence[dict[str, int]] | None) -> str:
    """`[hand|neutral]`, White's hand in upper case, Black's in lower; nothing in a game without reserves."""
    if reserves is None or sheet.reserves is None:
        return ""
    white, black, neutral = (_write_reserve(reserve) for reserve in reserves)
    return f"[{white}{black.lower()}|{neutral}]" if sheet.reserves.neutral else f"[{white}{black.lower()}]"


def _write_reserve(reserve: dict[str, int]) -> str:
    return "".join(kind * count for kind, count in sorted(reserve.items()))


def write_rights(rules: "Rules", rights: Iterable[Cell]) -> str:
    """The partners' cells, or the sheet's letters; `-` for none."""
    board = rules.board
    letters = rules.sheet.castling_letters
    if not letters:
        return "".join(board.name(cell) for cell in rights) or "-"
    written = right_letters(rules)
    return "".join(letter for letter, cell in written.items() if cell in rights) or "-"


def right_letters(rules: "Rules") -> dict[str, Cell]:
    """Letter -> partner's cell of both sides, in the order they are written."""
    board = rules.board
    white = {letter: board.cell(name) for letter, name in rules.sheet.castling_letters.items()}
    return white | {letter.lower(): board.mirror(cell) for letter, cell in white.items()}


def write_passed(board: Board, passed: "Passed") -> str:
    """The cell a taker would land on; also the victim's where it does not stand on that file.

    After a castling that can be taken there are two such cells: `e1+f1>g1`; after a long step aside `f3>g4`.
    """
    targets = "+".join(board.name(cell) for cell in passed.targets)
    ahead = len(passed.targets) == 1 and board.file_of(passed.targets[0]) == board.file_of(passed.victim)
    return targets if ahead else f"{targets}>{board.name(passed.victim)}"


def write_extras(extras: Sequence[Extra], values: Sequence[object]) -> list[str]:
    """The extras as `name=value`, empty where nothing is written."""
    return [extra.written(value) for extra, value in zip(extras, values, strict=True)]
