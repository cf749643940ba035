"""The log: what happened to the program, as JSON lines in a file of the data folder that never grows without end.

    {"at": "2026-11-22T13:05:01.250Z", "level": "WARNING", "thread": "the link to the board", "what": "...", ...}

Levels: ERROR for what nobody foresaw, with its `trace`; WARNING for what people are told, too; INFO for games begun and
ended, boards found and lost; DEBUG for every reading. Never in it: the token, players' names.
"""

import json
import logging
import sys
import time
from collections.abc import Callable
from enum import StrEnum
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

FILE = "log.jsonl"
"""In the data folder; those before are kept beside it."""
BYTES = 1_000_000
"""A trace takes about two thousand, an evening of play some fifty thousand."""
KEPT = 3
"""So many files before the present one are kept."""
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


def keep_log(folder: Path, level: Level = Level.INFO) -> Callable[[], None]:
    """Writes what happens in this process to the folder's log; gives what ends that.

    Where the file cannot be written, warnings and errors go to the standard error output instead.
    """
    handler: logging.Handler
    try:
        handler = RotatingFileHandler(folder / FILE, maxBytes=BYTES, backupCount=KEPT, encoding="utf-8", delay=False)
    except OSError:
        handler = logging.StreamHandler(sys.stderr)
        handler.setLevel(logging.WARNING)
    handler.setFormatter(_Lines())
    root, ours = logging.getLogger(), logging.getLogger("reedboard")
    before = ours.level
    ours.setLevel(level.upper())
    root.addHandler(handler)

    def end() -> None:
        root.removeHandler(handler)
        ours.setLevel(before)
        handler.close()

    return end


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
