"""The control socket: what a person's hands would do to the virtual board, as JSON lines; what eyes would see, back.

In: first `{"token": TOKEN}`, as the process printed it when it started; whoever says anything else is shown out, so
that no web page of this machine's browser can play. Then `{"lift": SITE}`, `{"place": SITE}`, `{"press": "w"|"b"}`,
`{"hold": "w"|"b"}` (for longer than a second), `{"set": [SITES]}` (exactly these sites get a magnet),
`{"fault": "NAME[:ARGS][@SECONDS]"}`. Sites by the profile's own names.
Out: first `{"board": ID, "sites": [...]}`, then, and after each change, `{"magnets": [SITES]}` and
`{"leds": {SITE: "rrggbb"}}`, whole each time, so that nothing need be remembered; `{"beep": [HZ, MS]}` as it sounds;
each with `"at": SECONDS`, when it was so by the clock that this machine's processes share (`time.perf_counter`);
`{"error": SENTENCE}` to whoever asked for what cannot be done.
"""

import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fairyrules.pieces import Side
from reedboard.errors import ReedboardError
from reedboard.virtual import faults
from reedboard.virtual.board import VirtualBoard


class ControlError(ReedboardError):
    """A line that asks for nothing that can be done."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What one line asks for: `act` does it, once everything in `touches` (sites, clock buttons) has rested.

    `stays_ms` is how long a finger then stays there.
    """

    touches: frozenset[str]
    act: Callable[[], None]
    stays_ms: int = 0


def admits(line: bytes, token: str) -> bool:
    """Whether this first line shows the token."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return False
    shown = said.get("token") if isinstance(said, dict) else None
    return isinstance(shown, str) and hmac.compare_digest(shown.encode(), token.encode())


def read(board: VirtualBoard, line: str) -> Wish:
    """What one line asks for.

    Raises:
        ControlError: no JSON object, an unknown wish, or a site this board does not have.
        FaultError: an unknown fault.
    """
    try:
        wish = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ControlError(f"found {line[:60]!r}, expected one JSON object a line") from error
    match wish:
        case {"lift": site}:
            known = _known(board, site)
            return Wish(frozenset({known}), lambda: board.lift(known))
        case {"place": site}:
            known = _known(board, site)
            return Wish(frozenset({known}), lambda: board.place(known))
        case {"press": "w" | "b" as letter}:
            side = Side("wb".index(letter))
            return Wish(frozenset({f"clock {letter}"}), lambda: board.press(side), board.panel.HELD_MS)
        case {"hold": "w" | "b" as letter}:
            side = Side("wb".index(letter))
            return Wish(frozenset({f"clock {letter}"}), lambda: board.hold(side), board.panel.LONG_MS)
        case {"set": list(sites)}:
            wanted = frozenset(_known(board, site) for site in sites)
            return Wish(frozenset(board.profile.sites), lambda: board.set(wanted))
        case {"fault": str(text)}:
            order = faults.order(text)
            return Wish(frozenset(), lambda: board.inject_fault(order))
        case _:
            raise ControlError(f'found {line[:60]!r}, expected one of "lift", "place", "press", "hold", "set", "fault"')


def do(board: VirtualBoard, line: str) -> None:
    """Does what one line asks for, now.

    Raises: ControlError; FaultError also for arguments this board's fault cannot have.
    """
    read(board, line).act()


def _known(board: VirtualBoard, site: object) -> str:
    if isinstance(site, str) and site in board.profile.sites:
        return site
    raise ControlError(f"found the site {str(site)[:40]!r}, which the board {board.profile.id} does not have")


class View:
    """What one pair of eyes has seen, to tell it only what is new."""

    def __init__(self) -> None:
        self._seen: dict[str, Any] = {}
        self._beeps = 0

    def news(self, board: VirtualBoard) -> list[dict[str, Any]]:
        """The objects to send now."""
        lines: list[dict[str, Any]] = []
        if not self._seen:
            lines.append({"board": board.profile.id, "sites": list(board.profile.sites)})
            self._beeps = board.panel.beeps
        for key, value in (("magnets", sorted(board.magnets)), ("leds", board.lit)):
            if self._seen.get(key) != value:
                self._seen[key] = value
                lines.append({key: value})
        lines += [{"beep": list(beep)} for beep in board.panel.beeps_since(self._beeps)]
        self._beeps = board.panel.beeps
        return lines
