"""Racing Kings: a race to the eighth rank on which nobody may ever give check.

If White's King arrives first, Black may draw by arriving with the very next move.

Source: the game as the chess servers play it.
"""

from fairyrules.ending import Goal
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.derive(
    name="Racing Kings",
    array="8/8/8/8/8/8/krbnNBRK/qrbnNBRQ",
    kinds=tuple(kind for kind in CHESS.kinds if kind.letter != "P"),
    promotions=(),
    castlings=(),
    castling_letters={},
    passing=(),
    checks_forbidden=True,
    endings=(Goal("K", "a8-h8", black_cells="a8-h8", answered=True),),
)
