"""Waits for something to be seen of the game: the scripted hands look at the page's state, as people would."""

import threading
from collections.abc import Callable

from reedboard.game.status import Status


class Watch:
    """Keeps the latest status. The loop calls `show`, any other thread waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._status: Status | None = None

    def show(self, now: Status) -> None:
        """Takes a new status."""
        with self._changed:
            self._status = now
            self._changed.notify_all()

    @property
    def status(self) -> Status:
        """The latest status.

        Raises: RuntimeError before the first.
        """
        if self._status is None:
            raise RuntimeError("the loop has not shown anything yet")
        return self._status

    def wait_for(self, wanted: Callable[[Status], bool], timeout_s: float) -> Status | None:
        """The first status from now on that is as wanted; None if there was none in time."""
        with self._changed:
            found = self._changed.wait_for(lambda: self._status is not None and wanted(self._status), timeout_s)
            return self._status if found else None
