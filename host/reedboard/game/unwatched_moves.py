"""What may have been played while nobody watched the board: read from where the pieces stand afterwards.

The differences between two looks at a board have no order, and several lines of moves may lead to the same places. The
shortest ones are found; which of them was played only the players know.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Move
from reedboard.game.move_list import MoveList


@dataclass(frozen=True, slots=True)
class Line:
    """Moves that may have been played after the last `back` plies were taken back."""

    moves: tuple[Move, ...]
    back: int = 0

    def after(self, move_list: MoveList) -> Position:
        """The position that it leads to."""
        position = move_list.entries[-self.back].before if self.back else move_list.position
        for move in self.moves:
            position = position.play(move)
        return position


MOST_PLIES = 4
"""Longest line that is looked for: four moves without a capture touch the board eight times."""
EFFORT = 800
"""Positions whose moves are looked through: a second at most, on 17x17 a few."""
MOST_LINES = 6
"""Lines that are offered: more is no choice any more."""
SLACK = (0, 2)
"""Cells that a line may change beyond two a move; looked for first without, then with: castling, capture in passing."""


class _SpentError(Exception):
    """The search has looked at all it may."""


@dataclass(slots=True)
class _Search:
    """One search: the cells that are to be occupied, as bits, and what it may still spend."""

    target: int
    slack: int
    left: int = EFFORT

    def lines(self, position: Position, plies: int) -> Iterator[tuple[Move, ...]]:
        """The lines of so many plies that lead to the target."""
        self.left -= 1
        if self.left < 0:
            raise _SpentError
        stands = _bits(position.pieces())
        for move in position.legal_moves():
            wrong = (_after(stands, position.effect(move)) ^ self.target).bit_count()
            if plies == 1:
                if not wrong:
                    yield (move,)
            elif wrong <= 2 * (plies - 1) + self.slack:
                for rest in self.lines(position.play(move), plies - 1):
                    yield (move, *rest)


def explanations(position: Position, cells: frozenset[str]) -> tuple[tuple[Move, ...], ...]:
    """The shortest lines from a position after which its pieces stand on exactly these cells, at most `MOST_LINES`.

    None where no line of `MOST_PLIES` does, the search took too long, or nothing need have been played. Where cells
    are only empty that were occupied, a line has no more plies than these: a capture a cell, but no piece's way there
    and back, for then a piece that is in a hand or fell is the plainer story.
    """
    board = position.game.board
    target, stands = _bits(board.cell(name) for name in cells), _bits(position.pieces())
    most = MOST_PLIES if target & ~stands else min(MOST_PLIES, (stands & ~target).bit_count())
    for slack in SLACK:
        search = _Search(target, slack)
        try:
            for plies in range(1, most + 1):
                found = tuple(islice(search.lines(position, plies), MOST_LINES))
                if found:
                    return found
        except _SpentError:
            continue
    return ()


def explanations_of(move_list: MoveList, cells: frozenset[str]) -> tuple[Line, ...]:
    """The shortest lines of a game after which its pieces stand on exactly these cells, at most `MOST_LINES`.

    They follow the moves told so far, or take the place of the last one where it was only a rest on the way: the piece
    was moved on. What a piece slid over may be told as two moves that are still open. Where none of these leads there,
    another move may stand in the last one's place: what was felt of that may have been the beginning of this.
    """
    entries = move_list.entries
    found = [Line(moves) for moves in explanations(move_list.position, cells)]
    both_open = len(entries) > 1 and "settled" not in (entries[-1].state, entries[-2].state)
    for back, entry in enumerate(reversed(entries[-2:] if both_open else entries[-1:]), 1):
        for moves in explanations(entry.before, cells):
            if _goes_on(entry.before.effect(moves[0]), entry.before.effect(entry.move)):
                found.append(Line(moves, back))
    if not found and entries:
        found = [Line(moves, 1) for moves in explanations(entries[-1].before, cells) if len(moves) == 1]
    return tuple(sorted(found, key=lambda line: len(line.moves) - line.back)[:MOST_LINES])


def _goes_on(effect: Effect, rest: Effect) -> bool:
    """Whether a piece that came to rest in one move goes from the same cell to another in the other."""
    targets = {travel.origin: travel.target for travel in rest.travels}
    return any(targets.get(travel.origin, travel.target) != travel.target for travel in effect.travels)


def _bits(cells: Iterable[int]) -> int:
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def _after(stands: int, effect: Effect) -> int:
    """The occupied cells after a move."""
    stands &= ~_bits(removal.cell for removal in effect.removals)
    stands &= ~_bits(travel.origin for travel in effect.travels)
    return stands | _bits(travel.target for travel in effect.travels) | _bits(entry.cell for entry in effect.entries)


def touches(position: Position, move: Move, occupied: frozenset[str]) -> list[tuple[str, bool]]:
    """The readings of a move as a hand makes them, from sites occupied so: what leaves first, then what arrives."""
    board, effect = position.game.board, position.effect(move)
    name = board.name
    arriving = [travel.target for travel in effect.travels] + [entry.cell for entry in effect.entries]
    arriving += [exchange.cell for exchange in effect.exchanges if exchange.cell not in arriving]
    leaving = [removal.cell for removal in effect.removals] + [travel.origin for travel in effect.travels]
    leaving += [cell for cell in arriving if cell not in leaving and name(cell) in occupied]
    lifted = [(name(cell), False) for cell in dict.fromkeys(leaving) if name(cell) in occupied]
    return lifted + [(name(cell), True) for cell in dict.fromkeys(arriving)]


def words(position: Position, line: Iterable[Move]) -> str:
    """A line as people read it, with its numbers: "12... Nf6 13. O-O"."""
    told = []
    for at, move in enumerate(line):
        white = position.side.letter == "w"
        if white or at == 0:
            told.append(f"{position.fullmove}{'.' if white else '...'}")
        told.append(position.san(move))
        position = position.play(move)
    return " ".join(told)
