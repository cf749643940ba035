"""The log: what happened to the program, as JSON lines in a file of the data folder that never grows without end.

    {"at": "2026-11-22T13:05:01.250Z", "level": "WARNING", "thread": "the link to the board", "what": "...", ...}

Levels: ERROR for what nobody foresaw, with its `trace`; WARNING for what people are told, too; INFO for games begun and
ended, boards found and lost; DEBUG for every reading. Never in it: the token, players' names.

A thread of its own writes: lines are logged in the midst of play and under locks, and a disk may stand still.
"""

import json
import logging
import queue
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from logging.handlers import QueueHandler, RotatingFileHandler
from pathlib import Path
from typing import Any

from reedboard.supervised import SupervisedThread

FILE = "log.jsonl"
"""In the data folder; those before are kept beside it."""
BYTES = 1_000_000
"""A trace takes about two thousand, an evening of play some fifty thousand."""
KEPT = 3
"""So many files before the present one are kept."""
MOST_WAITING = 10_000
"""Lines that may wait for the disk, some three megabytes; while more do, further ones are left out."""
END_S = 2.0
"""How long the end of the program waits for the last lines."""
FIELDS = "fields"
"""The key of a log record's further values: `LOG.info("...", extra={FIELDS: {"record": 3}})`."""


class Level(StrEnum):
    """From which level on things are logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"


class _Lines(logging.Formatter):
    """A record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        entry: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname,
            "thread": record.threadName,
            "what": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


class _Quiet(logging.Handler):
    """Says nothing of a disk that takes no lines: people are told by who writes the records there."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # logging's own name
        """Complains of anything else."""
        if not isinstance(sys.exc_info()[1], OSError | queue.Full):
            super().handleError(record)


class _Waiting(_Quiet, QueueHandler):
    """Lines on their way to whoever writes them."""


class _File(_Quiet, RotatingFileHandler):
    """The log's file, and those before."""


class _Errors(_Quiet, logging.StreamHandler):  # type: ignore[type-arg]  # of any text stream
    """The standard error output."""


def keep_log(folder: Path, level: Level = Level.INFO) -> Callable[[], None]:
    """Writes what happens in this process to the folder's log; gives what ends that.

    Nobody who logs waits for the disk. Where the file cannot be opened, warnings and errors go to the standard error
    output instead; lines that the disk does not take are lost.
    """
    waiting: queue.Queue[logging.LogRecord | None] = queue.Queue(MOST_WAITING)
    handler, sink = _Waiting(waiting), _sink(folder)
    handler.setLevel(sink.level)
    handler.setFormatter(_Lines())

    def write() -> None:
        while (line := waiting.get()) is not None:
            sink.handle(line)
        with suppress(OSError):  # of a last line that the disk does not take
            sink.close()

    thread = SupervisedThread("the log", write, lambda error: None)
    thread.start()
    root, ours = logging.getLogger(), logging.getLogger("reedboard")
    before = ours.level
    ours.setLevel(level.upper())
    root.addHandler(handler)

    def end() -> None:
        root.removeHandler(handler)
        ours.setLevel(before)
        with suppress(queue.Full):
            waiting.put(None, timeout=END_S)
        thread.end(END_S)

    return end


def _sink(folder: Path) -> logging.Handler:
    """Where lines end up."""
    try:
        return _File(folder / FILE, maxBytes=BYTES, backupCount=KEPT, encoding="utf-8", delay=False)
    except OSError:
        errors = _Errors(sys.stderr)
        errors.setLevel(logging.WARNING)
        return errors


def logged(folder: Path, least: int = logging.DEBUG) -> list[dict[str, Any]]:
    """What the present log and those before it tell, oldest first, from a level on; damaged lines are left out."""
    found = []
    for path in [folder / f"{FILE}.{number}" for number in range(KEPT, 0, -1)] + [folder / FILE]:
        try:
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
        for line in lines:
            try:
                entry = json.loads(line)
                worth = logging.getLevelNamesMapping()[entry["level"]]
            except (ValueError, KeyError, TypeError, RecursionError):
                continue
            if worth >= least:
                found.append(entry)
    return found
