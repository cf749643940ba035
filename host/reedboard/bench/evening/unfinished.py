"""What hands have left wrong on purpose of the bench, and how it is put right once somebody sees it."""

from dataclasses import dataclass

from fairyrules.effect import Exchange, Removal
from fairyrules.pieces import Piece
from reedboard.bench.evening.hands import Hands


@dataclass(frozen=True, slots=True)
class Astray:
    """A piece stands on `site`, and should on `home`."""

    ply: int | None
    seen: int
    """The number of plies played when it is noticed."""
    piece: Piece
    site: str
    home: str

    def finish(self, hands: Hands) -> None:
        """Puts it right."""
        hands.lift(self.site, self.piece)
        hands.gesture()
        hands.put(self.home, self.piece)

    def alter(self, cells: dict[str, Piece]) -> None:
        """Changes what should stand on the cells to what does."""
        cells[self.site] = cells.pop(self.home)


@dataclass(frozen=True, slots=True)
class Remaining:
    """A captured piece still stands on `site`; on none, it is in the hand."""

    ply: int | None
    seen: int
    piece: Piece
    site: str
    removal: Removal

    def finish(self, hands: Hands) -> None:
        """Lays it away."""
        if self.site:
            hands.lift(self.site, self.piece)
            hands.gesture()
        hands.lay_away(self.piece, self.removal)

    def alter(self, cells: dict[str, Piece]) -> None:
        """Changes what should stand on the cells to what does."""
        if self.site and ":" not in self.site:
            cells[self.site] = self.piece


@dataclass(frozen=True, slots=True)
class Unexchanged:
    """The old piece still stands where the new one should."""

    ply: int | None
    seen: int
    site: str
    exchange: Exchange
    off_books: bool
    """Whether the new one comes out of the box in a game that has reserves."""

    def finish(self, hands: Hands) -> None:
        """Exchanges it."""
        before, after = self.exchange.before, self.exchange.after
        hands.lift(self.site, before)
        hands.gesture()
        hands.give_to(before, self.exchange.given_to)
        hands.gesture()
        hands.obtain(after, self.exchange.taken_from, self.off_books)
        hands.gesture()
        hands.put(self.site, after)

    def alter(self, cells: dict[str, Piece]) -> None:
        """Changes what should stand on the cells to what does."""
        cells[self.site] = self.exchange.before


Unfinished = Astray | Remaining | Unexchanged
