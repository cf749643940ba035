"""Legal moves: all ways of all own pieces, with a closer look only where the own King could come to harm.

A walk out of the King (`lines.survey`) marks the cells whose emptying or filling may expose it. Only moves of the King,
moves from or to marked cells, captures elsewhere than on the landing cell, and moves in check are made and tested;
all others are legal as they are.
"""

from typing import TYPE_CHECKING

from fairyrules import reach
from fairyrules.board import NOWHERE, Cell
from fairyrules.lines import Survey, attacked, survey
from fairyrules.moves import Move, Travel
from fairyrules.pieces import Side
from fairyrules.sheet import Promotion

if TYPE_CHECKING:
    from fairyrules.position import Position


def legal_moves(position: "Position") -> tuple[Move, ...]:
    """All legal moves: by origin cell, then as the kinds' movements are written; drops and the rarer shapes last."""
    rules = position.rules
    board = position.codes
    side = position.side
    men = position.men[side]
    king = position.kings[side]
    phase = position.phase(side)
    sheet = rules.sheet
    dangers = rules.dangers(1 - side, position.phase(1 - side))
    look = survey(board, dangers.into(king), rules.own[side])
    table = rules.reaches(side, phase)
    fickle = sheet.phase is not None
    filled = look.filled
    moves: list[Move] = []
    for cell in sorted(men):
        code = men[cell]
        ways, changes = table[code][cell] or rules.reach_of(code, phase, cell)
        start = len(moves)
        _extend(moves, ways, board, rules.foe[side], rules.open[side], cell, position)
        if len(moves) == start:
            continue
        if changes is not None:
            moves[start:] = _changed(moves[start:], changes, position)
        if cell == king or look.cures or cell in look.emptied:
            moves[start:] = _tested(moves[start:], position, look)
        elif fickle:
            moves[start:] = [
                move
                for move in moves[start:]
                if not (_changes_much(move, board) or move.target in filled)  # type: ignore[union-attr]
                or is_safe_after(position, move)
            ]
        elif filled:
            moves[start:] = [
                move
                for move in moves[start:]
                if type(move) is Travel and (move.target not in filled or is_safe_after(position, move))
            ]
    if position.passed is not None:
        moves.extend(_passing_captures(position))
    if position.rights and not look.cures:
        moves.extend(_castlings(position, king))
    if position.reserves is not None:
        drops = _drops(position)
        moves.extend(_tested(drops, position, look) if look.cures else _unfilling(drops, position, filled))
    if sheet.more_moves is not None:
        moves.extend(move for move in sheet.more_moves(position) if is_safe_after(position, move))
    return tuple(moves)


def ways_of(position: "Position", cell: Cell, board: list[int] | None = None) -> list[Move]:
    """Where the piece on the cell may go and what it may take, if no King minded; no castling, nothing in passing.

    `board` stands in for the position's own pieces: what the piece could do among those, all else being as it is.
    """
    rules = position.rules
    codes = position.codes if board is None else board
    code = codes[cell]
    side = Side((code & 1) ^ 1)
    phase = position.phase(side)
    ways, _ = rules.reaches(side, phase)[code][cell] or rules.reach_of(code, phase, cell)
    moves: list[Move] = []
    _extend(moves, ways, codes, rules.foe[side], rules.open[side], cell, position)
    return moves


def is_safe_after(position: "Position", move: Move) -> bool:
    """Whether the mover's King is neither attacked nor facing the other once the move is made."""
    rules = position.rules
    side = position.side
    if type(move) is Travel and move.becomes is None and rules.sheet.phase is None and position.passed is None:
        board = position.codes.copy()
        code = board[move.origin]
        board[move.origin] = 0
        board[move.target] = code
        king = position.kings[side]
        if king == move.origin:
            king = move.target
        return not attacked(board, rules.dangers(1 - side, None).into(king))
    after = position.play_unchecked(move)
    return not attacked(after.codes, rules.dangers(1 - side, after.phase(1 - side)).into(after.kings[side]))


def _extend(
    moves: list[Move],
    ways: tuple[reach.Way, ...],
    board: list[int],
    foe: tuple[bool, ...],
    free: tuple[bool, ...],
    cell: Cell,
    position: "Position",
) -> None:
    """Adds what the ways of the piece on the cell give on this board, without a look at the King."""
    for tag, data in ways:
        if tag == reach.RIDE:
            for path in data:
                for target, move in path:
                    piece = board[target]
                    if piece:
                        if foe[piece]:
                            moves.append(move)
                        break
                    moves.append(move)
        elif tag == reach.LEAP:
            for target, move in data:
                if free[board[target]]:
                    moves.append(move)
        elif tag == reach.PUSH:
            for path in data:
                for target, move in path:
                    if board[target]:
                        break
                    moves.append(move)
        elif tag == reach.TAKE:
            for target, move in data:
                if foe[board[target]]:
                    moves.append(move)
        elif tag == reach.CANNON:
            for path in data:
                hurdle = False
                for target, move in path:
                    piece = board[target]
                    if piece:
                        if hurdle:
                            if foe[piece]:
                                moves.append(move)
                            break
                        hurdle = True
                    elif not hurdle:
                        moves.append(move)
        elif tag == reach.RIFLE:
            _extend_rifle(moves, data, board, foe, cell, position)
        else:
            _extend_rare(moves, tag, data, board, foe)


def _extend_rare(
    moves: list[Move],
    tag: int,
    data: tuple[bool, bool, tuple[tuple[reach.OpenNode, ...], ...]],
    board: list[int],
    foe: tuple[bool, ...],
) -> None:
    if tag == reach.TAKE_RIDE:
        data = (False, True, data)  # type: ignore[assignment]
    quiet, take, paths = data
    for path in paths:
        hurdle = tag in (reach.TAKE_RIDE, reach.VIA)
        behind = False
        for target, move in path:
            piece = board[target]
            if not hurdle:
                hurdle = piece != 0
                behind = hurdle and tag == reach.HOP_BEHIND
                continue
            if piece:
                if take and foe[piece] and move is not None:
                    moves.append(move)
                break
            if quiet and move is not None:
                moves.append(move)
            if behind:
                break


def _extend_rifle(
    moves: list[Move],
    victims: tuple[tuple[Cell, ...], ...],
    board: list[int],
    foe: tuple[bool, ...],
    cell: Cell,
    position: "Position",
) -> None:
    rifle = position.rules.book.rifle
    landings = [
        move.target for move in moves if type(move) is Travel and move.origin == cell and not board[move.target]
    ]
    for landing in [cell, *landings]:
        moves.extend(rifle(cell, landing, victim) for victim in victims[landing] if foe[board[victim]])


def _changed(moves: list[Move], changes: dict[Travel, Promotion], position: "Position") -> list[Move]:
    """The moves with those that change a kind written out for every choice."""
    book = position.rules.book
    written: list[Move] = []
    for move in moves:
        promotion = changes.get(move) if type(move) is Travel else None
        if promotion is None:
            written.append(move)
            continue
        assert type(move) is Travel
        if not promotion.forced:
            written.append(move)
        for choice in promotion.into(position, move) if callable(promotion.into) else promotion.into:
            becomes, holder = (choice, None) if isinstance(choice, str) else choice
            written.append(book.promotion(move.origin, move.target, becomes, holder))
    return written


def _changes_much(move: Move, board: list[int]) -> bool:
    """Whether the move may change the opponent's phase: it takes something, or something changes its kind."""
    return type(move) is not Travel or move.becomes is not None or board[move.target] != 0


def _tested(moves: list[Move], position: "Position", look: Survey) -> list[Move]:
    """The moves that leave the King safe; in check most are ruled out by where they land."""
    king = position.kings[position.side]
    if look.cures and position.rules.sheet.phase is None:
        moves = [move for move in moves if _may_cure(move, king, look)]
    return [move for move in moves if is_safe_after(position, move)]


def _may_cure(move: Move, king: Cell, look: Survey) -> bool:
    if type(move) is Travel:
        origin, target = move.origin, move.target
        if origin == king:
            return True
    else:
        target = getattr(move, "target", NOWHERE)
        origin = getattr(move, "origin", NOWHERE)
        if getattr(move, "victim", NOWHERE) != NOWHERE:
            return True
    return all(cure is None or target in cure[0] or origin == cure[1] != NOWHERE for cure in look.cures)


def _passing_captures(position: "Position") -> list[Move]:
    """Pawn-like captures in passing; those of castling are ordinary moves already."""
    passed = position.passed
    if passed is None or passed.taken_by is not None or position.codes[passed.targets[0]]:
        return []
    board = position.codes
    return [
        move
        for code, move in position.rules.passers(position.side, passed.targets[0])
        if board[move.origin] == code and is_safe_after(position, move)
    ]


def _castlings(position: "Position", king: Cell) -> list[Move]:
    rules = position.rules
    board = position.codes
    found: list[Move] = []
    for partner in position.rights:
        for family in rules.families[position.side]:
            if board[partner] != family.partner_code or family.wing_of(partner) is None:
                continue
            plan = rules.castling_plan(family.king_cell(board), partner, family)
            if plan is None or any(board[cell] for cell in plan.between):
                continue
            if plan.path:
                without = board.copy()
                without[king] = 0
                dangers = rules.dangers(1 - position.side, position.phase(1 - position.side))
                if any(attacked(without, dangers.into(cell)) for cell in plan.path):
                    continue
            if is_safe_after(position, plan.move):
                found.append(plan.move)
    return found


def _drops(position: "Position") -> list[Move]:
    rules = position.rules
    reserves = rules.sheet.reserves
    if reserves is None or not reserves.drop_cells or position.reserves is None:
        return []
    board = position.codes
    may_drop = reserves.may_drop
    empty = [cell for cell in sorted(rules.zone(reserves.drop_cells, position.side)) if not board[cell]]
    return [
        rules.book.drop(kind, cell)
        for kind in sorted(position.reserves[position.side])
        for cell in empty
        if may_drop is None or may_drop(position, kind, cell)
    ]


def _unfilling(drops: list[Move], position: "Position", filled: set[Cell]) -> list[Move]:
    if not filled:
        return drops
    return [drop for drop in drops if getattr(drop, "target", NOWHERE) not in filled or is_safe_after(position, drop)]
