"""What whoever mends a problem wants to know, in one file: versions, board, journal, sensors, settings, the log.

Never in it: the token. Left out unless they are asked for: players' names and other tags, and the name of the account.
"""

import json
import platform
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import distributions, version
from pathlib import Path
from typing import Any

from reedboard.app.log import logged
from reedboard.archive.check import check
from reedboard.archive.database import Archive, ArchiveError
from reedboard.archive.last_played import last_played
from reedboard.errors import ReedboardError
from reedboard.web.guard import found_token

ABOUT, JOURNAL, LOG = "about.json", "journal.trace", "log.jsonl"
LOG_ENTRIES = 2000
"""The newest of the log."""
NEEDED = ("click", "flask", "platformdirs", "pyserial", "rich", "waitress")
MOST_BYTES = 64 * 2**20
"""Unpacked, of one part of a report; a journal of a thousand plies has a tenth of a megabyte."""

State = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Report:
    """A report as it lies in its file."""

    about: State
    journal: str
    log: list[State]


def gather(folder: Path, state: State | None, health: State | None, *, names: bool = False) -> Report:
    """Collects what there is; what cannot be read is named instead.

    Args:
        state: what the page shows of the running game, None where none runs.
        health: what `/health` says, likewise.
        names: with players' names and paths as they are.
    """
    about: State = {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "reedboard": version("reedboard"),
        "python": f"{platform.python_implementation()} {sys.version.split()[0]}",
        "system": platform.platform(),
        "packages": {name: version(name) for name in sorted(NEEDED) if _installed(name)},
        "health": health,
        "board": state and state.get("connection"),
        "sensors": state and state.get("sensors"),
        "notices": state and state.get("notices"),
        "trouble": state and state.get("trouble"),
        "question": state and state.get("question"),
        "files": {path.name: path.stat().st_size for path in sorted(folder.iterdir()) if path.is_file()},
    }
    about["records"], about["game"], journal = _of_records(folder, names=names)
    clean = _cleaner(folder, names=names)
    log = [json.loads(clean(json.dumps(entry))) for entry in logged(folder)[-LOG_ENTRIES:]]
    return Report(json.loads(clean(json.dumps(about, default=str))), journal, log)


def _installed(name: str) -> bool:
    return any(each.metadata["Name"].lower() == name for each in distributions(name=name))


def _of_records(folder: Path, *, names: bool) -> tuple[State, State | None, str]:
    """Whether the records are whole, and the game played last with its journal."""
    try:
        found = check(folder)
        with closing(Archive(folder)) as archive:
            last = last_played(archive)
            if last is None:
                return {"whole": found.games, "faults": found.faults}, None, ""
            game: State = {
                **{name: getattr(last, name) for name in ("id", "game", "fen", "board", "begun", "result", "reason")},
                "plies": last.plies,
                "lines": last.lines,
            }
            if names:
                game["tags"] = dict(last.tags)
            lines = [text for _, text in archive.usable_journal(last.id, lambda words: None)]
            return {"whole": found.games, "faults": found.faults}, game, "\n".join([last.header, *lines, ""])
    except ArchiveError as error:
        return {"refused": str(error)}, None, ""


def _cleaner(folder: Path, *, names: bool) -> Callable[[str], str]:
    """Takes the token out of a text, and what tells who somebody is."""
    token = found_token(folder)

    def clean(text: str) -> str:
        if token:
            text = text.replace(token, "[token]")
        return text if names else text.replace(json.dumps(str(Path.home()))[1:-1], "~")

    return clean


def write(report: Report, path: Path) -> None:
    """Writes a report into a new file.

    Raises: ReedboardError when there is such a file, or it cannot be written.
    """
    if path.exists():
        raise ReedboardError(f"{path} is there already: choose another name.")
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(ABOUT, json.dumps(report.about, indent=1, ensure_ascii=False))
            packed.writestr(JOURNAL, report.journal)
            packed.writestr(LOG, "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in report.log))
    except OSError as error:
        raise ReedboardError(f"Cannot write the report {path}: {error.strerror or error}.") from None


def read(path: Path) -> Report:
    """Reads a report.

    Raises: ReedboardError when it is none.
    """
    try:
        with zipfile.ZipFile(path) as packed:
            if any(packed.getinfo(part).file_size > MOST_BYTES for part in (ABOUT, JOURNAL, LOG)):
                raise ValueError("a part of it is too large")
            about, journal, log = (packed.read(part).decode("utf-8") for part in (ABOUT, JOURNAL, LOG))
        told = json.loads(about)
        if not isinstance(told, dict):
            raise ValueError("it says nothing about the program")
        return Report(told, journal, [json.loads(line) for line in log.splitlines()])
    except (OSError, KeyError, ValueError, RecursionError, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or error
        raise ReedboardError(f"Cannot read {path}: {reason}. Expected a file of `reedboard report`.") from None
