"""A table of a TOML file read key by key; whoever reads a file of one's own says how complaints are worded."""

from collections.abc import Iterator, Mapping
from typing import Any, Self, TypeVar

_T = TypeVar("_T")
_MISSING = object()


class TableReader:
    """One table; each key is taken once, and `close` complains of keys nobody took.

    A subclass says how an inner table is made and which error to raise. Python's `True` is no number here.
    """

    def __init__(self, where: str, values: Mapping[str, Any]) -> None:
        self.where = where
        """The file, and whatever else tells the table from others."""
        self.values = values
        self.taken: dict[str, None] = {}

    def take(self, key: str, kind: type[_T], default: _T | None = None, expected: str = "") -> _T:
        """The value under the key, required without a default; `expected` says what it must be beyond its kind."""
        self.taken[key] = None
        found = self.values.get(key, _MISSING)
        if found is _MISSING:
            if default is None:
                raise self.missing(key, kind, expected)
            return default
        fits = isinstance(found, int | float) if kind is float else isinstance(found, kind)
        if not fits or (isinstance(found, bool) and kind is not bool):
            raise self.mistyped(key, kind, expected)
        return kind(found)  # type: ignore[call-arg]  # str, int, float, bool, list and dict all take one of their own

    def text(self, key: str, default: str | None = None) -> str:
        """The text under the key."""
        return self.take(key, str, default)

    def flag(self, key: str, default: bool) -> bool:
        """The true or false under the key."""
        return self.take(key, bool, default)

    def table(self, key: str) -> Self:
        """The table under the key, an empty one where there is none."""
        return self.inner(key, self.take(key, dict, {}))

    def tables(self, key: str) -> Iterator[Self]:
        """The tables of the list under the key, in order."""
        for number, values in enumerate(self.take(key, list, [], self.words_for_tables(key)), start=1):
            if not isinstance(values, dict):
                raise self.no_table(key, number)
            yield self.inner(key, values, number)

    def named_tables(self) -> Iterator[tuple[str, Self]]:
        """Every key with the table under it."""
        for key in self.values:
            yield key, self.table(key)

    def close(self) -> None:
        """Raises the subclass's error for the first key that nobody took."""
        for key in self.values:
            if key not in self.taken:
                raise self.unknown(key, tuple(self.taken))

    # For the subclass to say

    def inner(self, key: str, values: Mapping[str, Any], number: int = 0) -> Self:
        """The table under the key, of several the one of this number."""
        raise NotImplementedError

    def words_for_tables(self, key: str) -> str:
        """What a list of tables is called in a complaint."""
        raise NotImplementedError

    def missing(self, key: str, kind: type, expected: str) -> Exception:
        """What to raise for a key that has to be there."""
        raise NotImplementedError

    def mistyped(self, key: str, kind: type, expected: str) -> Exception:
        """What to raise for a value of another kind."""
        raise NotImplementedError

    def no_table(self, key: str, number: int) -> Exception:
        """What to raise for an entry of a list that is no table."""
        raise NotImplementedError

    def unknown(self, key: str, known: tuple[str, ...]) -> Exception:
        """What to raise for a key that nobody asks for."""
        raise NotImplementedError
