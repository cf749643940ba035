"""The captures of a position alone: what a search follows to its end before it trusts a count of pieces."""

from typing import TYPE_CHECKING

from fairyrules import follow, generate
from fairyrules.board import Cell
from fairyrules.moves import Gating, Move, Rifle, Travel
from fairyrules.play import takes_in_passing
from fairyrules.reach import Way

if TYPE_CHECKING:
    from fairyrules.state import State


def victim(position: "State", move: Move) -> int:
    """The code of the enemy piece the move takes, 0 if it takes none. A burst's other victims do not count."""
    plain = move.move if type(move) is Gating else move
    if type(plain) is Travel:
        code = position.codes[plain.target]
        if code:
            return code if position.rules.codes.foe[position.turn][code] else 0
        passed = position.passed
        if passed is not None and plain.target in passed.targets and takes_in_passing(position, plain):
            return position.codes[passed.victim]
    elif type(plain) is Rifle:
        return position.codes[plain.victim]
    return 0


def captures(position: "State") -> list[Move]:
    """The captures, tested or not: of each, `is_safe` says whether it is legal.

    Where a sheet asks more than that the one King is safe (`Rules.special`) they are legal already.
    """
    rules = position.rules
    if rules.special:
        return [move for move in position.legal_moves() if victim(position, move)]
    side = position.turn
    board = position.codes
    phase = position.phase(side)
    table = rules.reach.of_side(side, phase)
    ways: list[Way] = []
    pieces = position.pieces_by_side[side]
    for cell in sorted(pieces):
        code = pieces[cell]
        reach = table[code][cell]
        ways += rules.reach.of_piece(code, phase, cell) if reach is None else reach
    moves = follow.follow(ways, position, board, side, quiet=False)
    if position.passed is not None:
        moves += generate.passing_ways(position)
    return moves


def guards(position: "State") -> list[Cell]:
    """Where the opponent's rarer attackers stand, found once for all of a position's `is_safe`."""
    rules = position.rules
    if rules.special:
        return []
    other = 1 - position.turn
    return rules.lines.dangers(other, position.phase(other)).standing(position.pieces_by_side[other])


def is_safe(position: "State", move: Move, rare: list[Cell]) -> bool:
    """Whether a capture of `captures` is legal; `rare` is what `guards` found."""
    rules = position.rules
    if rules.special:
        return True
    other = 1 - position.turn
    return generate.is_safe_after(position, move, rules.lines.dangers(other, position.phase(other)), rare)
