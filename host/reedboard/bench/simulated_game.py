"""A whole game at the board as a trace would tell it: random moves in given styles, and what people do between.

The truth is known beside it, so that a tracker can be judged. Pure and seeded, like the hands.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from fairyrules import Game, Position
from fairyrules.effect import HOLDERS
from fairyrules.moves import Move, Pass
from fairyrules.pieces import Piece, Side
from reedboard.bench import between_moves
from reedboard.bench.handlings import Habit, Prefers, UncommonHabit
from reedboard.bench.hands import perform
from reedboard.bench.style import Style, UncommonStyle
from reedboard.bench.table import SoFar, Table
from reedboard.bench.two_hands import GAP_MS
from reedboard.board.events import Answer, Press, Reading
from reedboard.game.trace import TraceHeader
from reedboard.tracker import Asked, Observation


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
    undone: tuple[SoFar, ...] = ()
    """The game as it stood each time moves were taken back."""

    def answers(self, said: Iterable[Observation], t_ms: int) -> Iterator[Answer]:
        """What people name then who were asked about plies: the moves last begun there, be they taken back later.

        Nothing where none was begun yet when they were asked.
        """
        for question in said:
            if isinstance(question, Asked):
                begun = [
                    moves[question.ply - 1]
                    for moves, spans in (*self.undone, SoFar(self.moves, self.spans))
                    if question.ply <= len(moves) and self.events[spans[question.ply - 1][0]].t_ms <= question.t_ms
                ]
                if begun:
                    yield Answer(t_ms, str(begun[-1]))


def play(
    game: Game,
    rng: Random,
    styles: Sequence[Style | UncommonStyle],
    habits: frozenset[Habit | UncommonHabit] = frozenset(),
    trays: bool = False,
    plies: int = 80,
    fen: str | None = None,
    prefers: Sequence[Prefers] = (),
    gap_ms: tuple[int, int] = GAP_MS,
) -> SimulatedGame:
    """A seeded random game of at most `plies` moves, each in one of the styles.

    Args:
        prefers: sorts of moves that players look for three times in four, the first sort before the next.
        gap_ms: least and most time between two gestures.
    """
    position = game.position(fen) if fen else game.start()
    slots = full_trays(position, rng) if trays else {}
    board = game.board
    occupied = {board.name(cell): position.piece_at(cell) is not None for cell in board.cells} | slots
    table = Table(rng, position, occupied, prefers=prefers, gap_ms=gap_ms)
    while len(table.moves) < plies and table.position.legal_moves():
        slowly = UncommonHabit.TAKES_BACK_SLOWLY in habits
        if (slowly or Habit.TAKES_BACK in habits) and table.moves and rng.random() < 0.1:
            between_moves.take_back(table, min(len(table.moves), rng.choice((1, 1, 1, 2, 3))), slowly=slowly)
        for habit, share, happens in between_moves.HAPPENINGS:
            if habit in habits and rng.random() < share:
                happens(table)
        if UncommonHabit.ANALYSES in habits and rng.random() < 0.08:
            _analyse(table, styles, habits, frozenset(slots))
        style = rng.choice(list(styles))
        move = _choose(table)
        if table.crosses_astray(move):
            between_moves.set_right(table)
        _move(table, move, style, habits, frozenset(slots))
    if UncommonHabit.SETS_WRONG in habits:
        between_moves.set_right(table)
    header = TraceHeader(game.id, fen, trays, slots)
    moves, spans = SoFar(tuple(table.moves), tuple(table.spans))
    unheard, undone = frozenset(table.unheard), tuple(table.undone)
    return SimulatedGame(header, tuple(table.events), moves, table.position, spans, unheard, undone)


def full_trays(position: Position, rng: Random) -> dict[str, bool]:
    """Slots for all that may be set aside: empty in games with reserves, otherwise some with a spare piece."""
    pieces = list(position.pieces().values())
    slots: dict[str, bool] = {}
    for holder in HOLDERS if position.game.has_reserves else HOLDERS[:2]:
        for kind in position.game.kinds:
            plain = kind.lstrip("+")
            side = Side.WHITE if holder != "b" else Side.BLACK
            count = pieces.count(Piece(side, plain))
            spare = 0
            if position.reserves is not None:
                spare = position.reserves[HOLDERS.index(holder)].get(plain, 0)
                count = max(min(2 * count, 6), spare)
            elif count == 0:
                count = spare = 8
            elif rng.random() < 0.5:
                spare, count = 1, count + 1
            for number in range(1, count + 1):
                slots.setdefault(f"{holder}:{plain}{number}", number <= spare)
    return slots


def middle(game: Game, rng: Random, plies: int) -> str:
    """The FEN of a position so many random moves into a game, or fewer if it ends before."""
    position = game.start()
    for _ in range(plies):
        after = position.play_unchecked(_drawn(position, rng))
        if not after.legal_moves():
            break
        position = after
    return position.fen()


def _choose(table: Table) -> Move:
    """The next move: one of a sort that is looked for, else any."""
    if table.prefers and table.rng.random() < 0.75:
        moves = table.position.legal_moves()
        for prefers in table.prefers:
            if wanted := [move for move in moves if prefers(table.position, move)]:
                return table.rng.choice(wanted)
    return _drawn(table.position, table.rng)


def _drawn(position: Position, rng: Random) -> Move:
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


def _analyse(
    table: Table,
    styles: Sequence[Style | UncommonStyle],
    habits: frozenset[Habit | UncommonHabit],
    slots: frozenset[str],
) -> None:
    """Plays some moves that are not meant, and takes them back again."""
    before = len(table.moves)
    for _ in range(table.rng.randint(1, 4)):
        if table.position.legal_moves():
            _move(table, _choose(table), table.rng.choice(list(styles)), habits, slots)
    between_moves.take_back(table, len(table.moves) - before)


def _move(
    table: Table,
    move: Move,
    style: Style | UncommonStyle,
    habits: frozenset[Habit | UncommonHabit],
    slots: frozenset[str],
) -> None:
    rng = table.rng
    position = table.position
    trays = {slot: table.occupied[slot] for slot in slots} or None
    readings = perform(position, move, style, rng, trays, gap_ms=table.gap_ms, spoilt=frozenset(table.spoilt))
    if style is UncommonStyle.MISPLACED:
        table.spoilt |= {each.site for each in readings if each.on and each.site in slots}
    if style is UncommonStyle.PUSHED_OUT and _taken_from(position, move) - {each.site for each in readings}:
        table.unheard.add(len(table.moves))
    if Habit.UNFELT in habits and rng.random() < 0.3:
        felt = _felt(readings, position, move)
        if felt != readings:
            table.unheard.add(len(table.moves))
        readings = felt
    if UncommonHabit.SETS_WRONG in habits and rng.random() < 0.15:
        readings = _set_wrong(table, readings, move)
    table.past.append((position, dict(table.occupied)))
    table.moves.append(move)
    table.position = position.play_unchecked(move)
    pause = rng.randint(700, 4000)
    if Habit.AT_ONCE in habits and rng.random() < 0.5:
        pause = 0
    interleave = Habit.INTERLEAVED in habits and bool(table.events) and rng.random() < 0.5
    early = UncommonHabit.BEGINS_EARLY in habits and bool(table.events) and rng.random() < 0.5
    overtake = UncommonHabit.OVERTAKES in habits and rng.random() < 0.5
    table.spans.append((len(table.events), len(table.events) + len(readings)))
    table.hear(readings, pause)
    if interleave:
        _interleave(table, len(readings))
    if early:
        _begin_early(table)
    if overtake:
        _overtake(table)
    table.handled = frozenset(each.site for each in readings)
    if Habit.PRESSES in habits or isinstance(move, Pass):
        table.events.append(Press(table.t_ms, position.side))
        table.t_ms += rng.randint(50, 1500)


def _taken_from(position: Position, move: Move) -> set[str]:
    """The cells whose piece is taken by one that comes to stand there."""
    effect = position.effect(move)
    targets = {each.target for each in effect.travels} & {each.cell for each in effect.removals}
    return {position.game.board.name(cell) for cell in targets}


def _felt(readings: list[Reading], position: Position, move: Move) -> list[Reading]:
    """Leaves the short touch of a captured piece out."""
    effect = position.effect(move)
    names = _taken_from(position, move)
    if len(effect.travels) != 1 or effect.exchanges:
        return readings
    return [each for each in readings if each.site not in names]


def _set_wrong(table: Table, readings: list[Reading], move: Move) -> list[Reading]:
    """The readings with the piece set on a free cell beside the one it is meant for, where no move would bring it."""
    position, board = table.position, table.position.game.board
    effect = position.effect(move)
    if table.astray or len(effect.travels) != 1 or effect.removals or effect.exchanges or effect.entries:
        return readings
    (travel,) = effect.travels
    origin, target = board.name(travel.origin), board.name(travel.target)
    rank, file = divmod(travel.target, board.files)
    beside = [
        name
        for cell, name in ((cell, board.name(cell)) for cell in board.cells)
        if max(abs(cell // board.files - rank), abs(cell % board.files - file)) == 1
        and not table.occupied[name]
        and name != origin
        and not table.goes_astray(position, origin, name)
    ]
    *first, last = readings
    if not beside or last.site != target:
        return readings
    away = table.rng.choice(beside)
    table.astray = target, away
    return [*first, replace(last, site=away)]


def _interleave(table: Table, count: int) -> None:
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


def _begin_early(table: Table) -> None:
    """Lets the reply begin up to three readings before the move is done, unless they are of the piece it lifts."""
    if len(table.spans) < 2:
        return
    (begun, done), (first, end) = table.spans[-2:]
    if done != first or first == end:
        return
    reply = table.events[first]
    back = min(table.rng.randint(1, 3), done - begun - 1)
    over = table.events[done - back : done]
    if back < 1 or not isinstance(reply, Reading) or reply.on:
        return
    if any(isinstance(each, Press) or each.site == reply.site for each in over):
        return
    shift = table.events[first].t_ms - over[-1].t_ms
    rest = [replace(each, t_ms=each.t_ms - shift) for each in table.events[first + 1 :]]
    table.events[done - back :] = [Reading(over[0].t_ms, reply.site, reply.on), *over, *rest]
    table.t_ms -= shift
    table.spans[-2:] = [(begun, done + 1), (done - back, end)]


def _overtake(table: Table) -> None:
    """Has the piece that moved set down only after the whole reply, unless the reply has to do with its cell."""
    if len(table.spans) < 2:
        return
    (begun, done), (first, end) = table.spans[-2:]
    if done != first or done - begun < 2 or end - first < 2:
        return
    readings = [each for each in table.events[done - 2 :] if isinstance(each, Reading)]
    if len(readings) < len(table.events) - done + 2:
        return
    held, last, *reply = readings
    if not last.on or ":" in last.site or any(each.site == last.site for each in reply):
        return
    shift = reply[0].t_ms - held.t_ms - table.rng.randint(100, 1500)
    reply = [replace(each, t_ms=each.t_ms - shift) for each in reply]
    late_ms = table.rng.randint(100, 2000)
    table.events[done - 1 :] = [*reply, replace(last, t_ms=reply[-1].t_ms + late_ms)]
    table.t_ms += late_ms - shift
    table.spans[-2:] = [(begun, end), (done - 1, end - 1)]
