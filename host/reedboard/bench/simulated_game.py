"""A whole game at the board as a trace would tell it: random moves in given styles, and what people do between.

The truth is known beside it, so that a tracker can be judged. Pure and seeded, like the hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import NamedTuple

from fairyrules import Game, Position
from fairyrules.moves import Move
from fairyrules.pieces import Piece, Side
from reedboard.bench.hands import Hands, Style, perform
from reedboard.board.events import Press, Reading
from reedboard.game.trace import TraceHeader


class Habit(Enum):
    """What the players do beside moving."""

    PRESSES = "clock pressed"
    TAKES_BACK = "taken back"
    ILLEGAL = "illegal, then restored"
    KNOCKS_OVER = "knocked over"
    AT_ONCE = "replies at once"
    INTERLEAVED = "replies interleaved"
    UNFELT = "captures unfelt"


PURE = (Style.PLAIN, Style.MOVER_FIRST, Style.BOTH_IN_HAND)
"""Styles that touch nothing but what moves."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """What was played and what the sensors said."""

    header: TraceHeader
    events: tuple[Reading | Press, ...]
    moves: tuple[Move, ...]
    final: Position
    spans: tuple[tuple[int, int], ...]
    """For each move, its first event and the one after its last."""
    unheard: frozenset[int] = frozenset()
    """Numbers of the moves of whose handling some reading never came."""
    undone: tuple["SoFar", ...] = ()
    """The game as it stood each time moves were taken back."""


class SoFar(NamedTuple):
    """The moves of a game up to some moment, and their spans."""

    moves: tuple[Move, ...]
    spans: tuple[tuple[int, int], ...]


HANDLINGS: dict[str, tuple[tuple[Style, ...], frozenset[Habit]]] = {
    **{style.value: ((style,), frozenset()) for style in Style},
    "all styles mixed": (tuple(Style), frozenset()),
    "all mixed, replies at once": (tuple(Style), frozenset([Habit.AT_ONCE])),
    **{
        habit.value: (
            tuple(Style) if habit in (Habit.PRESSES, Habit.TAKES_BACK, Habit.ILLEGAL, Habit.KNOCKS_OVER) else PURE,
            frozenset([habit]),
        )
        for habit in Habit
    },
}
"""Every way of handling by name: the styles it mixes, and what the players do besides."""


@dataclass
class _Table:
    """The game as it goes on."""

    rng: Random
    position: Position
    occupied: dict[str, bool]
    events: list[Reading | Press] = field(default_factory=list)
    t_ms: int = 0
    past: list[tuple[Position, dict[str, bool]]] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    handled: frozenset[str] = frozenset()
    """The sites of the latest move."""
    unheard: set[int] = field(default_factory=set)
    """Numbers of the moves that were not felt whole."""
    undone: list[SoFar] = field(default_factory=list)

    def hear(self, readings: Sequence[Reading], pause_ms: int) -> None:
        """Appends readings, their times counted from now, then waits."""
        for each in readings:
            self.events.append(Reading(self.t_ms + each.t_ms, each.site, each.on))
            self.occupied[each.site] = each.on
        self.t_ms = (self.events[-1].t_ms if readings else self.t_ms) + pause_ms


def play(
    game: Game,
    rng: Random,
    styles: Sequence[Style],
    habits: frozenset[Habit] = frozenset(),
    trays: bool = False,
    plies: int = 80,
    fen: str | None = None,
) -> SimulatedGame:
    """A seeded random game of at most `plies` moves, each in one of the styles."""
    position = game.position(fen) if fen else game.start()
    slots = full_trays(position, rng) if trays else {}
    board = game.board
    table = _Table(
        rng, position, {board.name(cell): position.piece_at(cell) is not None for cell in board.cells} | slots
    )
    while len(table.moves) < plies and table.position.legal_moves():
        if Habit.TAKES_BACK in habits and table.moves and rng.random() < 0.1:
            _take_back(table)
        if Habit.ILLEGAL in habits and rng.random() < 0.1:
            _illegal(table)
        if Habit.KNOCKS_OVER in habits and rng.random() < 0.05:
            _knock_over(table)
        _move(table, rng.choice(list(styles)), habits, frozenset(slots))
    header = TraceHeader(game.id, fen, trays, slots)
    moves, spans = SoFar(tuple(table.moves), tuple(table.spans))
    unheard, undone = frozenset(table.unheard), tuple(table.undone)
    return SimulatedGame(header, tuple(table.events), moves, table.position, spans, unheard, undone)


def full_trays(position: Position, rng: Random) -> dict[str, bool]:
    """Slots for all that may be set aside: empty in games with reserves, otherwise some with a spare piece."""
    pieces = list(position.pieces().values())
    slots: dict[str, bool] = {}
    for holder in "wbn" if position.game.has_reserves else "wb":
        for kind in position.game.kinds:
            plain = kind.lstrip("+")
            side = Side.WHITE if holder != "b" else Side.BLACK
            count = pieces.count(Piece(side, plain))
            spare = 0
            if position.game.has_reserves:
                count = min(2 * count, 6)
            elif count == 0:
                count = spare = 8
            elif rng.random() < 0.5:
                spare, count = 1, count + 1
            for number in range(1, count + 1):
                slots.setdefault(f"{holder}:{plain}{number}", number <= spare)
    return slots


def _choose(position: Position, rng: Random) -> Move:
    """A random legal move, the rarer sorts more often than their share."""
    moves = position.legal_moves()
    if rng.random() < 0.4:
        sorts: dict[object, list[Move]] = {}
        for move in moves:
            effect = position.effect(move)
            shape = tuple(map(len, (effect.travels, effect.removals, effect.exchanges, effect.entries, effect.turns)))
            sorts.setdefault((type(move), shape), []).append(move)
        return rng.choice(rng.choice(list(sorts.values())))
    return rng.choice(moves)


def _move(table: _Table, style: Style, habits: frozenset[Habit], slots: frozenset[str]) -> None:
    rng = table.rng
    position = table.position
    move = _choose(position, rng)
    trays = {slot: table.occupied[slot] for slot in slots} or None
    readings = perform(position, move, style, rng, trays)
    if Habit.UNFELT in habits and rng.random() < 0.3:
        felt = _felt(readings, position, move)
        if felt != readings:
            table.unheard.add(len(table.moves))
        readings = felt
    table.past.append((position, dict(table.occupied)))
    table.moves.append(move)
    table.position = position.play_unchecked(move)
    pause = rng.randint(700, 4000)
    if Habit.AT_ONCE in habits and rng.random() < 0.5:
        pause = 0
    interleave = Habit.INTERLEAVED in habits and bool(table.events) and rng.random() < 0.5
    table.spans.append((len(table.events), len(table.events) + len(readings)))
    table.hear(readings, pause)
    if interleave:
        _interleave(table, len(readings))
    table.handled = frozenset(each.site for each in readings)
    if Habit.PRESSES in habits:
        table.events.append(Press(table.t_ms, position.side))
        table.t_ms += rng.randint(50, 1500)


def _felt(readings: list[Reading], position: Position, move: Move) -> list[Reading]:
    """Leaves the short touch of a captured piece out."""
    effect = position.effect(move)
    targets = {each.target for each in effect.travels} & {each.cell for each in effect.removals}
    names = {position.game.board.name(cell) for cell in targets}
    if len(effect.travels) != 1 or effect.exchanges:
        return readings
    return [each for each in readings if each.site not in names]


def _interleave(table: _Table, count: int) -> None:
    """Lets the move just made begin before the move before it was done, if that one has not been overtaken whole."""
    late = [each for each in table.events[-count:] if isinstance(each, Reading)]
    early = table.events[:-count]
    last = early[-1] if early else None
    if not isinstance(last, Reading) or any(each.site == last.site for each in late) or not late or late[0].on:
        return
    if last.site not in table.handled:
        return
    first = Reading(last.t_ms, late[0].site, late[0].on)
    shift = late[0].t_ms - last.t_ms
    rest = [Reading(each.t_ms - shift, each.site, each.on) for each in late[1:]]
    table.events[:] = [*early[:-1], first, last, *rest]


def _take_back(table: _Table) -> None:
    """Takes some moves back, the last first, cell by cell in any order."""
    depth = min(len(table.moves), table.rng.choice((1, 1, 1, 2, 3)))
    table.undone.append(SoFar(tuple(table.moves), tuple(table.spans)))
    for _ in range(depth):
        before, occupied = table.past.pop()
        now = table.position
        hands = Hands(dict(table.occupied), table.rng, t_ms=0)
        board = before.game.board
        differing = [cell for cell in board.cells if before.piece_at(cell) != now.piece_at(cell)]
        slots = [slot for slot, on in occupied.items() if ":" in slot and table.occupied[slot] != on]
        for slot in slots:
            if not occupied[slot]:
                hands.lift(slot)
        for cell in differing:
            if now.piece_at(cell) is not None:
                hands.lift(board.name(cell))
        table.rng.shuffle(differing)
        for cell in differing:
            if before.piece_at(cell) is not None:
                hands.place(board.name(cell))
        for slot in slots:
            if occupied[slot]:
                hands.place(slot)
        table.hear([each for each in hands.events if isinstance(each, Reading)], table.rng.randint(700, 2500))
        table.position = before
        table.moves.pop()
        table.spans.pop()
        table.unheard.discard(len(table.moves))


def _illegal(table: _Table) -> None:
    """Makes a move that is not legal, notices, and puts everything back."""
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
    hands.pause(300, 3000)
    hands.lift(board.name(target))
    hands.place(board.name(origin))
    if taken is not None:
        hands.place(board.name(target))
    table.hear([each for each in hands.events if isinstance(each, Reading)], rng.randint(700, 2500))


def _knock_over(table: _Table) -> None:
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
    table.hear([each for each in hands.events if isinstance(each, Reading)], table.rng.randint(700, 2500))
