"""Castling: families of a king-like kind and its partners, what each castling needs, and which rights are left."""

from collections.abc import Iterable, Mapping

from fairyrules.board import EVERYWHERE, NOWHERE, Cell
from fairyrules.errors import SheetError
from fairyrules.line_table import LineTable
from fairyrules.lines import Survey, attacked, attacked_behind
from fairyrules.mask import Mask, mask_of
from fairyrules.movement import Movement
from fairyrules.moves import Castling, MoveBook
from fairyrules.pieces import Piece
from fairyrules.sheet import Castling as CastlingRule
from fairyrules.sheet import Wing


class Family:
    """A castling family as it lies for one side."""

    def __init__(self, movement: Movement, book: MoveBook, castling: CastlingRule, side: int) -> None:
        codes = movement.codes
        self.castling = castling
        self.king_code = codes.code(castling.kind, side)
        self.partner_code = codes.code(castling.partner, side)
        own_home = side and castling.black_home
        self.home = movement.board.zone(castling.black_home) if own_home else movement.zone(castling.home, side)
        self._homes = sorted(self.home)
        if len(self.home) > 1 and castling.kind not in codes.royals:
            raise SheetError(f"castling of {castling.kind}: only the royal kind may have a home of several cells.")
        self.wings: tuple[tuple[frozenset[Cell], Wing], ...] = tuple(
            (movement.zone(wing.partner_home, side), wing) for wing in castling.wings
        )
        self.watch = self.home.union(*(cells for cells, _ in self.wings))
        self._files = movement.board.files
        self._book = book
        self._movement = movement
        self._side = side

    def wing_of(self, partner: Cell) -> tuple[frozenset[Cell], Wing] | None:
        """The wing whose partner may stand on the cell."""
        for found in self.wings:
            if partner in found[0]:
                return found
        return None

    def entitles(self, board: list[int], partner: Cell) -> bool:
        """Whether pieces stand so that the partner on the cell could have a right."""
        return (
            board[partner] == self.partner_code
            and self.wing_of(partner) is not None
            and self.king_cell(board) != NOWHERE
        )

    def king_cell(self, board: list[int]) -> Cell:
        """Where the king-like piece stands in its home, or NOWHERE."""
        for cell in self._homes:
            if board[cell] == self.king_code:
                return cell
        return NOWHERE

    def plan(self, king: Cell, partner: Cell) -> "CastlingPlan | None":
        """How the two would castle from these cells; None where they are no pair."""
        files = self._files
        found = self.wing_of(partner)
        if found is None or king // files != partner // files:
            return None
        wing = found[1]
        rank = king // files * files
        king_target, partner_target = rank + ord(wing.target_file) - 97, rank + ord(wing.partner_file) - 97
        low, high = min(king, partner, king_target, partner_target), max(king, partner, king_target, partner_target)
        stride = self.castling.stride
        between = tuple(
            cell for cell in range(low, high + 1) if cell not in (king, partner) and (cell - king) % stride == 0
        )
        step = 1 if king_target > king else -1
        path = tuple(range(king + step, king_target + step, step)) if self.castling.safe else ()
        written = partner if king == king_target or self._may_go(king, king_target) else king_target
        move = self._book.castling(king, king_target, partner, partner_target, written)
        both = 1 | 1 << self._movement.board.size
        blocks = mask_of(sum([both << cell for cell in between]))
        return CastlingPlan(between, blocks, path, move, self)

    def _may_go(self, king: Cell, target: Cell) -> bool:
        """Whether the king-like piece could ever make an ordinary move there, so that its text would name two moves."""
        kind = self._movement.codes.kind_of(self.king_code)
        if callable(kind.moves):
            return abs(king - target) <= 1
        patterns = self._movement.patterns(kind, None)
        return king == target or any(target in self._movement.walk(each, self._side, king) for each in patterns)


class CastlingPlan:
    """What a castling needs: cells to be empty, cells after its start where the King must be safe; the move."""

    __slots__ = ("between", "blocks", "family", "move", "path", "safe")

    def __init__(
        self, between: tuple[Cell, ...], blocks: Mask, path: tuple[Cell, ...], move: Castling, family: Family
    ) -> None:
        self.between = between
        self.blocks = blocks
        """The cells between as bits of a `State.placement`."""
        self.path = path
        self.move = move
        self.family = family
        self.safe: bool = family.castling.safe
        """Whether it may not begin in check, nor lead through one."""


class _Found:
    """The plans of some rights with the King on a cell."""

    __slots__ = ("king", "plans", "rights")

    def __init__(self, rights: tuple[Cell, ...], king: Cell, plans: tuple[CastlingPlan, ...]) -> None:
        self.rights = rights
        self.king = king
        self.plans = plans


class Castlings:
    """The castling families of a sheet, and the plans and rights found so far."""

    def __init__(self, castlings: tuple[CastlingRule, ...], movement: Movement, book: MoveBook) -> None:
        self._board = movement.board
        self._codes = movement.codes
        self.families: tuple[tuple[Family, ...], ...] = (
            tuple([Family(movement, book, castling, 0) for castling in castlings]),
            tuple([Family(movement, book, castling, 1) for castling in castlings]),
        )
        """By side."""
        self.watch = frozenset(cell for side in self.families for family in side for cell in family.watch)
        """The cells whose emptying or filling can change castling rights."""
        self.watched = tuple([cell in self.watch for cell in range(movement.board.size)])
        """The same by cell."""
        self._plans: tuple[dict[tuple[Cell, ...], dict[Cell, tuple[CastlingPlan, ...]]], ...] = ({}, {})
        """By side, by rights, by the King's cell."""
        self._last = [_Found((), NOWHERE, ()), _Found((), NOWHERE, ())]
        """By side, those of the last time: the rights are mostly the very same, and looking is less than a look-up."""
        self._rights: dict[tuple[tuple[Cell, ...], int, Cell, Cell], tuple[Cell, ...]] = {}

    def plans(self, rights: tuple[Cell, ...], side: int, king: Cell, codes: list[int]) -> tuple[CastlingPlan, ...]:
        """How the side would castle with the rights, its King on the cell; kept for the next time.

        A king-like piece that is not the King has a home of one cell, so the rights tell where it stands.
        """
        last = self._last[side]
        if last.rights is rights and last.king == king:
            return last.plans
        by_king = self._plans[side].get(rights)
        if by_king is None:
            by_king = self._plans[side][rights] = {}
        plans = by_king.get(king)
        if plans is None:
            made = [
                family.plan(family.king_cell(codes), partner)
                for partner in rights
                for family in self.families[side]
                if codes[partner] == family.partner_code
            ]
            plans = by_king[king] = tuple(plan for plan in made if plan is not None)
        self._last[side] = _Found(rights, king, plans)
        return plans

    def open_plans(
        self, rights: tuple[Cell, ...], side: int, king: Cell, codes: list[int], placement: Mask, left: int
    ) -> list[CastlingPlan]:
        """Those whose way is free and of which a piece starts in `left` (cells as bits)."""
        found = []
        for plan in self.plans(rights, side, king, codes):
            if not placement & plan.blocks and (
                left == EVERYWHERE or left >> plan.move.origin & 1 or left >> plan.move.partner_origin & 1
            ):
                found.append(plan)
        return found

    def leads_to_safety(
        self, plan: CastlingPlan, king: Cell, codes: list[int], placement: Mask, dangers: LineTable, look: Survey
    ) -> bool:
        """Whether the way is safe and so is the King behind it; its start is known to be where the King castles."""
        move = plan.move
        for cell in plan.path:
            if (king != move.origin or cell not in look.king_safe) and attacked_behind(
                placement, codes, dangers.into(cell), look.rare, move.origin
            ):
                return False
        if king == move.origin and move.target in plan.path and not look.rare:
            lines = dangers.into(move.target)
            if not lines.hops and move.partner_origin not in lines.passed:
                # Nothing can attack from behind the partner, and the King's way ended on a safe cell.
                return True
        scratch = codes.copy()
        scratch[move.origin] = 0
        scratch[move.partner_origin] = 0
        scratch[move.target] = plan.family.king_code
        scratch[move.partner_target] = plan.family.partner_code
        guarded = move.target if king == move.origin else king
        return guarded == NOWHERE or not attacked(scratch, dangers.into(guarded), look.rare)

    def rights_after(
        self, rights: tuple[Cell, ...], codes: list[int], code: int, origin: Cell, target: Cell
    ) -> tuple[Cell, ...]:
        """The rights left after a plain travel, once the pieces stand as in `codes`; kept for the next time."""
        key = (rights, code, origin, target)
        left = self._rights.get(key)
        if left is None:
            left = self._rights[key] = self.rights_left(rights, codes, {origin: target}, False)
        return left

    def rights_left(
        self, rights: tuple[Cell, ...], codes: list[int], travels: dict[Cell, Cell], castled: bool
    ) -> tuple[Cell, ...]:
        """The rights left once the pieces stand as in `codes`; a right goes along with its partner (ruling W7).

        Args:
            rights: those before the move.
            codes: what stands where after it.
            travels: where each piece that moved came from and went to; in a castling also one that stays where it is.
            castled: whether they moved by castling.
        """
        came = travels.values()
        left = set()
        for cell in rights:
            here = travels.get(cell, cell)
            for side in (0, 1):
                for family in self.families[side]:
                    wing = family.wing_of(cell)
                    if wing is None or codes[here] != family.partner_code or (here == cell and cell in came):
                        continue
                    # A piece that has moved keeps its right only within a home of several cells, and never by castling.
                    if here != cell and (castled or here not in wing[0]):
                        continue
                    king = family.king_cell(codes)
                    if king != NOWHERE and (king not in came or len(family.home) > 1):
                        left.add(here)
        return self.in_order(left, codes)

    def rights_at_start(self, pieces: Mapping[Cell, Piece]) -> tuple[Cell, ...]:
        """All the rights there are when nothing has moved yet."""
        codes = self._codes.placed(pieces, self._board.size)
        entitled = (
            cell for cell in pieces for side in self.families for family in side if family.entitles(codes, cell)
        )
        return self.in_order(dict.fromkeys(entitled), codes)

    def in_order(self, rights: Iterable[Cell], codes: list[int]) -> tuple[Cell, ...]:
        """Rights as they are written: White's, then Black's, each in file order."""
        files = self._board.files
        return tuple(sorted(rights, key=lambda cell: (codes[cell] & 1 ^ 1, cell % files, cell)))
