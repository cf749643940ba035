"""Whoever does what the walk asks for: a person at the terminal, a person at the page, or virtual hands."""

from collections.abc import Sequence
from typing import Protocol

from reedboard.selftest.walk import Happening, Walk


class Guide(Protocol):
    """Asks, and tells what came of it."""

    def ask(self, walk: Walk) -> None:
        """A new prompt has come up: `walk.prompt`."""

    def told(self, walk: Walk, now_ms: int) -> Sequence[Happening]:
        """What was done or seen since the last call; never waits."""


class Together:
    """Several guides at once: each asks, anyone answers."""

    def __init__(self, *guides: Guide) -> None:
        self._guides = guides

    def ask(self, walk: Walk) -> None:
        """Every guide asks."""
        for guide in self._guides:
            guide.ask(walk)

    def told(self, walk: Walk, now_ms: int) -> Sequence[Happening]:
        """What any of them was told."""
        return [happening for guide in self._guides for happening in guide.told(walk, now_ms)]
