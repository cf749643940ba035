"""The two bindings of sFhIoDgEi: which cells hold which pieces together, and what follows from it.

Pieces that leap two cells never leave the odd-odd or the even-even cells they stand on. Of each binding a side has one
Alibaba; without it the others of that binding are frozen. Cells are indices of a 17x17 board, a1 = 0, so the odd-odd
cells of the rules have an even column and an even row here.
"""

from collections.abc import Iterable

from fairyrules.board import Board, Cell
from fairyrules.declared import Army, Has, Lies
from fairyrules.effect import HOLDERS, Holder
from fairyrules.moves import Travel
from fairyrules.sheet import Phase
from fairyrules.view import View

BOARD = Board(17, 17)
ALIBABA = "A"
TUSK = "T"
BOUND = "AIRBNVTDLHSG"
"""What leaps by twos, promoted or not."""
SYMMETRIC = "AIRBNQMCJPZOF"
"""What a Tusk may be swapped for (S11)."""


def cells_of(parity: int, ranks: Iterable[int] = range(1, 18)) -> str:
    """The cells of odd (1) or even (0) files on the ranks of the same parity, as `Board.zone` reads them."""
    files = [letter for number, letter in enumerate("abcdefghijklmnopq", 1) if number % 2 == parity]
    return " ".join(f"{file}{rank}" for rank in ranks if rank % 2 == parity for file in files)


ODD_ODD = cells_of(1)
ODD_CELLS = BOARD.zone(ODD_ODD)
EVEN_CELLS = BOARD.zone(cells_of(0))


ARMY = Army((Has(ALIBABA, ODD_CELLS), Has(ALIBABA, EVEN_CELLS), Lies(tuple(SYMMETRIC))))
"""What decides how an army moves: (has it an odd-odd Alibaba, an even-even one, could a Tusk be swapped)."""


def with_swaps(phase: Phase) -> Phase:
    """An army whose Tusks threaten: the most a capture can give it, by bringing the first piece to swap one for."""
    assert isinstance(phase, tuple)
    return (*phase[:2], True)


def is_thawed(_: Board, phase: Phase, origin: Cell, __: Cell) -> bool:
    """Whether a bound piece may move: its side has an Alibaba of its binding, or it stands in neither (S4)."""
    assert isinstance(phase, tuple)
    if origin in ODD_CELLS:
        return bool(phase[0])
    return bool(phase[1]) or origin not in EVEN_CELLS


def tusk_threatens(board: Board, phase: Phase, _: Cell, target: Cell) -> bool:
    """Whether a Tusk attacks the cell: on the rank before the last only with a piece to be swapped for (S11, G4)."""
    assert isinstance(phase, tuple)
    return bool(phase[2]) or board.rank_of(target) != board.ranks - 1


def lying(position: View, move: Travel) -> dict[Holder, dict[str, int]]:
    """The reserves by holder, with what the move takes already in them (G5)."""
    taken = [removal for removal in position.effect(move).removals if removal.holder]
    assert position.reserves is not None
    held = {holder: dict(reserve) for holder, reserve in zip(HOLDERS, position.reserves, strict=True)}
    for removal in taken:
        if removal.holder and removal.kind_held:
            held[removal.holder][removal.kind_held] = held[removal.holder].get(removal.kind_held, 0) + 1
    return held


def swaps(position: View, move: Travel) -> Iterable[tuple[str, Holder]]:
    """What a Tusk may be swapped for, and out of which reserve (S11)."""
    return [(kind, holder) for holder, held in lying(position, move).items() for kind in SYMMETRIC if kind in held]


def swap_holder(_: View, move: Travel) -> tuple[Holder | None, Holder | None]:
    """The Tusk takes the place of what it is swapped for."""
    return move.holder, move.holder


def missing_alibaba(position: View, move: Travel) -> Iterable[str]:
    """The Alibaba that may replace an unbound piece, if its side lacks one there and one lies in a reserve (S12)."""
    phase = position.phase(position.side)
    assert isinstance(phase, tuple)
    if phase[0 if move.target in ODD_CELLS else 1]:
        return ()
    return (ALIBABA,) if any(ALIBABA in held for held in lying(position, move).values()) else ()


def alibaba_holder(position: View, move: Travel) -> tuple[Holder | None, Holder | None]:
    """The enemy gets the replaced piece; the Alibaba comes from the neutral, else the enemy's, else the own reserve."""
    enemy, own = HOLDERS[position.side.other], HOLDERS[position.side]
    held = lying(position, position.book.travel(move.origin, move.target))
    order: tuple[Holder, ...] = ("n", enemy, own)
    return enemy, next(holder for holder in order if ALIBABA in held[holder])


def takes_castled_alibaba(position: View, origin: Cell) -> bool:
    """Whether the piece may take an Alibaba that has just castled: evenbound, judged before its move (S6)."""
    piece = position.piece_at(origin)
    return piece is not None and origin in EVEN_CELLS and piece.kind.lstrip("+") in BOUND
