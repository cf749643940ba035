"""Watches the board under the game for whoever looks at its page, and costs next to nothing while nobody does."""

import threading
from collections.abc import Callable
from dataclasses import asdict

from reedboard.app.game_clock import now_ms
from reedboard.app.status_watch import Watch
from reedboard.board.line_health import LineHealth
from reedboard.board.link_events import LinkEvent
from reedboard.board.profile import Placement
from reedboard.board.sensor_log import SensorLog
from reedboard.game.board_health import NO_TEST, SelfTestView, board_health
from reedboard.game.status import Parts
from reedboard.supervised import Fell, SupervisedThread, sentence

LOOK_S = 0.2
"""How often open pages are told what changed: a hand touches a few sensors in that time."""
IDLE_S = 1.0
"""How often the thread looks whether there is a page, or a new heartbeat."""


class BoardWatch:
    """Keeps the log of the board's sensors. `heard` is for the loop's thread, the rest for any.

    Args:
        line: the link's counts and its scans a second, now.
        placement: how the game in play lies on the board.
        selftest: how the self-test stands.
        publish: tells open pages; called only while `pages` says that there are any.
    """

    def __init__(
        self,
        line: Callable[[], tuple[LineHealth, int | None]],
        placement: Callable[[], Placement],
        watch: Watch,
        publish: Callable[[Parts], None],
        pages: Callable[[], int],
        fell: Fell = lambda words: None,
        selftest: Callable[[], SelfTestView] = lambda: NO_TEST,
    ) -> None:
        self._line = line
        self._selftest = selftest
        self._placement = placement
        self._watch = watch
        self._publish = publish
        self._pages = pages
        self._log = SensorLog()
        self._lock = threading.Lock()
        self._news = threading.Event()
        self._closing = threading.Event()
        self._thread = SupervisedThread(
            "the watch over the board", self._run, lambda error: fell(sentence("the watch over the board", error))
        )

    def start(self) -> None:
        """Begins to tell pages."""
        self._thread.start()

    def heard(self, event: LinkEvent) -> None:
        """Takes note of what the board told."""
        with self._lock:
            told = self._log.heard(event, now_ms())
        if told:
            self._news.set()

    def health(self) -> Parts:
        """How the board does now."""
        placement, status = self._placement(), self._watch.status
        line, scan_hz = self._line()
        connection = status.connection
        with self._lock:
            told = board_health(
                placement.profile,
                self._log,
                line,
                scan_hz,
                (connection.state == "connected", connection.text),
                status.sensors,
                {name: site.name for name, site in placement.sites.items()},
                now_ms(),
                self._selftest(),
            )
        return asdict(told)

    def look(self) -> None:
        """There is something new to tell."""
        self._news.set()

    def close(self) -> None:
        """Ends the thread."""
        self._closing.set()
        self._news.set()
        self._thread.end(timeout_s=2.0)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._news.wait(IDLE_S)
            self._news.clear()
            if self._pages():
                self._publish(self.health())
            self._closing.wait(LOOK_S)
