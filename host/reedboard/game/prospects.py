"""When a player without hands takes or offers a draw, or gives a game up: by what it thought of its moves. Pure.

Scores are its own, in hundredths of a Pawn of chess, the latest first.
"""

from collections.abc import Sequence
from typing import Final

BEHIND: Final = -100
"""From here down it takes a draw: about a Pawn behind."""
EVEN: Final = 20
"""Within this of nothing a game is even."""
EVEN_FOR: Final = 8
"""So many of its moves in a row: then nothing happens any more."""
FIRST_DRAW_PLY: Final = 60
"""Thirty moves each: before, a game is played. Usual in tournaments."""
PAUSE_PLIES: Final = 40
"""From one offer of a draw to the next; what was declined is not asked again at once."""
LOST: Final = -900
"""From here down it is lost: about a Queen behind."""
LOST_FOR: Final = 3
"""So many of its moves in a row: what looked lost may have been a slip of a weak level."""


def takes_draw(ply: int, scores: Sequence[int]) -> bool:
    """Whether it takes a draw offered after so many moves: behind, or where it might offer one itself."""
    return (bool(scores) and scores[0] <= BEHIND) or nothing_happens(ply, scores)


def nothing_happens(ply: int, scores: Sequence[int]) -> bool:
    """Whether the game is long and has been even for long."""
    latest = scores[:EVEN_FOR]
    return ply >= FIRST_DRAW_PLY and len(latest) == EVEN_FOR and all(abs(score) <= EVEN for score in latest)


def gives_up(scores: Sequence[int]) -> bool:
    """Whether the game has been lost for some moves."""
    latest = scores[:LOST_FOR]
    return len(latest) == LOST_FOR and all(score <= LOST for score in latest)
