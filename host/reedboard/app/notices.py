"""What people are told beside the game: each notice stands until its cause is gone."""

import time
from collections.abc import Iterator

PASSING_S = 60.0
"""How long a notice stays whose cause is over already, as of something that fell over and started again."""
PASSING = "passing"


class Notices:
    """One sentence for each thing that people are told about, the oldest first. For one thread."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}
        self._passing_s = 0.0

    def __iter__(self) -> Iterator[str]:
        return iter(self._told.values())

    def tell(self, about: str, words: str) -> bool:
        """Tells it from now on, instead of what was told about the same; says whether that is new."""
        new = self._told.get(about) != words
        self._told[about] = words
        return new

    def tell_in_passing(self, words: str) -> None:
        """Tells for a minute what needs nobody's hand any more."""
        self._told[PASSING], self._passing_s = words, time.monotonic() + PASSING_S

    def about(self, about: str) -> str:
        """What is told about it; "" if nothing."""
        return self._told.get(about, "")

    def drop(self, *about: str) -> bool:
        """Tells no more of these; says whether anything was told."""
        return any([self._told.pop(each, None) is not None for each in about])

    def drop_all(self) -> None:
        """Tells nothing: another game begins."""
        self._told.clear()

    def pass_time(self) -> None:
        """Drops what was told in passing a minute ago."""
        if PASSING in self._told and time.monotonic() >= self._passing_s:
            del self._told[PASSING]
