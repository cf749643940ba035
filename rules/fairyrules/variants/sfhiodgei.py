"""sFhIoDgEi, by Charles Gilman.

Orthodox Chess and Shogi on one board of 17x17: the Shogi set leaps two cells at a time among the odd-odd cells, the
FIDE set among the even-even ones, and free pieces join the two. An army without its Alibaba of a binding is frozen
there. What is taken on odd-odd cells may be dropped again; what is taken elsewhere waits for Tusks that reach the 16th
rank. Only the King is royal.

Rulings S1-S13. The array is reconstructed (S1); that Tusks are never frozen (S4) and how castling is taken in passing
(S6) are readings.
"""

from typing import Any

from fairyrules.declared import Kept
from fairyrules.particulars.sfhiodgei import (
    ARMY,
    BOARD,
    ODD_CELLS,
    ODD_ODD,
    alibaba_holder,
    cells_of,
    is_thawed,
    missing_alibaba,
    swap_holder,
    swaps,
    takes_castled_alibaba,
    tusk_threatens,
    with_swaps,
)
from fairyrules.sheet import Castling, Kind, Passing, Promotion, Reserves, Sheet, Wing

GOLD = "DfA"
LAST_ODD = cells_of(1, [13, 15, 17])
LAST = f"{LAST_ODD} {cells_of(0, [14, 16])}"
"""Where Shogi's pieces promote: the last five ranks, but for cells of no binding (S4, S8)."""
REVIVAL = f"{cells_of(0, [16])} {cells_of(1, [17])}"
"""Where a free piece may give way to a lost Alibaba (S12)."""


NOT_LAST, NOT_LAST_TWO = cells_of(1, range(1, 17)), cells_of(1, range(1, 15))
"""Where those may be dropped that could never leave the last ranks again (S10)."""


def bound(letter: str, name: str, moves: str, **more: Any) -> Kind:  # noqa: ANN401  # each field has its own type
    """A piece that leaps two cells, frozen without its Alibaba (S4); what is promoted is held unpromoted (S9)."""
    return Kind(letter, name, moves, lands=is_thawed, held=letter.lstrip("+"), **more)


SHEET = Sheet(
    name="sFhIoDgEi",
    board=BOARD,
    kinds=(
        Kind("K", "King", "K", royal=True),
        Kind("Q", "Queen", "Q"),
        Kind("M", "Marshal", "RN"),
        Kind("C", "Chatelaine", "RF"),
        Kind("J", "Cardinal", "BN"),
        Kind("P", "Primate", "BW"),
        Kind("Z", "Double Rhino", "zK0"),
        Kind("O", "Rose", "qN6"),
        Kind("F", "Frog", "FH"),
        bound("A", "Alibaba", "DA"),
        bound("I", "Alibarider", "DDAA"),
        bound("R", "Dabbarider", "DD"),
        bound("B", "Elephrider", "AA"),
        bound("N", "Charolais", "(4,2)"),
        bound("V", "Vanguard", "mfDcfAimfD2", home="a4-q4", pawn=True, drops=NOT_LAST),
        Kind("T", "Tusk", "fA", threatens=tusk_threatens, pawn=True, drops=NOT_LAST),
        bound("D", "Dabchick", "fD", pawn=True, drops=NOT_LAST, most_a_file=1),
        bound("L", "Dabchrider", "fDD", drops=NOT_LAST),
        bound("H", "Calf", "ff(4,2)", drops=NOT_LAST_TWO),
        bound("S", "Silverthief", "AfD"),
        bound("G", "Goldthief", GOLD),
        bound("+R", "Saboteur", "DDA"),
        bound("+B", "Howdah", "AAD"),
        bound("+D", "promoted Dabchick", GOLD),
        bound("+L", "promoted Dabchrider", GOLD),
        bound("+H", "promoted Calf", GOLD),
        bound("+S", "promoted Silverthief", GOLD),
    ),
    array="lohjszgfafgzsjhol/crmnpbqikaqbpnmrc/2r11b2/tv1vtv1vtv1vtv1vt/d1d1d1d1d1d1d1d1d/17/17/17/17/17/17/17/"
    "D1D1D1D1D1D1D1D1D/TV1VTV1VTV1VTV1VT/2B11R2/CRMNPBQIKAQBPNMRC/LOHJSZGFAFGZSJHOL",
    promotions=(
        Promotion("V", "a16-q16", into=("I", "R", "B", "N")),
        Promotion("T", "a16-q16", into=swaps, holders=swap_holder),
        Promotion("Q M C J P Z O F", REVIVAL, into=missing_alibaba, forced=False, holders=alibaba_holder),
        Promotion("D", cells_of(1, [17]), into=("+D",), turns=True),
        Promotion("L", cells_of(1, [17]), into=("+L",), turns=True),
        Promotion("H", cells_of(1, [15, 17]), into=("+H",), turns=True),
        *(Promotion(kind, LAST, into=(f"+{kind}",), forced=False, leaving=True, turns=True) for kind in "DLHS"),
        *(Promotion(kind, LAST_ODD, into=(f"+{kind}",), forced=False, leaving=True, turns=True) for kind in "RB"),
    ),
    castlings=(
        Castling("K", "C", home="i2", wings=(Wing("a2", "e", "f"), Wing("q2", "m", "l"))),
        Castling(
            "A",
            "R",
            "j2",
            (Wing("b2", "f", "h"), Wing("p2", "n", "l")),
            safe=False,
            stride=2,
            taken_by=takes_castled_alibaba,
        ),
    ),
    passing=(Passing("V", advance=4, taken_at=2, taken_by="V"),),
    reserves=Reserves(Kept(ODD_CELLS), neutral=True, drop_cells=ODD_ODD),
    phase=ARMY,
    phase_at_worst=with_swaps,
    fifty_moves=False,
)
