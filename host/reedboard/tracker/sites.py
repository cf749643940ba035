"""Sites as numbers and bits: the board's cells first, by their own index, then the tray slots. Pieces as codes.

Every set of sites is one integer, bit `site`; `raw` is such a set: the sites whose sensors say occupied.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import final

from fairyrules import Game, Position
from fairyrules.pieces import Piece
from reedboard.errors import ReedboardError

Group = tuple[str, str]
"""The slots that hold one kind for one holder: ("w", "R"); the holder is "w", "b" or "n"."""

_SLOT = re.compile(r"([wbn]):(\+?[A-Za-z])([0-9]+)")


class UnknownSiteError(ReedboardError):
    """A site that the board does not have."""


@final
class PieceCodes:
    """The physical pieces of a game by code: a tile and its back, a Guard and the Wazir it turned into, are one."""

    __slots__ = ("_codes", "letters", "physical", "same")

    def __init__(self, game: Game) -> None:
        codes = game.start().rules.codes
        self._codes = codes
        equipment = game.equipment
        self.physical: list[int] = []
        """By the code of a piece in the rules, the code of the physical one."""
        self.letters: list[str] = []
        """By code, the letter of the kind the physical piece was made for."""
        for code, piece in enumerate(codes.pieces):
            item = None if piece is None else equipment.get(piece.kind)
            letter = "" if piece is None else (item.same_as if item and item.same_as else piece.kind)
            self.letters.append(letter)
            self.physical.append(code if piece is None else codes.code(letter, piece.side))
        self.same = all(physical == code for code, physical in enumerate(self.physical))

    def stand(self, position: Position) -> Sequence[int]:
        """By cell, the piece on it; 0 for none."""
        return position.codes if self.same else [self.physical[code] for code in position.codes]

    def of(self, piece: Piece) -> int:
        """The code of a piece's physical one."""
        return self.physical[self._codes.code(piece.kind, piece.side)]


@lru_cache(maxsize=32)
def codes_of(game: Game) -> PieceCodes:
    """The physical pieces of a game."""
    return PieceCodes(game)


@dataclass(frozen=True, slots=True, eq=False)
class Sites:
    """The cells of a game and the slots of its trays."""

    game: Game
    size: int
    """How many indices the board's grid takes; slots come after."""
    cells: int
    """All cells, as bits."""
    slot_names: tuple[str, ...]
    index: dict[str, int]
    groups: dict[Group, int]
    """The slots of each kind and holder, as bits."""
    near: tuple[int, ...]
    """By index, the cells next to it, as bits."""
    codes: PieceCodes
    """The physical pieces of the game."""

    def name(self, site: int) -> str:
        """The name of a cell or slot."""
        return self.game.board.name(site) if site < self.size else self.slot_names[site - self.size]

    def names(self, bits: int) -> tuple[str, ...]:
        """The names of a set of sites, cells in board order."""
        return tuple(self.name(site) for site in members(bits))

    def group_of(self, slot: int) -> Group:
        """The holder and kind of a slot."""
        group = slot_group(self.slot_names[slot - self.size])
        assert group is not None
        return group

    def find(self, name: str) -> int:
        """The site of a name.

        Raises: UnknownSiteError if the board has no such cell and the trays no such slot.
        """
        site = self.index.get(name)
        if site is None:
            what = "tray slot" if ":" in name else "cell"
            raise UnknownSiteError(f"“{name}” is no {what} of this board ({self.game.id})")
        return site

    def slots_of(self, holder: str | None, piece: Piece, kind: str | None = None) -> int:
        """The slots a piece off the board may use: its holder's, or without reserves those of its own side."""
        if holder is None and self.game.has_reserves:
            return 0
        return self.groups.get((holder or piece.side.letter, kind or piece.kind), 0)


def members(bits: int) -> Iterator[int]:
    """The sites of a set, ascending."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def slot_group(name: str) -> Group | None:
    """What the slot of this name holds, or None if it is no slot's name."""
    match = _SLOT.fullmatch(name)
    return (match[1], match[2].upper()) if match else None


@lru_cache(maxsize=32)
def sites_of(game: Game, slots: tuple[str, ...]) -> Sites:
    """The sites of a game's board with these tray slots.

    Raises: UnknownSiteError for a slot whose name says no kind.
    """
    board = game.board
    index = {board.name(cell): cell for cell in board.cells}
    groups: dict[Group, int] = {}
    for number, slot in enumerate(slots):
        group = slot_group(slot)
        if group is None:
            raise UnknownSiteError(f"“{slot}” is no tray slot: expected holder, kind and number as in w:R1")
        index[slot] = board.size + number
        groups[group] = groups.get(group, 0) | 1 << board.size + number
    near = [0] * board.size
    for cell in board.cells:
        rank, file = divmod(cell, board.files)
        for other in board.cells:
            if other != cell and abs(other // board.files - rank) <= 1 and abs(other % board.files - file) <= 1:
                near[cell] |= 1 << other
    cells = sum(1 << cell for cell in board.cells)
    return Sites(game, board.size, cells, slots, index, groups, tuple(near), codes_of(game))
