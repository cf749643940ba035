"""A table of a geometry file; every complaint names file, key, value and what was expected."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, Self

from fairyrules.toml.reader import TableReader
from reedboard.board.profile.errors import ProfileError

MOST = 10_000
"""Positions, bits, LEDs that a board may have: the 17x17 one has about a thousand."""
MOST_MA = 1_000_000
_WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


class GeometryTable(TableReader):
    """One table of a geometry file."""

    def choice(self, key: str, among: tuple[str, ...], default: str | None = None) -> str:
        """The text under `key`, one of those in `among`."""
        found = self.text(key, default)
        if found not in among:
            raise ProfileError(f"{self.at(key)} is {found!r}; it must be one of {', '.join(among)}.")
        return found

    def whole(self, key: str, least: int, default: int | None = None, most: int = MOST) -> int:
        """The whole number under `key`, from `least` to `most`."""
        found = self.take(key, int, default)
        if found < least:
            raise ProfileError(f"{self.at(key)} is {found}; it must be {least} or more.")
        if found > most:
            raise ProfileError(f"{self.at(key)} is {found}; it must be {most} or less.")
        return found

    def number(self, key: str, default: float | None = None) -> float:
        """The number under `key`, whole or not."""
        found = self.take(key, float, default)
        if not isfinite(found):
            raise ProfileError(f"{self.at(key)} is {found}; it must be a number of millimetres or the like.")
        return found

    def named_texts(self) -> Iterator[tuple[str, str]]:
        """The keys nobody took yet, each with its text."""
        for key in [key for key in self.values if key not in self.taken]:
            yield key, self.text(key)

    def at(self, key: str) -> str:
        """Where `key` stands, for a complaint."""
        return f"{self.where}, {key}"

    # How it complains

    def inner(self, key: str, values: Mapping[str, Any], number: int = 0) -> Self:
        """The table under `key`."""
        return type(self)(f"{self.at(key)} {number}" if number else self.at(key), values)

    def words_for_tables(self, key: str) -> str:
        """A list, like any other."""
        return _WORDS[list]

    def missing(self, key: str, kind: type, expected: str) -> ProfileError:
        """The key is not there."""
        return ProfileError(f"{self.where} lacks {key!r}; it must be {expected or _WORDS[kind]}.")

    def mistyped(self, key: str, kind: type, expected: str) -> ProfileError:
        """The value is of another kind."""
        return ProfileError(f"{self.at(key)} must be {expected or _WORDS[kind]}; found {self.values[key]!r}.")

    def no_table(self, key: str, number: int) -> ProfileError:
        """An entry of a list is no table."""
        found = self.values[key][number - 1]
        return ProfileError(f"{self.at(key)}: entry {number} must be a table; found {found!r}.")

    def unknown(self, key: str, known: tuple[str, ...]) -> ProfileError:
        """The key has no meaning."""
        return ProfileError(f"{self.at(key)} means nothing here; known keys are {', '.join(sorted(known))}.")
