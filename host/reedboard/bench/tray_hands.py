"""How hands use the trays: where a captured piece goes, and where one that enters or replaces another comes from."""

from fairyrules import Position
from fairyrules.pieces import Piece
from reedboard.bench.style import Style, UncommonStyle
from reedboard.bench.two_hands import Hands


class TrayHands:
    """The slots of a board, as hands use them that handle pieces in one style.

    Args:
        slots: the slots there are; none on a board without trays.
        spoilt: slots on which a piece of another kind may stand; nobody takes one from there.
    """

    def __init__(
        self,
        hands: Hands,
        position: Position,
        style: Style | UncommonStyle,
        slots: frozenset[str],
        spoilt: frozenset[str],
    ) -> None:
        self._hands = hands
        self._rng = hands.rng
        self._has_reserves = position.game.has_reserves
        self._style = style
        self._slots = slots
        self._spoilt = spoilt

    def shelve(self, piece: Piece, holder: str | None, kind: str) -> None:
        """Sets a piece on a free slot of its kind, or lays it beside the board."""
        free = [slot for slot in self._of(piece, holder, kind) if not self._hands.occupied[slot]]
        if self._style is UncommonStyle.MISPLACED:
            others = sorted(slot for slot in self._slots if slot not in free and not self._hands.occupied[slot])
            where = self._rng.random()
            if others and where < 0.5:
                self._hands.place(self._rng.choice(others))
                return
            if where < 0.75:
                return
        if free and self._rng.random() < 0.8:
            self._hands.place(self._rng.choice(free))

    def lift_new(self, piece: Piece, holder: str | None) -> None:
        """Takes a piece from its slot; one that lies beside the board is not felt."""
        held = self._held(self._of(piece, holder, piece.kind))
        if self._style is UncommonStyle.BORROWED and self._rng.random() < 0.7:
            own = f"{holder or piece.side.letter}:"
            held = self._held([slot for slot in self._of_kind(piece.kind) if not slot.startswith(own)]) or held
        if self._style is UncommonStyle.KINDS_TRIED and held:
            for slot in self._of_other_kinds(piece, holder)[: self._rng.randint(1, 2)]:
                self._hands.lift(slot)
                self._hands.pause(100, 900)
                self._hands.place(slot)
        if held:
            self._hands.lift(self._rng.choice(held))

    def drop_another(self, piece: Piece, holder: str | None, cell: str) -> None:
        """Drops a piece of another kind on a cell, looks at it, and puts it back where it came from."""
        for slot in self._of_other_kinds(piece, holder)[:1]:
            self._hands.lift(slot)
            self._hands.place(cell)
            self._hands.pause(100, 1500)
            self._hands.lift(cell)
            self._hands.place(slot)

    def _of_other_kinds(self, piece: Piece, holder: str | None) -> list[str]:
        """Occupied slots of other kinds of the same holder, in any order."""
        own = self._of(piece, holder, piece.kind)
        group = f"{holder or piece.side.letter}:"
        found = self._held(sorted(slot for slot in self._slots if slot.startswith(group) and slot not in own))
        self._rng.shuffle(found)
        return found

    def _held(self, slots: list[str]) -> list[str]:
        return [slot for slot in slots if self._hands.occupied[slot] and slot not in self._spoilt]

    def _of(self, piece: Piece, holder: str | None, kind: str) -> list[str]:
        if holder is None and self._has_reserves:
            return []
        prefix = f"{holder or piece.side.letter}:{kind}"
        return sorted(slot for slot in self._slots if slot.rstrip("0123456789") == prefix)

    def _of_kind(self, kind: str) -> list[str]:
        return sorted(slot for slot in self._slots if slot.rstrip("0123456789").partition(":")[2] == kind)
