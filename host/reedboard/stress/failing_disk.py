"""A disk on which chosen calls fail, and that knows what a power cut would leave of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from reedboard.stress.disk import IO_ERROR, IO_FSYNC, Call, DiskError
from reedboard.stress.platter import Platter


@dataclass(frozen=True, slots=True)
class Failure:
    """How a call fails: for how many calls, with which code, and how much of a write is done all the same."""

    what: str
    calls: int
    code: int
    share: float = 0.0


class FailingDisk:
    """Lets the calls from `first` on fail, and keeps what a power cut would leave."""

    def __init__(self, first: int, failure: Failure) -> None:
        self.calls: list[Call] = []
        self.platter = Platter()
        self.failed: Call | None = None
        """The first call that failed."""
        self._fails = range(first, first + failure.calls)
        self._failure = failure

    def __call__(self, call: Call) -> None:
        """Does or fails."""
        number = len(self.calls)
        self.calls.append(call)
        if number not in self._fails:
            self.platter.done(call)
            return
        self.failed = self.failed or call
        if call.kind == "sync":
            self.platter.sync_failed(call.path)
            raise DiskError(IO_FSYNC if self._failure.code == IO_ERROR else self._failure.code)
        done = int(len(call.data) * self._failure.share)
        if done:
            self.platter.done(Call("write", call.path, call.at, call.data[:done]))
        raise DiskError(self._failure.code, done)


def lay_down(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes files into a new folder."""
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
