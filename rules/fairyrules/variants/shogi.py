"""Shogi, the chess of Japan.

What is taken joins the taker's hand and may be dropped; a move to, from or within the last three ranks may promote. No
second unpromoted Pawn on a file, nothing dropped where it could never move, no mate by dropping a Pawn.

Source: the traditional game. Repetition and stalemate end it as in this house's other games (G1, G2).
"""

from fairyrules.board import Board
from fairyrules.declared import Kept
from fairyrules.sheet import Kind, Promotion, Reserves, Sheet

GOLD = "WfF"
CAMP = "a7-i9"

SHEET = Sheet(
    name="Shogi",
    board=Board(9, 9),
    kinds=(
        Kind("K", "King", "K", royal=True),
        Kind("R", "Rook", "R"),
        Kind("B", "Bishop", "B"),
        Kind("G", "Gold general", GOLD),
        Kind("S", "Silver general", "FfW"),
        Kind("N", "Knight", "ffN", drops="a1-i7"),
        Kind("L", "Lance", "fR", drops="a1-i8"),
        Kind("P", "Pawn", "fW", pawn=True, drops="a1-i8", most_a_file=1, drop_mates=False),
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
    reserves=Reserves(Kept(), drop_cells="a1-i9"),
    fifty_moves=False,
)
