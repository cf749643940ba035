"""The board of a simulated game while it is played: what stands on it, what was felt so far, what was so."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.bench.handlings import Prefers
from reedboard.bench.two_hands import GAP_MS
from reedboard.board.events import Press, Reading


class SoFar(NamedTuple):
    """The moves of a game up to some moment, and their spans."""

    moves: tuple[Move, ...]
    spans: tuple[tuple[int, int], ...]


@dataclass
class Table:
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
    spoilt: set[str] = field(default_factory=set)
    """Slots on which a piece of another kind may stand."""
    astray: tuple[str, str] | None = None
    """The cell a piece belongs on, and the one it was set on when it fell."""
    prefers: Sequence[Prefers] = ()
    """Sorts of moves that players look for."""
    gap_ms: tuple[int, int] = GAP_MS
    """Least and most time between two gestures."""

    def hear(self, readings: Sequence[Reading], pause_ms: int) -> None:
        """Appends readings, their times counted from now, then waits."""
        for each in readings:
            self.events.append(Reading(self.t_ms + each.t_ms, each.site, each.on))
            self.occupied[each.site] = each.on
        self.t_ms = (self.events[-1].t_ms if readings else self.t_ms) + pause_ms

    def waiting_pieces(self) -> list[str]:
        """The cells of the side that is not to move."""
        name, other = self.position.game.board.name, self.position.side.other
        return [name(cell) for cell, piece in self.position.pieces().items() if piece.side is other]

    def crosses_astray(self, move: Move) -> bool:
        """Whether a move has to do with the piece astray, or leaves where it stands for a move of its own."""
        if self.astray is None:
            return False
        board = self.position.game.board
        after = self.position.play_unchecked(move)
        changed = {cell for cell in board.cells if self.position.piece_at(cell) != after.piece_at(cell)}
        return bool(changed & set(map(board.cell, self.astray))) or self.goes_astray(after, *self.astray)

    def goes_astray(self, position: Position, home: str, away: str) -> bool:
        """Whether it is a legal move of a position to go from one of two cells to the other."""
        origin, target = map(position.game.board.cell, (home, away))
        travels = (each for move in position.legal_moves() for each in position.effect(move).travels)
        return any((each.origin, each.target) == (origin, target) for each in travels)
