"""A move by a player without hands: what people do for it on the board, in order, and what is left of it. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fairyrules import Position
from fairyrules.effect import Holder, Travel
from fairyrules.moves import Move
from fairyrules.pieces import Piece
from reedboard.game.guidance import RepairStep
from reedboard.game.virtual_pieces import kind_of
from reedboard.tracker import Sites, members


@dataclass(frozen=True, slots=True)
class Announced:
    """The move to be carried out after `moves`, in the position `before`; announced at `since_ms` of the game's clock.

    `steps` are what hands do, first one first. A step without a piece takes away what stands on its origin, one without
    an origin puts a piece from beside the board.
    """

    moves: tuple[Move, ...]
    before: Position
    move: Move
    steps: tuple[RepairStep, ...]
    since_ms: int

    @property
    def san(self) -> str:
        """The move with its number, as people write it."""
        dots = "." if self.before.side.letter == "w" else "..."
        return f"{self.before.fullmove}{dots} {self.before.san(self.move)}"

    @property
    def sites(self) -> frozenset[str]:
        """Every site that a hand touches for it."""
        return frozenset(site for step in self.steps for site in (*step.origins, *step.to))

    def fits(self, moves: tuple[Move, ...]) -> bool:
        """Whether a game with these moves still is the one it was announced in."""
        return moves[: len(self.moves)] == self.moves

    def rest(self, occupied: Collection[str], touched_ms: Mapping[str, int]) -> tuple[RepairStep, ...]:
        """What is left to do while exactly these sites are occupied, of each step what is.

        Of a tray's slots any of the kind will do.

        Args:
            touched_ms: when each site was last felt. A cell that one piece leaves and another enters looks the same
                before and after: it holds the other once that was lifted, and the cell was felt since.
        """
        left = []
        for step in self.steps:
            origins = tuple(site for site in step.origins if not self._lifted(site, occupied, touched_ms))
            if origins or not self._placed(step, occupied, touched_ms):
                left.append(RepairStep(step.piece, step.to, origins))
        return tuple(left)

    def _lifted(self, site: str, occupied: Collection[str], touched_ms: Mapping[str, int]) -> bool:
        """Whether what stood on a site has left it."""
        if ":" in site:
            emptied = self._slots_felt(site, touched_ms) - set(occupied)
            return len(emptied) > self._place_in_kind(site, [at for step in self.steps for at in step.origins])
        entering = [step for step in self.steps if site in step.to]
        return site not in occupied or any(self._placed(step, occupied, touched_ms) for step in entering)

    def _placed(self, step: RepairStep, occupied: Collection[str], touched_ms: Mapping[str, int]) -> bool:
        """Whether a step's piece stands where it belongs; a step that puts none anywhere has nothing to place."""
        vacated = {site for each in self.steps for site in each.origins}
        for site in step.to:
            if ":" in site:
                filled = self._slots_felt(site, touched_ms) & set(occupied)
                if len(filled) <= self._place_in_kind(site, [at for each in self.steps for at in each.to]):
                    return False
                continue
            if site not in occupied:
                return False
            felt = touched_ms.get(site, -1) > self.since_ms
            if site in vacated and not (felt and all(self._lifted(at, occupied, touched_ms) for at in step.origins)):
                return False
        return True

    def _slots_felt(self, slot: str, touched_ms: Mapping[str, int]) -> set[str]:
        """The slots of a slot's kind that were felt since."""
        return {at for at, ms in touched_ms.items() if kind_of(at) == kind_of(slot) and ms > self.since_ms}

    @staticmethod
    def _place_in_kind(slot: str, named: Sequence[str]) -> int:
        """How many slots of its kind the steps name before this one."""
        return sum(kind_of(at) == kind_of(slot) for at in named[: named.index(slot)])


def announce(moves: tuple[Move, ...], before: Position, move: Move, sites: Sites, raw: int, now_ms: int) -> Announced:
    """The move, with what hands do for it on a board whose sensors say `raw` (bits by site)."""
    return Announced(moves, before, move, tuple(_Hands(before, move, sites, raw).steps()), now_ms)


def apart(before: Position, stood: frozenset[str], stand: frozenset[str]) -> tuple[RepairStep, ...]:
    """What brings the pieces of `before`, which stood on the cells `stood`, back there from the cells `stand`."""
    missing, strays = sorted(stood - stand), sorted(stand - stood)
    board = before.game.board
    pieces = [before.piece_at(board.cell(cell)) for cell in missing]
    if len(missing) == len(strays) == 1:
        return (RepairStep(pieces[0], (missing[0],), (strays[0],)),)
    away = [RepairStep(None, origins=(cell,)) for cell in strays]
    return (*away, *(RepairStep(piece, (cell,)) for piece, cell in zip(pieces, missing, strict=True)))


class _Hands:
    """How one move is carried out: what leaves the board first, then what goes from cell to cell."""

    def __init__(self, before: Position, move: Move, sites: Sites, raw: int) -> None:
        self._effect = before.effect(move)
        self._reserves = before.game.has_reserves
        self._sites = sites
        self._full = raw & ~sites.cells
        self._free = sum(1 << slot for slot in sites.index.values()) & ~sites.cells & ~raw

    def steps(self) -> Iterator[RepairStep]:
        effect, name = self._effect, self._sites.name
        arriving = {travel.target for travel in effect.travels}
        swapped = {exchange.cell: exchange for exchange in effect.exchanges}
        for removal in effect.removals:
            yield self._away(removal.piece, removal.cell, removal.holder, removal.kind_held)
        for exchange in effect.exchanges:
            if exchange.cell not in arriving:
                yield self._away(exchange.before, exchange.cell, exchange.given_to)
                yield self._put(exchange.after, exchange.cell, exchange.taken_from)
        for travel, in_hand in in_order(effect.travels):
            replaced = swapped.get(travel.target)
            if replaced is not None:
                yield self._away(replaced.before, travel.origin, replaced.given_to)
                yield self._put(replaced.after, travel.target, replaced.taken_from)
            elif in_hand is None:
                yield RepairStep(travel.piece, (name(travel.target),), (name(travel.origin),))
            elif in_hand:
                yield RepairStep(travel.piece, (name(travel.target),))
            else:
                yield RepairStep(None, origins=(name(travel.origin),))
        for entry in effect.entries:
            yield self._put(entry.piece, entry.cell, entry.holder)

    def _away(self, piece: Piece, cell: int, holder: Holder | None, kind: str | None = None) -> RepairStep:
        """Off the board; into a tray where it may come back from there."""
        origin = (self._sites.name(cell),)
        slots = self._sites.slots_of(holder, piece, kind) & self._free if self._reserves else 0
        slot = next(members(slots), None)
        if slot is None:
            return RepairStep(None, origins=origin)
        self._free &= ~(1 << slot)
        return RepairStep(piece, (self._sites.name(slot),), origin)

    def _put(self, piece: Piece, cell: int, holder: Holder | None) -> RepairStep:
        """Onto the board; out of a tray where one lies ready, else from beside the board."""
        slot = next(members(self._sites.slots_of(holder, piece) & self._full), None)
        if slot is None:
            return RepairStep(piece, (self._sites.name(cell),))
        self._full &= ~(1 << slot)
        return RepairStep(piece, (self._sites.name(cell),), (self._sites.name(slot),))


def in_order(travels: Sequence[Travel]) -> Iterator[tuple[Travel, bool | None]]:
    """The travels as hands can make them, a piece never put on one that has still to go.

    With each None for the whole way. Where they go in a ring, one is lifted first (False) and put down last (True).
    """
    left = [travel for travel in travels if travel.origin != travel.target]
    lifted: list[Travel] = []
    while left:
        origins = {travel.origin for travel in left}
        free = next((travel for travel in left if travel.target not in origins), None)
        if free is None:
            lifted.append(left.pop(0))
            yield lifted[-1], False
        else:
            left.remove(free)
            yield free, None
    yield from ((travel, True) for travel in lifted)
