"""Castling: families of a king-like kind and its partners, and what each castling needs."""

from typing import TYPE_CHECKING

from fairyrules.board import NOWHERE, Cell
from fairyrules.errors import SheetError
from fairyrules.moves import Castling
from fairyrules.sheet import Castling as CastlingRule
from fairyrules.sheet import Wing

if TYPE_CHECKING:
    from fairyrules.rules import Rules


class Family:
    """A castling family as it lies for one side."""

    def __init__(self, rules: "Rules", castling: CastlingRule, side: int) -> None:
        self.castling = castling
        self.king_code = rules.code(castling.kind, side)
        self.partner_code = rules.code(castling.partner, side)
        own_home = side and castling.black_home
        self.home = rules.board.zone(castling.black_home) if own_home else rules.zone(castling.home, side)
        self._homes = sorted(self.home)
        if len(self.home) > 1 and castling.kind != rules.royal:
            raise SheetError(f"castling of {castling.kind}: only the royal kind may have a home of several cells.")
        self.wings: tuple[tuple[frozenset[Cell], Wing], ...] = tuple(
            (rules.zone(wing.partner_home, side), wing) for wing in castling.wings
        )
        self.watch = self.home.union(*(cells for cells, _ in self.wings))
        self._rules = rules

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
        """See `Rules.castling_plan`."""
        files = self._rules.board.files
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
        return CastlingPlan(between, path, self._rules.book.castling(king, king_target, partner, partner_target), self)


class CastlingPlan:
    """What a castling needs: cells to be empty, cells after its start where the King must be safe; the move."""

    __slots__ = ("between", "family", "move", "path")

    def __init__(self, between: tuple[Cell, ...], path: tuple[Cell, ...], move: Castling, family: Family) -> None:
        self.between = between
        self.path = path
        self.move = move
        self.family = family


def rights_left(
    rules: "Rules", rights: tuple[Cell, ...], codes: list[int], travels: dict[Cell, Cell], castled: bool
) -> tuple[Cell, ...]:
    """The castling rights left once the pieces stand as in `codes`; a right goes along with its partner (ruling W7).

    Args:
        travels: where each piece that moved came from and went to.
        castled: whether they moved by castling.
    """
    came = travels.values()
    left = set()
    for cell in rights:
        here = travels.get(cell, cell)
        for side in (0, 1):
            for family in rules.families[side]:
                wing = family.wing_of(cell)
                if wing is None or codes[here] != family.partner_code or (here == cell and cell in came):
                    continue
                # A piece that has moved keeps its right only within a home of several cells, and never by castling.
                if here != cell and (castled or here not in wing[0]):
                    continue
                king = family.king_cell(codes)
                if king != NOWHERE and (king not in came or len(family.home) > 1):
                    left.add(here)
    return rules.in_order(left, codes)
