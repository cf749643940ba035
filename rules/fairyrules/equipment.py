"""Which physical piece stands for which kind: the chessmen of two ordinary sets that differ in size, or lettered tiles.

An ordinary set has, a side, the sixteen chessmen of `ORDINARY_SET`. The larger of the two is the *large* set. The
sensors under the cells see no kinds, so any chessman would do for them; this is for the eyes of the players.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Set(StrEnum):
    """Where a piece is taken from."""

    LARGE = "large"
    SMALL = "small"
    TILES = "tiles"


class Chessman(StrEnum):
    """What it looks like."""

    KING = "King"
    QUEEN = "Queen"
    ROOK = "Rook"
    BISHOP = "Bishop"
    KNIGHT = "Knight"
    PAWN = "Pawn"
    TILE = "tile"


ORDINARY_SET: Mapping[Chessman, int] = {
    Chessman.KING: 1,
    Chessman.QUEEN: 1,
    Chessman.ROOK: 2,
    Chessman.BISHOP: 2,
    Chessman.KNIGHT: 2,
    Chessman.PAWN: 8,
}
"""The chessmen of one ordinary set, a side."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """The chessmen that stand for one kind, a side.

    `count` is how many the side puts up, or may come to need where the kind only arises in play. `same_as` is the
    letter of the kind whose own chessmen these are: a promoted tile turned over, a Guard that counts as a Wazir now.
    `face` is what a tile shows.
    """

    set: Set
    chessman: Chessman
    count: int
    same_as: str = ""
    turned: bool = False
    face: str = ""

    def __str__(self) -> str:
        """The name people are guided by.

        >>> str(Equipment(Set.SMALL, Chessman.ROOK, 2))
        'small Rook'
        >>> str(Equipment(Set.TILES, Chessman.TILE, 1, same_as="R", turned=True, face="+R"))
        'tile +R (R turned over)'
        """
        if self.set is Set.TILES:
            return f"tile {self.face}" + (f" ({self.same_as} turned over)" if self.turned else "")
        return f"{self.set} {self.chessman}" + (" turned over" if self.turned else "")


def large(chessman: Chessman, count: int, same_as: str = "") -> Equipment:
    """Men of the large set."""
    return Equipment(Set.LARGE, chessman, count, same_as)


def small(chessman: Chessman, count: int, same_as: str = "") -> Equipment:
    """Men of the small set."""
    return Equipment(Set.SMALL, chessman, count, same_as)


def tiles(counts: Mapping[str, int], backs: tuple[str, ...] = ()) -> dict[str, Equipment]:
    """One lettered tile a piece, pointed so that its direction shows its side; `backs` are the promoted kinds."""
    fronts = {letter: Equipment(Set.TILES, Chessman.TILE, count, face=letter) for letter, count in counts.items()}
    return fronts | {
        back: Equipment(Set.TILES, Chessman.TILE, counts[back[1:]], same_as=back[1:], turned=True, face=back)
        for back in backs
    }


def lacking(equipment: Mapping[str, Equipment]) -> Mapping[tuple[Set, Chessman], int]:
    """What two ordinary sets do not supply, a side: chessmen short by set and chessman; empty where they suffice.

    Kinds that share their chessmen (`same_as`) count once; tiles are always extra.

    >>> lacking({"K": large(Chessman.KING, 1), "P": small(Chessman.PAWN, 12)})
    {(<Set.SMALL: 'small'>, <Chessman.PAWN: 'Pawn'>): 4}
    """
    need = Counter[tuple[Set, Chessman]]()
    for item in equipment.values():
        if not item.same_as:
            need[item.set, item.chessman] += item.count
    have = {(size, chessman): n for size in (Set.LARGE, Set.SMALL) for chessman, n in ORDINARY_SET.items()}
    return {what: n - have.get(what, 0) for what, n in need.items() if n > have.get(what, 0)}
