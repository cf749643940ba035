"""Legal moves: all ways of all own pieces, with a closer look only where the own King could come to harm.

A walk out of the King (`lines.survey`) marks the cells whose emptying or filling may expose it. Only moves of the King,
moves from or to marked cells, captures elsewhere than on the landing cell, and moves in check are made and tested;
all others are legal as they are.
"""

from typing import TYPE_CHECKING

from fairyrules import special
from fairyrules.board import EVERYWHERE, NOWHERE, Cell, cells_in
from fairyrules.castling import CastlingPlan
from fairyrules.follow import count, moves_of, pseudo_legal, ways_to
from fairyrules.line_table import LineTable
from fairyrules.lines import Survey, attacked, attacked_after, attacked_behind, may_answer, survey
from fairyrules.moves import Drop, Move, Rifle, Travel
from fairyrules.play import takes_in_passing

if TYPE_CHECKING:
    from fairyrules.rules import Droppable
    from fairyrules.state import State


def legal_moves(position: "State", left: int = EVERYWHERE, entered: int = EVERYWHERE, drops: bool = True) -> list[Move]:
    """All legal moves, in an order that depends on the position only.

    First those that need no look, by origin cell and then as the kinds' movements are written; then those looked at:
    other pieces', in passing, castlings, drops, and what the sheet adds.

    `left` and `entered` (bit = cell) spare the work for moves nobody asks for: without travels from cells outside
    `left`, castlings of which neither piece starts in it, and travels to and drops on cells outside `entered`; without
    `drops` there are no drops at all. The others keep their order.
    """
    if position.rules.special:
        return special.legal_moves(position, left, entered, drops)
    return regular_moves(position, left, entered, drops)


def regular_moves(
    position: "State", left: int = EVERYWHERE, entered: int = EVERYWHERE, drops: bool = True
) -> list[Move]:
    """The same where it is the safety of the one King alone that counts; the King stands on the board."""
    rules = position.rules
    board = position.codes
    side = position.turn
    pieces = position.pieces_by_side[side]
    king = position.kings[side]
    passed = position.passed
    if left == EVERYWHERE:
        cells = sorted(pieces)
    else:
        cells = cells_in(left & position.cells_of(side))
        if rules.rifles:
            shoots = rules.codes.shoots
            cells = sorted({*cells, *[cell for cell, code in pieces.items() if shoots[code]]})
        if not _any_move(position, cells, left, entered, drops):
            return []
    dangers = rules.lines.dangers(1 - side, position.phase(1 - side))
    rare = dangers.standing(position.pieces_by_side[1 - side])
    look = survey(position.mask(), board, dangers.into(king), rules.codes.own[side], rare)
    if passed is not None and passed.taken_by is not None:
        look.filled += passed.targets
    if look.evasions:
        moves = _tested(_landing_in(entered, pseudo_legal(position, cells)), position, dangers, look)
    else:
        emptied = look.emptied
        king_moves: list[Move] = []
        if left == EVERYWHERE or king in cells:
            cells.remove(king)
            ways = _landing_in(entered, moves_of(position, king))
            king_moves = _king_moves(position, ways, king, dangers, look)
            look.king_safe = landings(king_moves)
        pinned = sorted([cell for cell in set(emptied) if cell in pieces and cell != king]) if emptied else []
        if pinned and left != EVERYWHERE:
            pinned = [cell for cell in pinned if cell in cells]
        for cell in pinned:
            cells.remove(cell)
        moves = _landing_in(entered, pseudo_legal(position, cells))
        if look.filled or rules.side_effects:
            moves = _looked_at(moves, position, dangers, look)
        if pinned:
            moves += _tested(_landing_in(entered, pseudo_legal(position, pinned)), position, dangers, look)
        moves += king_moves
    _add_rarer_moves(moves, position, dangers, look, left, entered, drops)
    return moves


def _add_rarer_moves(
    moves: list[Move], position: "State", dangers: LineTable, look: Survey, left: int, entered: int, drops: bool
) -> None:
    """Adds those that are no piece's own ways: castlings, in passing, drops, and what the sheet adds."""
    if position.rights:
        plans = _open_castlings(position, left)
        if plans:
            moves += _safe_castlings(position, plans, dangers, look)
    if position.passed is not None:
        moves += [move for move in passing_ways(position) if is_safe_after(position, move, dangers, look.rare)]
    if drops and position.reserves is not None:
        moves += _safe_drops(drop_moves(position, entered), position, dangers, look)
    if position.may_have_more_moves():
        moves += [move for move in position.more_moves() if is_safe_after(position, move, dangers, look.rare)]


def count_legal_moves(position: "State", ways: int = -1) -> int:
    """How many legal moves there are: those that need no look are counted and not listed.

    `ways` is what `follow.count` gives, where somebody knows it already.
    """
    rules = position.rules
    passed = position.passed
    if rules.special or rules.side_effects or (passed is not None and passed.taken_by is not None):
        return len(legal_moves(position))
    side = position.turn
    pieces = position.pieces_by_side[side]
    king = position.kings[side]
    dangers = rules.lines.dangers(1 - side, position.phase(1 - side))
    rare = dangers.standing(position.pieces_by_side[1 - side])
    look = survey(position.mask(), position.codes, dangers.into(king), rules.codes.own[side], rare)
    if look.evasions or look.filled:
        return len(regular_moves(position))
    steps = moves_of(position, king)
    safe = _king_moves(position, steps, king, dangers, look)
    counted = (count(position) if ways < 0 else ways) + len(safe) - len(steps)
    if look.emptied:
        pinned = pseudo_legal(position, [cell for cell in pieces if cell != king and cell in look.emptied])
        counted += len(_tested(pinned, position, dangers, look)) - len(pinned)
    if position.rights or passed is not None or position.reserves is not None or position.may_have_more_moves():
        look.king_safe = landings(safe)
        rarer: list[Move] = []
        _add_rarer_moves(rarer, position, dangers, look, EVERYWHERE, EVERYWHERE, True)
        counted += len(rarer)
    return counted


def legal_moves_to(position: "State", cells: list[Cell], target: Cell) -> list[Move]:
    """The legal moves of the own pieces on the cells that end on the target, found without a list of all.

    Travels, those in passing too, and what changes in place there. Captures by rifle of these pieces and the moves a
    sheet adds may be among them wherever they lead. No drops, no castlings.
    """
    rules = position.rules
    if rules.special:
        return special.moves_to(position, cells, target)
    passed = position.passed
    moves = [move for move in ways_to(position, cells, target) if type(move) is not Travel or move.target == target]
    if passed is not None and target in passed.targets:
        moves += [move for move in passing_ways(position) if move.origin in cells]
    if position.may_have_more_moves():
        moves += position.more_moves()
    if not moves:
        return moves
    opponent = 1 - position.turn
    dangers = rules.lines.dangers(opponent, position.phase(opponent))
    rare = dangers.standing(position.pieces_by_side[opponent])
    if len(moves) == 1 and type(moves[0]) is Travel and passed is None and not rules.side_effects:
        move, king = moves[0], position.kings[position.turn]
        into = dangers.into(target if king == move.origin else king)
        return [] if attacked_after(position.mask(), position.codes, into, rare, move.origin, target) else moves
    return [move for move in moves if is_safe_after(position, move, dangers, rare)]


def legal_drops_on(position: "State", target: Cell) -> list[Drop]:
    """The legal drops on the cell, found without a list of all moves; none on NOWHERE."""
    if target == NOWHERE or position.reserves is None:
        return []
    if position.rules.special:
        return [move for move in position.legal_moves() if type(move) is Drop and move.target == target]
    opponent = 1 - position.turn
    dangers = position.rules.lines.dangers(opponent, position.phase(opponent))
    rare = dangers.standing(position.pieces_by_side[opponent])
    return [drop for drop in drop_moves(position, 1 << target) if is_safe_after(position, drop, dangers, rare)]


def _any_move(position: "State", cells: list[Cell], left: int, entered: int, drops: bool) -> bool:
    """Whether anything is to be looked at: mostly nothing is, and the walk out of the King is spared."""
    return bool(
        position.passed is not None
        or position.may_have_more_moves()
        or (position.rights and _open_castlings(position, left))
        or (drops and position.reserves is not None and drop_moves(position, entered))
        or (cells and _landing_in(entered, pseudo_legal(position, cells)))
    )


def _landing_in(cells: int, moves: list[Move]) -> list[Move]:
    """The moves without the travels to other cells than these."""
    if cells == EVERYWHERE:
        return moves
    return [move for move in moves if type(move) is not Travel or cells >> move.target & 1]


def is_safe_after(position: "State", move: Move, dangers: LineTable, rare: list[Cell]) -> bool:
    """Whether the mover's King is neither attacked nor facing the other once the move is made.

    `dangers` are the opponent's lines as of now (`AttackTables.dangers`), `rare` is where its rarer attackers stand
    (`LineTable.standing`).
    """
    rules = position.rules
    side = position.turn
    king = position.kings[side]
    changes = rules.side_effects and _changes_much(move, position)
    worst = _dangers_at_worst(position, dangers) if changes else dangers
    if worst is not None and isinstance(move, (Travel, Rifle)):
        into = worst.into(move.target if king == move.origin else king)
        if worst is not dangers:
            rare = worst.standing(position.pieces_by_side[1 - side])
        board = _board_without_victim(position, move)
        if board is None:
            safe = not attacked_after(position.mask(), position.codes, into, rare, move.origin, move.target)
        else:
            safe = not attacked(board, into, rare)
        if safe or not changes:
            return safe
    after = position.play_unchecked(move)
    dangers = rules.lines.dangers(1 - side, after.phase(1 - side))
    return not dangers.hit(after.kings[side], after.codes, after.pieces_by_side[1 - side])


def _board_without_victim(position: "State", move: Travel | Rifle) -> list[int] | None:
    """The board after a move that takes elsewhere than where it ends; None for all others."""
    passed = position.passed
    if isinstance(move, Rifle):
        victim = move.victim
    elif passed is not None and move.target in passed.targets and takes_in_passing(position, move):
        victim = passed.victim
    else:
        return None
    board = position.codes.copy()
    board[move.origin] = board[victim] = 0
    board[move.target] = position.codes[move.origin]
    return board


def _dangers_at_worst(position: "State", dangers: LineTable) -> LineTable | None:
    """The opponent's attacks after whatever a move may change; `dangers`, those of now, where none can be gained.

    None where nobody knows.
    """
    rules = position.rules
    if rules.never_worse:
        return dangers
    at_worst = rules.sheet.phase_at_worst
    if at_worst is None:
        return None
    worst = dangers.at_worst
    if worst is None:
        opponent = 1 - position.turn
        worst = dangers.at_worst = rules.lines.dangers(opponent, at_worst(position.phase(opponent)))
    return worst


def _changes_much(move: Move, position: "State") -> bool:
    """Whether the move may do so: something changes its kind, or is taken where that may change an army's phase.

    Drops are asked for apart, by kind (`_safe_drops`).
    """
    if type(move) is Drop:
        return False
    passed = position.passed
    return (
        type(move) is not Travel
        or move.becomes is not None
        or (position.rules.ask_phase is not None and position.codes[move.target] != 0)
        or (passed is not None and move.target in passed.targets)
    )


def _looked_at(moves: list[Move], position: "State", dangers: LineTable, look: Survey) -> list[Move]:
    """The moves that do not harm the King by filling a cell, taking from afar, or changing the opponent."""
    worst = _dangers_at_worst(position, dangers)
    if worst is dangers and not look.filled:
        return _looked_at_shots(moves, position, dangers, look)
    filled = set(look.filled)
    left: set[Cell] = set()
    changes = worst is None
    if worst is not None and worst is not dangers:
        rules, side = position.rules, position.turn
        into, rare = worst.into(position.kings[side]), worst.standing(position.pieces_by_side[1 - side])
        grown = survey(position.mask(), position.codes, into, rules.codes.own[side], rare)
        if grown.evasions:
            changes = True
        else:
            left.update(grown.emptied)
            filled.update(grown.filled)
    if not (changes or left or filled):
        return _looked_at_shots(moves, position, dangers, look)
    return [
        move
        for move in moves
        if not (
            type(move) is Rifle
            or (left and type(move) is Travel and move.origin in left)
            or (filled and landing(move) in filled)
            or (changes and _changes_much(move, position))
        )
        or is_safe_after(position, move, dangers, look.rare)
    ]


def _looked_at_shots(moves: list[Move], position: "State", dangers: LineTable, look: Survey) -> list[Move]:
    """The same where only what is taken from afar can do harm."""
    if not position.rules.rifles:
        return moves
    return [move for move in moves if type(move) is not Rifle or is_safe_after(position, move, dangers, look.rare)]


def _safe_drops(drops: list[Drop], position: "State", dangers: LineTable, look: Survey) -> list[Drop]:
    """The drops that leave the King safe: by where they land, or by what leaves the reserve (ruling S11).

    A drop that changes the opponent's phase does so by its kind, wherever it lands, so one of each kind tells.
    """
    if not drops:
        return drops
    changing: set[str] = set()
    if position.rules.ask_phase is not None and (look.evasions or _dangers_at_worst(position, dangers) is not dangers):
        opponent = 1 - position.turn
        now = position.phase(opponent)
        kinds = {drop.kind: drop for drop in drops}
        changing = {kind for kind, drop in kinds.items() if position.play_unchecked(drop).phase(opponent) != now}
    if look.evasions:
        king = position.kings[position.turn]
        answers = [drop for drop in drops if drop.kind in changing or _may_evade(drop, king, look)]
        return [drop for drop in answers if is_safe_after(position, drop, dangers, look.rare)]
    filled = set(look.filled)
    if not (filled or changing):
        return drops
    return [
        drop
        for drop in drops
        if not (drop.kind in changing or drop.target in filled) or is_safe_after(position, drop, dangers, look.rare)
    ]


def landing(move: Move) -> Cell:
    """Where the moving piece comes to stand, or NOWHERE for a move without one."""
    return move.target if type(move) is Travel or type(move) is Drop or type(move) is Rifle else NOWHERE


def landings(moves: list[Move]) -> tuple[Cell, ...]:
    """Where they end."""
    return tuple([landing(move) for move in moves]) if moves else ()


def _king_moves(position: "State", moves: list[Move], king: Cell, dangers: LineTable, look: Survey) -> list[Move]:
    """Those of the King's own moves that lead to safe cells; nobody changes the list.

    A line into a cell never asks what stands on that cell, so the board without the King serves for all of them.
    """
    if not moves:
        return moves
    board = position.codes
    placement = position.mask()
    if not position.rules.side_effects:
        return [
            move
            for move in moves
            if not attacked_behind(placement, board, dangers.into(landing(move)), look.rare, king)
        ]
    return [
        move
        for move in moves
        if (
            is_safe_after(position, move, dangers, look.rare)
            if type(move) is not Travel or _changes_much(move, position)
            else not attacked_behind(placement, board, dangers.into(move.target), look.rare, king)
        )
    ]


def _tested(moves: list[Move], position: "State", dangers: LineTable, look: Survey) -> list[Move]:
    """The moves that leave the King safe; in check most are ruled out by where they land."""
    king = position.kings[position.side]
    side_effects = position.rules.side_effects
    if look.evasions:
        moves = [
            move for move in moves if _may_evade(move, king, look) or (side_effects and _changes_much(move, position))
        ]
    return [move for move in moves if is_safe_after(position, move, dangers, look.rare)]


def _may_evade(move: Move, king: Cell, look: Survey) -> bool:
    """Whether the move may answer every check: by its landing or leaving, or as none but a test can tell."""
    if type(move) is Drop:
        origin = NOWHERE
    elif type(move) is Travel and move.origin != king:
        origin = move.origin
    else:
        return True
    return may_answer(look.evasions, origin, move.target)


def passing_ways(position: "State") -> list[Travel]:
    """Pawn-like captures in passing, the King left aside; those of castling are ordinary moves already."""
    passed = position.passed
    if passed is None or passed.taken_by is not None or position.codes[passed.targets[0]]:
        return []
    board = position.codes
    rules = position.rules
    phase = position.phase(position.side)
    return [
        move
        for code, move in rules.passings.passers(position.side, passed.targets[0])
        if board[move.origin] == code and rules.movement.may_land(code, phase, move.origin, move.target)
    ]


def _open_castlings(position: "State", left: int) -> list[CastlingPlan]:
    """How castling goes where the way is free, of those of which a piece starts in `left`."""
    side = position.turn
    return position.rules.castlings.open_plans(
        position.rights, side, position.kings[side], position.codes, position.mask(), left
    )


def castling_moves(position: "State", dangers: LineTable, look: Survey) -> list[Move]:
    """The castlings the rights allow now; in check only those of a pair without the King (ruling S6)."""
    return _safe_castlings(position, _open_castlings(position, EVERYWHERE), dangers, look)


def _safe_castlings(position: "State", plans: list[CastlingPlan], dangers: LineTable, look: Survey) -> list[Move]:
    """Those of the plans that lead the King to safety."""
    castlings = position.rules.castlings
    king = position.kings[position.turn]
    codes, placement = position.codes, position.mask()
    return [
        plan.move
        for plan in plans
        if not (look.evasions and plan.safe) and castlings.leads_to_safety(plan, king, codes, placement, dangers, look)
    ]


def drop_moves(position: "State", entered: int) -> list[Drop]:
    """What the side may put where by the rules on drops, its King left aside; by kind, then by cell."""
    rules = position.rules
    reserves = rules.sheet.reserves
    if reserves is None or position.reserves is None:
        return []
    board = position.codes
    side = position.turn
    asked = None if entered == EVERYWHERE else cells_in(entered)
    found: list[Drop] = []
    for letter in sorted(position.reserves[side]):
        each = rules.droppable(letter, side)
        cells, drops = each.cells, each.drops
        if asked is not None:
            cells = [cell for cell in asked if cell in each.on]
            drops = [each.on[cell] for cell in cells]
        if each.most_a_file and position.tally()[each.code]:
            full = _full_files(position, each)
            if all(full[file] for file in each.files):
                continue
            full *= rules.board.ranks
            drops = [drops[place] for place, cell in enumerate(cells) if not (full[cell] or board[cell])]
        else:
            drops = [drops[place] for place, cell in enumerate(cells) if not board[cell]]
        found += drops if each.mates else _without_mates(position, letter, drops)
    return found


def _full_files(position: "State", each: "Droppable") -> list[bool]:
    """By file, whether as many of the kind stand there as may."""
    files = position.rules.board.files
    on_file = [0] * files
    board = position.codes
    code = each.code
    for cell in position.pieces_by_side[position.turn]:
        if board[cell] == code:
            on_file[cell % files] += 1
    most = each.most_a_file
    return [count >= most for count in on_file]


def _without_mates(position: "State", letter: str, drops: list[Drop]) -> list[Drop]:
    """The drops of a kind but those that give a check nothing answers."""
    rules = position.rules
    side = position.turn
    code = rules.codes.code(letter, side)
    lines = rules.lines.attacks(side, position.phase(side))
    mates: list[Drop] = []
    for king in position.royals(1 - side):
        aims = lines.into(king).from_where(code)
        for drop in drops:
            if drop.target in aims:
                after = position.play_unchecked(drop)
                if after.in_check() and not after.legal_moves():
                    mates.append(drop)
    return [drop for drop in drops if drop not in mates]
