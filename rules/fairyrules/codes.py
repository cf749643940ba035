"""Pieces as numbers.

A piece is its *code*: 0 is an empty cell, the kind number i of the sheet is 2i+1 for White and 2i+2 for Black.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from fairyrules.board import Cell
from fairyrules.errors import SheetError
from fairyrules.pieces import Piece, Side
from fairyrules.sheet import Kind, Sheet


class Codes:
    """The codes of a sheet's pieces, and what they tell."""

    def __init__(self, sheet: Sheet) -> None:
        self.kinds = sheet.kinds
        self.by_letter = MappingProxyType({kind.letter: kind for kind in sheet.kinds})
        self._index = {kind.letter: index for index, kind in enumerate(sheet.kinds)}
        royals = [kind.letter for kind in sheet.kinds if kind.royal]
        if len(self._index) != len(sheet.kinds):
            raise SheetError(
                f"{sheet.name}: kinds need different letters; found {[kind.letter for kind in sheet.kinds]}."
            )
        self.royals = tuple(royals)
        """The letters of the royal kinds: mostly one, but none or several may be."""
        self.royal_codes: tuple[bool, ...] = (False, *(kind.royal for kind in sheet.kinds for _ in (0, 1)))
        """By code."""
        self.count = 2 * len(sheet.kinds) + 1
        """How many codes there are, that of an empty cell counted."""
        self.pieces: tuple[Piece | None, ...] = (
            None,
            *(Piece(side, kind.letter) for kind in sheet.kinds for side in (Side.WHITE, Side.BLACK)),
        )
        self.by_fen: dict[str, Piece] = {str(piece): piece for piece in self.pieces if piece is not None}
        """The pieces as FEN writes them."""
        self.written: tuple[str, ...] = (
            "",
            *("" if kind.name == "Pawn" else kind.letter for kind in sheet.kinds for _ in (0, 1)),
        )
        """By code: the letter before a move of the piece; none for what is plainly called a Pawn."""
        self.own: tuple[tuple[bool, ...], ...] = tuple(
            tuple(code > 0 and (code & 1) ^ 1 == side for code in range(self.count)) for side in (0, 1)
        )
        """By side, by code: whether the piece is the side's."""
        self.written_as: tuple[dict[str, frozenset[int]], ...] = tuple(
            {
                letter: frozenset(
                    [code for code, own in enumerate(self.own[side]) if own and self.written[code] == letter]
                )
                for letter in self.written
            }
            for side in (0, 1)
        )
        """By side, by that letter: the codes of the kinds it may mean."""
        self.foe = (self.own[1], self.own[0])
        self.open: tuple[tuple[bool, ...], ...] = tuple(tuple(not mine for mine in own) for own in self.own)
        """By side, by code: whether the side may land there: empty or enemy."""
        self.pawn: tuple[bool, ...] = (False, *(kind.pawn for kind in sheet.kinds for _ in (0, 1)))
        self.shoots: tuple[bool, ...] = (False, *(bool(kind.rifle) for kind in sheet.kinds for _ in (0, 1)))
        """By code: whether the piece may take without leaving its cell."""
        placement = re.split(r"[\s\[]", sheet.start_fen or sheet.array)[0]
        self.given = [0] * self.count
        """By code: how many the array has."""
        for letter in re.findall(r"\+?[A-Za-z]", placement):
            if self.has(letter.upper()):
                self.given[self.code(letter.upper(), int(letter != letter.upper()))] += 1
        held = sheet.reserves.start if sheet.reserves is not None else ""
        self.royals_given = [
            sum(
                [
                    self.given[self.code(letter, side)] + held.count(letter.lower() if side else letter)
                    for letter in royals
                ]
            )
            for side in (0, 1)
        ]
        """By side, how many royal pieces it begins with, those in its hand counted."""
        made = [kind for each in sheet.promotions if not callable(each.into) for kind in each.into if kind in royals]
        self.one_royal = [count == 1 and not made for count in self.royals_given]
        """By side, whether it has one royal piece as long as it has any."""

    def code(self, letter: str, side: int) -> int:
        """The code of a kind's piece. Raises KeyError for a letter that is no kind."""
        return 2 * self._index[letter] + 1 + side

    def kind_of(self, code: int) -> Kind:
        """The kind of a piece's code."""
        return self.kinds[(code - 1) >> 1]

    def letter_of(self, code: int) -> str:
        """The kind's letter in upper case, of either side."""
        return self.kinds[(code - 1) >> 1].letter

    def held_as(self, letter: str) -> str:
        """The kind a piece counts as in a reserve."""
        return self.kinds[self._index[letter]].held or letter

    def has(self, letter: str) -> bool:
        """Whether the sheet has such a kind."""
        return letter in self._index

    def placed(self, pieces: Mapping[Cell, Piece], size: int) -> list[int]:
        """The codes by cell of pieces on a board of so many cells."""
        codes = [0] * size
        index = self._index
        for cell, piece in pieces.items():
            codes[cell] = 2 * index[piece.kind] + 1 + piece.side
        return codes
