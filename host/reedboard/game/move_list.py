"""The moves of a game as the tracker tells them, with their times and notation: revised as it changes its mind."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Move
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

    def told(self, observations: Iterable[Observation], touched_ms: Mapping[str, int] | None = None) -> "MoveList":
        """The move_list after what the tracker said at one time; what it did not touch stays the same objects.

        A move after one that was replaced is kept as long as it can be played then.

        Args:
            touched_ms: when each site was last felt; a new move's time is that of its own cells, however long it took
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
        return self._written(plies, touched_ms or {})

    def _written(self, plies: Sequence["_Ply"], touched_ms: Mapping[str, int]) -> "MoveList":
        """The move list of these moves, as far as they can be played."""
        entries: list[MoveEntry] = []
        position = self.start
        for number, ply in enumerate(plies):
            old = self.entries[number] if number < len(self.entries) else None
            if old is not None and old.before is position and old.move == ply.move:
                entry = old if old.state == ply.state else replace(old, state=ply.state)
            elif ply.move in position.legal_moves():
                entry = _entry(position, ply, touched_ms, entries[-1].t_ms if entries else 0)
            else:
                break
            entries.append(entry)
            position = entry.after
        return replace(self, entries=tuple(entries))


class _Ply(NamedTuple):
    """A move on its way into the move list."""

    move: Move
    t_ms: int
    state: PlyState
    dated: bool = True
    """Whether the time is the move's own; else it is that of the word it was told by."""


def _put(plies: list[_Ply], ply: int, move: Move, t_ms: int, state: PlyState) -> None:
    """Writes a move at its ply. What was asked about, or has been replied to, keeps the time it had."""
    if ply <= len(plies):
        old = plies[ply - 1]
        dated = old.state == "asked" or ply < len(plies) or old.move == move
        plies[ply - 1] = _Ply(move, old.t_ms if dated else t_ms, state, dated)
    elif ply == len(plies) + 1:
        plies.append(_Ply(move, t_ms, state, dated=False))


def _entry(before: Position, ply: _Ply, touched_ms: Mapping[str, int], after_ms: int) -> MoveEntry:
    t_ms = ply.t_ms
    if not ply.dated:
        name = before.game.board.name
        felt = [touched_ms.get(name(cell)) for cell in touched(before.effect(ply.move))]
        placed_ms = max((each for each in felt if each is not None), default=t_ms)
        t_ms = min(t_ms, max(placed_ms, after_ms))
    return MoveEntry(ply.move, before.san(ply.move), t_ms, ply.state, before, before.play(ply.move))


def touched(effect: Effect) -> tuple[int, ...]:
    """The cells of an effect, each once."""
    cells = [cell for travel in effect.travels for cell in (travel.origin, travel.target)]
    cells += [entry.cell for entry in effect.entries] + [exchange.cell for exchange in effect.exchanges]
    cells += [removal.cell for removal in effect.removals] + [turn.cell for turn in effect.turns]
    return tuple(dict.fromkeys(cells))
