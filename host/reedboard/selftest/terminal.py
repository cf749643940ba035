"""A person at the terminal as a guide: says what to do, reads the return key and a few words."""

import queue
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TextIO

from rich.console import Console

from reedboard.selftest.walk import Clear, Done, Happening, Lift, Look, Nothing, Put, Saw, Walk

PACE_MS = 800
"""How long each LED is lit: a person who sees it missing needs about half a second to press the key."""

HELP = {
    Clear: "Take every magnet off the board. If it is empty and nothing goes on, press Return.",
    Look: "One light walks over the board. When it is missing, press Return; when it is elsewhere, type where.",
    Put: "Slide the one magnet to the cell named (and lit). If it lies there and nothing goes on, press Return.",
    Lift: "Take the magnet off the board.",
}


class TerminalGuide:
    """Asks on the terminal.

    Args:
        lines: where the person types; a thread waits there.
        console: where the prompts go.
        pace_ms: how long each LED is lit before it counts as seen.
    """

    def __init__(self, lines: TextIO = sys.stdin, console: Console | None = None, pace_ms: int = PACE_MS) -> None:
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._console = console or Console()
        self._pace_ms = pace_ms
        self._stage: type[object] | None = None
        self._asked_ms: int | None = None
        threading.Thread(target=self._read, args=(lines.readline,), name="terminal", daemon=True).start()

    def ask(self, walk: Walk) -> None:
        """Says what to do: in full when the stage is new, else only where."""
        self._asked_ms = None
        if type(walk.prompt) is not self._stage:
            self._stage = type(walk.prompt)
            self._console.print(f"\n[bold]{HELP.get(self._stage, 'Done.')}[/bold]")
        match walk.prompt:
            case Look(site) | Put(site):
                left = len(walk.lights) if isinstance(walk.prompt, Look) else len(walk.sites)
                self._console.print(f"  {site}  [dim]({left} to go)[/dim]")
            case Clear() | Lift() | Done():
                pass

    def told(self, walk: Walk, now_ms: int) -> Sequence[Happening]:
        """What was typed, or that the light was not missed."""
        if self._asked_ms is None:
            self._asked_ms = now_ms
        try:
            word = self._typed.get_nowait()
        except queue.Empty:
            if isinstance(walk.prompt, Look) and now_ms - self._asked_ms >= self._pace_ms:
                return [Saw(now_ms, walk.prompt.site)]
            return []
        if not word:
            return [Nothing(now_ms)]
        if word in walk.profile.sites and isinstance(walk.prompt, Look):
            return [Saw(now_ms, word)]
        self._console.print(f"  {word!r} is no site of this board; type one such as {walk.profile.cells[0]}.")
        return []

    def _read(self, line: Callable[[], str]) -> None:
        while text := line():
            self._typed.put(text.strip())
