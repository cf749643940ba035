"""A TOML table read key by key, so that every complaint names the file, the key, the value and what was expected."""

import difflib
import tomllib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from fairyrules.errors import FairyRulesError, SheetError

_T = TypeVar("_T")
_MISSING = object()


class Table:
    """One table of a file; `close` complains of keys that nobody asked for."""

    def __init__(self, file: str, data: dict[str, Any], path: str = "") -> None:
        self.file = file
        self.path = path
        self._data = data
        self._asked: dict[str, None] = {}

    @classmethod
    def parse(cls, text: str, file: str) -> "Table":
        """The top table of a file's text.

        Raises:
            SheetError: the text is not TOML.
        """
        try:
            return cls(file, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise SheetError(f"{file}: not a TOML file: {error}.") from None

    def key(self, key: str) -> str:
        """The key's full name."""
        return f"{self.path}.{key}" if self.path else key

    def complaint(self, key: str, expected: str) -> SheetError:
        """What to raise for a value that will not do."""
        return SheetError(f"{self.file}: {self.key(key)} = {shown(self._data.get(key))}: expected {expected}.")

    def has(self, key: str) -> bool:
        """Whether the key is written in the file."""
        return key in self._data

    def text(self, key: str, default: str | None = None) -> str:
        """A string; required without a default."""
        return self._read(key, str, "a text in quotes", default)

    def number(self, key: str, default: int | None = None) -> int:
        """A whole number, not negative; required without a default."""
        value = self._read(key, int, "a whole number", default)
        if isinstance(value, bool) or value < 0:
            raise self.complaint(key, "a whole number, 0 or more")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        return self._read(key, bool, "true or false", default)

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of strings; required without a default."""
        value = self._read(key, list, "a list of texts in quotes", None if default is None else list(default))
        if not all(isinstance(item, str) for item in value):
            raise self.complaint(key, "a list of texts in quotes")
        return tuple(value)

    def table(self, key: str) -> "Table":
        """A table of its own; an empty one if it is not there."""
        return Table(self.file, self._read(key, dict, f"a table, as in [{self.key(key)}]", {}), self.key(key))

    def tables(self, key: str) -> Iterator["Table"]:
        """The tables of a list, as in [[key]]."""
        for number, data in enumerate(self._read(key, list, f"tables, as in [[{self.key(key)}]]", []), start=1):
            if not isinstance(data, dict):
                raise self.complaint(key, f"tables, as in [[{self.key(key)}]]")
            yield Table(self.file, data, f"{self.key(key)}[{number}]")

    def children(self) -> Iterator[tuple[str, "Table"]]:
        """Every key with its table."""
        for key in self._data:
            yield key, self.table(key)

    def checked(self, key: str, value: _T, check: Callable[[_T], object], expected: str) -> _T:
        """The value, if the check takes it without an error of this package; its reason ends the complaint."""
        try:
            check(value)
        except FairyRulesError as error:
            raise self.complaint(key, f"{expected}; {str(error).rstrip('.')}") from None
        return value

    def close(self) -> None:
        """Raises SheetError for the first key that nobody asked for."""
        self.only(tuple(self._asked))

    def only(self, known: tuple[str, ...]) -> None:
        """Raises SheetError for the first key that is none of these."""
        for key in self._data:
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(sorted(known))}."
                raise SheetError(
                    f"{self.file}: {self.key(key)} = {shown(self._data[key])}: unknown key {key!r}; {hint}"
                )

    def _read(self, key: str, kind: type[_T], expected: str, default: _T | None) -> _T:
        self._asked[key] = None
        value = self._data.get(key, _MISSING)
        if value is _MISSING:
            if default is None:
                raise SheetError(f"{self.file}: {self.key(key)} is missing; expected {expected}.")
            return default
        if not isinstance(value, kind):
            raise self.complaint(key, expected)
        return value


def shown(value: object) -> str:
    """A value as a complaint shows it, not longer than a line."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
