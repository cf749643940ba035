"""Writes the game in play, from a thread of its own: a disk that refuses or stands still holds nobody up for long.

What has been handed over is committed in one transaction. Whoever hands it over waits for that, or asks later, so that
nothing is shown before; only while the disk is in trouble nobody waits, the game goes on from memory, and the whole of
it is written as soon as the disk takes it again.
"""

import logging
import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass

from reedboard.archive.database import Archive, ArchiveError, DamagedError, Kept, is_damage
from reedboard.archive.disk_words import disk_words
from reedboard.archive.journal_copy import CopyOfPlay
from reedboard.archive.schema import ERRORS
from reedboard.supervised import SupervisedThread

PATIENCE_S = 1.0
"""How long a commit may take before it counts as trouble: people are told within 2 s."""
BEGIN_S = 5.0
"""How long a new game waits for its record."""
AGAIN_S = 0.5
"""Pause before what could not be written is tried again."""
CLOSE_S = 3.0
"""How long the end of the program waits for what is not written yet."""

LOG = logging.getLogger("reedboard")


@dataclass(frozen=True, slots=True)
class _Begin:
    """A record to be begun; the thread puts its number in `number`."""

    game: str
    fen: str | None
    header: str
    board: str
    tags: Mapping[str, str]


class Keeper:
    """Keeps one game after another. `begin`, `goes_on` and `keep` are for one thread; `trouble` may be asked by any."""

    def __init__(self, archive: Archive, patience_s: float = PATIENCE_S, again_s: float = AGAIN_S) -> None:
        self.archive = archive
        self._patience_s = patience_s
        self._again_s = again_s
        self._copy = CopyOfPlay(archive.path.parent)
        self._news = threading.Condition()
        self._begin: _Begin | None = None
        self._begun: int | Exception | None = None
        self._wanted: Kept | None = None
        self._written: Kept | None = None
        self._handed = self._done = 0
        """How often something new was handed over, and up to which of these it is written."""
        self._owes_since_s = 0.0
        """Since when the disk owes something (`time.monotonic`)."""
        self._doubtful = False
        """Whether a write failed or took too long: what it left on the disk is not known."""
        self._trouble = ""
        self._since_s = 0.0
        self._closing = False
        self._thread = SupervisedThread("the writing of records", self._write, self._fell)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """Why what was handed over is not on the disk, in a few words; "" when it is."""
        with self._news:
            return self._trouble

    @property
    def unsaved_from(self) -> tuple[int, float] | None:
        """The first ply that is not on the disk as it stands now, and the moment (`time.time`) since which nothing is
        written; None when all is."""
        with self._news:
            if not self._trouble or self._wanted is None:
                return None
            before, now = self._written.moves if self._written else (), self._wanted.moves
            same = next((at for at, (one, other) in enumerate(zip(before, now, strict=False)) if one != other), None)
            return (min(len(before), len(now)) if same is None else same) + 1, self._since_s

    def begin(self, game: str, fen: str | None, header: str, board: str, tags: Mapping[str, str] | None = None) -> int:
        """Opens a record and gives its number.

        Raises: ArchiveError while the disk is in trouble.
        """
        with self._news:
            if self._trouble:
                raise ArchiveError(f"The records cannot be written ({self._trouble}): a new game has to wait for that.")
            self._begun = None
            self._begin = _Begin(game, fen, header, board, dict(tags or {}))
            self._news.notify_all()
            self._news.wait_for(lambda: self._begun is not None, BEGIN_S)
            begun, self._begin = self._begun, None
            if not isinstance(begun, int):
                reason = "the disk does not answer" if begun is None else disk_words(begun)
                if begun is not None and is_damage(begun):
                    raise DamagedError(f"The records in {self.archive.path} are damaged: {reason}.")
                raise ArchiveError(f"The records in {self.archive.path} cannot be written: {reason}.")
            self._wanted = self._written = Kept(begun, header)
            self._done = self._handed
            self._copy.follow(begun, header, (), 0)
            return begun

    def goes_on(self, kept: Kept, written: Kept | None) -> None:
        """Takes up a recorded game as it is now; `written` is what of it the records hold, None to write all of it."""
        with self._news:
            self._written = written
            self._hand_over(kept)
            if kept == written:
                self._done = self._handed

    def keep(self, kept: Kept, wait_s: float | None = None) -> bool:
        """Has the game written; says whether it is on the disk, for which it waits no longer than `wait_s`.

        Without `wait_s` it waits until that is known, or the disk is in trouble: it is once it owes something for long.
        """
        until_s = math.inf if wait_s is None else time.monotonic() + wait_s
        with self._news:
            if self._written == kept:
                self._wanted, self._done = kept, self._handed
                return True
            if self._wanted != kept:
                self._hand_over(kept)
            while self._written != kept and not self._trouble:
                now_s = time.monotonic()
                if now_s >= (late_s := self._owes_since_s + self._patience_s):
                    self._in_trouble(f"the disk has not answered for {self._patience_s:g} s")
                elif now_s >= until_s:
                    break
                else:
                    self._news.wait(min(late_s, until_s) - now_s)
            return self._written == kept

    @property
    def handed(self) -> int:
        """How often something new was handed over."""
        with self._news:
            return self._handed

    @property
    def may_show_up_to(self) -> int:
        """Up to which of what was handed over may be shown: it is written, or the disk is in trouble."""
        with self._news:
            return self._handed if self._trouble else self._done

    def _hand_over(self, kept: Kept) -> None:
        if self._done == self._handed:
            self._owes_since_s = time.monotonic()
        self._wanted = kept
        self._handed += 1
        self._news.notify_all()

    def close(self) -> str:
        """Waits for what is not written yet, and ends the thread; gives why it could not be written, "" if it was."""
        with self._news:
            self._news.wait_for(lambda: self._written == self._wanted or self._doubtful, CLOSE_S)
            self._closing = True
            self._news.notify_all()
            trouble = "" if self._written == self._wanted else self._trouble or "the disk does not answer"
        self._thread.end(CLOSE_S)
        return trouble

    # The writing thread --------------------------------------------------------------------------------------------

    def _write(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._begin or self._written != self._wanted or self._closing)
                begin, wanted, number = self._begin, self._wanted, self._handed
                since = None if self._doubtful else self._written
                doubtful = self._doubtful
                if self._closing:
                    return
            if begin is not None:
                self._open_record(begin)
                continue
            assert wanted is not None
            try:
                if doubtful:
                    # A failed write or sync may have left anything on the disk, and trying again may be told of
                    # success without any: so the file is opened anew and the whole game written once more.
                    self.archive.reopen()
                self.archive.keep(wanted, since)
            except (OSError, ArchiveError, *ERRORS) as error:
                with self._news:
                    self._doubtful = True
                    self._in_trouble(disk_words(error))
                    self._news.wait_for(lambda: self._closing, self._again_s)
            else:
                self._copy.follow(wanted.record, wanted.header, wanted.lines, wanted.count)
                with self._news:
                    self._written, self._done = wanted, max(number, self._done)
                    self._owes_since_s = time.monotonic()
                    self._doubtful = False
                    if self._trouble and self._wanted == wanted:
                        self._trouble = ""
                        LOG.warning("the records are written again")
                    self._news.notify_all()

    def _open_record(self, begin: _Begin) -> None:
        begun: int | Exception
        try:
            begun = self.archive.begin(begin.game, begin.fen, begin.header, begin.board, begin.tags)
        except (OSError, ArchiveError, *ERRORS) as error:
            begun = error
        with self._news:
            if self._begin is begin:
                self._begin, self._begun = None, begun
            self._news.notify_all()

    def _in_trouble(self, words: str) -> None:
        if not self._trouble:
            self._since_s = time.time()
            LOG.warning("the records cannot be written: %s", words)
        self._trouble = words
        self._news.notify_all()

    def _fell(self, error: Exception) -> None:
        with self._news:
            self._doubtful = True
            self._in_trouble(disk_words(error))
