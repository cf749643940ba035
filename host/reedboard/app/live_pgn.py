"""A PGN file of the game in play, for whoever shows it to others: whole at any moment, and as far behind as wished."""

import contextlib
import logging
import os
import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

from fairyrules import pgn
from fairyrules.errors import FairyRulesError
from reedboard.archive.database import Archive
from reedboard.archive.pgn_records import game_record
from reedboard.errors import ReedboardError
from reedboard.game.status import Status
from reedboard.supervised import Fell, SupervisedThread, sentence

LOG = logging.getLogger("reedboard")


@dataclass(frozen=True, slots=True)
class _Due:
    """What may be shown from a moment on: so many moves of a game, and its end if it is over."""

    at_s: float
    record: int
    moves: tuple[str, ...]
    result: str


class LivePgn:
    """Writes the file anew after every settled move, with the time each took.

    The file is replaced at once, so who reads it sees a whole game, the former or the new one.

    Args:
        delay_s: how long a move is held back, so that nobody can help the players.
        fell: told in a sentence of an error nobody foresaw.
    """

    def __init__(self, archive: Archive, path: Path, delay_s: float, fell: Fell) -> None:
        self._archive, self._path, self._delay_s = archive, path, delay_s
        self._news = threading.Condition()
        self._due: deque[_Due] = deque()
        self._last: _Due | None = None
        self._closing = False
        self._thread = SupervisedThread("the live PGN", self._work, lambda error: fell(sentence("the live PGN", error)))
        self._thread.start()

    def show(self, status: Status) -> None:
        """Takes a status; never blocks."""
        settled: list[str] = []
        for ply in status.moves:
            if ply.state != "settled":
                break
            settled.append(ply.move)
        due = _Due(time.monotonic() + self._delay_s, status.game.record, tuple(settled), _result(status))
        with self._news:
            if self._last is None or replace(due, at_s=0.0) != replace(self._last, at_s=0.0):
                self._last = due
                self._due.append(due)
                self._news.notify_all()

    def close(self) -> None:
        """Stops; what is still held back is not written."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        self._thread.end(1.0)

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._due or self._closing)
                if self._closing and (not self._due or self._due[0].at_s > time.monotonic()):
                    return
                due = self._due[0]
                if (wait_s := due.at_s - time.monotonic()) > 0:
                    self._news.wait(wait_s)
                    continue
                self._due.popleft()
            self._write(due)

    def _write(self, due: _Due) -> None:
        try:
            record = game_record(self._archive, due.record)
            told = [str(move) for move in record.moves[: len(due.moves)]]
            plies = record.plies[: len(due.moves)] if told == list(due.moves) else ()
            if len(plies) < len(due.moves):
                return  # taken back meanwhile, or not on the disk yet: what stands now has a turn of its own
            text = pgn.write(replace(record, plies=plies, result=due.result))
            new = self._path.with_name(f".{self._path.name}.new")
            with new.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._path)
        except (OSError, ReedboardError, FairyRulesError) as error:
            LOG.warning("the live PGN %s could not be written: %s", self._path, error)
            with contextlib.suppress(OSError):
                self._path.with_name(f".{self._path.name}.new").unlink(missing_ok=True)


def _result(status: Status) -> str:
    return status.outcome.result if status.outcome else "*"
