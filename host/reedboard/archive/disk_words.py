"""What is wrong with a disk, as people say it."""

import sqlite3

KNOWN = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program keeps them locked",
    sqlite3.SQLITE_LOCKED: "another program keeps them locked",
    sqlite3.SQLITE_READONLY: "the disk takes no writes",
    sqlite3.SQLITE_IOERR: "the disk fails",
    sqlite3.SQLITE_CANTOPEN: "their file cannot be opened",
}


def disk_words(error: BaseException) -> str:
    """Why records could not be written, to stand behind a colon; of what was told already, its cause."""
    cause = error.__cause__ or error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    return KNOWN.get(code) or " ".join(str(cause).split()).rstrip(".") or type(cause).__name__
