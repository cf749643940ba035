"""The records and the sheets of one's own games in one file, taken while they are being written, and put back."""

import os
import sqlite3
import tempfile
import zipfile
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from reedboard.archive import game_lookup, journal_copy, last_played, schema
from reedboard.archive.check import SIDE_FILES, check
from reedboard.archive.database import FILE, Archive, ArchiveError

SHEETS = "games/"
MOST_BYTES = 4 * 2**30
"""Unpacked, of one file in a backup: a million games have some four gigabytes."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup file holds."""

    games: int
    sheets: int


def back_up(folder: Path, target: Path) -> Backup:
    """Writes the backup, whole or not at all. A game may be played meanwhile.

    Raises: ArchiveError when there is such a file already, or it cannot be written; DamagedError.
    """
    if target.exists():
        raise ArchiveError(f"{target} is there already: choose another name.")
    if not (folder / FILE).exists():
        raise ArchiveError(f"There are no records in {folder}.")
    unfinished = target.with_name(f".{target.name}.new")
    try:
        with closing(Archive(folder)) as archive, tempfile.TemporaryDirectory(dir=target.parent) as workshop:
            count = archive.count()
            copy = Path(workshop) / FILE
            with closing(sqlite3.connect(copy)) as db:
                archive.copy_to(db)
                db.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
            sheets = sorted(game_lookup.shelf().glob(f"*{game_lookup.SUFFIX}"))
            with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as packed:
                packed.write(copy, FILE)
                for sheet in sheets:
                    packed.write(sheet, SHEETS + sheet.name)
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        unfinished.replace(target)
    except (OSError, *schema.ERRORS) as error:
        raise ArchiveError(f"Cannot write the backup {target}: {getattr(error, 'strerror', None) or error}.") from None
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return Backup(count, len(sheets))


def restore(folder: Path, source: Path) -> tuple[Backup, Path | None]:
    """Puts a backup in the place of the records; gives what it held, and where the former records lie now.

    Nobody may play in the folder meanwhile.

    Raises: ArchiveError when the file is no backup or is damaged; the records stay as they are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(dir=folder) as workshop:
            sheets = _unpack(source, Path(workshop))
            with closing(Archive(Path(workshop))) as archive:  # older records become today's
                count = archive.count()
            found = check(Path(workshop))
            if found.faults:
                raise ArchiveError(f"The backup {source} is damaged: {found.faults[0]}")
            aside = _lay_aside(folder)
            for ending in SIDE_FILES:
                with suppress(FileNotFoundError):
                    (Path(workshop) / (FILE + ending)).rename(folder / (FILE + ending))
            (folder / SHEETS).mkdir(exist_ok=True)
            for sheet in sheets:
                sheet.replace(folder / SHEETS / sheet.name)
    except (OSError, zipfile.BadZipFile, *schema.ERRORS) as error:
        reason = getattr(error, "strerror", None) or error
        raise ArchiveError(f"Cannot restore {source}: {reason}. Expected a file of `records backup`.") from None
    return Backup(count, len(sheets)), aside


def _unpack(source: Path, into: Path) -> list[Path]:
    """Unpacks the records, and the sheets; gives the sheets. Other names in the file are left where they are."""
    sheets: list[Path] = []
    with zipfile.ZipFile(source) as packed:
        for entry in packed.infolist():
            stem = entry.filename.removeprefix(SHEETS)
            plain = stem == Path(stem).name and "\\" not in stem and entry.file_size <= MOST_BYTES
            if entry.filename == FILE:
                (into / FILE).write_bytes(packed.read(entry))
            elif plain and stem != entry.filename and stem.endswith(game_lookup.SUFFIX):
                sheets.append(into / stem)
                sheets[-1].write_bytes(packed.read(entry))
    if not (into / FILE).exists():
        raise zipfile.BadZipFile("it holds no records")
    return sheets


def _lay_aside(folder: Path) -> Path | None:
    """Moves the records away, with what belongs to them alone; None where there are none."""
    if not (folder / FILE).exists():
        return None
    aside = folder / f"before-restore-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    aside.mkdir()
    for name in (*(FILE + ending for ending in SIDE_FILES), journal_copy.FILE, last_played.FILE):
        with suppress(FileNotFoundError):
            (folder / name).rename(aside / name)
    return aside
