"""Where the running game is found: a small file in the data folder, for `reedboard status`."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Running:
    """A program that plays: its process and its page."""

    pid: int
    url: str


def announce(folder: Path, url: str) -> None:
    """Says that this process plays and where its page is."""
    _file(folder).write_text(json.dumps(asdict(Running(os.getpid(), url))))


def withdraw(folder: Path) -> None:
    """Takes the announcement back, unless another program has made its own since."""
    found = find(folder)
    if found is not None and found.pid == os.getpid():
        _file(folder).unlink(missing_ok=True)


def find(folder: Path) -> Running | None:
    """What was announced last; whether it still runs, only its page can tell."""
    with suppress(OSError, ValueError, TypeError):
        return Running(**json.loads(_file(folder).read_text()))
    return None


def _file(folder: Path) -> Path:
    return folder / "running.json"
