"""One program plays in a data folder at a time; where it is found by the others, `reedboard status` among them."""

from pathlib import Path

from reedboard import lock
from reedboard.errors import ReedboardError
from reedboard.lock import Holder, Lock, TakenError

FILE = "running.json"


class PlayedAlreadyError(ReedboardError):
    """Another program plays with these records; two would write one game over each other."""


def hold(folder: Path) -> Lock:
    """Keeps the folder for this program until the lock is released or the program ends.

    Raises: PlayedAlreadyError, which says who plays there; ReedboardError where the folder cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return Lock(folder / FILE)
    except TakenError as taken:
        found = taken.holder
        watch = f"watch it at {found.url}" if found and found.url else "end that program first"
        raise PlayedAlreadyError(
            f"A game is being played with the records in {folder} by {taken}: {watch},"
            " or set REEDBOARD_DATA to another folder for a game of its own."
        ) from None
    except OSError as error:
        raise ReedboardError(
            f"Cannot use the records in {folder}: {error.strerror or error}. Set REEDBOARD_DATA to another folder."
        ) from None


def find(folder: Path) -> Holder | None:
    """Who plays in the folder; None when nobody does."""
    return lock.holder(folder / FILE)
