"""Atomic Chess: a capture explodes, and takes along the taker and whatever stands around, but for Pawns.

Who blows up the enemy King wins; one's own may never be in the blast, so a King takes nothing, and Kings that touch
cannot be in check.

Source: the game as the chess servers play it.
"""

from fairyrules.ending import Extinction
from fairyrules.sheet import Burst
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.derive(name="Atomic Chess", bursts=Burst("K", spared="P"), endings=(Extinction("K"),))
