"""What Dual Chess does beside moving pieces: Guards that settle and turn, Pawns of Camel that act where they stand."""

from dataclasses import replace

from fairyrules.declared import ByDirection
from fairyrules.effect import Effect, Turn
from fairyrules.moves import Move, Travel, TurnAll
from fairyrules.pieces import Piece, Side
from fairyrules.sheet import Phase
from fairyrules.view import View

CAMEL = "L"
OTHER = {"W": "F", "F": "W"}
GUARD_BECOMES = ByDirection("W", "F")
"""A Wazir by an orthogonal move, a Firz by a diagonal one (D4)."""


def settle_guards(position: View, move: Move, effect: Effect) -> Effect:
    """The other Guards' changes when one moves (D4), and all changes of `turn=` (D5)."""
    if isinstance(move, TurnAll):
        former = Piece(position.side, OTHER[move.becomes])
        now = Piece(position.side, move.becomes)
        return Effect(turns=tuple(Turn(cell, former, now) for cell in position.cells(former.side, former.kind)))
    if not isinstance(move, Travel) or move.becomes is None:
        return effect
    mover = position.piece_at(move.origin)
    if mover is None or mover.kind != "G":
        return effect
    turns = list(effect.turns)
    guards = [(cell, owner) for owner in Side for cell in position.cells(owner, "G")]
    for cell, side in sorted(guards):
        if cell not in (move.origin, move.target):
            kind = move.becomes if side is position.side else OTHER[move.becomes]
            turns.append(Turn(cell, Piece(side, "G"), Piece(side, kind)))
    return replace(effect, turns=tuple(turns))


def at_worst(phase: Phase) -> Phase:
    """Always the same, for what settling gives the opponent is less: a Wazir and a Firz attack less than a Guard."""
    return phase


def turn_after(_: str | None, position: View, move: Move, effect: Effect | None) -> str | None:
    """What the opponent may turn their former Guards into, if this move has changed any (D5)."""
    if effect is None or not isinstance(move, Travel):
        return None
    changed = any(turn.before.side is position.side.other for turn in effect.turns)
    return move.becomes if changed else None


def nothing_to_turn(position: View) -> str:
    """Why `turn=` cannot be, if it cannot."""
    into = position.extra("turn")
    if not isinstance(into, str):
        return ""
    former = OTHER[into]
    if position.cells(position.side, former):
        return ""
    return f"turn={into} needs a {former} of the side to move to turn; expected one, or no turn field."


def read_turn(text: str) -> str:
    """Into which kind."""
    if text not in OTHER:
        raise ValueError("turn=W or turn=F")
    return text


def standing_moves(position: View) -> list[Move]:
    """What a Pawn of Camel does where it stands (D6), and turning what were Guards (D5)."""
    own = position.side
    book, enemy = position.book, own.other
    strong = sorted([*position.cells(enemy, "M"), *position.cells(enemy, "C")])
    moves: list[Move] = []
    for cell in position.cells(own, "O"):
        moves.append(book.change(cell, CAMEL))
        moves += [book.sacrifice(cell, victim, CAMEL) for victim in strong]
    into = position.extra("turn")
    if isinstance(into, str):
        moves.append(book.turn_all(into))
    return moves
