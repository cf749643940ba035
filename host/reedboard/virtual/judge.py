"""How well a tracker understood a sitting, judged from the truth and not from what the tracker thinks possible."""

from dataclasses import dataclass

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.core.events import Reading
from reedboard.virtual.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Score:
    """Plies by how they were understood."""

    right: int = 0
    """Told rightly without asking."""
    asked: int = 0
    """Asked where two moves really fit what was felt."""
    needless: int = 0
    """Asked where only one does."""
    silent: int = 0
    """Told wrongly without asking."""
    missing: int = 0
    """Not told at all, or told too much."""

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.right + other.right,
            self.asked + other.asked,
            self.needless + other.needless,
            self.silent + other.silent,
            self.missing + other.missing,
        )


def score(sitting: Sitting, start: Position, told: tuple[Move, ...], asked: frozenset[int]) -> Score:
    """Compares what was told with what was played, ply by ply."""
    total = Score()
    position = start
    for ply, move in enumerate(sitting.moves, 1):
        if ply in asked:
            alike = alternatives(sitting, position, ply - 1)
            total += Score(asked=1) if alike else Score(needless=1)
        elif ply > len(told):
            total += Score(missing=1)
        elif told[ply - 1] == move:
            total += Score(right=1)
        elif len(told) == len(sitting.moves):
            total += Score(silent=1)
        else:
            total += Score(missing=1)
        position = position.play_unchecked(move)
    return total + Score(missing=max(0, len(told) - len(sitting.moves)))


def alternatives(sitting: Sitting, position: Position, number: int) -> list[Move]:
    """The other legal moves that would have left the same cells occupied, with the same cells touched, slots included.

    Readings up to the end of the next move count: a piece adjusted then may as well have been taken before.
    """
    played = sitting.moves[number]
    first, last = sitting.spans[number]
    until = sitting.spans[number + 1][1] if number + 1 < len(sitting.spans) else len(sitting.events)
    readings = [event for event in sitting.events[first : max(last, until)] if isinstance(event, Reading)]
    touched = {reading.site for reading in readings}
    out = {reading.site.rstrip("0123456789") for reading in readings if ":" in reading.site and not reading.on}
    after = position.play_unchecked(played)
    found: list[Move] = []
    for move in position.legal_moves():
        other = position.play_unchecked(move)
        if other == after or other.occupancy != after.occupancy:
            continue
        if _changed(position, other) <= touched | _changed(position, after) and _kinds(position, move, out):
            found.append(move)
    return found


def _changed(before: Position, after: Position) -> set[str]:
    board = before.game.board
    turned = {turn for turn in board.cells if before.piece_at(turn) != after.piece_at(turn)}
    same = {cell for cell in turned if _only_turned(before, after, cell)}
    return {board.name(cell) for cell in turned - same}


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
