"""How well a tracker understood a game, judged from the truth and not from what the tracker thinks possible."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import pairwise

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.bench.simulated_game import SimulatedGame
from reedboard.board.events import Reading

STORY = 4
"""Plies in which readings are looked for another story: hands may overlap by no more."""
OTHER = 2
"""Moves that may be one of another story, while it is not known whose turn it is."""
ASKED_MS = 600
"""Silence after which a question is in order."""


@dataclass(frozen=True, slots=True)
class Score:
    """Plies by how they were understood."""

    right: int = 0
    """Told rightly without asking."""
    asked: int = 0
    """Asked where two moves really fit what was felt, or a reading of theirs never came."""
    needless: int = 0
    """Asked where only one does, and was felt whole."""
    silent: int = 0
    """Told wrongly without asking."""
    missing: int = 0
    """Not told at all, told too much, or out of step since a ply that was told wrongly or not at all."""

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.right + other.right,
            self.asked + other.asked,
            self.needless + other.needless,
            self.silent + other.silent,
            self.missing + other.missing,
        )


def score(sitting: SimulatedGame, start: Position, told: tuple[Move, ...], asked: frozenset[int]) -> Score:
    """Compares what was told with what was played, ply by ply; moves that lead to the same position are one.

    A question is in order where a reading of the move, of the one before or of the reply never came, where a move was
    in doubt that was taken back, and where hands rested so long in the middle of it, or of the reply, that it was asked
    what had been played so far.
    In a story of another length only the first ply that differs says what was wrong; those after it are out of step.
    """
    total = Score()
    position = start
    lately: deque[Position] = deque(maxlen=STORY)
    doubtful = 0
    in_step = True
    for ply, move in enumerate(sitting.moves, 1):
        lately.append(position)
        if ply in asked:
            doubtful = max(doubtful, ply - 1 + doubt(sitting, position, ply - 1))
            unheard = sitting.unheard & {ply - 2, ply - 1, ply}
            before = _open_before(sitting, start, ply) or _open_at_a_rest(sitting, position, ply - 1)
            open_ = ply <= doubtful or unheard or before or _open_since(sitting, lately, ply)
            open_ = open_ or _open_in_the_reply(sitting, position, ply - 1)
            total += Score(asked=1) if open_ else Score(needless=1)
        elif ply <= len(told) and _one(position, told[ply - 1], move):
            total += Score(right=1)
        elif ply <= len(told) and in_step:
            total += Score(silent=1)
            in_step = len(told) == len(sitting.moves)
        else:
            total += Score(missing=1)
            in_step = False
        position = position.play_unchecked(move)
    return total + Score(missing=max(0, len(told) - len(sitting.moves)))


def _one(position: Position, told: Move, move: Move) -> bool:
    """Whether two moves are one, the second being legal."""
    if told == move:
        return True
    return told in position.legal_moves() and position.play_unchecked(told) == position.play_unchecked(move)


@dataclass(frozen=True, slots=True)
class _End:
    """What another story must come to."""

    position: Position
    touched: set[str]
    out: set[str]
    """Kinds of piece taken off slots."""
    alike: bool
    """Whether it has as many moves: one with fewer may lead to the very same position."""
    vain: set[tuple[Position, int, int]] = field(default_factory=set)
    """From where it was looked for in vain, in how many moves, with how many cells that may not have been touched."""


def doubt(sitting: SimulatedGame, position: Position, number: int, least: int = 1) -> int:
    """How many plies from `number` on, `least` or more, another story explains as well, judged from the truth; 0: none.

    Another story is other legal moves that leave the same cells occupied in the end and need no more cells that were
    not touched meanwhile than those played, slots included. Readings up to the end of the next move count: a piece
    adjusted then may as well have been taken before. If hands then rested for as long as a question waits, one move may
    have been two, or two one, and one that leaves all cells as they were none: only the next tells whose turn it was.
    """
    after = position
    for plies in range(1, min(STORY, len(sitting.moves) - number) + 1):
        after = after.play_unchecked(sitting.moves[number + plies - 1])
        if plies < least:
            continue
        touched, out = _felt(sitting, number, number + plies)
        unfelt = len(_changed(position, after) - touched)
        if plies == 1 and after.occupancy == position.occupancy and _rested(sitting, number):
            return 1
        reply = plies <= OTHER and _rested(sitting, number + plies - 1)
        lengths: list[int] = [*range(plies, 0, -2)] + ([OTHER + 1 - plies] if reply else [])
        for length in lengths:
            end = _End(after, touched, out, alike=length == plies)
            if _tells(position, length, end, unfelt, position.play_unchecked(sitting.moves[number])):
                return max(plies, length)
    return 0


def _open_since(sitting: SimulatedGame, before: Sequence[Position], ply: int) -> bool:
    """Whether another story explains what was felt from one of the last plies on, up to this one at least.

    `before` are the positions before the last moves, this one's last.
    """
    starts = enumerate(reversed(before))
    return any(doubt(sitting, position, ply - 1 - back, least=back + 1) for back, position in starts if back)


def _open_before(sitting: SimulatedGame, start: Position, ply: int) -> bool:
    """Whether another move was made at a ply, and was in doubt until it was taken back."""
    for moves, spans in sitting.undone:
        if len(moves) >= ply and moves[:ply] != sitting.moves[:ply]:
            before = reduce(Position.play_unchecked, moves[: ply - 1], start)
            if doubt(replace(sitting, moves=moves, spans=spans), before, ply - 1):
                return True
    return False


def _open_at_a_rest(sitting: SimulatedGame, position: Position, number: int) -> bool:
    """Whether hands rested in the middle of a move where several others might have been done, to different positions.

    A piece of the opponent's may be in a hand by then: it is taken next, or the reply has begun.
    """
    board = position.game.board
    theirs = position.cells_of(position.side.other)
    for _, occupied, touched in _rests(sitting, position, number):
        ends = {position.play_unchecked(move) for move in position.legal_moves()}
        held = [1 << cell for cell in board.cells if theirs & ~occupied & 1 << cell]
        for hand in (0, *held):
            alike = [end for end in ends if end.occupancy == occupied | hand]
            if sum(not _changed(position, end) - touched for end in alike) > 1:
                return True
    return False


def _open_in_the_reply(sitting: SimulatedGame, position: Position, number: int) -> bool:
    """Whether hands rested in the middle of the reply where, had it been done so, another story explained both."""
    if number + 1 >= len(sitting.moves):
        return False
    after, before = position.play_unchecked(sitting.moves[number]), sitting.moves[: number + 1]
    for index, occupied, touched in _rests(sitting, after, number + 1):
        spans = tuple((first, min(last, index + 1)) for first, last in sitting.spans[: number + 2])
        for move in after.legal_moves():
            end = after.play_unchecked(move)
            if end.occupancy == occupied and not _changed(after, end) - touched:
                events = sitting.events[: index + 1]
                if doubt(replace(sitting, events=events, moves=(*before, move), spans=spans), position, number):
                    return True
    return False


def _rests(sitting: SimulatedGame, position: Position, number: int) -> Iterator[tuple[int, int, set[str]]]:
    """Where hands rested in the middle of a move after `position` for as long as a question waits.

    After which event that was, which cells were occupied then, and which had been touched since the move began.
    """
    first, last = sitting.spans[number]
    board = position.game.board
    stands = {board.name(cell): position.piece_at(cell) is not None for cell in board.cells}
    touched: set[str] = set()
    for index, (event, next_) in enumerate(pairwise(sitting.events[first:last]), first):
        if isinstance(event, Reading) and event.site in stands:
            stands[event.site] = event.on
            touched.add(event.site)
        if next_.t_ms - event.t_ms >= ASKED_MS:
            yield index, sum(1 << cell for cell in board.cells if stands[board.name(cell)]), touched


def _rested(sitting: SimulatedGame, number: int) -> bool:
    """Whether nothing was felt after a move for as long as a question waits."""
    last = max(last for _, last in sitting.spans[: number + 1])
    return last == len(sitting.events) or sitting.events[last].t_ms - sitting.events[last - 1].t_ms >= ASKED_MS


def _felt(sitting: SimulatedGame, number: int, end: int) -> tuple[set[str], set[str]]:
    """The sites touched from one move to the end of the one at `end`, and the kinds taken off slots before that one."""
    since = sitting.spans[number][0]
    until, before = (max(last for _, last in sitting.spans[number:last]) for last in (end + 1, end))
    touched = {event.site for event in sitting.events[since:until] if isinstance(event, Reading)}
    lifted = (event.site for event in sitting.events[since:before] if isinstance(event, Reading) and not event.on)
    return touched, {site.rstrip("0123456789") for site in lifted if ":" in site}


def _tells(position: Position, length: int, end: _End, unfelt: int, real: Position | None) -> bool:
    """Whether so many moves, the first not to the `real` position, may explain what was felt.

    Of the cells they change at most `unfelt` may not have been touched: as many as were not by the moves played.
    """
    if real is None:
        if (position, length, unfelt) in end.vain:
            return False
        end.vain.add((position, length, unfelt))
    for move in _touching(position, end.touched, unfelt):
        other = position.play_unchecked(move)
        if length == 1 and other.occupancy != end.position.occupancy:
            continue
        left = unfelt - len(_changed(position, other) - end.touched)
        if other == real or left < 0:
            continue
        if length > 1:
            if _tells(other, length - 1, end, left, None):
                return True
        elif not (end.alike and other == end.position) and _kinds(position, move, end.out):
            return True
    return False


def _touching(position: Position, touched: set[str], unfelt: int) -> Iterable[Move]:
    """At least the legal moves that change no more cells than so many beside those touched."""
    if unfelt > 1:
        return position.legal_moves()
    board = position.game.board
    cells = sum(1 << board.cell(name) for name in touched if ":" not in name)
    found = position.legal_moves_between(cells, ~0 if unfelt else cells)
    return [*found, *position.legal_moves_between(~cells, cells)] if unfelt else found


def _changed(before: Position, after: Position) -> set[str]:
    board = before.game.board
    turned = [cell for cell, (old, new) in enumerate(zip(before.codes, after.codes, strict=True)) if old != new]
    return {board.name(cell) for cell in turned if not _only_turned(before, after, cell)}


def _only_turned(before: Position, after: Position, cell: int) -> bool:
    one, other = before.piece_at(cell), after.piece_at(cell)
    return one is not None and other is not None and one.side is other.side


def _kinds(position: Position, move: Move, out: set[str]) -> bool:
    """Whether the new pieces of a move are among those lifted from slots, if any were."""
    effect = position.effect(move)
    needed = {f"{each.taken_from or each.after.side.letter}:{each.after.kind}" for each in effect.exchanges} | {
        f"{each.holder or each.piece.side.letter}:{each.piece.kind}" for each in effect.entries
    }
    return not out or out == needed
