"""King of the Hill: chess that is also won by bringing the King to one of the four cells in the middle.

Source: the game as the chess servers play it.
"""

from fairyrules.ending import Goal
from fairyrules.variants.chess import SHEET as CHESS

SHEET = CHESS.derive(name="King of the Hill", endings=(Goal("K", "d4-e5"),))
