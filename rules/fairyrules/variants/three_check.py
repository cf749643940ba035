"""Three-check: chess that is also won by giving check for the third time.

Source: the game as the chess servers play it.
"""

from fairyrules.ending import Checks
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.derive(name="Three-check", endings=(Checks(3),))
