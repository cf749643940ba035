"""What Dual Chess does beside moving pieces: Guards that settle and turn, Pawns of Camel that act where they stand."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fairyrules.effect import Effect, Turn
from fairyrules.moves import Move, Travel, TurnAll
from fairyrules.pieces import Piece
from fairyrules.position import Position

CAMEL = "L"
OTHER = {"W": "F", "F": "W"}


def guard_becomes(position: Position, move: Travel) -> Iterable[str]:
    """A Wazir by an orthogonal move, a Firz by a diagonal one (D4)."""
    board = position.rules.board
    same_file = board.file_of(move.origin) == board.file_of(move.target)
    return "W" if same_file or board.rank_of(move.origin) == board.rank_of(move.target) else "F"


def settle_guards(position: Position, move: Move, effect: Effect) -> Effect:
    """The other Guards' changes when one moves (D4), and all changes of `turn=` (D5)."""
    pieces = position.pieces()
    if isinstance(move, TurnAll):
        former = Piece(position.side, OTHER[move.becomes])
        now = Piece(position.side, move.becomes)
        return Effect(turns=tuple(Turn(cell, former, now) for cell, piece in pieces.items() if piece == former))
    if not isinstance(move, Travel) or pieces[move.origin].kind != "G" or move.becomes is None:
        return effect
    turns = list(effect.turns)
    for cell, piece in pieces.items():
        if piece.kind == "G" and cell not in (move.origin, move.target):
            kind = move.becomes if piece.side is position.side else OTHER[move.becomes]
            turns.append(Turn(cell, piece, replace(piece, kind=kind)))
    return replace(effect, turns=tuple(turns))


def turn_after(_: str | None, position: Position, move: Move, effect: Effect | None) -> str | None:
    """What the opponent may turn his former Guards into, if this move has changed any (D5)."""
    if effect is None or not isinstance(move, Travel):
        return None
    changed = any(turn.before.side is position.side.other for turn in effect.turns)
    return move.becomes if changed else None


def nothing_to_turn(position: Position) -> str:
    """Why `turn=` cannot be, if it cannot."""
    into = position.extras[0]
    if not isinstance(into, str):
        return ""
    former = Piece(position.side, OTHER[into])
    if former in position.pieces().values():
        return ""
    return f"turn={into} needs a {former.kind} of the side to move to turn; expected one, or no turn field."


def read_turn(text: str) -> str:
    """Into which kind."""
    if text not in OTHER:
        raise ValueError("turn=W or turn=F")
    return text


def standing_moves(position: Position) -> Iterator[Move]:
    """What a Pawn of Camel does where it stands (D6), and turning what were Guards (D5)."""
    book = position.rules.book
    own, enemy = position.side, position.side.other
    pieces = position.pieces()
    strong = [cell for cell, piece in pieces.items() if piece.side is enemy and piece.kind in ("M", "C")]
    for cell, piece in pieces.items():
        if piece.side is own and piece.kind == "O":
            yield book.change(cell, CAMEL)
            yield from (book.sacrifice(cell, victim, CAMEL) for victim in strong)
    into = position.extras[0]
    if isinstance(into, str):
        yield book.turn_all(into)
