"""Tells every open page what changed, and never waits for a slow one.

The hub makes each message once; a follower (`channels.py`) writes it in the server's own thread, so that two hundred
open pages cost no thread. Holders of the token are told at once, onlookers a moment later what all has changed by then:
one move is three or four changes, and the player's pictures do not wait for two hundred others.
"""

import json
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

from reedboard.game.status import Parts, changed

BEAT_S = 5.0
"""A comment this often keeps proxies and sleeping phones from dropping a quiet stream, and shows who is gone."""
GATHER_S = 0.05
"""How long changes are gathered for onlookers: less than an eye sees, more than the changes of one touch are apart."""
SLICE = 25
"""Onlookers written to before the server's thread looks after others again: a millisecond or two."""
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
        self._news = threading.Condition(self._lock)
        self._state: Parts = {}
        self._told: Parts = {}
        """The state that onlookers were told last."""
        self._followers: list[Follower] = []
        self._closing = threading.Event()
        self._telling = False

    @property
    def state(self) -> Parts:
        """The state last published; empty before the first. Read without the lock: the thread that writes asks for it,
        and whoever publishes holds the lock while waiting for that thread. A state is replaced, never changed."""
        return self._state

    @property
    def count(self) -> int:
        """How many pages follow."""
        with self._lock:
            self._forget_gone()
            return len(self._followers)

    def publish(self, state: Parts) -> None:
        """Makes `state` the state and sends what changed to every page that can play; onlookers are told soon after."""
        with self._lock:
            patch = changed(self._state, state)
            self._state = state
            if patch:
                self._offer(_message("patch", patch), holder=True)
                self._news.notify_all()

    def tell_onlookers(self) -> None:
        """Sends every onlooker what changed since they were told last."""
        with self._lock:
            patch = changed(self._told, self._state)
            self._told = self._state
            if patch:
                self._offer(_message("patch", patch), holder=False)

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
            if not self._telling:
                self._telling, self._told = True, self._state
                threading.Thread(target=self._tell, name="streams", daemon=True).start()

    def close(self) -> None:
        """Ends every stream, once all is told."""
        self._closing.set()
        self.tell_onlookers()
        with self._lock:
            self._news.notify_all()
            for follower in self._followers:
                follower.close()
            self._followers.clear()

    def _tell(self) -> None:
        beat_s = time.monotonic() + BEAT_S
        while not self._closing.is_set():
            with self._news:
                behind = self._told is not self._state
                if not behind:
                    self._news.wait(max(0.0, beat_s - time.monotonic()))
                if time.monotonic() >= beat_s:
                    beat_s = time.monotonic() + BEAT_S
                    self._forget_gone()
                    for holder in (True, False):
                        self._offer(b": still here\n\n", holder=holder)
            if behind:
                self._closing.wait(GATHER_S)
                self.tell_onlookers()

    def _offer(self, message: bytes, *, holder: bool) -> None:
        """Offers to the holders of the token, or to the others, some in one go: to wake the thread costs more."""
        pages = [follower for follower in self._followers if follower.holder is holder]
        for first in range(0, len(pages), SLICE):
            some = pages[first : first + SLICE]
            some[0].in_the_writing_thread(partial(_write, some, message, self.whole))

    def _forget_gone(self) -> None:
        self._followers = [follower for follower in self._followers if not follower.gone]


def _write(pages: list[Follower], message: bytes, whole: Callable[[], bytes]) -> None:
    for page in pages:
        page.write(message, whole)


def _message(event: str, parts: Parts) -> bytes:
    return f"event: {event}\ndata: {json.dumps(parts, separators=(',', ':'))}\n\n".encode()
