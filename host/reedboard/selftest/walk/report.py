"""The self-test's report, for a file and for whoever helps to mend the board."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from reedboard.board.line_health import LineHealth
from reedboard.selftest.walk.diagnosis import findings, swaps
from reedboard.selftest.walk.findings import Finding
from reedboard.selftest.walk.line_findings import line_findings
from reedboard.selftest.walk.state_machine import Walk


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured on the way; None where nothing could be."""

    firmware: str
    scan_hz: int | None
    """Scans a second, as the board counts them itself."""
    frame_ms: Sequence[float] = ()
    """From sending a lights frame to the board's word that it is lit."""
    report_ms: Sequence[float] = ()
    """From a virtual hand's magnet to the change arriving here: debounce, line and link together."""
    chatter: Sequence[int] = ()
    """Raw edges beyond the one of a clean change, one number a change."""
    line: LineHealth = field(default_factory=LineHealth)


def verdict(walk: Walk, figures: Figures) -> tuple[Finding, ...]:
    """Everything found wrong: the line first, for it casts doubt on the rest, then the board."""
    return (*line_findings(figures.line, figures.frame_ms), *findings(walk))


def report(walk: Walk, figures: Figures) -> str:
    """The report as Markdown."""
    profile = walk.profile
    found = verdict(walk, figures)
    lit = sum(profile.sites[site].led is not None for site in walk.part.sites)
    lines = [
        f"# Self-test of {profile.name} (board {profile.id})",
        "",
        f"Firmware {figures.firmware}; {profile.bits} inputs, {profile.leds} LEDs.",
        "",
        "## Found",
        "",
        *([f"- {finding}" for finding in found] or ["- Nothing wrong."]),
        "",
        "## Measured",
        "",
        f"- Scans a second: {_or_not(figures.scan_hz)}",
        f"- Lights frame sent to lit: {_spread(figures.frame_ms)}",
        f"- Magnet to change arriving: {_spread(figures.report_ms)}",
        f"- Raw edges beyond a clean change: {_edges(figures.chatter)}",
        f"- Line: {figures.line.damaged} damaged, {figures.line.missing} asked for or sent again, "
        f"{len(figures.line.restarts_ms)} restarts, {len(figures.line.stalls_ms)} stalls",
        f"- Chips of the chain found: {walk.part.chips if walk.broken is None else walk.broken} of {walk.part.chips}",
        f"- Sites walked: {len(walk.answered)} of {len(walk.part.sites)}",
        f"- LEDs looked at: {len(walk.seen)} of {lit}",
    ]
    if pairs := swaps(walk):
        lines += ["", "## Learnt wiring", "", *[f"- swap inputs {first} and {second}" for first, second in pairs]]
    return "\n".join(lines) + "\n"


def _or_not(value: int | None) -> str:
    return "not measured" if value is None else str(value)


def _spread(values: Sequence[float]) -> str:
    """Median and 95th percentile."""
    if not values:
        return "not measured"
    ordered, count = sorted(values), len(values)
    return f"p50 {ordered[count // 2]:.0f} ms, p95 {ordered[count * 95 // 100]:.0f} ms ({count} times)"


def _edges(values: Sequence[int]) -> str:
    if not values:
        return "no change seen"
    return f"mean {sum(values) / len(values):.1f}, most {max(values)} ({len(values)} changes)"
