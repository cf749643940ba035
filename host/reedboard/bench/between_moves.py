"""What people do at the board beside moving: take back, slip, knock pieces over, fidget, look into a line, adjourn."""

from collections.abc import Callable

from reedboard.bench.handlings import Habit, UncommonHabit
from reedboard.bench.table import SoFar, Table
from reedboard.bench.two_hands import Hands
from reedboard.board.events import Reading

NOTICED_MS = 3000
"""A slip that stands longer than this is one that nobody noticed at first."""


def take_back(table: Table, depth: int, *, slowly: bool = False, at_once: bool = False) -> None:
    """Takes so many moves back, the last first, cell by cell in any order.

    `slowly`: what moved goes home, and hands rest before they put back what it took, but where a piece was exchanged.
    `at_once`: as one act; all that moved is lifted before any of it is put where it stood, in any order.
    """
    table.undone.append(SoFar(tuple(table.moves), tuple(table.spans)))
    for plies in [depth] if at_once else [1] * depth:
        before, occupied = table.past[-plies]
        now = table.position
        hands = Hands(dict(table.occupied), table.rng, t_ms=0)
        board = before.game.board
        differing = [cell for cell in board.cells if before.piece_at(cell) != now.piece_at(cell)]
        slots = [slot for slot, on in occupied.items() if ":" in slot and table.occupied[slot] != on]
        lifted = [cell for cell in differing if now.piece_at(cell) is not None]
        home: list[int] = []
        if slowly and not before.effect(table.moves[-1]).exchanges:
            home = [cell for cell in differing if cell not in lifted]
            for cell in lifted:
                hands.lift(board.name(cell))
            for cell in home:
                hands.place(board.name(cell))
            hands.pause(200, 2000)
            lifted = []
        for slot in slots:
            if not occupied[slot]:
                hands.lift(slot)
        if at_once:
            table.rng.shuffle(lifted)
        for cell in lifted:
            hands.lift(board.name(cell))
        table.rng.shuffle(differing)
        for cell in differing:
            if before.piece_at(cell) is not None and cell not in home:
                hands.place(board.name(cell))
        for slot in slots:
            if occupied[slot]:
                hands.place(slot)
        _heard(table, hands)
        table.position = before
        for _ in range(plies):
            table.past.pop()
            table.moves.pop()
            table.spans.pop()
            table.unheard.discard(len(table.moves))


def take_back_at_once(table: Table) -> None:
    """Takes two to four moves back in one act, to a position that stands nowhere between."""
    depth = min(len(table.moves), table.rng.randint(2, 4))
    seen = [table.position.occupancy, *(before.occupancy for before, _ in table.past[len(table.past) - depth + 1 :])]
    if depth > 1 and table.past[-depth][0].occupancy not in seen:
        take_back(table, depth, at_once=True)


def illegal(table: Table) -> None:
    """Makes a move that is not legal, notices, and puts everything back."""
    _illegal(table, (300, 3000))


def leave_illegal(table: Table) -> None:
    """The same, noticed late: perhaps a piece of the opponent's was in a hand meanwhile."""
    _illegal(table, (4000, 20000))


def _illegal(table: Table, stands_ms: tuple[int, int]) -> None:
    position, rng = table.position, table.rng
    board = position.game.board
    own = [cell for cell, piece in position.pieces().items() if piece.side is position.side]
    origin, target = rng.choice(own), rng.choice(board.cells)
    results = {position.play_unchecked(move).occupancy for move in position.legal_moves()} | {
        before.occupancy for before, _ in table.past
    }
    occupancy = (position.occupancy & ~(1 << origin)) | 1 << target
    taken = position.piece_at(target)
    if origin == target or occupancy in results or (taken is not None and taken.side is position.side):
        return
    hands = Hands(dict(table.occupied), rng)
    if taken is not None:
        hands.lift(board.name(target))
    hands.lift(board.name(origin))
    hands.place(board.name(target))
    hands.pause(*stands_ms)
    if stands_ms[0] > NOTICED_MS and rng.random() < 0.5:
        hands.touch(rng.choice([site for site in table.waiting_pieces() if site != board.name(target)]))
        hands.pause(300, 3000)
    hands.lift(board.name(target))
    hands.place(board.name(origin))
    if taken is not None:
        hands.place(board.name(target))
    _heard(table, hands)


def knock_over(table: Table) -> None:
    """Upsets half the board and sets it up again."""
    hands = Hands(dict(table.occupied), table.rng, hurry=0.2)
    names = [name for name, on in table.occupied.items() if on and ":" not in name]
    fallen = table.rng.sample(names, len(names) // 2)
    for name in fallen:
        hands.lift(name)
    hands.hurry = 1.0
    hands.pause(500, 4000)
    table.rng.shuffle(fallen)
    for name in fallen:
        hands.place(name)
        if table.rng.random() < 0.2:
            hands.pause(300, 2000)
    _heard(table, hands)


def adjourn(table: Table) -> None:
    """Takes all pieces off the board and sets them up again, a minute or an hour later."""
    hands = Hands(dict(table.occupied), table.rng, gap_ms=(60, 500))
    names = [name for name, on in table.occupied.items() if on and ":" not in name]
    for names_left in (names, table.rng.sample(names, len(names))):
        for name in names_left:
            (hands.lift if hands.occupied[name] else hands.place)(name)
        hands.pause(10_000, 3_600_000)
    _heard(table, hands)


def adjust_many(table: Table) -> None:
    """Lifts two to five pieces and puts each back where it stood, two in hands at a time."""
    hands = Hands(dict(table.occupied), table.rng)
    names = [name for name, on in table.occupied.items() if on and ":" not in name]
    waiting = table.rng.sample(names, min(len(names), table.rng.randint(2, 5)))
    held: list[str] = []
    while waiting or held:
        if waiting and len(held) < 2:
            held.append(waiting.pop())
            hands.lift(held[-1])
        else:
            hands.place(held.pop(table.rng.randrange(len(held))))
    _heard(table, hands)


def scatter(table: Table) -> None:
    """Sets two to six pieces on free cells, looks at that, and puts them back in another order."""
    hands = Hands(dict(table.occupied), table.rng)
    cells = [name for name in table.occupied if ":" not in name]
    standing = [name for name in cells if table.occupied[name]]
    free = [name for name in cells if not table.occupied[name]]
    count = min(table.rng.randint(2, 6), len(standing), len(free))
    astray = list(zip(table.rng.sample(standing, count), table.rng.sample(free, count), strict=True))
    for home, away in astray:
        hands.lift(home)
        hands.place(away)
    hands.pause(300, 4000)
    table.rng.shuffle(astray)
    for home, away in astray:
        hands.lift(away)
        hands.place(home)
    _heard(table, hands)


def fidget(table: Table) -> None:
    """Lifts one or two pieces of the side that is not to move, and puts them back."""
    hands = Hands(dict(table.occupied), table.rng)
    theirs = table.waiting_pieces()
    for site in table.rng.sample(theirs, min(len(theirs), table.rng.randint(1, 2))):
        hands.touch(site)
        hands.pause(0, 1500)
    _heard(table, hands)


def set_elsewhere(table: Table) -> None:
    """A piece falls and is set upright on a cell near by, where neither a move nor one taken back would bring it."""
    if table.astray is not None:
        return
    rng, position = table.rng, table.position
    board = position.game.board
    home = rng.choice(sorted(position.pieces()))
    rank, file = divmod(home, board.files)
    stood = {before.occupancy for before, _ in table.past}
    near = [
        cell
        for cell in board.cells
        if position.piece_at(cell) is None
        and position.occupancy ^ 1 << home ^ 1 << cell not in stood
        and max(abs(cell // board.files - rank), abs(cell % board.files - file)) <= 2
        and not table.goes_astray(position, board.name(home), board.name(cell))
    ]
    if not near:
        return
    away = rng.choice(near)
    hands = Hands(dict(table.occupied), rng)
    hands.lift(board.name(home))
    hands.pause(200, 2000)
    hands.place(board.name(away))
    _heard(table, hands)
    table.astray = board.name(home), board.name(away)


def set_right(table: Table) -> None:
    """Puts the piece that was set elsewhere back on its cell."""
    if table.astray is None:
        return
    home, away = table.astray
    table.astray = None
    hands = Hands(dict(table.occupied), table.rng)
    hands.lift(away)
    hands.place(home)
    _heard(table, hands)


def put_right_after_the_reply(table: Table) -> None:
    """Puts the piece that was set on a wrong cell where it was meant to go, once its move was replied to."""
    if table.astray is not None and table.astray[1] not in table.handled:
        set_right(table)


def _heard(table: Table, hands: Hands) -> None:
    table.hear([each for each in hands.events if isinstance(each, Reading)], table.rng.randint(700, 2500))


HAPPENINGS: tuple[tuple[Habit | UncommonHabit, float, Callable[[Table], None]], ...] = (
    (UncommonHabit.TAKES_BACK_AT_ONCE, 0.1, take_back_at_once),
    (Habit.ILLEGAL, 0.1, illegal),
    (Habit.KNOCKS_OVER, 0.05, knock_over),
    (UncommonHabit.LEAVES_ILLEGAL, 0.1, leave_illegal),
    (UncommonHabit.ADJOURNS, 0.03, adjourn),
    (UncommonHabit.ADJUSTS_MANY, 0.15, adjust_many),
    (UncommonHabit.SCATTERS, 0.2, scatter),
    (UncommonHabit.FIDGETS, 0.3, fidget),
    (UncommonHabit.SETS_WRONG, 1, put_right_after_the_reply),
    (UncommonHabit.SETS_ELSEWHERE, 0.2, set_right),
    (UncommonHabit.SETS_ELSEWHERE, 0.1, set_elsewhere),
)
"""What a habit does before a move, and how often; in this order."""
