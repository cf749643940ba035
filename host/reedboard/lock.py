"""A lock file: one program holds it, and it says who that is.

The operating system's own lock is the truth. It ends with the program that holds it, however that ends; what the file
says is only for people, so a number left behind by a dead program, or taken over by another one, holds nobody up.
"""

import contextlib
import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

if sys.platform == "win32":
    import msvcrt

    AT = 1 << 30
    """Windows keeps others from reading what is locked, so a byte far behind the note is."""

    def _lock(file: int) -> None:
        os.lseek(file, AT, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    BUSY = (PermissionError, OSError)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    BUSY = (BlockingIOError,)

PATIENCE_S = 0.5
"""How long a lock that is held is tried for: a program that is just ending lets go within some milliseconds."""
AGAIN_S = 0.02
"""Wait between two tries."""
LONGEST_NOTE = 4096
"""Bytes of a note that are read; ours has about a hundred."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lock: its process, since when (UTC, ISO 8601), and the address of its page, if it has one."""

    pid: int
    since: str
    url: str = ""

    @property
    def since_local(self) -> str:
        """Since when, by the clock on this machine's wall; with the date where it was another day."""
        then = datetime.fromisoformat(self.since).astimezone()
        today = then.date() == datetime.now().astimezone().date()
        return then.strftime("%H:%M" if today else "%Y-%m-%d %H:%M")


class TakenError(Exception):
    """Somebody else holds the lock: `holder`, None where they have not said who they are."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__(holder)
        self.holder = holder

    def __str__(self) -> str:
        """Who holds it since when, as the beginning of a sentence."""
        return f"process {self.holder.pid} since {self.holder.since_local}" if self.holder else "another program"


class Lock:
    """Holds the lock from construction until `release`, or the end of the process.

    Args:
        path: the file; it stays when the lock is let go, since a lock on a removed file would hold nobody.

    Raises: TakenError, or OSError where the file cannot be written or its system knows no locks.
    """

    def __init__(self, path: Path, patience_s: float = PATIENCE_S) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._holder = Holder(os.getpid(), datetime.now(UTC).isoformat(timespec="seconds"))
        deadline = time.monotonic() + patience_s
        try:
            while True:
                try:
                    _lock(self._file)
                    break
                except BUSY:
                    if time.monotonic() >= deadline:
                        raise TakenError(noted(path)) from None
                    time.sleep(AGAIN_S)
            self.tell("")
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def tell(self, url: str) -> None:
        """Says in the file who holds it, and where their page is."""
        self._holder = Holder(self._holder.pid, self._holder.since, url)
        self._write(json.dumps(asdict(self._holder)).encode())

    def release(self) -> None:
        """Lets go."""
        with contextlib.suppress(OSError):
            self._write(b"")
        with contextlib.suppress(OSError):
            os.close(self._file)

    def _write(self, note: bytes) -> None:
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, note)


def noted(path: Path) -> Holder | None:
    """Who says in the file that they hold it; whether they still do is not looked at."""
    try:
        with path.open("rb") as file:
            told = json.loads(file.read(LONGEST_NOTE))
        holder = Holder(int(told["pid"]), str(told["since"]), str(told["url"]))
        datetime.fromisoformat(holder.since)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return holder


def holder(path: Path) -> Holder | None:
    """Who holds the lock now; None when nobody does, or they have not said who they are."""
    if not path.exists():
        return None
    try:
        Lock(path, 0.0).release()
    except TakenError as taken:
        return taken.holder
    except OSError:
        return noted(path)
    return None
