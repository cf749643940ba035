"""A table of a rule sheet; every complaint names the file, the key, the value and what was expected."""

import difflib
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Self, TypeVar

from fairyrules.errors import FairyRulesError, SheetError
from fairyrules.toml.reader import TableReader

_T = TypeVar("_T")


class Table(TableReader):
    """One table of a sheet."""

    def __init__(self, file: str, values: Mapping[str, Any], path: str = "") -> None:
        super().__init__(file, values)
        self.path = path

    @classmethod
    def parse(cls, text: str, file: str) -> Self:
        """The top table of a file's text.

        Raises:
            SheetError: the text is not TOML.
        """
        try:
            return cls(file, tomllib.loads(text))
        except ValueError as error:
            raise SheetError(f"{file}: not a TOML file: {error}.") from None
        except RecursionError:
            raise SheetError(f"{file}: nested too deeply; expected tables in tables, three deep at most.") from None

    def key(self, key: str) -> str:
        """The key's full name."""
        return f"{self.path}.{key}" if self.path else key

    def has(self, key: str) -> bool:
        """Whether the key is written in the file."""
        return key in self.values

    def number(self, key: str, default: int | None = None) -> int:
        """A whole number, not negative; required without a default."""
        value = self.take(key, int, default)
        if value < 0:
            raise self.complaint(key, "a whole number, 0 or more")
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of strings; required without a default."""
        expected = "a list of texts in quotes"
        value = self.take(key, list, None if default is None else list(default), expected)
        if not all(isinstance(item, str) for item in value):
            raise self.complaint(key, expected)
        return tuple(value)

    def checked(self, key: str, value: _T, check: Callable[[_T], object], expected: str) -> _T:
        """The value, if the check takes it without an error of this package; its reason ends the complaint."""
        try:
            check(value)
        except FairyRulesError as error:
            raise self.complaint(key, f"{expected}; {str(error).rstrip('.')}") from None
        return value

    def only(self, known: tuple[str, ...]) -> None:
        """Raises SheetError for the first key that is none of these."""
        for key in self.values:
            if key not in known:
                raise self.unknown(key, known)

    # How it complains

    def inner(self, key: str, values: Mapping[str, Any], number: int = 0) -> Self:
        """The table under the key."""
        return type(self)(self.where, values, f"{self.key(key)}[{number}]" if number else self.key(key))

    def words_for_tables(self, key: str) -> str:
        """As in [[key]]."""
        return f"tables, as in [[{self.key(key)}]]"

    def complaint(self, key: str, expected: str) -> SheetError:
        """What to raise for a value that will not do."""
        return SheetError(f"{self.where}: {self.key(key)} = {shown(self.values.get(key))}: expected {expected}.")

    def missing(self, key: str, kind: type, expected: str) -> SheetError:
        """The key is not there."""
        expected = expected or self._words(key, kind)
        return SheetError(f"{self.where}: {self.key(key)} is missing; expected {expected}.")

    def mistyped(self, key: str, kind: type, expected: str) -> SheetError:
        """The value is of another kind."""
        if kind is int and isinstance(self.values[key], bool):
            return self.complaint(key, "a whole number, 0 or more")
        return self.complaint(key, expected or self._words(key, kind))

    def no_table(self, key: str, number: int) -> SheetError:
        """An entry of a list is no table."""
        return self.complaint(key, self.words_for_tables(key))

    def unknown(self, key: str, known: tuple[str, ...]) -> SheetError:
        """Nobody asks for the key."""
        near = difflib.get_close_matches(key, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(sorted(known))}."
        return SheetError(f"{self.where}: {self.key(key)} = {shown(self.values[key])}: unknown key {key!r}; {hint}")

    def _words(self, key: str, kind: type) -> str:
        if kind is dict:
            return f"a table, as in [{self.key(key)}]"
        return {str: "a text in quotes", int: "a whole number", bool: "true or false"}[kind]


def shown(value: object) -> str:
    """A value as a complaint shows it, not longer than a line."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
