"""Conducts the walk over a link: board events in, lights out, and the measurements on the way."""

import queue
import time
from dataclasses import dataclass, field
from typing import Protocol

from reedboard.board import link_events, wire
from reedboard.board.line_health import LineHealth
from reedboard.board.profile import BoardProfile
from reedboard.errors import ReedboardError
from reedboard.port.link import Link
from reedboard.selftest.guide import Guide
from reedboard.selftest.walk import (
    Broke,
    Clear,
    Done,
    Figures,
    Flickered,
    Happening,
    Lift,
    Look,
    Part,
    Prompt,
    Put,
    Seen,
    Sensed,
    TimePassed,
    Walk,
    observe,
    start,
    swaps,
)
from reedboard.selftest.walk.state_machine import QUIET_MS

LOOK_COLOUR = 0xFFFFFF
"""White asks all three colours of the LED."""

PUT_COLOUR = 0x0060FF
"""Where the magnet belongs; blue is told from the white before by anyone."""

HANDS_QUIET_MS = 200
"""Virtual hands put a magnet down at once, but must leave it long enough for a chattering reed to show."""

STEP_S = 0.01
"""How often guides and time are looked at while the board says nothing."""

SILENT_S = 5.0
"""A board that has lost its line for so long ends the self-test."""


class UnlikeBoardError(ReedboardError):
    """The board at the port is not the one of the geometry file."""


class TestedLink(Protocol):
    """What the walk needs of the link: all of it, or what a running game lends."""

    @property
    def events(self) -> "queue.Queue[link_events.LinkEvent]":
        """What the board tells; first, or soon, a snapshot."""

    @property
    def shape(self) -> link_events.BoardShape:
        """As the board greets."""

    @property
    def version(self) -> str:
        """Its firmware's version."""

    @property
    def scan_hz(self) -> int | None:
        """Scans a second; None before the board's first heartbeat."""

    @property
    def health(self) -> LineHealth:
        """What the line has cost during the walk."""

    def show(self, glows: tuple[wire.Glow, ...]) -> None:
        """Wants these lights on the board."""


@dataclass(slots=True)
class _Clock:
    """Measures what happens between asking and answering, in ms."""

    frame_sent: float | None = None
    frame_ms: list[float] = field(default_factory=list)
    asked: float | None = None
    report_ms: list[float] = field(default_factory=list)
    chatter: list[int] = field(default_factory=list)


def conduct(
    link: TestedLink, profile: BoardProfile, guide: Guide, *, by_hands: bool = False, part: Part | None = None
) -> tuple[Walk, Figures]:
    """Walks over the board, or a part of it; gives what was learnt and measured.

    With `by_hands` the time from asking to the change is the board's own, and is measured.

    Raises: UnlikeBoardError when the board's shape is not the profile's, ReedboardError when its line stays lost.
    """
    shape = (link.shape.board, link.shape.bits, link.shape.leds)
    if shape != (profile.id, profile.bits, profile.leds):
        raise UnlikeBoardError(
            f"The board greets as {shape[0]} with {shape[1]} inputs and {shape[2]} LEDs, not as {profile.id} with "
            f"{profile.bits} and {profile.leds}: name it with --board, or flash it."
        )
    walk, clock = start(profile, HANDS_QUIET_MS if by_hands else QUIET_MS, part), _Clock()
    asked: Prompt | None = None
    lost_s: float | None = None
    while not isinstance(walk.prompt, Done):
        if walk.prompt != asked and lost_s is None:
            asked = walk.prompt
            _light(link, asked, walk, clock)
            guide.ask(walk)
            clock.asked = time.monotonic() if by_hands and isinstance(asked, Put) else None
        happenings: list[Happening] = []
        try:
            event = link.events.get(timeout=STEP_S)
            if isinstance(event, link_events.BoardLost | link_events.Restored):
                lost_s = time.monotonic() if isinstance(event, link_events.BoardLost) else None
                asked = None  # whoever was asked before is asked again when the board is back
            happenings += _heard(event, clock)
        except queue.Empty:
            pass
        if lost_s is not None and time.monotonic() - lost_s > SILENT_S:
            raise ReedboardError("The board stays silent: check its cable, then run the self-test again.")
        for happening in (*happenings, TimePassed(_now_ms())):
            walk = observe(walk, happening)
        for happening in guide.told(walk, _now_ms()) if asked is not None else ():
            if walk.prompt == asked:  # what was said before the next question is no answer to it
                walk = observe(walk, happening)
    link.show(())
    figures = Figures(link.version, link.scan_hz, clock.frame_ms, clock.report_ms, clock.chatter, link.health)
    return walk, figures


def teach(link: Link, walk: Walk) -> tuple[str, ...]:
    """Lets the board keep the wiring that was learnt; gives what it says to each swap.

    Raises: ReedboardError when it does not answer.
    """
    said = []
    for first, second in swaps(walk):
        link.say(wire.Keep("swap", f"{first},{second}"))
        said.append(_note(link))
    return tuple(said)


def _note(link: Link) -> str:
    until = time.monotonic() + SILENT_S
    while (left := until - time.monotonic()) > 0:
        try:
            event = link.events.get(timeout=left)
        except queue.Empty:
            break
        if isinstance(event, link_events.Noted):
            return event.text
    raise ReedboardError("The board did not say whether it kept its wiring: run the self-test again.")


def _light(link: TestedLink, prompt: Prompt, walk: Walk, clock: _Clock) -> None:
    match prompt:
        case Look(_, led):
            link.show((wire.Glow(LOOK_COLOUR, wire.Pattern.STEADY, (led,)),))
        case Put(site):
            place = walk.profile.sites[site].led
            link.show(() if place is None else (wire.Glow(PUT_COLOUR, wire.Pattern.STEADY, (place,)),))
        case Clear() | Lift() | Done():
            link.show(())
    clock.frame_sent = time.monotonic()


def _heard(event: link_events.LinkEvent, clock: _Clock) -> list[Happening]:
    """What a board's event means to the walk; times are of arrival, which is what a person waits for."""
    now = _now_ms()
    match event:
        case link_events.Snapshot(_, occupied):
            return [Seen(now, frozenset(bit for bit in range(occupied.bit_length()) if occupied >> bit & 1))]
        case link_events.Changed(_, bit, on, chatter):
            clock.chatter.append(chatter)
            if on and clock.asked is not None:
                clock.report_ms.append((time.monotonic() - clock.asked) * 1000)
                clock.asked = None
            return [Sensed(now, bit, on, chatter)]
        case link_events.Noisy(_, bit, edges):
            return [Flickered(now, bit, edges)]
        case link_events.ChainBroken(_, chip):
            return [Broke(now, chip)]
        case link_events.FrameShown() if clock.frame_sent is not None:
            clock.frame_ms.append((time.monotonic() - clock.frame_sent) * 1000)
            clock.frame_sent = None
    return []


def _now_ms() -> int:
    return int(time.monotonic() * 1000)
