"""Threads that outlive their errors: a death is logged with its trace, told in a sentence, and the work starts over."""

import logging
import threading
import time
from collections.abc import Callable

FIRST_S = 0.2
"""Pause before work that failed begins anew; it doubles with each failure."""
LONGEST_S = 5.0
"""The longest such pause: a person who looks on takes the program for alive."""
STEADY_S = 30.0
"""Work that went on for so long failed by chance: the pause is the first again."""

Fell = Callable[[str], None]
"""Takes the sentence that tells a person what died."""

LOG = logging.getLogger("reedboard")


def sentence(what: str, error: BaseException) -> str:
    """What a person is told of an error nobody foresaw in `what`."""
    reason = " ".join(str(error).split())[:200]
    return (
        f"Something went wrong inside {what} ({type(error).__name__}{f': {reason}' if reason else ''}). It has started "
        "over and the game goes on; the log has the details."
    )


class SupervisedThread:
    """Runs `work` in a daemon thread until it returns; where it raises instead, it is begun anew after a pause.

    Args:
        what: what the work is, as a person would say it ("the link to the board").
        work: begins anew each time it is called.
        fell: told of every death, in this thread; what it raises is logged, too.
    """

    def __init__(self, what: str, work: Callable[[], None], fell: Callable[[Exception], None]) -> None:
        self._what = what
        self._work = work
        self._fell = fell
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name=what, daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def is_alive(self) -> bool:
        """Whether the work goes on, or will after its pause."""
        return self._thread.is_alive()

    def end(self, timeout_s: float) -> None:
        """Waits for the work to return, if it is under way; it is not begun again."""
        self._ending.set()
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    def _run(self) -> None:
        pause_s = FIRST_S
        while True:
            began_s = time.monotonic()
            try:
                self._work()
                return
            except Exception as error:
                LOG.exception("something went wrong inside %s", self._what)
                self._tell(error)
            if time.monotonic() - began_s >= STEADY_S:
                pause_s = FIRST_S
            if self._ending.wait(pause_s):
                return
            pause_s = min(2 * pause_s, LONGEST_S)

    def _tell(self, error: Exception) -> None:
        try:
            self._fell(error)
        except Exception:
            LOG.exception("nobody could be told of it")
