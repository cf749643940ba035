"""The hands of one player, acting one moment after the other, and the pieces that go to trays and come from them."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from fairyrules.effect import Holder, Removal
from fairyrules.pieces import Piece, Side
from reedboard.bench.evening.tabletop import Act, Tabletop, Verb

Ms = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast somebody plays."""

    gesture_ms: Ms = (300, 1500)
    """From lifting a piece to putting it down. An estimate, from watching games in a club."""
    quick_ms: Ms = (30, 250)
    """Between the acts of two hands, or of one that grasps a second piece."""
    think_ms: Ms = (1000, 20_000)
    """Before a move; log-normal, so mostly a few seconds."""


ORDINARY = Pace()
BLITZ = Pace((100, 400), (15, 100), (150, 2500))
SLOW = Pace((600, 2600), (60, 500), (2500, 45_000))


class Hands:
    """What one player does, tried on a copy of the table: each act is done there as soon as it is meant.

    `acts` is what came of it, to be done on the table itself, alone or among the acts of the other player.
    """

    def __init__(self, table: Tabletop, side: Side, rng: Random, pace: Pace, ply: int | None = None) -> None:
        self.table = table.copy()
        self.side = side
        self.hand = side
        """Whose hand acts next: the opponent may help."""
        self.rng = rng
        self.pace = pace
        self.ply = ply
        self.acts: list[Act] = []
        self._t_ms = table.t_ms

    def wait(self, ms: Ms) -> None:
        """Nothing happens."""
        self._t_ms += self.rng.randint(*ms)

    def think(self, share: float = 1.0) -> None:
        """Nothing happens while somebody thinks, for a share of what a move takes."""
        least, most = self.pace.think_ms
        middle, wide = math.log(math.sqrt(least * most)), math.log(most / least) / 4
        self._t_ms += int(share * min(most, max(least, self.rng.lognormvariate(middle, wide))))

    def gesture(self) -> None:
        """The time of a piece in the air."""
        self.wait(self.pace.gesture_ms)

    def quick(self) -> None:
        """The time between what two hands do."""
        self.wait(self.pace.quick_ms)

    def lift(self, site: str, piece: Piece | None = None) -> Piece:
        """Lifts what stands on a site, which has to be the piece if one is meant."""
        found = self.table.on.get(site)
        self._do(Verb.LIFT, site, piece)
        assert found is not None
        return found

    def put(self, site: str, piece: Piece) -> None:
        """Puts down a piece held."""
        self._do(Verb.PUT, site, piece)

    def push_in(self, site: str, piece: Piece) -> None:
        """Puts down a piece where another stands, which slips into the hand."""
        self._do(Verb.PUSH_IN, site, piece)

    def topple(self, site: str) -> Piece:
        """Knocks a piece over."""
        found = self.table.on[site]
        self._do(Verb.TOPPLE, site)
        return found

    def aside(self, piece: Piece) -> None:
        """Lays a piece held beside the board."""
        self._do(Verb.ASIDE, piece=piece)

    def fetch(self, piece: Piece) -> None:
        """Takes a piece from beside the board."""
        self._do(Verb.FETCH, piece=piece)

    def call(self, piece: Piece, after: Piece, site: str = "") -> None:
        """Turns a piece over, on its site or in the hand."""
        if piece != after:
            self._do(Verb.CALL, site, piece, after)

    def press(self, is_all: bool = False) -> None:
        """Presses the clock; `is_all` says that nothing else is felt of the move, so that it belongs to it."""
        ply, self.ply = self.ply, self.ply if is_all else None
        self._do(Verb.PRESS)
        self.ply = ply

    def nudge(self, site: str, ms: Ms) -> None:
        """Lifts a piece for a moment, and puts it back."""
        piece = self.lift(site)
        self.wait(ms)
        self.put(site, piece)

    def slide(self, piece: Piece, cells: Iterable[str]) -> None:
        """Draws a piece held over cells; it goes round those where something stands."""
        for cell in cells:
            if self.table.free(cell):
                self.put(cell, piece)
                self.wait((20, 120))
                self.lift(cell)
                self.wait((10, 80))

    # Trays, and what lies beside the board

    def lay_away(self, piece: Piece, removal: Removal | None = None) -> None:
        """Lays a piece held where it belongs off the board: on a slot of its kind, or else beside.

        `removal` says whose reserve it goes to, if to any.
        """
        if removal is not None and removal.holder is not None and removal.kind_held is not None:
            kept = Piece(side_of(removal.holder), removal.kind_held)
            if plain(kept) == plain(piece):
                self.call(piece, kept)
            else:  # a promoted piece counts as the Pawn it was, and one out of the box takes its place
                self.aside(piece)
                self.fetch(kept)
            self._to_slot(kept, f"{removal.holder}:{plain(kept)}")
        else:
            self._to_slot(piece, f"{piece.side.letter}:{plain(piece)}")

    def give_to(self, piece: Piece, holder: Holder | None) -> None:
        """Lays away a piece that left the board in exchange, into the holder's reserve if there is one."""
        self.lay_away(piece, None if holder is None else Removal(piece, 0, holder, plain(piece)))

    def _to_slot(self, piece: Piece, group: str) -> None:
        free = self.slots(group, taken=False)
        if free:
            self.put(free[0] if self.rng.random() < 0.8 else self.rng.choice(free), piece)
        else:
            self.aside(piece)

    def slots(self, group: str, taken: bool) -> list[str]:
        """The slots of a tray for one kind that are taken, or free."""
        sites = (site for site in self.table.sites if site.rstrip("0123456789") == group)
        return sorted(site for site in sites if (site in self.table.on) is taken)

    def obtain(self, piece: Piece, holder: Holder | None, off_books: bool = False) -> None:
        """Takes a piece that is to come onto the board into the hand, off a slot if one has it.

        Args:
            piece: as what it will stand there.
            holder: whose reserve it comes from; None: the trays of its side.
            off_books: it comes from no reserve in a game that has them, so from the box.
        """
        group = f"{holder or piece.side.letter}:{plain(piece)}"
        slots = [] if off_books else self.slots(group, taken=True)
        fitting = [site for site in slots if plain(self.table.on[site]) == plain(piece)]
        if not fitting and holder is not None:  # laid on a slot of another kind, before
            tray = [site for site in sorted(self.table.on) if site.startswith(f"{holder}:")]
            fitting = [site for site in tray if plain(self.table.on[site]) == plain(piece)]
        if fitting:
            self.call(self.lift(self.rng.choice(fitting)), piece)
        else:
            self.fetch(piece)

    def _do(self, verb: Verb, site: str = "", piece: Piece | None = None, after: Piece | None = None) -> None:
        act = Act(self._t_ms, verb, self.hand, site, piece, after, self.ply)
        self.table.do(act)
        self.acts.append(act)


def plain(piece: Piece) -> str:
    """The kind as it lies in a tray: "R" for "+R"."""
    return piece.kind.lstrip("+")


def side_of(holder: Holder) -> Side:
    """Whose pieces lie in a tray; those of nobody lie as Black's do."""
    return Side.WHITE if holder == "w" else Side.BLACK
