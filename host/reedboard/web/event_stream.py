"""Tells every open page what changed, and never waits for a slow one.

The hub makes each message once; a follower (`channels.py`) writes it in the server's own thread, so that two hundred
open pages cost no thread and the player's picture does not wait for theirs.
"""

import json
import threading
from collections.abc import Callable
from typing import Protocol

from reedboard.game.status import Parts, changed

BEAT_S = 5.0
"""A comment this often keeps proxies and sleeping phones from dropping a quiet stream, and shows who is gone."""
MOST_FOLLOWERS = 400
"""Open pages at once; the token's holder has a place all the same."""


class Follower(Protocol):
    """One open page. Its methods return at once; a message is written when the server's thread comes to it."""

    holder: bool
    """Whether it holds the token."""

    @property
    def gone(self) -> bool:
        """Whether nobody is there any more."""

    def offer(self, message: bytes, whole: Callable[[], bytes]) -> None:
        """Sends `message`; to a page that fell behind `whole()` instead, once it has read what it was sent before."""

    def write(self, message: bytes, whole: Callable[[], bytes]) -> None:
        """Does what `offer` has done later; for the thread that writes alone."""

    def in_the_writing_thread(self, work: Callable[[], None]) -> None:
        """Has something done in the thread that writes this and every other page."""

    def close(self) -> None:
        """Ends the stream."""


class Hub:
    """The state last published and the pages that follow it. Any thread may call any method."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Parts = {}
        self._followers: list[Follower] = []
        self._closing = threading.Event()
        self._beating = False

    @property
    def state(self) -> Parts:
        """The state last published; empty before the first."""
        with self._lock:
            return self._state

    @property
    def count(self) -> int:
        """How many pages follow."""
        with self._lock:
            self._forget_gone()
            return len(self._followers)

    def publish(self, state: Parts) -> None:
        """Makes `state` the state and sends what changed to every page, to those that can play first."""
        with self._lock:
            patch = changed(self._state, state)
            self._state = state
            if patch:
                self._offer(_message("patch", patch))

    def whole(self) -> bytes:
        """The message that needs none before it."""
        return _message("state", self.state)

    def has_room(self, *, holder: bool) -> bool:
        """Whether another page may follow."""
        with self._lock:
            self._forget_gone()
            return holder or len(self._followers) < MOST_FOLLOWERS

    def follow(self, follower: Follower) -> None:
        """Sends the whole state, and from then on what changes; a holder takes the place of the newest onlooker."""
        with self._lock:
            self._forget_gone()
            if len(self._followers) >= MOST_FOLLOWERS:
                onlookers = [each for each in self._followers if not each.holder]
                leaving = onlookers[-1] if follower.holder and onlookers else follower
                leaving.close()
                if leaving is follower:
                    return
                self._followers.remove(leaving)
            at = 0 if follower.holder else len(self._followers)
            self._followers.insert(at, follower)
            follower.offer(_message("state", self._state), self.whole)
            if not self._beating:
                self._beating = True
                threading.Thread(target=self._beat, name="streams", daemon=True).start()

    def close(self) -> None:
        """Ends every stream."""
        self._closing.set()
        with self._lock:
            for follower in self._followers:
                follower.close()
            self._followers.clear()

    def _beat(self) -> None:
        while not self._closing.wait(BEAT_S):
            with self._lock:
                self._forget_gone()
                self._offer(b": still here\n\n")

    def _offer(self, message: bytes) -> None:
        """Holders first; all onlookers are written to in one go: waking the writing thread costs more than that."""
        onlookers = [follower for follower in self._followers if not follower.holder]
        for follower in self._followers:
            if follower.holder:
                follower.offer(message, self.whole)

        def write() -> None:
            for onlooker in onlookers:
                onlooker.write(message, self.whole)

        if onlookers:
            onlookers[0].in_the_writing_thread(write)

    def _forget_gone(self) -> None:
        self._followers = [follower for follower in self._followers if not follower.gone]


def _message(event: str, parts: Parts) -> bytes:
    return f"event: {event}\ndata: {json.dumps(parts, separators=(',', ':'))}\n\n".encode()
