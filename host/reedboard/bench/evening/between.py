"""What people do with pieces while no move is made, after which everything stands as before, or nearly."""

from collections.abc import Callable, Mapping

from fairyrules import Position
from fairyrules.pieces import Piece
from reedboard.bench.evening.hands import Hands
from reedboard.bench.evening.near import near_cells
from reedboard.bench.evening.people import Odd
from reedboard.bench.evening.set_up import set_up
from reedboard.bench.evening.unfinished import Astray, Unfinished

Happening = Callable[[Hands, Position, bool], list[Unfinished]]
"""By hands, at a position, with a clock or without; gives what it leaves wrong."""


def _adjusts(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    _nudge(hands, _standing(hands), 1, (80, 600))
    return []


def _adjusts_many(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    _nudge(hands, _standing(hands), hands.rng.randint(2, 6), (80, 600))
    return []


def _lifts_theirs(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    theirs = [cell for cell in _standing(hands) if hands.table.on[cell].side is hands.side.other]
    _nudge(hands, theirs, 1, (700, 9000))
    return []


def _fiddles_in_tray(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    slots = sorted(site for site in hands.table.on if ":" in site)
    _nudge(hands, slots, hands.rng.randint(1, 3), (200, 4000))
    return []


def _shows_a_plan(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    rng, table, before = hands.rng, hands.table, dict(hands.table.on)
    cell = rng.choice(_standing(hands))
    piece = hands.lift(cell)
    for _ in range(rng.randint(1, 3)):
        reached = near_cells(position.game.board, position.board.cell(cell), 3)
        empty = [each for each in reached if table.free(each)]
        taken = [each for each in reached if each in table.on and table.on[each].side is not piece.side]
        hands.gesture()
        if taken and rng.random() < 0.3:
            cell = rng.choice(taken)
            hands.aside(hands.lift(cell))
            hands.quick()
        elif empty:
            cell = rng.choice(empty)
        else:
            break
        hands.put(cell, piece)
        hands.wait((200, 3000))
        hands.lift(cell)
    hands.gesture()
    set_up(hands, position.game, before)
    return []


def _illegal(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    rng, table, board, before = hands.rng, hands.table, position.game.board, dict(hands.table.on)
    legal = {(each.origin, each.target) for move in position.legal_moves() for each in position.effect(move).travels}
    royal = {board.name(cell) for side in (position.side, position.side.other) for cell in position.royals(side)}
    own = [cell for cell in _standing(hands) if table.on[cell].side is position.side]
    origin = rng.choice(own)
    targets = [
        name
        for name in near_cells(board, board.cell(origin), 3)
        if (table.free(name) or (name in table.on and table.on[name].side is not position.side))
        and name not in royal
        and (board.cell(origin), board.cell(name)) not in legal
    ]
    if not targets:
        return []
    target = rng.choice(targets)
    hands.hand = hands.side
    piece = hands.lift(origin)
    hands.gesture()
    if target in table.on:
        hands.aside(hands.lift(target))
        hands.gesture()
    hands.put(target, piece)
    if clock and rng.random() < 0.3:
        hands.wait((50, 800))
        hands.press()
    hands.wait((600, 8000))
    if rng.random() < 0.4:
        hands.hand = hands.side.other
    set_up(hands, position.game, before)
    return []


def _knocks_over(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    rng, table, board, wanted = hands.rng, hands.table, position.game.board, dict(hands.table.on)
    middle = rng.choice(_standing(hands))
    near = [cell for cell in near_cells(board, board.cell(middle), 2) if cell in table.on]
    fallen = [middle, *rng.sample(near, min(len(near), rng.randint(1, 5)))]
    rolled: dict[str, Piece] = {}
    for cell in fallen:
        rolled[cell] = hands.topple(cell)
        hands.wait((0, 120))
    for cell in fallen:
        free = [each for each in near_cells(board, board.cell(cell), 1) if table.free(each)]
        if free and rng.random() < 0.15:  # it comes to lie over the reed of another cell
            hands.fetch(rolled[cell])
            hands.put(rng.choice(free), rolled[cell])
            hands.wait((0, 200))
    hands.wait((500, 4000))
    left: list[Unfinished] = []
    home = rng.choice(fallen)
    beside = [each for each in near_cells(board, board.cell(home), 1) if each not in wanted]
    if beside and rng.random() < 0.25:
        wrong = rng.choice(beside)
        left.append(Astray(None, rng.randint(0, 4), wanted[home], wrong, home))
        wanted[wrong] = wanted.pop(home)
    set_up(hands, position.game, wanted)
    return left


def _adjourns(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    rng, table, wanted = hands.rng, hands.table, dict(hands.table.on)
    sites = sorted(site for site in wanted if ":" not in site or rng.random() < 0.3)
    cells = position.game.board.by_name
    order = rng.choice((lambda site: (cells.get(site, -1), site), lambda site: str(wanted[site])))
    if rng.random() < 0.3:
        rng.shuffle(sites)
    for site in sites:
        hands.aside(hands.lift(site))
        hands.wait((40, 400))
    hands.wait((5000, 600_000))
    sites.sort(key=order)
    for site in sites:
        hands.fetch(wanted[site])
        hands.put(site, wanted[site])
        hands.wait((150, 900))
    assert table.on == wanted
    return []


def _rests(hands: Hands, position: Position, clock: bool) -> list[Unfinished]:
    hands.wait((60_000, 900_000))
    return []


HAPPENINGS: Mapping[Odd, Happening] = {
    Odd.ADJUSTS: _adjusts,
    Odd.ADJUSTS_MANY: _adjusts_many,
    Odd.LIFTS_THEIRS: _lifts_theirs,
    Odd.FIDDLES_IN_TRAY: _fiddles_in_tray,
    Odd.SHOWS_A_PLAN: _shows_a_plan,
    Odd.ILLEGAL: _illegal,
    Odd.KNOCKS_OVER: _knocks_over,
    Odd.ADJOURNS: _adjourns,
    Odd.RESTS: _rests,
}


def _nudge(hands: Hands, sites: list[str], count: int, ms: tuple[int, int]) -> None:
    for site in hands.rng.sample(sites, min(len(sites), count)):
        hands.nudge(site, ms)
        hands.gesture()


def _standing(hands: Hands) -> list[str]:
    return sorted(site for site in hands.table.on if ":" not in site)
