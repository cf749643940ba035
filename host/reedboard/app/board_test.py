"""The self-test while a game is open: the loop lends the board, a thread of its own walks over it, the game waits.

What the board tells goes to the walk instead of the game; the lights are the walk's. On a virtual board the hands do
what is asked. Afterwards the loop takes the board back, and the game goes on where it stood.
"""

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing

from reedboard.app.contracts import Lamps
from reedboard.app.game_boards import RealGameBoard, VirtualGameBoard
from reedboard.app.game_clock import now_ms
from reedboard.app.requests import SelfTestEnded
from reedboard.board.line_health import LineHealth
from reedboard.board.link_events import BoardShape, LinkEvent, Snapshot
from reedboard.board.profile import BoardProfile
from reedboard.board.wire import Glow
from reedboard.errors import ReedboardError, in_one_line
from reedboard.game.board_health import SelfTestView
from reedboard.selftest.conduct import conduct
from reedboard.selftest.guide import Guide, Together
from reedboard.selftest.hands import HandsGuide
from reedboard.selftest.screen import ScreenGuide
from reedboard.selftest.walk import Happening, Walk, report, verdict

END_S = 5.0
"""How long the walk may take to notice that it is to end: it looks a hundred times a second."""

LOG = logging.getLogger("reedboard")

Line = Callable[[], tuple[LineHealth, int | None]]


class _StoppedError(Exception):
    """Somebody ended the self-test."""


class _LentLink:
    """The board as the walk has it: events by way of the loop, the line's counts from now on."""

    def __init__(self, lamps: Lamps, line: Line, shape: BoardShape, version: str, bits: int) -> None:
        self.events: queue.Queue[LinkEvent] = queue.Queue()
        self.events.put(Snapshot(now_ms(), bits))
        self.shape, self.version = shape, version
        self.show: Callable[[tuple[Glow, ...]], None] = lamps.show
        self._line = line
        before, _ = line()
        self._before = LineHealth(before.damaged, before.missing, [*before.restarts_ms], [*before.stalls_ms])

    @property
    def scan_hz(self) -> int | None:
        return self._line()[1]

    @property
    def health(self) -> LineHealth:
        now, before = self._line()[0], self._before
        return LineHealth(
            now.damaged - before.damaged,
            now.missing - before.missing,
            now.restarts_ms[len(before.restarts_ms) :],
            now.stalls_ms[len(before.stalls_ms) :],
        )


class _Ender:
    """A guide that only says when to end."""

    def __init__(self) -> None:
        self.wanted = threading.Event()

    def ask(self, walk: Walk) -> None:
        """Asks nothing."""

    def told(self, walk: Walk, now_ms: int) -> Sequence[Happening]:
        """Nothing, or the end."""
        if self.wanted.is_set():
            raise _StoppedError
        return []


class BoardTest:
    """One self-test after another. `begin` and `heard` are for the loop's thread, the rest for any.

    Args:
        line: the link's counts and its scans a second, now.
        tell: takes `SelfTestEnded` when the board may be taken back.
        changed: called when there is something new to show.
    """

    def __init__(
        self,
        lamps: Lamps,
        line: Line,
        table: RealGameBoard | VirtualGameBoard,
        tell: Callable[[SelfTestEnded], None],
        changed: Callable[[], None],
    ) -> None:
        self._lamps = lamps
        self._line = line
        self._table = table
        self._tell = tell
        self._changed = changed
        self._ender = _Ender()
        self._screen = ScreenGuide()
        self._lent: _LentLink | None = None
        self._thread: threading.Thread | None = None
        self._over = SelfTestView("none")

    def begin(self, profile: BoardProfile, shape: BoardShape, version: str, bits: int) -> None:
        """Begins to walk over the board, whose sensors say `bits` now."""
        self._ender, self._screen = _Ender(), ScreenGuide(self._changed)
        self._lent = lent = _LentLink(self._lamps, self._line, shape, version, bits)
        self._over = SelfTestView("running")
        self._thread = threading.Thread(target=self._run, args=(lent, profile), name="self-test", daemon=True)
        self._thread.start()

    def heard(self, event: LinkEvent) -> None:
        """Takes what the board tells."""
        if self._lent is not None:
            self._lent.events.put(event)

    def say(self, place: str) -> None:
        """Somebody sees the light at this place of the board, or with "" that nothing more happens.

        Raises: ReedboardError when nothing is asked.
        """
        if self._over.state != "running":
            raise ReedboardError("No self-test is under way: begin one first.")
        self._screen.say(place)

    def stop(self) -> None:
        """Ends the walk soon; `SelfTestEnded` is told as ever."""
        self._ender.wanted.set()

    def view(self) -> SelfTestView:
        """How it stands."""
        over, step = self._over, self._screen.step
        if over.state != "running":
            return over
        return SelfTestView("running", step.ask, step.kind, step.site, step.left, step.found)

    def close(self) -> None:
        """Ends the walk."""
        self.stop()
        if self._thread is not None:
            self._thread.join(END_S)

    def _run(self, lent: _LentLink, profile: BoardProfile) -> None:
        try:
            self._over = self._walked(lent, profile)
        except _StoppedError:
            self._over = SelfTestView("stopped", "The self-test was ended before it was through.")
        except ReedboardError as error:
            self._over = SelfTestView("failed", in_one_line(error))
        except Exception as error:
            LOG.exception("something went wrong inside the self-test")
            self._over = SelfTestView("failed", f"Something went wrong inside the self-test: {error}")
        finally:
            self._lent = None
            self._tell(SelfTestEnded())
            self._changed()

    def _walked(self, lent: _LentLink, profile: BoardProfile) -> SelfTestView:
        guides: list[Guide] = [self._ender, self._screen]
        with ExitStack() as stack:
            by_hands = isinstance(self._table, VirtualGameBoard)
            if isinstance(self._table, VirtualGameBoard):
                process = self._table.process
                hands = HandsGuide(process.hands_port, process.hands_token)
                guides.append(stack.enter_context(closing(hands)))
            walk, figures = conduct(lent, profile, Together(*guides), by_hands=by_hands)
        found = tuple(str(finding) for finding in verdict(walk, figures))
        words = f"Found: {len(found)}." if found else "Nothing wrong."
        return SelfTestView("done", words, found=found, report=report(walk, figures))
