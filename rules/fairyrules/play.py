"""What a move does: its effect on the pieces, and the position after it.

`Position.play_unchecked` makes a plain travel itself; everything rarer goes through its effect here, so what the
board shows and what the rules record cannot differ. A property holds the two ways together.
"""

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from fairyrules.board import NOWHERE, Cell
from fairyrules.effect import HOLDERS, Effect, Entry, Exchange, Holder, Removal, Turn
from fairyrules.effect import Travel as Went
from fairyrules.en_passant import Passed
from fairyrules.moves import Castling, Change, Drop, Gating, Move, Pass, Rifle, Sacrifice, Travel, TurnAll
from fairyrules.pieces import Piece

if TYPE_CHECKING:
    from fairyrules.rules import Rules
    from fairyrules.state import State

Reserve = dict[str, int]


def takes_in_passing(position: "State", move: Travel) -> bool:
    """Whether the move takes what has just passed."""
    passed = position.passed
    if passed is None or move.target not in passed.targets:
        return False
    if passed.taken_by is not None:
        return passed.taken_by(position, move.origin)
    code = position.codes[move.origin]
    passers = position.rules.passings.passers(position.side, move.target)
    return not position.codes[move.target] and any(code == taker and move == capture for taker, capture in passers)


def takes(position: "State", move: Travel) -> bool:
    """Whether the move removes a piece from the board."""
    if position.codes[move.target] or takes_in_passing(position, move):
        return True
    return (
        move.becomes is not None
        and position.rules.sheet.aftermath is not None
        and bool(effect(position, move).removals)
    )


def effect(position: "State", move: Move) -> Effect:
    """Everything the move does to the pieces."""
    match move:
        case Travel():
            done = _travel_effect(position, move)
        case Drop(kind, target):
            done = Effect(entries=(Entry(Piece(position.side, kind), target, HOLDERS[position.side]),))
        case Castling(origin, target, partner_origin, partner_target):
            king, partner = _at(position, origin), _at(position, partner_origin)
            both = (Went(king, origin, target), Went(partner, partner_origin, partner_target))
            done = Effect(travels=tuple(went for went in both if went.origin != went.target))
        case Rifle(origin, target, victim):
            travels = (Went(_at(position, origin), origin, target),) if origin != target else ()
            done = Effect(travels=travels, removals=(_removal(position, victim),))
        case Change(cell, becomes):
            before = _at(position, cell)
            done = Effect(exchanges=(Exchange(cell, before, replace(before, kind=becomes), None, None),))
        case Sacrifice(cell, victim, becomes):
            before = _at(position, victim)
            given_up = Removal(_at(position, cell), cell, None, None)
            done = Effect(
                removals=(given_up,), exchanges=(Exchange(victim, before, replace(before, kind=becomes), None, None),)
            )
        case Gating(first, kind, cell):
            entry = Entry(Piece(position.side, kind), cell, HOLDERS[position.side])
            done = replace(effect(position, first), entries=(entry,))
        case TurnAll() | Pass():
            done = Effect()
    if position.rules.around is not None:
        done = burst(position, move, done)
    aftermath = position.rules.sheet.aftermath
    if aftermath is None or (isinstance(move, Travel) and move.becomes is None):
        return done
    return aftermath(position, move, done)


def effect_key(position: "State", move: Move) -> Hashable:
    """What decides the effect of a common move, so that a caller can keep what it made of one; None for a rarer move.

    Of two moves of one game with equal keys the effects are equal, but for the kind that travels.
    """
    codes = position.codes
    key: tuple[Hashable, ...]
    if isinstance(move, Travel):
        if takes_in_passing(position, move):
            return None
        victim = move.target
        if move.becomes is None:
            if not codes[victim]:
                return move.text
            if position.rules.around is not None:
                return None
            key = (move.text, codes[victim])
        else:
            mover = codes[move.origin]
            promotion = position.rules.movement.promotion(mover, move.origin, victim)
            if position.rules.sheet.aftermath is not None or promotion is None or promotion.holders is not None:
                return None
            key = (move.text, codes[victim], mover)
    elif position.rules.sheet.aftermath is not None:
        return None
    elif isinstance(move, Drop):
        return (move.text, position.turn)
    elif isinstance(move, Rifle):
        victim = move.victim
        key = (move.text, codes[victim])
    else:
        return None
    reserves = position.rules.sheet.reserves
    return (
        key
        if reserves is None or reserves.captured is None or not codes[victim]
        else (*key, reserves.captured(position, victim))
    )


def _at(position: "State", cell: Cell) -> Piece:
    piece = position.piece_at(cell)
    assert piece is not None, f"no piece on {position.board.name(cell)}"
    return piece


def _removal(position: "State", cell: Cell) -> Removal:
    piece = _at(position, cell)
    reserves = position.rules.sheet.reserves
    if reserves is None or reserves.captured is None:
        return Removal(piece, cell, None, None)
    return Removal(piece, cell, reserves.captured(position, cell), position.rules.codes.held_as(piece.kind))


def _travel_effect(position: "State", move: Travel) -> Effect:
    piece = _at(position, move.origin)
    removals = [_removal(position, move.target)] if position.codes[move.target] else []
    if takes_in_passing(position, move):
        assert position.passed is not None
        if position.passed.victim != move.target:
            removals.append(_removal(position, position.passed.victim))
    went = Went(piece, move.origin, move.target)
    if move.becomes is None:
        return Effect(travels=(went,), removals=tuple(removals))
    after = Piece(piece.side, move.becomes)
    promotion = position.rules.movement.promotion(position.codes[move.origin], move.origin, move.target)
    if promotion is None:
        # A move of the sheet's own (`Sheet.more_moves`).
        return Effect(
            travels=(went,), removals=tuple(removals), exchanges=(Exchange(move.target, piece, after, None, None),)
        )
    if promotion.turns:
        return Effect(travels=(went,), removals=tuple(removals), turns=(Turn(move.target, piece, after),))
    given_to, taken_from = promotion.holders(position, move) if promotion.holders else (None, None)
    exchange = Exchange(move.target, piece, after, given_to, taken_from)
    return Effect(travels=(went,), removals=tuple(removals), exchanges=(exchange,))


def burst(position: "State", move: Move, done: Effect) -> Effect:
    """The effect with the explosion, if the move captures: the taker and what stands around are gone."""
    around = position.rules.around
    if around is None or not done.removals or isinstance(move, Sacrifice):
        return done
    spared = position.rules.spared
    gone = {removal.cell for removal in done.removals}
    travels = done.travels
    centre = travels[0].target if travels else done.removals[0].cell
    cells = [travel.origin for travel in travels]
    cells += [near for near in around[centre] if not spared[position.codes[near]] and near not in cells]
    removals = [_lost(position, cell) for cell in cells if position.codes[cell] and cell not in gone]
    return replace(done, travels=(), exchanges=(), turns=(), removals=(*done.removals, *removals))


def _lost(position: "State", cell: Cell) -> Removal:
    piece = position.piece_at(cell)
    assert piece is not None
    return Removal(piece, cell, None, None)


class _Hands:
    """The reserves being changed; each is copied when first touched."""

    def __init__(self, reserves: tuple[Reserve, ...] | None) -> None:
        self.reserves = reserves

    def add(self, holder: Holder | None, kind: str | None, count: int) -> None:
        if self.reserves is None or holder is None or kind is None:
            return
        changed = [
            dict(reserve) if HOLDERS[index] == holder else reserve for index, reserve in enumerate(self.reserves)
        ]
        reserve = changed[HOLDERS.index(holder)]
        reserve[kind] = reserve.get(kind, 0) + count
        if not reserve[kind]:
            del reserve[kind]
        self.reserves = tuple(changed)


def kept(position: "State", cell: Cell) -> tuple[Reserve, ...] | None:
    """The reserves after the piece on the cell was taken."""
    removal = _removal(position, cell)
    hands = _Hands(position.reserves)
    hands.add(removal.holder, removal.kind_held, 1)
    return hands.reserves


class Played:
    """The parts of the position after a move."""

    __slots__ = (
        "captures", "codes", "extras", "kings", "passed", "pieces_by_side", "reserves", "resets", "rights",
    )  # fmt: skip

    def __init__(
        self,
        codes: list[int],
        pieces_by_side: tuple[dict[Cell, int], ...],
        kings: tuple[Cell, ...],
        rights: tuple[Cell, ...],
        passed: Passed | None,
        reserves: tuple[Reserve, ...] | None,
        extras: tuple[object, ...],
        captures: bool,
        resets: bool,
    ) -> None:
        self.codes = codes
        self.pieces_by_side = pieces_by_side
        self.kings = kings
        self.rights = rights
        self.passed = passed
        self.reserves = reserves
        self.extras = extras
        self.captures = captures
        self.resets = resets
        """Whether the halfmove clock goes back to 0."""


def outcome_of(position: "State", move: Move) -> Played:
    """What the position becomes by the move, whose legality nobody asks for."""
    rules = position.rules
    done = effect(position, move)
    plain = move.move if isinstance(move, Gating) else move
    codes = position.codes.copy()
    pieces = (position.pieces_by_side[0].copy(), position.pieces_by_side[1].copy())
    hands = _Hands(position.reserves)

    def put(cell: Cell, piece: Piece | None) -> None:
        before = codes[cell]
        if before:
            del pieces[(before & 1) ^ 1][cell]
        codes[cell] = 0
        if piece is not None:
            codes[cell] = rules.codes.code(piece.kind, piece.side)
            pieces[piece.side][cell] = codes[cell]

    for removal in done.removals:
        put(removal.cell, None)
        hands.add(removal.holder, removal.kind_held, 1)
    for went in done.travels:
        put(went.origin, None)
    for went in done.travels:
        put(went.target, went.piece)
    for exchange in done.exchanges:
        put(exchange.cell, exchange.after)
        hands.add(exchange.given_to, rules.codes.held_as(exchange.before.kind), 1)
        hands.add(exchange.taken_from, rules.codes.held_as(exchange.after.kind), -1)
    for turn in done.turns:
        put(turn.cell, turn.after)
    for entry in done.entries:
        put(entry.cell, entry.piece)
        hands.add(entry.holder, entry.piece.kind, -1)
    travels = {went.origin: went.target for went in done.travels}
    if isinstance(plain, Castling):
        travels |= {plain.origin: plain.target, plain.partner_origin: plain.partner_target}
    captures = bool(done.removals) and _captures(move)
    return Played(
        codes,
        pieces,
        kings_of(rules, pieces) if rules.special else tuple([travels.get(king, king) for king in position.kings]),
        rules.castlings.rights_left(position.rights, codes, travels, isinstance(plain, Castling)),
        _passed_by(position, plain),
        hands.reserves,
        tuple(
            [
                extra.after(value, position, move, done)
                for extra, value in zip(rules.extras, position.extras, strict=True)
            ]
        ),
        captures,
        captures or _moves_pawn(position, move),
    )


def kings_of(rules: "Rules", pieces: tuple[dict[Cell, int], ...]) -> tuple[Cell, ...]:
    """By side where its one royal piece stands; NOWHERE where it has none on the board, or may have several."""
    royal = rules.codes.royal_codes
    kings = []
    for side in (0, 1):
        found = [cell for cell, code in pieces[side].items() if royal[code]] if rules.codes.one_royal[side] else []
        kings.append(found[0] if len(found) == 1 else NOWHERE)
    return tuple(kings)


def _captures(move: Move) -> bool:
    """A piece given up is no capture, though its kind may reset the clock."""
    return not isinstance(move, Sacrifice)


def _moves_pawn(position: "State", move: Move) -> bool:
    cell = (
        move.origin if isinstance(move, Travel | Rifle) else move.cell if isinstance(move, Change | Sacrifice) else None
    )
    return cell is not None and position.rules.codes.pawn[position.codes[cell]]


def _passed_by(position: "State", move: Move) -> Passed | None:
    """What the move leaves to be taken in passing."""
    if isinstance(move, Travel) and move.becomes is None:
        code = position.codes[move.origin]
        passings = position.rules.passings
        return passings.long_step(code, move.origin, move.target) if passings.long_stepper[code] else None
    if isinstance(move, Castling):
        for family in position.rules.castlings.families[position.side]:
            taken_by = family.castling.taken_by
            if position.codes[move.origin] == family.king_code and taken_by is not None:
                return Passed((move.origin, move.partner_target), move.target, taken_by)
    return None
