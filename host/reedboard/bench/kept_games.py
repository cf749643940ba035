"""Games that a bench played, kept in a file: one that is broken off goes on where it was."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

Result = TypeVar("Result")
"""What came of a game: anything that JSON gives back as it was."""


class KeptGames(Generic[Result]):
    """What came of the games that were played, a line of JSON each.

    Args:
        path: where they are kept; nowhere if None.
        commit: of the program that plays. What another one played does not count.
    """

    def __init__(self, path: Path | None = None, commit: str = "") -> None:
        self._path, self._commit = path, commit
        self._results: dict[tuple[str, int], Result] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                match, number, result, played_by = json.loads(line)
                if played_by == commit:
                    self._results[match, number] = result

    def result(self, match: str, number: int, play: Callable[[], Result]) -> Result:
        """What came of this game of a match, which is played if it was not yet."""
        if (match, number) not in self._results:
            result = self._results[match, number] = play()
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([match, number, result, self._commit]) + "\n")
        return self._results[match, number]
