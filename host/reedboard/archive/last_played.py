"""Which game was played last: what a plain `reedboard play` goes on with. A small file beside the records."""

import json
from contextlib import suppress
from pathlib import Path

from reedboard.archive.database import Archive, ArchiveError, Record
from reedboard.archive.search import Search

FILE = "last-played.json"


def note(archive: Archive, record: int) -> None:
    """Says that this game is being played; where that cannot be written, the newest game counts as the last."""
    path = _file(archive)
    written = path.with_suffix(".new")
    with suppress(OSError):
        written.write_text(json.dumps({"record": record}), encoding="ascii")
        written.replace(path)


def last_played(archive: Archive) -> Record | None:
    """The game played last; in a home from before this was noted, the newest in which a move was made."""
    with suppress(OSError, ValueError, KeyError, TypeError, ArchiveError):
        return archive.record(int(json.loads(_file(archive).read_text(encoding="ascii"))["record"]))
    return next((record for record in archive.records() if record.plies and record.origin == "played"), None)


def can_go_on(record: Record) -> bool:
    """Whether a recorded game is unfinished and has what it takes to go on: its journal."""
    return record.result == "*" and bool(record.lines or not record.plies)


def unfinished(archive: Archive) -> list[Record]:
    """The games that can be taken up again, newest first: those in which a move was made."""
    return [record for record in archive.records(search=Search(result="*")) if record.plies and can_go_on(record)]


def _file(archive: Archive) -> Path:
    return archive.path.parent / FILE
