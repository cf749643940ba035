"""A disk of ours under SQLite: every write, sync, cut, deletion and rename passes through it and may be made to fail.

SQLite reaches its files through a table of functions, the VFS. This one hands every call on to the system's own; before
that it asks whoever attacks whether the call may be done. Files that the program writes itself, beside SQLite, pass
through `open` and `os.replace`, which are replaced for as long as the disk is in use.

Source: https://www.sqlite.org/vfs.html; the structures are those of sqlite3.h.
"""

import _sqlite3
import ctypes
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

NAME = b"reedboard-stress"
IO_ERROR, FULL = 10, 13
"""SQLite's codes of a call that failed."""
IO_FSYNC = IO_ERROR | 4 << 8

Kind = Literal["write", "sync", "cut", "delete", "open", "rename"]


@dataclass(frozen=True, slots=True)
class Call:
    """What is about to be done to a file.

    `data` and `at` of a write; `at` is the new length of a cut, and 1 for a deletion that is synced with its folder.
    """

    kind: Kind
    path: Path
    at: int = 0
    data: bytes = b""


class DiskError(Exception):
    """The call fails with one of SQLite's codes, `done` bytes of a write having been written before."""

    def __init__(self, code: int, done: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.done = done


Attack = Callable[[Call], None]
"""Asked before each call, from whichever thread makes it; raises DiskError where it is to fail."""

_open_type = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_delete_type = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_write_type = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_cut_type = CFUNCTYPE(c_int, c_void_p, c_int64)
_sync_type = CFUNCTYPE(c_int, c_void_p, c_int)
_close_type = CFUNCTYPE(c_int, c_void_p)


class _Vfs(Structure):
    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    )


class _Methods(Structure):
    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


class Disk:
    """SQLite's default way to files from construction on; harmless while nobody attacks. A process has one (`disk`)."""

    def __init__(self) -> None:
        self._attack: Attack | None = None
        self._folder = ""
        self._files: dict[int, tuple[Path, _Methods, Any]] = {}
        # The interpreter's own module, so that it is the library which `sqlite3` itself uses.
        library = ctypes.CDLL(_sqlite3.__file__)
        library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self._system = library.sqlite3_vfs_find(None)
        vfs = _Vfs()
        ctypes.pointer(vfs)[0] = self._system.contents
        self._kept = [
            _open_type(self._open),
            _delete_type(self._delete),
            _close_type(self._close),
            _write_type(self._write),
            _cut_type(self._cut),
            _sync_type(self._sync),
        ]
        vfs.name, vfs.next = NAME, None
        vfs.open, vfs.delete = (ctypes.cast(each, c_void_p).value for each in self._kept[:2])
        self._vfs = vfs
        library.sqlite3_vfs_register(ctypes.byref(vfs), 1)

    @contextmanager
    def attacked(self, folder: Path, attack: Attack) -> Iterator[None]:
        """Asks `attack` before every call to a file in `folder`."""
        really_open, really_replace = io.open, os.replace

        def opened(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:  # noqa: ANN401  # as io.open
            if not isinstance(file, int) and set(mode) & set("wax+"):
                self._ask_in_python(Call("open", Path(file)))
            return really_open(file, mode, *args, **options)

        def replaced(source: Any, target: Any, **options: Any) -> None:  # noqa: ANN401  # as os.replace
            self._ask_in_python(Call("rename", Path(target)))
            really_replace(source, target, **options)

        self._folder, self._attack = str(folder), attack
        io.open, os.replace = opened, replaced  # type: ignore[assignment]
        try:
            yield
        finally:
            io.open, os.replace = really_open, really_replace
            self._attack = None

    def _ask(self, call: Call) -> None:
        if self._attack is not None and str(call.path).startswith(self._folder):
            self._attack(call)

    def _ask_in_python(self, call: Call) -> None:
        try:
            self._ask(call)
        except DiskError as error:
            raise OSError(28 if error.code == FULL else 5, os.strerror(28 if error.code == FULL else 5)) from None

    # What SQLite calls: each gives one of its codes, 0 for done -------------------------------------------------

    def _open(self, _: int, name: int | None, file: int, flags: int, flags_out: int | None) -> int:
        system = ctypes.cast(ctypes.addressof(self._system.contents), c_void_p)
        code = _open_type(self._system.contents.open)(system, name, file, flags, flags_out)
        if code == 0 and name is not None:
            told = ctypes.cast(file, POINTER(c_void_p))
            own = _Methods()
            theirs = ctypes.cast(told[0], POINTER(_Methods)).contents
            ctypes.pointer(own)[0] = theirs
            own.close, own.write, own.truncate, own.sync = (
                ctypes.cast(each, c_void_p).value for each in self._kept[2:]
            )
            path = Path(os.fsdecode(ctypes.string_at(name)))
            self._files[file] = (path, own, theirs)
            told[0] = ctypes.addressof(own)
        return int(code)

    def _delete(self, _: int, name: bytes, sync_folder: int) -> int:
        try:
            self._ask(Call("delete", Path(os.fsdecode(name)), sync_folder))
        except DiskError as error:
            return error.code
        system = ctypes.cast(ctypes.addressof(self._system.contents), c_void_p)
        return int(_delete_type(self._system.contents.delete)(system, name, sync_folder))

    def _close(self, file: int) -> int:
        _, _, theirs = self._files.pop(file)
        return int(_close_type(theirs.close)(file))

    def _write(self, file: int, data: int, length: int, at: int) -> int:
        path, _, theirs = self._files[file]
        write = _write_type(theirs.write)
        try:
            self._ask(Call("write", path, at, ctypes.string_at(data, length)))
        except DiskError as error:
            if error.done:
                write(file, data, error.done, at)
            return error.code
        return int(write(file, data, length, at))

    def _cut(self, file: int, length: int) -> int:
        path, _, theirs = self._files[file]
        try:
            self._ask(Call("cut", path, length))
        except DiskError as error:
            return error.code
        return int(_cut_type(theirs.truncate)(file, length))

    def _sync(self, file: int, flags: int) -> int:
        path, _, theirs = self._files[file]
        try:
            self._ask(Call("sync", path))
        except DiskError as error:
            return error.code
        return int(_sync_type(theirs.sync)(file, flags))


@cache
def disk() -> Disk:
    """The disk of this process."""
    return Disk()
