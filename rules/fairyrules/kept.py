"""Results that are kept, so that they need not be worked out again: as many as there is room for."""

from typing import Any, Final

MOST: Final = 20_000
"""Kept at once by one game: 6 to 9 MB, at 310 to 460 bytes each, measured in games by lot."""


class Kept:
    """The tables of results of one game; once they hold too many, all are forgotten."""

    def __init__(self) -> None:
        self._tables: list[dict[int, Any]] = []
        self._count = 0

    def table(self) -> dict[int, Any]:
        """A new table, to be filled through `keep`."""
        made: dict[int, Any] = {}
        self._tables.append(made)
        return made

    def keep(self, table: dict[int, Any], key: int, result: object) -> None:
        """Keeps a result in one of the tables."""
        self._count += 1
        if self._count > MOST:
            self._count = 1
            for each in self._tables:
                each.clear()
        table[key] = result
