"""A second copy of the journal of the game in play, as plain text beside the records.

A write-ahead log that was cut short looks like one that ends there: SQLite cannot tell, and the last moves would be
gone without a word. The copy is appended after each commit and not waited for, so it is never ahead of what was
promised; where it holds more than the records, the records have lost something, and here it is.
"""

import json
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

FILE = "playing.trace"


class CopyOfPlay:
    """Writes the copy. What cannot be written is left out: the records are what counts."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._of: tuple[int, str] | None = None
        self._count = 0

    def follow(self, record: int, header: str, lines: Sequence[str], count: int) -> None:
        """Brings the copy up to the first `count` lines of a game's journal."""
        with suppress(OSError):
            if self._of != (record, header) or count < self._count:
                first = _sealed(json.dumps({"record": record, "header": header}))
                new = self._path.with_suffix(".new")
                new.write_text(first + "".join(map(_sealed, lines[:count])), encoding="utf-8")
                new.replace(self._path)
            else:
                with self._path.open("a", encoding="utf-8") as file:
                    file.writelines(map(_sealed, lines[self._count : count]))
            self._of, self._count = (record, header), count


def found(folder: Path, record: int) -> tuple[str, list[str]] | None:
    """Header and journal of a game as far as its copy is whole; None where there is no copy of it."""
    try:
        first, *rest = (folder / FILE).read_text(encoding="utf-8", errors="replace").splitlines()
        told = json.loads(_opened(first) or "{}")
        if told.get("record") != record:
            return None
        header = str(told["header"])
    except (OSError, ValueError, KeyError):
        return None
    lines: list[str] = []
    for line in rest:
        text = _opened(line)
        if text is None:
            break
        lines.append(text)
    return header, lines


def _sealed(line: str) -> str:
    return f"{zlib.crc32(line.encode()):08x} {line}\n"


def _opened(line: str) -> str | None:
    """The text of a sealed line; None for one that is not whole."""
    crc, _, text = line.partition(" ")
    return text if crc == f"{zlib.crc32(text.encode()):08x}" else None
