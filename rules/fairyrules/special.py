"""Legal moves where a sheet asks more than that the one King is safe.

Games with no King, with several, with explosions, with endings of their own, with moves that are forced, passed, or
bring a piece in. They are few and small; the games that are none of these never come here (`Rules.special`).

Most moves neither open nor close a line into a royal piece: walks out of those pieces (`lines.survey`) tell which do.
These are tried on a copy of the board; only what changes more than the board shows is played.
"""

from typing import TYPE_CHECKING

from fairyrules import follow, generate
from fairyrules.board import EVERYWHERE, NOWHERE, Cell
from fairyrules.ending import Standstill, kings_face
from fairyrules.lines import Evasion, Survey, attacked, may_answer, survey
from fairyrules.moves import Castling, Drop, Gating, Move, Pass, Sacrifice, Travel
from fairyrules.play import takes, takes_in_passing

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
    return moves if left == entered == EVERYWHERE else [m for m in moves if _asked(position, m, left, entered, drops)]


def _asked(position: "State", move: Move, left: int, entered: int, drops: bool) -> bool:
    match move:
        case Travel():
            ends = entered >> move.target & 1 or (position.rules.around is not None and takes(position, move))
            return bool(left >> move.origin & 1 and ends)
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
        return Watch(position).kept(list(generate.drop_moves(position, EVERYWHERE)))
    regular = not rules.tested and position.kings[position.turn] != NOWHERE
    moves = generate.regular_moves(position) if regular else Watch(position).kept(_candidates(position))
    if reserves is not None and reserves.gates:
        moves += _gatings(position)
    if sheet.may_pass:
        if any(isinstance(ending, Standstill) for ending in sheet.endings) and kings_face(position):
            moves = [*(move for move in moves if not kings_face(position.play_unchecked(move))), PASS]
        else:
            moves += [PASS] if Watch(position).allows(PASS) else []
    if sheet.must_capture:
        moves = [move for move in moves if _captures(position, move)] or moves
    return moves


def _candidates(position: "State") -> list[Move]:
    """Every move that may be legal, royal pieces left aside."""
    moves = follow.pseudo_legal(position, sorted(position.pieces_by_side[position.turn]))
    moves += _castlings(position)
    moves += generate.passing_ways(position)
    moves += generate.drop_moves(position, EVERYWHERE)
    if position.may_have_more_moves():
        moves += position.more_moves()
    return moves


def _castlings(position: "State") -> list[Move]:
    """The castlings that are legal where the King's safety is all that counts."""
    if not position.rights:
        return []
    other = 1 - position.turn
    dangers = position.rules.lines.dangers(other, position.phase(other))
    look = Survey(dangers.standing(position.pieces_by_side[other]))
    if position.in_check():
        look.evasions = (None,)
    return generate.castling_moves(position, dangers, look)


def _captures(position: "State", move: Move) -> bool:
    if isinstance(move, Travel):
        return takes(position, move)
    return not isinstance(move, Sacrifice | Drop | Castling) and bool(position.effect(move).removals)


def _gatings(position: "State") -> list[Move]:
    """Moves that leave a gate for the first time, each with every kind that may enter there.

    A piece that is pinned may go if the one that enters stands in its place.
    """
    gates = position.extra("gates")
    hand = None if position.reserves is None else position.reserves[position.turn]
    if not isinstance(gates, tuple) or not hand:
        return []
    own = position.pieces_by_side[position.turn]
    rules = position.rules
    found: list[Move] = []
    moves = follow.pseudo_legal(position, [cell for cell in gates if cell in own])
    moves += _castlings(position)
    moves += generate.passing_ways(position)
    if position.may_have_more_moves():
        moves += position.more_moves()
    for move in moves:
        if isinstance(move, Travel):
            left = [move.origin]
        elif isinstance(move, Castling):
            left = [
                cell for cell in (move.origin, move.partner_origin) if cell not in (move.target, move.partner_target)
            ]
        else:
            continue
        found += [rules.book.gating(move, kind, cell) for cell in left if cell in gates for kind in sorted(hand)]
    return Watch(position).kept(found)


class Watch:
    """One position's royal pieces, and what may attack them."""

    def __init__(self, position: "State") -> None:
        rules = position.rules
        side = position.turn
        other = 1 - side
        self._position = position
        self._own = position.royals(side)
        self._theirs = position.royals(other)
        self._dangers = rules.lines.dangers(other, position.phase(other))
        self._rare = self._dangers.standing(position.pieces_by_side[other])
        self._attacks = rules.lines.attacks(side, position.phase(side))
        self._own_rare = self._attacks.standing(position.pieces_by_side[side])
        self._forbidden = rules.sheet.checks_forbidden

    def kept(self, moves: list[Move]) -> list[Move]:
        """The moves after which the mover's royal pieces may stand as they do, and that give no forbidden check."""
        if not (self._own or self._forbidden) or not moves:
            return moves
        position = self._position
        rules = position.rules
        if rules.side_effects:
            return [move for move in moves if self.allows(move)]
        board = position.codes
        own_codes = rules.codes.own[position.turn]
        touchy: set[Cell] = set()
        """Cells that may not be left, or entered, without a look."""
        evasions: list[Evasion] = []
        for cell in self._own:
            if not shared(position, board, cell):
                look = survey(position.mask(), board, self._dangers.into(cell), own_codes, self._rare)
                touchy.update(look.emptied, look.filled)
                evasions += look.evasions
        nowhere: frozenset[Cell] = frozenset()
        aims: dict[int, frozenset[Cell]] = {}
        """By code, where a piece of the side's would give check."""
        if self._forbidden:
            for cell in self._theirs:
                lines = self._attacks.into(cell)
                if attacked(board, lines, self._own_rare):
                    # Only where a burst has taken a last King and the game goes on.
                    return [move for move in moves if self.allows(move)]
                look = survey(position.mask(), board, lines, own_codes, self._own_rare)
                touchy.update(look.emptied, look.filled)
                for code in set(position.pieces_by_side[position.turn].values()):
                    aims[code] = lines.from_where(code) | aims.get(code, nowhere)

        bursts = rules.around is not None
        passed = position.passed
        kept: list[Move] = []
        for move in moves:
            # A piece that enters where another stood opens and closes no line; check it may give.
            first = move.move if type(move) is Gating and not self._forbidden else move
            if (
                type(first) is Travel
                and first.becomes is None
                and first.origin not in self._own
                and not (bursts and board[first.target])
                and (passed is None or first.target not in passed.targets)
            ):
                if evasions:
                    if not may_answer(evasions, first.origin, first.target):
                        continue
                elif (
                    first.origin not in touchy
                    and first.target not in touchy
                    and first.target not in aims.get(board[first.origin], nowhere)
                ):
                    kept.append(move)
                    continue
            if self.allows(move):
                kept.append(move)
        return kept

    def allows(self, move: Move) -> bool:
        """The same of one move, which is tried."""
        position = self._position
        board = _board_after(position, move)
        if board is None:
            return self._allows_played(move)
        codes = position.rules.codes
        royal = codes.royal_codes
        mine, foe = codes.own[position.turn], codes.foe[position.turn]
        entered = _entered(move)
        own = [cell for cell in {*self._own, *entered} if royal[board[cell]] and mine[board[cell]]]
        theirs = [cell for cell in self._theirs if royal[board[cell]] and foe[board[cell]]]
        if position.rules.around is not None:
            if len(own) < len(self._own):
                return False
            if len(theirs) < len(self._theirs) or not theirs:
                return True
        for cell in own:
            if attacked(board, self._dangers.into(cell), self._rare) and not shared(position, board, cell):
                return False
        if self._forbidden:
            rare = [*self._own_rare, *entered]
            for cell in theirs:
                if attacked(board, self._attacks.into(cell), rare) and not shared(position, board, cell):
                    return False
        return True

    def _allows_played(self, move: Move) -> bool:
        position = self._position
        after = position.play_unchecked(move)
        if position.rules.around is not None:
            if len(after.royals(position.turn)) < len(self._own):
                return False
            if len(after.royals(1 - position.turn)) < len(self._theirs):
                return True
        return may_stand(after)


def _entered(move: Move) -> tuple[Cell, ...]:
    """The cells on which a piece of the mover's comes to stand."""
    if type(move) is Travel or type(move) is Drop:
        return (move.target,)
    if type(move) is Castling:
        return (move.target, move.partner_target)
    if type(move) is Gating:
        return (*_entered(move.move), move.cell)
    return ()


def _board_after(position: "State", move: Move) -> list[int] | None:
    """What stands where after the move; None for a move that only playing it can tell."""
    rules = position.rules
    if rules.side_effects:
        return None
    board = position.codes.copy()
    side = position.turn
    first = move.move if type(move) is Gating else move
    if type(first) is Travel:
        target = first.target
        code = board[first.origin]
        takes = board[target] != 0
        board[first.origin] = 0
        board[target] = code if first.becomes is None else rules.codes.code(first.becomes, side)
        if takes_in_passing(position, first):
            takes = True
            assert position.passed is not None
            if position.passed.victim != target:
                board[position.passed.victim] = 0
        if takes and rules.around is not None:
            board[target] = 0
            for near in rules.around[target]:
                if not rules.spared[board[near]]:
                    board[near] = 0
    elif type(first) is Castling:
        king, partner = board[first.origin], board[first.partner_origin]
        board[first.origin] = board[first.partner_origin] = 0
        board[first.target], board[first.partner_target] = king, partner
    elif type(first) is Drop:
        board[first.target] = rules.codes.code(first.kind, side)
    elif type(first) is not Pass:
        return None
    if type(move) is Gating:
        board[move.cell] = rules.codes.code(move.kind, side)
    return board


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
        if dangers.hit(cell, position.codes, position.pieces_by_side[position.turn]) and not shared(
            position, position.codes, cell
        ):
            return False
    return not (rules.sheet.checks_forbidden and in_check(position))


def in_check(position: "State") -> bool:
    """Whether a royal piece of the side to move is attacked by something that may take it."""
    by = position.side.other
    return any(
        [
            position.is_attacked(cell, by) and not shared(position, position.codes, cell)
            for cell in position.royals(position.turn)
        ]
    )


def shared(position: "State", board: list[int], cell: Cell) -> bool:
    """Whether a burst on the cell would reach royal pieces of both sides, so that neither may take the other."""
    around = position.rules.around
    if around is None:
        return False
    royal = position.rules.codes.royal_codes
    sides = 0
    for near in (cell, *around[cell]):
        if royal[board[near]]:
            sides |= 1 << (board[near] & 1)
    return sides == 3
