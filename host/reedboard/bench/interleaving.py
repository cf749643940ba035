"""A move made in any order that pieces allow: each piece has its sequence of gestures; these are interleaved.

Nothing is assumed of how people move but this: a piece is lifted before it is put down, and no cell takes two.
"""

from collections.abc import Iterator, Mapping
from random import Random

from fairyrules import Position
from fairyrules.effect import Exchange
from fairyrules.moves import Move
from fairyrules.pieces import Piece

Gesture = tuple[str, bool]
"""A site, and whether a piece is put there (else it is lifted)."""


class Interleaving:
    """The sequences of one move, drawn at random: which slots are used, whether a piece is exchanged in the hand."""

    def __init__(self, position: Position, move: Move, slots: Mapping[str, bool], rng: Random) -> None:
        self._name = position.game.board.name
        self._has_reserves = position.game.has_reserves
        self._rng = rng
        self._slots = dict(slots)
        """What the slots will hold once all sequences drawn so far are done."""
        self._held = {slot for slot, on in slots.items() if on}
        """Slots whose piece is not promised to a sequence."""
        self._occupied = {self._name(cell) for cell in position.pieces()} | self._held
        effect = position.effect(move)
        exchanges = {each.cell: each for each in effect.exchanges}
        self._sequences: list[list[Gesture]] = []
        for removal in effect.removals:
            kind = removal.kind_held or removal.piece.kind
            shelved = self._shelved(removal.holder, removal.piece, kind)
            self._sequences.append([(self._name(removal.cell), False), *shelved])
        for travel in effect.travels:
            if travel.origin != travel.target:
                put = self._put(travel.target, exchanges.pop(travel.target, None))
                self._sequences.append([(self._name(travel.origin), False), *put])
        for cell, exchange in exchanges.items():
            self._sequences.append([(self._name(cell), False), *self._swapped(exchange), (self._name(cell), True)])
        for entry in effect.entries:
            self._sequences.append([*self._unshelved(entry.holder, entry.piece), (self._name(entry.cell), True)])

    def interleaved(self) -> Iterator[Gesture]:
        """The gestures of all sequences in one random order that the pieces allow."""
        sequences = [list(each) for each in self._sequences]
        occupied = set(self._occupied)
        while any(sequences):
            ready = [each for each in sequences if each and not (each[0][1] and each[0][0] in occupied)]
            site, on = self._rng.choice(ready).pop(0)
            (occupied.add if on else occupied.discard)(site)
            yield site, on

    def _put(self, cell: int, exchange: Exchange | None) -> list[Gesture]:
        """A piece put on a cell; an exchanged one in the hand, or after it stood there."""
        put = (self._name(cell), True)
        if exchange is None:
            return [put]
        stood = [put, (self._name(cell), False)] if self._rng.random() < 0.5 else []
        return [*stood, *self._swapped(exchange), put]

    def _swapped(self, exchange: Exchange) -> list[Gesture]:
        """The new piece from its slot and the old one to its own, in either order."""
        swap = [
            self._unshelved(exchange.taken_from, exchange.after),
            self._shelved(exchange.given_to, exchange.before, exchange.before.kind.lstrip("+")),
        ]
        self._rng.shuffle(swap)
        return [*swap[0], *swap[1]]

    def _shelved(self, holder: str | None, piece: Piece, kind: str) -> list[Gesture]:
        """A piece set on a free slot of its kind, or laid beside the board."""
        free = [slot for slot in self._of(holder, piece, kind) if not self._slots[slot]]
        if not free or self._rng.random() < 0.2:
            return []
        slot = self._rng.choice(free)
        self._slots[slot] = True
        return [(slot, True)]

    def _unshelved(self, holder: str | None, piece: Piece) -> list[Gesture]:
        """A piece out of a slot that holds one, or from beside the board."""
        held = [slot for slot in self._of(holder, piece, piece.kind) if slot in self._held]
        if not held:
            return []
        slot = self._rng.choice(held)
        self._held.discard(slot)
        return [(slot, False)]

    def _of(self, holder: str | None, piece: Piece, kind: str) -> list[str]:
        if holder is None and self._has_reserves:
            return []
        group = f"{holder or piece.side.letter}:{kind}"
        return sorted(slot for slot in self._slots if slot.rstrip("0123456789") == group)
