"""What a search remembers of positions it has seen: bounded, and the same whatever the machine."""

from typing import Final

from fairyrules.moves import Move

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

Entry = tuple[int, int, int, Move | None]
"""(depth in plies, score as seen from the position itself, which bound it is, the best move if one was found)."""
BYTES_PER_ENTRY: Final = 240
"""With its key, its numbers and its share of the dict. A million of them took 199 bytes each in CPython 3.11; a dict
that has just grown takes more."""
DEFAULT_ENTRIES: Final = 400_000
"""Less than 100 MB."""


class Table:
    """Positions by key. When the newer half is full, the older half is forgotten."""

    def __init__(self, entries: int = DEFAULT_ENTRIES) -> None:
        self._most = max(1, entries // 2)
        self._newer: dict[int, Entry] = {}
        self._older: dict[int, Entry] = {}

    def find(self, key: int) -> Entry | None:
        """What is known of the position."""
        entry = self._newer.get(key)
        return self._older.get(key) if entry is None else entry

    def keep(self, key: int, entry: Entry) -> None:
        """Remembers it, in place of what was known."""
        if len(self._newer) >= self._most and key not in self._newer:
            self._older = self._newer
            self._newer = {}
        self._newer[key] = entry

    def __len__(self) -> int:
        return len(self._newer) + len(self._older)
