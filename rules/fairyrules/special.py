"""Legal moves where a sheet asks more than that the one King is safe: by making each move and looking.

Games with no King, with several, with explosions, with endings of their own, with moves that are forced, passed, or
bring a piece in. They are few and small; the games that are none of these never come here (`Rules.special`).
"""

from typing import TYPE_CHECKING

from fairyrules import follow, generate
from fairyrules.board import NOWHERE, Cell
from fairyrules.ending import Standstill, kings_face
from fairyrules.lines import Survey
from fairyrules.moves import Castling, Drop, Gating, Move, Pass, Sacrifice, Travel

if TYPE_CHECKING:
    from fairyrules.ending import Outcome
    from fairyrules.state import State

PASS = Pass()


def ended(position: "State") -> "Outcome | None":
    """How one of the sheet's own endings has ended the game, if one has."""
    for ending in position.rules.sheet.endings:
        outcome = ending.reached(position)
        if outcome is not None:
            return outcome
    return None


def legal_moves(position: "State", left: int, entered: int, drops: bool) -> list[Move]:
    """All legal moves, none once an ending is reached; without those `generate.legal_moves` leaves out."""
    if ended(position) is not None:
        return []
    moves = moves_if_open(position)
    return moves if left == entered == generate.EVERYWHERE else [m for m in moves if _asked(m, left, entered, drops)]


def _asked(move: Move, left: int, entered: int, drops: bool) -> bool:
    match move:
        case Travel():
            return bool(left >> move.origin & 1 and entered >> move.target & 1)
        case Castling():
            return bool(left >> move.origin & 1 or left >> move.partner_origin & 1)
        case Drop():
            return bool(drops and entered >> move.target & 1)
    return True


def moves_to(position: "State", cells: list[Cell], target: Cell) -> list[Move]:
    """Of the legal moves those of the pieces on the cells that end on the target, and rarer ones wherever they lead."""
    found: list[Move] = []
    for move in position.legal_moves():
        first = move.move if isinstance(move, Gating) else move
        if isinstance(first, Travel):
            if first.origin in cells and first.target == target:
                found.append(move)
        elif not isinstance(first, Drop | Castling):
            found.append(move)
    return found


def moves_if_open(position: "State") -> list[Move]:
    """All moves that are legal if no ending of the sheet's own is reached."""
    rules = position.rules
    sheet = rules.sheet
    reserves = sheet.reserves
    if reserves is not None and reserves.first and position.reserves is not None and position.reserves[position.turn]:
        return _tested(list(generate.drop_moves(position, generate.EVERYWHERE)), position)
    regular = not rules.tested and position.kings[position.turn] != NOWHERE
    moves = generate.regular_moves(position) if regular else _tested(_candidates(position), position)
    if reserves is not None and reserves.gates:
        moves += _tested(_gatings(position), position)
    if sheet.may_pass:
        if any(isinstance(ending, Standstill) for ending in sheet.endings) and kings_face(position):
            moves = [*(move for move in moves if not kings_face(position.play_unchecked(move))), PASS]
        else:
            moves += _tested([PASS], position)
    if sheet.must_capture:
        moves = [move for move in moves if _captures(position, move)] or moves
    return moves


def _candidates(position: "State") -> list[Move]:
    """Every move that may be legal, royal pieces left aside."""
    rules = position.rules
    moves = follow.pseudo_legal(position, sorted(position.pieces_by_side[position.turn]))
    other = 1 - position.turn
    if position.rights:
        dangers = rules.lines.dangers(other, position.phase(other))
        look = Survey(dangers.standing(position.pieces_by_side[other]))
        if position.in_check():
            look.evasions.append(None)
        moves += generate.castling_moves(position, dangers, look)
    moves += generate.passing_ways(position)
    moves += generate.drop_moves(position, generate.EVERYWHERE)
    if rules.more_moves is not None:
        moves += rules.more_moves(position)
    return moves


def _tested(moves: list[Move], position: "State") -> list[Move]:
    """The moves after which the mover's royal pieces may stand as they do."""
    if not (position.royals(position.turn) or position.rules.sheet.checks_forbidden):
        return moves
    return [move for move in moves if _leaves_safe(position, move)]


def _leaves_safe(position: "State", move: Move) -> bool:
    after = position.play_unchecked(move)
    side = position.turn
    if position.rules.sheet.bursts is not None:
        if len(after.royals(side)) < len(position.royals(side)):
            return False
        if len(after.royals(1 - side)) < len(position.royals(1 - side)):
            return True
    return may_stand(after)


def may_stand(position: "State") -> bool:
    """Whether the side that is not to move may have left its royal pieces so, facing counted, and given no check.

    Where a burst has taken the last one of the side to move the game is over, and nothing matters any more.
    """
    rules = position.rules
    waiting = 1 - position.turn
    if rules.around is not None and not position.royals(position.turn):
        return True
    dangers = rules.lines.dangers(position.turn, position.phase(position.turn))
    for cell in position.royals(waiting):
        if dangers.hit(cell, position.codes, position.pieces_by_side[position.turn]) and not _shared(position, cell):
            return False
    return not (rules.sheet.checks_forbidden and position.in_check())


def in_check(position: "State") -> bool:
    """Whether a royal piece of the side to move is attacked by something that may take it."""
    by = position.side.other
    return any(
        position.is_attacked(cell, by) and not _shared(position, cell) for cell in position.royals(position.turn)
    )


def _shared(position: "State", cell: Cell) -> bool:
    """Whether a burst on the cell would reach royal pieces of both sides, so that neither may take the other."""
    around = position.rules.around
    if around is None:
        return False
    royal = position.rules.codes.royal_codes
    sides = {position.codes[near] & 1 for near in (cell, *around[cell]) if royal[position.codes[near]]}
    return len(sides) == 2


def _captures(position: "State", move: Move) -> bool:
    return not isinstance(move, Sacrifice | Drop | Castling) and bool(position.effect(move).removals)


def _gatings(position: "State") -> list[Move]:
    """Moves that leave a gate for the first time, each with every kind that may enter there."""
    gates = position.extra("gates")
    hand = None if position.reserves is None else position.reserves[position.turn]
    if not isinstance(gates, tuple) or not hand:
        return []
    found: list[Move] = []
    book = position.rules.book
    for move in _candidates(position):
        if isinstance(move, Travel):
            left = [move.origin]
        elif isinstance(move, Castling):
            left = [
                cell for cell in (move.origin, move.partner_origin) if cell not in (move.target, move.partner_target)
            ]
        else:
            continue
        found += [book.gating(move, kind, cell) for cell in left if cell in gates for kind in sorted(hand)]
    return found
