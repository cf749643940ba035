"""Keys: one number a position, xor of a number for each of its parts; what `Position.key` is made of.

A plain travel keeps its key up by itself, in `Position.play_unchecked`.
"""

from fairyrules.board import Cell
from fairyrules.effect import HOLDERS
from fairyrules.en_passant import Passed
from fairyrules.sheet import Extra

_MASK = (1 << 64) - 1

Pieces = tuple[dict[Cell, int], ...]
"""By side, codes by cell."""


def scramble(seed: int) -> int:
    """A number of 60 bits that looks drawn by lot: one for each part of a position, mixed by xor into its key.

    Source: the output function of splitmix64, cut to the two digits of 30 bits that make a quick number in CPython.
    """
    z = (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) >> 4


class Keys:
    """What each part of a position mixes into its key."""

    def __init__(self, size: int, code_count: int, extras: tuple[Extra, ...]) -> None:
        self._extras = extras
        self._words: dict[str, int] = {}
        self._rights: dict[tuple[Cell, ...], int] = {}
        self._passed: dict[tuple[tuple[Cell, ...], Cell], int] = {}
        self.side = scramble(0)
        """Black to move."""
        self.pieces: tuple[tuple[int, ...], ...] = tuple(
            tuple(scramble(code * size + cell) if code else 0 for cell in range(size)) for code in range(code_count)
        )
        """By code, by cell."""

    def of_rights(self, rights: tuple[Cell, ...]) -> int:
        """Castling rights."""
        key = self._rights.get(rights)
        if key is None:
            key = 0
            for cell in rights:
                key ^= scramble(-1 - cell)
            self._rights[rights] = key
        return key

    def of_passed(self, passed: Passed) -> int:
        """What may be taken in passing."""
        parts = (passed.targets, passed.victim)
        key = self._passed.get(parts)
        if key is None:
            key = self._passed[parts] = self._of_word(f"{passed.targets}>{passed.victim}")
        return key

    def of_words(self, reserves: tuple[dict[str, int], ...] | None, extras: tuple[object, ...]) -> int:
        """Reserves and extras, by how they are written."""
        key = 0
        for extra, value in zip(self._extras, extras, strict=True):
            key ^= self._of_word(extra.written(value))
        for holder, reserve in zip(HOLDERS, reserves or (), strict=False):
            for kind, count in reserve.items():
                key ^= self._of_word(f"{holder}{kind}{count}")
        return key

    def of_change(
        self,
        reserves: tuple[dict[str, int], ...] | None,
        later: tuple[dict[str, int], ...] | None,
        extras: tuple[object, ...],
        later_extras: tuple[object, ...],
    ) -> int:
        """What these of two positions of one game differ by."""
        key = 0
        if extras is not later_extras:
            for extra, value, now in zip(self._extras, extras, later_extras, strict=True):
                if value != now:
                    key ^= self._of_word(extra.written(value)) ^ self._of_word(extra.written(now))
        if reserves is not later:
            for holder, old, new in zip(HOLDERS, reserves or (), later or (), strict=False):
                if old is not new:
                    for kind, count in old.items() ^ new.items():
                        key ^= self._of_word(f"{holder}{kind}{count}")
        return key

    def of_state(
        self,
        turn: int,
        rights: tuple[Cell, ...],
        passed: Passed | None,
        reserves: tuple[dict[str, int], ...] | None,
        extras: tuple[object, ...],
    ) -> int:
        """Everything but the placement."""
        key = self.of_rights(rights) ^ self.of_words(reserves, extras)
        if passed is not None:
            key ^= self.of_passed(passed)
        return key ^ self.side if turn else key

    def of_pieces(self, pieces_by_side: Pieces) -> int:
        """The placement."""
        key = 0
        for pieces in pieces_by_side:
            for cell, code in pieces.items():
                key ^= self.pieces[code][cell]
        return key

    def of_difference(self, before: Pieces, after: Pieces) -> int:
        """What one placement differs by from another."""
        key = 0
        for old, new in zip(before, after, strict=True):
            for cell, code in old.items() ^ new.items():
                key ^= self.pieces[code][cell]
        return key

    def _of_word(self, words: str) -> int:
        """A part of the state as it is written."""
        if not words:
            return 0
        key = self._words.get(words)
        if key is None:
            key = self._words[words] = scramble(int.from_bytes(words.encode(), "big"))
        return key
