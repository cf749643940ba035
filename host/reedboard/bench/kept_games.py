"""Games that a bench played, kept in a file: one that is broken off goes on where it was."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar, cast

from reedboard.bench import json_lines

Result = TypeVar("Result")
"""What came of a game: anything that JSON gives back as it was."""


class KeptGames(Generic[Result]):
    """What came of the games that were played, a line of JSON each.

    Args:
        path: where they are kept; nowhere if None.
        player: what plays, in words of the bench's own: a commit, a tuning. What another one played does not count.

    Raises:
        ReedboardError: the file cannot be read or written, or a line is no game.
    """

    def __init__(self, path: Path | None = None, player: str = "") -> None:
        self._path, self._player = path, player
        self._results: dict[tuple[str, int], Result] = {}
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        for number, line in enumerate(json_lines.read(path), 1):
            match line:
                case [str(match), int(game), result, self._player]:
                    self._results[match, game] = cast(Result, result)
                case [str(), int(), _, str()]:
                    pass
                case _:
                    raise json_lines.refused(path, number)

    def result(self, match: str, number: int, play: Callable[[], Result]) -> Result:
        """What came of this game of a match, which is played if it was not yet."""
        if (match, number) not in self._results:
            result = self._results[match, number] = play()
            if self._path is not None:
                json_lines.append(self._path, [match, number, result, self._player])
        return self._results[match, number]
