"""Memory is looked through for what nobody needs while nobody touches the board, so that no light waits for it.

Python looks for objects that refer to each other in a circle: often through the youngest, now and then through all.
All of them take 50 to 115 ms of a fast computer, in whichever thread made the object that was one too many; that is
nearly always the game's loop, with a reading in its hands.
"""

import gc

FULL_AFTER = 1000
"""So many looks through younger objects make one through all in the midst of play; some 2,000 moves without a rest."""
DUE = 10
"""After so many Python would look through all by itself."""


def prepare() -> None:
    """For a program that has been put together: all there is now stays to the end, and is not looked at again."""
    gc.collect()
    gc.freeze()
    youngest, younger, _ = gc.get_threshold()
    gc.set_threshold(youngest, younger, FULL_AFTER)


def use() -> None:
    """Looks through memory if that is due; for a moment at which nothing happens at the board."""
    if gc.get_count()[2] >= DUE:
        gc.collect()
