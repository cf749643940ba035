"""Following ways over a board: the moves they give here and now, without a look at the King.

This is the innermost loop of the engine; the meaning of each tag is in `reach.py`.
"""

from typing import TYPE_CHECKING

from fairyrules.board import Cell
from fairyrules.mask import COMPILED
from fairyrules.moves import Move, Travel
from fairyrules.reach import (
    CANNON,
    CHANGING,
    HOP_BEHIND,
    LEAP,
    MERGE,
    PAWN,
    PUSH,
    RIDE,
    RIFLE,
    TAKE,
    TAKE_RIDE,
    VIA,
    Found,
    Node,
    OpenNode,
    Reach,
    Sight,
    Way,
)
from fairyrules.sheet import Promotion

if TYPE_CHECKING:
    from fairyrules.state import State


def pseudo_legal(position: "State", cells: list[Cell]) -> list[Move]:
    """What the side's pieces on the cells may do, their King's safety left aside.

    Mostly nothing but what is occupied around a piece, and by whom, decides its moves; then they are looked up.
    """
    board = position.codes
    table = position.rules.reach.sights(position.turn, position.phase(position.turn))
    placement = position.placement()
    moves: list[Move] = []
    if COMPILED:
        mask = position.mask()
        for cell in cells:
            sight = table[board[cell]][cell]
            if mask.shows(sight.last.mask, sight.mask):
                # No other thread runs amid compiled lines, and what is not named need not be counted.
                if sight.last.moves:
                    moves.extend(sight.last.moves)
            else:
                moves.extend(_seen_anew(position, cell, sight))
        return moves
    for cell in cells:
        sight = table[board[cell]][cell]
        last = sight.last
        moves += last.moves if last.seen == placement & sight.cells else _seen_anew(position, cell, sight)
    return moves


def moves_of(position: "State", cell: Cell) -> list[Move]:
    """The same for the piece on one cell; of either side, where a placement tells its moves. Nobody changes it."""
    code = position.codes[cell]
    side = (code & 1) ^ 1
    sight = position.rules.reach.sights(side, position.phase(side))[code][cell]
    last = sight.last
    if COMPILED:
        return last.moves if position.mask().shows(last.mask, sight.mask) else _seen_anew(position, cell, sight)
    return last.moves if last.seen == position.placement() & sight.cells else _seen_anew(position, cell, sight)


def count(position: "State") -> int:
    """How many moves that gives for all pieces of the side."""
    table = position.rules.reach.sights(position.turn, position.phase(position.turn))
    placement = position.placement()
    counted = 0
    if COMPILED:
        mask = position.mask()
        for cell, code in position.pieces_by_side[position.turn].items():
            sight = table[code][cell]
            last = sight.last
            counted += len(last.moves if mask.shows(last.mask, sight.mask) else _seen_anew(position, cell, sight))
        return counted
    for cell, code in position.pieces_by_side[position.turn].items():
        sight = table[code][cell]
        last = sight.last
        counted += len(last.moves if last.seen == placement & sight.cells else _seen_anew(position, cell, sight))
    return counted


def _seen_anew(position: "State", cell: Cell, sight: Sight) -> list[Move]:
    """The moves of the piece on the cell, around which something else stands than the last time."""
    seen = position.placement() & sight.cells
    found = sight.found.get(seen)
    if found is None:
        return _seen_first(position, cell)
    if found.asks:
        return _answered(found, position)
    sight.last = found
    return found.moves


def _seen_first(position: "State", cell: Cell) -> list[Move]:
    """The moves of the piece on the cell, to be looked up from now on if that can be."""
    rules = position.rules
    code = position.codes[cell]
    side = (code & 1) ^ 1
    phase = position.phase(side)
    sight = rules.reach.sights(side, phase)[code][cell]
    if sight.ways is None:
        sight = rules.reach.sight(code, phase, cell)
    assert sight.ways is not None
    asks: tuple[tuple[int, Promotion], ...] = ()
    if sight.asks:
        inner, changes = sight.ways[0][1]
        told = {move: promotion for move, promotion in changes.items() if move not in sight.asks}
        moves = _changed(follow(inner, position, position.codes, side), told, position)
        asks = tuple(
            [
                (place, sight.asks[move])
                for place, move in enumerate(moves)
                if type(move) is Travel and move in sight.asks
            ]
        )
    else:
        moves = follow(sight.ways, position, position.codes, side)
    found = Found(position.placement() & sight.cells, moves, asks)
    if sight.cells:
        rules.kept.keep(sight.found, found.seen, found)
        if not asks:
            sight.last = found
    return _answered(found, position) if asks else moves


def _answered(found: Found, position: "State") -> list[Move]:
    """The moves, with what a sheet's function says now of those it is asked about."""
    written: list[Move] = []
    done = 0
    for place, promotion in found.asks:
        written += found.moves[done:place]
        move = found.moves[place]
        assert type(move) is Travel
        _write_changed(move, promotion, position, written)
        done = place + 1
    written += found.moves[done:]
    return written


def ways_to(position: "State", cells: list[Cell], target: Cell) -> list[Move]:
    """The same as far as it ends on the target; moves to cells on the way there may be among them."""
    rules = position.rules
    side = position.turn
    board = position.codes
    phase = position.phase(side)
    table: list[Reach | None] = []
    found = 0
    ways: list[Way] = []
    for cell in cells:
        code = board[cell]
        if code != found:
            table = rules.reach.towards(code, phase, target)
            found = code
        reach = table[cell]
        ways += rules.reach.of_piece_to(code, phase, cell, target) if reach is None else reach
    return follow(ways, position, board, side) if ways else []


def ways_of(position: "State", cell: Cell, board: list[int] | None = None) -> list[Move]:
    """Where the piece on the cell may go and what it may take, if no King minded; no castling, nothing in passing.

    `board` stands in for the position's own pieces: what the piece could do among those, all else being as it is, and
    what it becomes on arrival left aside.
    """
    codes = position.codes if board is None else board
    code = codes[cell]
    side = (code & 1) ^ 1
    phase = position.phase(side)
    table = position.rules.reach
    ways = table.of_side(side, phase)[code][cell] or table.of_piece(code, phase, cell)
    if board is not None:
        ways = tuple(way for tag, data in ways for way in (data[0] if tag == CHANGING else ((tag, data),)))
    return follow(ways, position, codes, side)


def follow(
    ways: list[Way] | tuple[Way, ...], position: "State", board: list[int], side: int, quiet: bool = True
) -> list[Move]:
    """The moves of the ways of one side on a board, in their order; without `quiet` those that take something."""
    foe = position.rules.codes.foe[side]
    lands = position.rules.codes.open[side] if quiet else foe
    moves: list[Move] = []
    paths: tuple[tuple[Node, ...], ...]
    nodes: tuple[Node, ...]
    for tag, data in ways:
        if tag == RIDE:
            paths = data
            for path in paths:
                for target, move in path:
                    piece = board[target]
                    if piece:
                        if foe[piece]:
                            moves.append(move)
                        break
                    if quiet:
                        moves.append(move)
        elif tag == PAWN:
            if quiet:
                nodes = data[0]
                for target, move in nodes:
                    if board[target]:
                        break
                    moves.append(move)
            nodes = data[1]
            for target, move in nodes:
                if foe[board[target]]:
                    moves.append(move)
        elif tag == LEAP:
            nodes = data
            for target, move in nodes:
                if lands[board[target]]:
                    moves.append(move)
        elif tag == PUSH:
            paths = data if quiet else ()
            for path in paths:
                for target, move in path:
                    if board[target]:
                        break
                    moves.append(move)
        elif tag == TAKE:
            nodes = data
            for target, move in nodes:
                if foe[board[target]]:
                    moves.append(move)
        elif tag == CANNON:
            paths = data
            for path in paths:
                hurdle = False
                for target, move in path:
                    piece = board[target]
                    if piece:
                        if hurdle:
                            if foe[piece]:
                                moves.append(move)
                            break
                        hurdle = True
                    elif quiet and not hurdle:
                        moves.append(move)
        elif tag == CHANGING:
            moves += _changed(follow(data[0], position, board, side, quiet), data[1], position)
        elif tag == MERGE:
            moves += dict.fromkeys(follow(data, position, board, side, quiet))
        elif tag == RIFLE:
            rifles = _rifles(data, position, board, side)
            moves += rifles if quiet else [m for m in rifles if type(m) is not Travel or foe[board[m.target]]]
        else:
            also_quiet, take, through, shunned = data
            moves += _rarely(tag, (quiet and also_quiet, take, through, shunned), board, foe)
    return moves


def _changed(moves: list[Move], changes: dict[Travel, Promotion], position: "State") -> list[Move]:
    """The moves with those that change a kind written out for every choice."""
    written: list[Move] = []
    for move in moves:
        promotion = changes.get(move) if type(move) is Travel else None
        if promotion is None:
            written.append(move)
        else:
            assert type(move) is Travel
            _write_changed(move, promotion, position, written)
    return written


def _write_changed(move: Travel, promotion: Promotion, position: "State", written: list[Move]) -> None:
    """The move written out for every choice, and as it is where nothing has to change."""
    if not promotion.forced:
        written.append(move)
    for choice in promotion.into(position, move) if callable(promotion.into) else promotion.into:
        becomes, holder = (choice, None) if isinstance(choice, str) else choice
        written.append(position.rules.book.promotion(move.origin, move.target, becomes, holder))


def _rifles(
    data: tuple[Cell, tuple[Way, ...], tuple[tuple[Cell, ...], ...]], position: "State", board: list[int], side: int
) -> list[Move]:
    """The piece's own ways, and taking from a distance from where it stands or where they lead without capture."""
    cell, ways, victims = data
    rifle = position.rules.book.rifle
    foe = position.rules.codes.foe[side]
    moves = follow(ways, position, board, side)
    stands = dict.fromkeys([cell, *(move.target for move in moves if type(move) is Travel and not board[move.target])])
    return moves + [rifle(cell, stand, victim) for stand in stands for victim in victims[stand] if foe[board[victim]]]


def _rarely(
    tag: int,
    data: tuple[bool, bool, tuple[tuple[OpenNode, ...], ...], frozenset[int]],
    board: list[int],
    foe: tuple[bool, ...],
) -> list[Move]:
    """Ways with cells to pass over, and hops that are no Cannon's."""
    quiet, take, paths, shunned = data
    moves: list[Move] = []
    for path in paths:
        over = tag in (TAKE_RIDE, VIA)
        behind = False
        for target, move in path:
            piece = board[target]
            if shunned and piece in shunned:
                break
            if not over:
                over = piece != 0
                behind = over and tag == HOP_BEHIND
                continue
            if piece:
                if take and foe[piece] and move is not None:
                    moves.append(move)
                break
            if quiet and move is not None:
                moves.append(move)
            if behind:
                break
    return moves
