"""The moves of a game as the tracker tells them, with their times and notation: revised as it changes its mind."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.game.placing_times import Changes, placing_times, touched
from reedboard.tracker import Asked, Moved, Observation, Retracted, Settled

PlyState = Literal["provisional", "asked", "settled"]


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One move: the positions before and after it, when its last piece was placed, and how sure it is."""

    move: Move
    san: str
    t_ms: int
    state: PlyState
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class MoveList:
    """The moves since `start`, oldest first. Ply 1 is the first."""

    start: Position
    entries: tuple[MoveEntry, ...] = ()

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.entries[-1].after if self.entries else self.start

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone."""
        return tuple(entry.move for entry in self.entries)

    def rival(self, text: str) -> MoveEntry | None:
        """The latest move that was made where `text` (machine form) was possible too, by the same piece or to the same
        cell: what an answer that comes too late was about. None if there is none."""
        for entry in reversed(self.entries):
            other = next((move for move in entry.before.legal_moves() if str(move) == text), None)
            if other is None:
                continue
            if {*touched(entry.before.effect(entry.move))} & {*touched(entry.before.effect(other))}:
                return entry
        return None

    def told(self, observations: Iterable[Observation], changes: Changes | None = None) -> "MoveList":
        """The move_list after what the tracker said at one time; what it did not touch stays the same objects.

        A move after one that was replaced is kept as long as it can be played then.

        Args:
            changes: when each site changed; a new move's time is that of its last piece's placing, however long it took
                to be known. None: it is that of the tracker's word.
        """
        news = [each for each in observations if isinstance(each, Moved | Asked | Settled | Retracted)]
        if not news:
            return self
        plies = [_Ply(entry.move, entry.t_ms, entry.state) for entry in self.entries]
        for observation in news:
            match observation:
                case Moved(t_ms, ply, move, settled):
                    _put(plies, ply, move, t_ms, "settled" if settled else "provisional")
                case Asked(t_ms, ply, moves):
                    _put(plies, ply, moves[0], t_ms, "asked")
                case Settled(_, ply):
                    if ply <= len(plies):
                        plies[ply - 1] = plies[ply - 1]._replace(state="settled")
                case Retracted(_, ply):
                    del plies[ply - 1 :]
        return self._written(plies, changes or {})

    def _written(self, plies: Sequence["_Ply"], changes: Changes) -> "MoveList":
        """The move list of these moves, as far as they can be played."""
        entries: list[MoveEntry] = []
        position = self.start
        for number, ply in enumerate(plies):
            old = self.entries[number] if number < len(self.entries) else None
            if old is not None and old.before is position and old.move == ply.move:
                entry = old if old.state == ply.state else replace(old, state=ply.state)
            elif ply.move in position.legal_moves():
                after = position.play(ply.move)
                entry = MoveEntry(ply.move, position.san(ply.move), ply.t_ms, ply.state, position, after)
            else:
                break
            entries.append(entry)
            position = entry.after
        return replace(self, entries=tuple(_dated(entries, plies, changes)))


class _Ply(NamedTuple):
    """A move on its way into the move list."""

    move: Move
    t_ms: int
    state: PlyState
    dated: bool = True
    """Whether the time is the move's own; else it is that of the word it was told by, or of another move's placing."""


def _put(plies: list[_Ply], ply: int, move: Move, t_ms: int, state: PlyState) -> None:
    """Writes a move at its ply. Another move in its place takes its time where the sensors do not tell its own, if that
    one was asked about or has been replied to."""
    if ply <= len(plies):
        old = plies[ply - 1]
        kept = old.state == "asked" or ply < len(plies) or old.move == move
        plies[ply - 1] = _Ply(move, old.t_ms if kept else t_ms, state, old.dated and old.move == move)
    elif ply == len(plies) + 1:
        plies.append(_Ply(move, t_ms, state, dated=False))


def _dated(entries: Sequence[MoveEntry], plies: Sequence[_Ply], changes: Changes) -> Iterator[MoveEntry]:
    """The moves, each with the time its last piece was placed."""
    known = [ply.t_ms if ply.dated else None for ply in plies[: len(entries)]]
    moves = [(entry.before, entry.move, entry.after) for entry in entries]
    before_ms = 0
    for entry, ply, placed_ms in zip(entries, plies, placing_times(moves, known, changes), strict=False):
        t_ms = ply.t_ms if placed_ms is None or ply.dated else max(placed_ms, before_ms)
        yield entry if t_ms == entry.t_ms else replace(entry, t_ms=t_ms)
        before_ms = t_ms
