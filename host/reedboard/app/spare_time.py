"""Memory is looked through for what nobody needs while nobody touches the board, so that no light waits for it.

Python looks for objects that refer to each other in a circle: often through the youngest, now and then through all.
All of them take 50 to 115 ms of a fast computer, in whichever thread made the object that was one too many; that is
nearly always the game's loop, with a reading in its hands.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG_AT_MOST = 50_000
"""So many more objects made than freed bring a look through the young ones in the midst of play: hundreds of moves."""
YOUNG = 5_000
"""So many bring one while the board rests: it takes a millisecond or two."""
FULL_AFTER = 1000
"""So many looks through young objects bring one through all in the midst of play."""
DUE = 15
"""After so many a look through all is due."""


def prepare() -> None:
    """For a program that has been put together: all there is now stays to the end, and is not looked at again."""
    gc.collect()
    gc.freeze()
    _, younger, _ = gc.get_threshold()
    gc.set_threshold(YOUNG_AT_MOST, younger, FULL_AFTER)


def use() -> None:
    """Looks through memory if that is due; for a moment at which nothing happens at the board."""
    young, _, looks = gc.get_count()
    if looks >= DUE:
        gc.collect()
    elif young >= YOUNG:
        gc.collect(1)


@contextmanager
def as_in_play() -> Iterator[None]:
    """Prepares for what is measured as it is in play; afterwards Python looks through memory as it did before."""
    before = gc.get_threshold()
    prepare()
    try:
        yield
    finally:
        gc.set_threshold(*before)
