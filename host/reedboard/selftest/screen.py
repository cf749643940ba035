"""A person at a screen as a guide: what there is to show of the walk, and what they said to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from reedboard.selftest.walk import Clear, Done, Happening, Lift, Look, Nothing, Put, Saw, Walk, findings

ASKED = {
    Clear: "Take every magnet off the board.",
    Look: "Where is the light? Click on it, or say that there is none.",
    Put: "Put the one magnet on the marked cell.",
    Lift: "Take the magnet off the board.",
    Done: "Done: the report is ready.",
}
"""What each prompt asks for, in one sentence."""


@dataclass(frozen=True, slots=True)
class Step:
    """What to show: `kind` "clear", "look", "put", "lift", "done", "" before the first; `site` by the board's name."""

    ask: str = ""
    site: str | None = None
    kind: str = ""
    found: tuple[str, ...] = ()
    left: int = 0
    """LEDs and sites still to come."""


class ScreenGuide:
    """Keeps the step to show; `say` may be called from any thread.

    Args:
        changed: called when there is another step to show.
    """

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._changed = changed
        self._said: SimpleQueue[str] = SimpleQueue()
        self.step = Step()
        """What to show now."""

    def ask(self, walk: Walk) -> None:
        """There is another step to show."""
        self.step = Step(
            ASKED[type(walk.prompt)],
            walk.prompt.site if isinstance(walk.prompt, Look | Put) else None,
            type(walk.prompt).__name__.lower(),
            tuple(str(finding) for finding in findings(walk)),
            len(walk.lights) + len(walk.sites),
        )
        self._changed()

    def told(self, walk: Walk, now_ms: int) -> Sequence[Happening]:
        """What was said: where light is seen, or that nothing more happens."""
        try:
            word = self._said.get_nowait()
        except Empty:
            return []
        if isinstance(walk.prompt, Look) and word in walk.profile.sites:
            return [Saw(now_ms, word)]
        return [Nothing(now_ms)] if not word else []

    def say(self, word: str) -> None:
        """Somebody said a site, or "" for nothing."""
        self._said.put(word)
