"""Berolina Chess: the Pawns move diagonally and capture straight ahead.

A Pawn may step twice diagonally from where it began; what takes it in passing goes straight ahead onto the cell
between.

Source: Edmund Hebermann, 1926.
"""

from fairyrules.sheet import Kind, Passing
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.with_kinds(Kind("P", "Pawn", "mfFcfWimfF2", home="a2-h2", pawn=True)).derive(
    name="Berolina Chess",
    passing=(Passing("P", advance=2, taken_at=1, taken_by="P", sideways=2),),
)
