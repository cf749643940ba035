"""Chess960, or Fischer Random Chess: one of 960 arrays, drawn by lot before the game.

The Bishops stand on cells of both colours, the King between the Rooks. Castling ends where it does in chess, wherever
it began. `chess960/position=N` is the array of that number, from 0 to 959; 518 is that of chess.

Source: Robert James Fischer, 1996; the numbers are Reinhard Scharnagl's.
"""

from fairyrules.errors import SheetError
from fairyrules.particulars.chess960 import ARRAYS, back_rank
from fairyrules.sheet import Castling, Option, Sheet, Wing
from fairyrules.variants.chess import SHEET as CHESS


def numbered(sheet: Sheet, value: str) -> Sheet:
    """The array of a number, and castling from where its King and Rooks stand."""
    if not (value.isascii() and value.isdigit() and str(int(value[:4])) == value and int(value) < ARRAYS):
        raise SheetError(f"found “{value}”; expected a number from 0 to {ARRAYS - 1}.")
    rank = back_rank(int(value))
    left, right, king = (f"{'abcdefgh'[place]}1" for place in (rank.index("R"), rank.rindex("R"), rank.index("K")))
    return sheet.derive(
        array=f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank}",
        castlings=(Castling("K", "R", home=king, wings=(Wing(right, "g", "f"), Wing(left, "c", "d"))),),
        castling_letters={"K": right, "Q": left},
    )


SHEET = CHESS.derive(name="Chess960")
OPTIONS = (Option("position=", numbered, "Another array, by its number: position=0 to position=959."),)
