"""From the counts and times of the line to what is wrong with it."""

from collections.abc import Iterator, Sequence

from reedboard.board.line_health import LineHealth
from reedboard.selftest.walk.findings import BrownOut, CorruptedLine, DroppedLines, Finding, LateLine, Rebooted, Stalled

LATE_MS = 100
"""A line is late when half of its answers take longer; the worst that still feels at once, and 60 ms is the aim."""

DARK_MS = 500
"""Silence before a greeting that no reboot needs: a reboot takes some 50 ms, and while virtual hands walk some line
comes every 380 ms."""


def line_findings(health: LineHealth, frame_ms: Sequence[float]) -> Iterator[Finding]:
    """Everything wrong with the line and the supply, the gravest first.

    Args:
        health: what the session counted during the walk.
        frame_ms: how long each lights frame took to be answered.
    """
    dark = [ms for ms in health.restarts_ms if ms >= DARK_MS]
    if dark:
        yield BrownOut(max(dark))
    if len(dark) < len(health.restarts_ms):
        yield Rebooted(len(health.restarts_ms) - len(dark))
    silences = (*health.restarts_ms, *health.stalls_ms)
    median = sorted(frame_ms)[len(frame_ms) // 2] if frame_ms else 0
    if health.damaged > len(silences):  # a restart may cut one line off
        yield CorruptedLine(health.damaged)
    elif median > LATE_MS:
        yield LateLine(round(median))
    elif health.missing > 1 + 2 * len(silences):  # a silence breaks off an event and a frame; a busy host is late once
        yield DroppedLines(health.missing)
    elif health.stalls_ms:  # on a line that loses lines, heartbeats lost in a row look like a stall
        yield Stalled(max(health.stalls_ms))
