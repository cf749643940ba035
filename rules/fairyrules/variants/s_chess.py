"""S-Chess, or Seirawan Chess: a Hawk and an Elephant wait beside the board.

The first time a piece of the first rank moves, the Hawk or the Elephant may enter on the cell it left; in castling on
the King's cell or the Rook's. A Pawn may become either.

Source: Yasser Seirawan and Bruce Harper, 2007.
"""

from fairyrules.sheet import Kind, Promotion, Reserves
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.with_kinds(Kind("H", "Hawk", "BN"), Kind("E", "Elephant", "RN")).derive(
    name="S-Chess",
    promotions=(Promotion("P", "a8-h8", into=("Q", "R", "B", "N", "H", "E")),),
    reserves=Reserves(start="HEhe", gates="a1-h1"),
)
