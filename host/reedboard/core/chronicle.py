"""The moves of a game as the tracker tells them, with their times and notation: revised as it changes its mind."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Move
from reedboard.core.tracker.effects import Asked, Moved, Observation, Retracted, Settled

PlyState = Literal["provisional", "asked", "settled"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One move: the positions before and after it, when it was first seen, and how sure it is."""

    move: Move
    san: str
    t_ms: int
    state: PlyState
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The moves since `start`, oldest first. Ply 1 is the first."""

    start: Position
    entries: tuple[Entry, ...] = ()

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.entries[-1].after if self.entries else self.start

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves alone."""
        return tuple(entry.move for entry in self.entries)

    def rival(self, text: str) -> Entry | None:
        """The latest move that was made where `text` (machine form) was possible too, by the same piece or to the same
        cell: what an answer that comes too late was about. None if there is none."""
        for entry in reversed(self.entries):
            other = next((move for move in entry.before.legal_moves() if str(move) == text), None)
            if other is None:
                continue
            if {*touched(entry.before.effect(entry.move))} & {*touched(entry.before.effect(other))}:
                return entry
        return None

    def told(self, observations: Iterable[Observation]) -> "Chronicle":
        """The chronicle after what the tracker said; what it did not touch stays the same objects."""
        chronicle = self
        for observation in observations:
            match observation:
                case Moved(t_ms, ply, move, settled):
                    chronicle = chronicle._put(ply, move, t_ms, "settled" if settled else "provisional")
                case Asked(t_ms, ply, moves):
                    chronicle = chronicle._put(ply, moves[0], t_ms, "asked")
                case Settled(_, ply):
                    chronicle = chronicle._settle(ply)
                case Retracted(_, ply):
                    chronicle = replace(chronicle, entries=chronicle.entries[: ply - 1])
                case _:
                    pass
        return chronicle

    def _put(self, ply: int, move: Move, t_ms: int, state: PlyState) -> "Chronicle":
        """The move at its ply; later ones are kept as far as they still can be played."""
        kept, tail = self.entries[: ply - 1], self.entries[ply:]
        position = kept[-1].after if kept else self.start
        old = self.entries[ply - 1] if ply <= len(self.entries) else None
        if old is not None and old.move == move:
            return replace(self, entries=(*kept, replace(old, state=state), *tail))
        entries = [*kept, _entry(position, move, old.t_ms if old else t_ms, state)]
        for later in tail:
            if later.move not in entries[-1].after.legal_moves():
                break
            entries.append(_entry(entries[-1].after, later.move, later.t_ms, later.state))
        return replace(self, entries=tuple(entries))

    def _settle(self, ply: int) -> "Chronicle":
        if ply > len(self.entries):
            return self
        entry = replace(self.entries[ply - 1], state="settled")
        return replace(self, entries=(*self.entries[: ply - 1], entry, *self.entries[ply:]))


def _entry(before: Position, move: Move, t_ms: int, state: PlyState) -> Entry:
    return Entry(move, before.san(move), t_ms, state, before, before.play(move))


def touched(effect: Effect) -> tuple[int, ...]:
    """The cells of an effect, each once."""
    cells = [cell for travel in effect.travels for cell in (travel.origin, travel.target)]
    cells += [entry.cell for entry in effect.entries] + [exchange.cell for exchange in effect.exchanges]
    cells += [removal.cell for removal in effect.removals] + [turn.cell for turn in effect.turns]
    return tuple(dict.fromkeys(cells))
