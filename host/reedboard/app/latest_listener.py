"""A listener in a thread of its own: it may be slow, even stand still, and only misses what was shown meanwhile."""

import contextlib
import threading
from collections.abc import Callable

from reedboard.game.status import Status
from reedboard.supervised import Fell, SupervisedThread, sentence

LAST_WORDS_S = 1.0
"""How long the end of the program waits for a latest_listener to look once more."""


class LatestListener:
    """Passes the latest status on, in its own time: a terminal that is held must not hold the game.

    Args:
        listener: called with one status after the other, from this thread only.
        fell: told in a sentence when the listener died of a status; it is shown the next one.
    """

    def __init__(self, listener: Callable[[Status], None], fell: Fell = lambda words: None) -> None:
        self._listener = listener
        self._news = threading.Condition()
        self._latest: Status | None = None
        self._closed = False
        self._thread = SupervisedThread("the terminal", self._look, lambda error: fell(sentence("the terminal", error)))
        self._thread.start()

    def show(self, status: Status) -> None:
        """Takes note of a status; never blocks."""
        with self._news:
            self._latest = status
            self._news.notify()

    def close(self) -> None:
        """Lets the listener see the last status, if it is not held up."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._thread.end(LAST_WORDS_S)

    def _look(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._latest is not None or self._closed)
                status, self._latest = self._latest, None
            if status is None:
                return
            # Where nobody reads any more, a pipe that was closed, there is nobody to tell.
            with contextlib.suppress(OSError):
                self._listener(status)
