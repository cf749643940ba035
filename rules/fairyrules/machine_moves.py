"""Machine moves read: `e3e4`, `e5e6=W`, `D@e5`, `d4xd5`, `d4f6xf7`, `a8=L`, `a8~l7`, `turn=W`, `c14e16=Q@n`."""

import re
from typing import TYPE_CHECKING

from fairyrules import generate
from fairyrules.board import NOWHERE
from fairyrules.errors import AmbiguousMoveError, FairyRulesError, IllegalMoveError, NotationError
from fairyrules.moves import NULL, NULL_TEXTS, Move, Pass

if TYPE_CHECKING:
    from fairyrules.state import State

PASS = Pass()
_CELL = r"[a-z][1-9][0-9]?"
_KIND = r"\+?[A-Z]"
_BETWEEN = re.compile(r"([a-z][0-9]+)([a-z][0-9]+)")
_FORM = re.compile(
    rf"{_CELL}{_CELL}(={_KIND}(@[wbn])?|/{_KIND}({_CELL})?)?|pass|{_KIND}@{_CELL}|{_CELL}({_CELL})?x{_CELL}|{_CELL}={_KIND}|{_CELL}~{_CELL}|turn={_KIND}"
)


def parse(position: "State", text: str) -> Move:
    """See `Position.parse`."""
    between = _BETWEEN.match(text)
    if between is not None:
        origin, target = (position.board.by_name.get(name, NOWHERE) for name in between.groups())
        if target != NOWHERE and origin in position.pieces_by_side[position.turn]:
            for move in generate.legal_moves_to(position, [origin], target):
                if move.text == text:
                    return move
    legal = position.legal_moves()
    for move in legal:
        if move.text == text:
            return move
    if text in NULL_TEXTS:
        return null_move(position)
    if not _FORM.fullmatch(text):
        raise NotationError(f"“{text}” is no move; expected a form as e3e4, e5e6=W, D@e5 or d4xd5.")
    unfinished = [move.text for move in legal if move.text.startswith((text + "=", text + "@"))]
    if unfinished:
        message = f"“{text}” leaves open what it becomes; expected one of {', '.join(unfinished)}."
        raise AmbiguousMoveError(message, tuple(unfinished))
    raise refusal(position, text)


def null_move(position: "State") -> Move:
    """The legal move that passes, where there is one; else what analysis writes for it.

    Raises:
        IllegalMoveError: the side to move is in check, so the other could take its King.
    """
    if PASS in position.legal_moves():
        return PASS
    if position.in_check():
        raise IllegalMoveError(f"-- hands the turn over, but {position.side.name.title()} is in check; answer it.")
    return NULL


def refusal(position: "State", text: str) -> FairyRulesError:
    """Why the move is not legal here, as an error to raise."""
    board = position.board
    side = ("White", "Black")[position.side]
    names = re.findall(_CELL, text)
    for name in names:
        try:
            board.cell(name)
        except NotationError as error:
            return NotationError(f"“{text}” cannot be read: {error}")
    if "@" not in text.split("=")[0] and names:
        piece = position.piece_at(board.cell(names[0]))
        if piece is None or piece.side is not position.side:
            there = "nothing" if piece is None else "a piece of the opponent"
            return IllegalMoveError(f"{text} is not legal: {side} is to move and there is {there} on {names[0]}.")
        others = [str(move) for move in position.legal_moves() if str(move).startswith(names[0])]
        if others:
            return IllegalMoveError(f"{text} is not legal; from {names[0]} there are {', '.join(others)}.")
        return IllegalMoveError(f"{text} is not legal; the piece on {names[0]} has no legal move.")
    return IllegalMoveError(f"{text} is not legal for {side} in this position.")
