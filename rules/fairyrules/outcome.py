"""How a game ends."""

from typing import TYPE_CHECKING

from fairyrules.ending import Outcome as Outcome
from fairyrules.pieces import Side

if TYPE_CHECKING:
    from fairyrules.state import State

FIFTY_MOVES_PLIES = 100


def outcome(position: "State") -> Outcome | None:
    """The end of the game, if this is one (rulings G1, G2, X6); draws that must be claimed are no end."""
    sheet = position.rules.sheet
    side = position.side
    ended = position.ended()
    if ended is not None:
        return ended
    if not position.legal_moves():
        if position.in_check():
            return Outcome(side.other, "checkmate")
        winner = side.other if sheet.stalemate_loses else side if sheet.stalemate_wins else None
        return Outcome(winner, "stalemate")
    if repetitions(position) < 3:
        return None
    if sheet.perpetual_check_loses:
        checking = perpetual_checkers(position)
        if len(checking) == 1:
            return Outcome(checking[0].other, "perpetual check")
    return Outcome(None, "repetition")


def repetitions(position: "State") -> int:
    """How often the position has stood on the board in this game, this time counted."""
    count = 1
    past = position.past
    while past is not None:
        key, _, _, past = past
        count += key == position.key
    return count


def may_claim_draw(position: "State") -> str:
    """Why the side to move may claim a draw, or nothing: fifty full moves without capture or pawn-kind move."""
    if position.rules.sheet.fifty_moves and position.halfmove >= FIFTY_MOVES_PLIES:
        return "fifty moves"
    return ""


def perpetual_checkers(position: "State", times: int = 3) -> list[Side]:
    """The sides that gave check with every move since the first of so many equal positions, this one counted."""
    in_check: dict[Side, list[bool]] = {Side.WHITE: [], Side.BLACK: []}
    in_check[position.side].append(position.in_check())
    past = position.past
    count = 1
    while past is not None:
        key, side, check, past = past
        count += key == position.key
        if count == times:
            # The check in the first position was given by a move before the span.
            break
        in_check[side].append(check)
    return [side.other for side, checks in in_check.items() if checks and all(checks)]
