"""The control socket: what a person's hands would do to the virtual board, as JSON lines; what eyes would see, back.

In: `{"lift": SITE}`, `{"place": SITE}`, `{"press": "w"|"b"}`, `{"set": [SITES]}` (exactly these sites get a magnet),
`{"fault": "NAME[:ARGS][@SECONDS]"}`. Sites by the profile's own names.
Out: first `{"board": ID, "sites": [...]}`, then, and after each change, `{"magnets": [SITES]}` and
`{"leds": {SITE: "rrggbb"}}`, whole each time, so that nothing need be remembered; `{"beep": [HZ, MS]}` as it sounds;
`{"error": SENTENCE}` to whoever asked for what cannot be done.
"""

import json
from typing import Any

from fairyrules.pieces import Side
from reedboard.errors import ReedboardError
from reedboard.virtual import faults
from reedboard.virtual.board import VirtualBoard


class ControlError(ReedboardError):
    """A line that asks for nothing that can be done."""


def do(board: VirtualBoard, line: str) -> None:
    """Does what one line asks for.

    Raises:
        ControlError: no JSON object, an unknown wish, or a site this board does not have.
        FaultError: an unknown fault or one with impossible arguments.
    """
    try:
        wish = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ControlError(f"found {line[:60]!r}, expected one JSON object a line") from error
    match wish:
        case {"lift": str(site)}:
            board.lift(_known(board, site))
        case {"place": str(site)}:
            board.place(_known(board, site))
        case {"press": "w" | "b" as letter}:
            board.press(Side("wb".index(letter)))
        case {"set": list(sites)}:
            known = [_known(board, site) for site in sites]
            board.clear()
            for site in known:
                board.place(site)
        case {"fault": str(text)}:
            board.inject_fault(faults.order(text))
        case _:
            raise ControlError(f'found {line[:60]!r}, expected one of "lift", "place", "press", "set", "fault"')


def _known(board: VirtualBoard, site: object) -> str:
    if isinstance(site, str) and site in board.profile.sites:
        return site
    raise ControlError(f"found the site {site!r}, which the board {board.profile.id} does not have")


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
            self._beeps = len(board.panel.beeps)
        for key, value in (("magnets", sorted(board.magnets)), ("leds", board.lit)):
            if self._seen.get(key) != value:
                self._seen[key] = value
                lines.append({key: value})
        lines += [{"beep": list(beep)} for beep in board.panel.beeps[self._beeps :]]
        self._beeps = len(board.panel.beeps)
        return lines
