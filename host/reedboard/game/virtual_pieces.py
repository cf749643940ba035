"""Where every piece of a virtual board is: on a site, in a hand, or beside the board. Pure.

Sensors cannot tell one piece from another, and may fail; the hands know what they took from where and where they put
it. Only where two pieces were in them at once does the game know better which of the two was put down.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from fairyrules import Position
from fairyrules.moves import Move
from fairyrules.pieces import Piece, Side
from reedboard.errors import ReedboardError
from reedboard.game.piece_view import look

UNKNOWN = Piece(Side.WHITE, "?")
"""Something that stood on the board when the program found it, where the game knows of nothing."""
BESIDE = ""
"""The origin of a piece that was not lifted from a site."""


class HandError(ReedboardError):
    """Hands cannot do that."""


@dataclass(frozen=True, slots=True)
class HeldPiece:
    """A piece in a hand and the site it was lifted from."""

    piece: Piece
    origin: str = BESIDE


@dataclass(frozen=True, slots=True)
class HandState:
    """What hands know. Each method gives the state after it.

    `on` is what really stands on the game's sites, whatever their sensors say. `held` is what is in the hands, the
    piece to be placed next last; `chosen`: somebody said that it is. `aside` lies beside the board: captured, say.
    `position` is the game's, `missing` the cells that it asks people to fill.
    """

    position: Position
    slots: frozenset[str]
    on: Mapping[str, Piece] = field(default_factory=dict)
    held: tuple[HeldPiece, ...] = ()
    aside: tuple[Piece, ...] = ()
    chosen: bool = False
    missing: frozenset[str] = frozenset()

    @classmethod
    def found(
        cls, start: Position, position: Position, slots: Mapping[str, bool], sites: frozenset[str]
    ) -> "HandState":
        """The pieces of a game begun or resumed, while something stands on exactly `sites`.

        What the game misses is in the hand; what left the board earlier lies beside it. `slots` are the trays as they
        were at `start`.
        """
        wanted = dict(_standing(position))
        absent = [HeldPiece(piece, site) for site, piece in wanted.items() if site not in sites]
        on: dict[str, Piece] = {}
        for site in sorted(sites):
            if ":" in site:
                on[site] = slot_piece(site)
            elif site in wanted:
                on[site] = wanted[site]
            else:
                on[site] = absent.pop().piece if absent else UNKNOWN
        gone = _stock(position, slots) if position.game.has_reserves else _all_pieces(start, slots)
        gone -= Counter(piece for site, piece in on.items() if ":" in site or not position.game.has_reserves)
        gone -= Counter(held.piece for held in absent if not position.game.has_reserves)
        return cls(position, frozenset(slots), on, tuple(absent), tuple(gone.elements()))

    # What hands do -------------------------------------------------------------------------------------------------

    def lifted(self, site: str) -> "HandState":
        """After the piece on a site was lifted."""
        on = dict(self.on)
        held = (*self.held, HeldPiece(on.pop(site, UNKNOWN), site))
        return replace(self, on=on, held=held, chosen=False)

    def placed(self, site: str, piece: Piece | None = None) -> "HandState":
        """After `piece` was put on a site, or what is placed there next; from beside the board if no hand holds it."""
        piece = piece or self.next_on(site) or UNKNOWN
        held, aside = _without(self.held, piece), self.aside
        if held is None:
            held, aside = self.held, _taken(aside, piece)
        stands = slot_piece(site) if ":" in site else piece
        return replace(self, on={**self.on, site: stands}, held=held, aside=aside, chosen=False)

    def arranged(self, sites: frozenset[str]) -> "HandState":
        """After pieces were put on exactly these sites at once: what stood elsewhere lies beside the board now."""
        wanted = dict(_standing(self.position))
        state = replace(self, aside=(*self.aside, *(self.on[site] for site in self.on if site not in sites)))
        state = replace(state, on={site: piece for site, piece in self.on.items() if site in sites})
        for site in sorted(sites - self.on.keys()):
            state = state.placed(site, slot_piece(site) if ":" in site else wanted.get(site, UNKNOWN))
        return state

    def choose(self, piece: Piece) -> "HandState":
        """With this piece of those in the hand, or of those beside the board, to be placed next."""
        held = _without(self.held, piece)
        if held is not None:
            (taken,) = [each for each in self.held if each.piece == piece][-1:]
            return replace(self, held=(*held, taken), chosen=True)
        if piece not in self.aside:
            raise HandError(f"There is no {self.name(piece)} in the hand or beside the board.")
        return replace(self, held=(*self.held, HeldPiece(piece)), aside=_taken(self.aside, piece), chosen=True)

    def laid_aside(self, piece: Piece) -> "HandState":
        """After a piece in the hand was laid beside the board."""
        held = _without(self.held, piece)
        if held is None:
            raise HandError(f"There is no {self.name(piece)} in the hand.")
        return replace(self, held=held, aside=(*self.aside, piece), chosen=False)

    def drawn(self, holder: str) -> "HandState":
        """With a piece of a reserve ("w:P") in the hand that lies in no slot of the board's, but beside it.

        Raises: HandError when the reserve holds no more of them.
        """
        piece = slot_piece(holder)
        drawn = sum(held == HeldPiece(piece, BESIDE) for held in self.held)
        if self.position.reserve(holder[0]).get(piece.kind, 0) <= drawn:
            raise HandError(f"No {self.name(piece)} is left in reserve.")
        captured = [other for other in self.aside if self.base(other) == piece.kind]
        aside = _taken(self.aside, captured[-1]) if captured else self.aside
        return replace(self, held=(*self.held, HeldPiece(piece)), aside=aside, chosen=True)

    # What may be done ----------------------------------------------------------------------------------------------

    def next_on(self, site: str) -> Piece | None:
        """Which piece is placed on an empty site next; None when there is none to place.

        A piece that somebody chose, then what the game asks for there, then what may move there, then what was lifted
        there, then what was lifted last.
        """
        pieces = [held.piece for held in self.held]
        if self.chosen and pieces:
            return pieces[-1]
        home = dict(_standing(self.position)).get(site)
        if site in self.missing and home in pieces:
            return home
        if len(pieces) > 1:
            movers = [held.piece for held in self.held if held.origin in self._origins(site)]
            return movers[-1] if movers else home if home in pieces else pieces[-1]
        if pieces:
            return pieces[-1]
        return home if site in self.missing else None

    def _origins(self, site: str) -> set[str]:
        """The cells from which a piece may move to a cell."""
        name = self.position.game.board.name
        travels = [travel for move in self._moves() for travel in self.position.effect(move).travels[:1]]
        return {name(travel.origin) for travel in travels if name(travel.target) == site}

    def _moves(self) -> Iterable[Move]:
        return self.position.legal_moves() if self.position.outcome() is None else ()

    def trays(self, piece: Piece) -> tuple[str, ...]:
        """The kinds of slots ("w:P") with room where a piece may be laid."""
        reserves, kind = self.position.game.has_reserves, self.base(piece)
        holders = [side for side in "wbn" if reserves or side in ("n", piece.side.letter)]
        return tuple(f"{side}:{kind}" for side in holders if self.free_slots(f"{side}:{kind}"))

    def free_slots(self, holder: str) -> list[str]:
        """The empty slots of a kind, first one first."""
        return sorted((slot for slot in self.slots - self.on.keys() if kind_of(slot) == holder), key=_number)

    def full_slots(self, holder: str) -> list[str]:
        """The slots of a kind that hold a piece, first one first."""
        return sorted((slot for slot in self.slots & self.on.keys() if kind_of(slot) == holder), key=_number)

    def base(self, piece: Piece) -> str:
        """The kind a piece counts as off the board: a promoted one as what it was."""
        if piece == UNKNOWN:
            return piece.kind
        return self.position.game.kinds[piece.kind].held or piece.kind

    def name(self, piece: Piece) -> str:
        """The piece as people call it."""
        return "unknown piece" if piece == UNKNOWN else look(self.position.game, piece).name

    # What the game tells -------------------------------------------------------------------------------------------

    def following(self, position: Position, missing: frozenset[str], agreed: bool) -> "HandState":
        """With what the game says. `agreed`: nothing about its moves is open, and the board stands as it should.

        Then the game knows which of two pieces was put down where, what was captured is laid aside, and a piece in the
        hand is what it turned into meanwhile.
        """
        if not agreed:
            return replace(self, position=position, missing=missing)
        on, held, aside = dict(self.on), list(self.held), list(self.aside)
        wanted = dict(_standing(position))
        for site, piece in wanted.items():
            stood = on.get(site, piece)
            if stood == piece:
                continue
            on[site] = piece
            place = next((at for at in reversed(range(len(held))) if held[at].piece == piece), None)
            if place is not None:
                held[place] = HeldPiece(stood, site)
            elif piece in aside:
                aside[aside.index(piece)] = stood
        absent = {site: piece for site, piece in wanted.items() if site not in on}
        known = _still_held(held, absent)
        stay = [at for at, each in enumerate(held) if at in known or not _from_cell(each)]
        aside += [each.piece for at, each in enumerate(held) if at not in stay]
        state = replace(self, position=position, missing=missing, on=on, aside=tuple(aside))
        chosen = self.chosen and stay[-1:] == [len(held) - 1]
        return replace(state, held=tuple(known.get(at, held[at]) for at in stay), chosen=chosen)


def slot_piece(slot: str) -> Piece:
    """The piece that belongs into a slot; a neutral one is drawn as White's."""
    side, _, kind = kind_of(slot).partition(":")
    return Piece(Side.BLACK if side == "b" else Side.WHITE, kind)


def kind_of(slot: str) -> str:
    """Side and kind of a slot: "w:R" for "w:R1"."""
    return slot.rstrip("0123456789")


def _number(slot: str) -> int:
    return int(slot.removeprefix(kind_of(slot)) or 0)


def _standing(position: Position) -> Iterator[tuple[str, Piece]]:
    """The pieces of a position by the names of their cells."""
    for cell, piece in position.pieces().items():
        yield position.game.board.name(cell), piece


def _all_pieces(start: Position, slots: Mapping[str, bool]) -> Counter[Piece]:
    return Counter(start.pieces().values()) + Counter(slot_piece(slot) for slot, full in slots.items() if full)


def _stock(position: Position, slots: Mapping[str, bool]) -> Counter[Piece]:
    """What is in reserve of the kinds that have slots."""
    kinds = {kind_of(slot) for slot in slots}
    stock: Counter[Piece] = Counter()
    for holder in "wbn":
        for kind, count in position.reserve(holder).items():
            if f"{holder}:{kind}" in kinds:
                stock[slot_piece(f"{holder}:{kind}")] += count
    return stock


def _without(held: tuple[HeldPiece, ...], piece: Piece) -> tuple[HeldPiece, ...] | None:
    """What is in the hand without the last such piece; None when there is none."""
    place = next((at for at in reversed(range(len(held))) if held[at].piece == piece), None)
    return None if place is None else held[:place] + held[place + 1 :]


def _from_cell(held: HeldPiece) -> bool:
    """Whether a held piece was lifted from a cell, not taken out of a tray."""
    return held.origin != BESIDE and ":" not in held.origin


def _still_held(held: Sequence[HeldPiece], absent: Mapping[str, Piece]) -> dict[int, HeldPiece]:
    """By their places in the hand, the held pieces that a position has on its empty cells, as it has them.

    A piece may have turned into another kind while it was held. So the same piece from the same cell comes first, then
    the same piece, then one of the same side from that cell, then any of that side.
    """
    left, found = dict(absent), dict[int, HeldPiece]()
    for same_piece, same_cell in product((True, False), repeat=2):
        for at, each in reversed(list(enumerate(held))):
            if at in found:
                continue
            for site, piece in left.items():
                alike = piece == each.piece if same_piece else piece.side is each.piece.side and _from_cell(each)
                if alike and (site == each.origin or not same_cell):
                    found[at] = replace(each, piece=left.pop(site))
                    break
    return found


def _taken(aside: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    """What lies beside the board without such a piece."""
    place = aside.index(piece) if piece in aside else len(aside)
    return aside[:place] + aside[place + 1 :]
