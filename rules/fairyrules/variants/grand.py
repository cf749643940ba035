"""Grand Chess, by Christian Freeling (1984).

Chess on ten by ten cells with a Marshal (C) and a Cardinal (A), without castling. A Pawn may become what its side has
lost on the eighth and ninth rank and must on the tenth; with nothing lost it may not go there, but still gives check.

Source: the inventor's rules; letters as in Capablanca Chess.
"""

from fairyrules.board import Board
from fairyrules.declared import Lost
from fairyrules.sheet import Kind, Promotion
from fairyrules.variants.chess import SHEET as CHESS

LOST = Lost(("Q", "C", "A", "R", "B", "N"))

SHEET = CHESS.derive(
    name="Grand Chess",
    board=Board(10, 10),
    array="r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R",
    promotions=(Promotion("P", "a10-j10", into=LOST), Promotion("P", "a8-j9", into=LOST, forced=False)),
    castlings=(),
    castling_letters={},
).with_kinds(
    Kind("P", "Pawn", "mfWcfFimfW2", home="a3-j3", pawn=True),
    Kind("A", "Cardinal", "BN"),
    Kind("C", "Marshal", "RN"),
)
