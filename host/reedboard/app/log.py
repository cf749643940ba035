"""The log: what went wrong inside, with its trace, in a file of the data folder that never grows without end."""

import logging
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path

FILE = "log.txt"
"""In the data folder; the one before is kept beside it."""
BYTES = 1_000_000
"""A trace takes about two thousand."""


def keep_log(folder: Path) -> Callable[[], None]:
    """Writes every warning and error of this process to the folder's log; gives what ends that.

    Where the file cannot be written, what would stand in it goes to the standard error output.
    """
    handler: logging.Handler
    try:
        handler = RotatingFileHandler(folder / FILE, maxBytes=BYTES, backupCount=1, encoding="utf-8", delay=False)
    except OSError:
        handler = logging.StreamHandler()
    form = logging.Formatter("%(asctime)sZ %(levelname)s %(threadName)s: %(message)s", "%Y-%m-%dT%H:%M:%S")
    form.converter = time.gmtime
    handler.setFormatter(form)
    handler.setLevel(logging.WARNING)
    root = logging.getLogger()
    root.addHandler(handler)

    def end() -> None:
        root.removeHandler(handler)
        handler.close()

    return end
