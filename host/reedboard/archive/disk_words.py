"""What is wrong with a disk, as people say it."""

import sqlite3

from reedboard.archive.database import DamagedError

KNOWN = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program keeps them locked",
    sqlite3.SQLITE_LOCKED: "another program keeps them locked",
    sqlite3.SQLITE_READONLY: "the disk takes no writes",
    sqlite3.SQLITE_IOERR: "the disk fails",
    sqlite3.SQLITE_CANTOPEN: "their file cannot be opened",
}


def disk_words(error: Exception) -> str:
    """Why records could not be written, to stand behind a colon."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, DamagedError) or code not in KNOWN:
        return " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return KNOWN[code]
