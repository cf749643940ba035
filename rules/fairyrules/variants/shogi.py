"""Shogi, the chess of Japan.

What is taken joins the taker's hand and may be dropped; a move to, from or within the last three ranks may promote. No
second unpromoted Pawn on a file, nothing dropped where it could never move, no mate by dropping a Pawn.

Source: the traditional game. Repetition and stalemate end it as in this house's other games (G1, G2).
"""

from fairyrules.board import Board, Cell
from fairyrules.effect import HOLDERS
from fairyrules.sheet import Kind, Promotion, Reserves, Sheet
from fairyrules.view import View

GOLD = "WfF"
CAMP = "a7-i9"
LEAST_RANKS_AHEAD = {"P": 1, "L": 1, "N": 2}
"""How many ranks a piece needs before it to have a move."""


def may_drop(position: View, kind: str, cell: Cell) -> bool:
    """Shogi's three limits on drops."""
    side = position.side
    if position.board.ranks - position.rank(cell, side) < LEAST_RANKS_AHEAD.get(kind, 0):
        return False
    return kind != "P" or not (position.has_on_file(side, "P", cell) or mates_with_pawn(position, cell))


def mates_with_pawn(position: View, cell: Cell) -> bool:
    """Whether a Pawn dropped on the cell gives check and leaves no answer."""
    ahead = position.board.step(cell, (0, -1 if position.side else 1))
    if ahead != position.king(position.side.other):
        return False
    return position.leaves_no_answer(position.book.drop("P", cell))


SHEET = Sheet(
    name="Shogi",
    board=Board(9, 9),
    kinds=(
        Kind("K", "King", "K", royal=True),
        Kind("R", "Rook", "R"),
        Kind("B", "Bishop", "B"),
        Kind("G", "Gold general", GOLD),
        Kind("S", "Silver general", "FfW"),
        Kind("N", "Knight", "ffN"),
        Kind("L", "Lance", "fR"),
        Kind("P", "Pawn", "fW", pawn=True),
        Kind("+R", "Dragon", "RF", held="R"),
        Kind("+B", "Horse", "BW", held="B"),
        Kind("+S", "promoted Silver", GOLD, held="S"),
        Kind("+N", "promoted Knight", GOLD, held="N"),
        Kind("+L", "promoted Lance", GOLD, held="L"),
        Kind("+P", "promoted Pawn", GOLD, held="P"),
    ),
    array="lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
    promotions=(
        Promotion("P", "a9-i9", into=("+P",), turns=True),
        Promotion("L", "a9-i9", into=("+L",), turns=True),
        Promotion("N", "a8-i9", into=("+N",), turns=True),
        *(Promotion(kind, CAMP, into=(f"+{kind}",), forced=False, leaving=True, turns=True) for kind in "RBSNLP"),
    ),
    reserves=Reserves(lambda position, _: HOLDERS[position.side], drop_cells="a1-i9", may_drop=may_drop),
    fifty_moves=False,
)
