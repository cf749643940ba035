"""A table of a geometry file that knows its place, so that a complaint names file, key, value and what was expected."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reedboard.board.profile.errors import ProfileError

_MISSING = object()
_WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


@dataclass(slots=True)
class GeometryTable:
    """One TOML table; `take_…` reads a key once, `close` complains of keys nobody took."""

    where: str
    values: Mapping[str, Any]
    taken: set[str] = field(default_factory=set)

    def text(self, key: str, default: str | None = None) -> str:
        """The text under `key`."""
        return str(self._take(key, str, _MISSING if default is None else default))

    def choice(self, key: str, among: tuple[str, ...], default: str | None = None) -> str:
        """The text under `key`, one of those in `among`."""
        found = self.text(key, default)
        if found not in among:
            raise ProfileError(f"{self.at(key)} is {found!r}; it must be one of {', '.join(among)}.")
        return found

    def whole(self, key: str, least: int, default: int | None = None) -> int:
        """The whole number under `key`, not below `least`."""
        found = int(self._take(key, int, _MISSING if default is None else default))
        if found < least:
            raise ProfileError(f"{self.at(key)} is {found}; it must be {least} or more.")
        return found

    def number(self, key: str, default: float | None = None) -> float:
        """The number under `key`, whole or not."""
        return float(self._take(key, float, _MISSING if default is None else default))

    def flag(self, key: str, default: bool) -> bool:
        """The true or false under `key`."""
        return bool(self._take(key, bool, default))

    def table(self, key: str) -> "GeometryTable":
        """The table under `key`, an empty one where there is none."""
        return GeometryTable(self.at(key), self._take(key, dict, {}))

    def tables(self, key: str) -> Iterator["GeometryTable"]:
        """The tables of the array under `key`, in order."""
        for number, values in enumerate(self._take(key, list, []), 1):
            if not isinstance(values, dict):
                raise ProfileError(f"{self.at(key)}: entry {number} must be a table; found {values!r}.")
            yield GeometryTable(f"{self.at(key)} {number}", values)

    def named_tables(self) -> Iterator[tuple[str, "GeometryTable"]]:
        """All keys of this table, each with the table under it."""
        for key in self.values:
            yield key, self.table(key)

    def named_texts(self) -> Iterator[tuple[str, str]]:
        """The keys nobody took yet, each with its text."""
        for key in [key for key in self.values if key not in self.taken]:
            yield key, self.text(key)

    def close(self) -> None:
        """Raises: ProfileError for the first key that has no meaning here."""
        for key in self.values:
            if key not in self.taken:
                known = ", ".join(sorted(self.taken))
                raise ProfileError(f"{self.at(key)} means nothing here; known keys are {known}.")

    def at(self, key: str) -> str:
        """Where `key` stands, for a complaint."""
        return f"{self.where}, {key}"

    def _take(self, key: str, kind: type, default: object) -> Any:  # noqa: ANN401  # TOML's values are of any type
        self.taken.add(key)
        found = self.values.get(key, default)
        if found is _MISSING:
            raise ProfileError(f"{self.where} lacks {key!r}; it must be {_WORDS[kind]}.")
        fits = isinstance(found, int | float) if kind is float else isinstance(found, kind)
        if not fits or (isinstance(found, bool) and kind is not bool):
            raise ProfileError(f"{self.at(key)} must be {_WORDS[kind]}; found {found!r}.")
        return found
