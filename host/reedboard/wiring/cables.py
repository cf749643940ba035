"""How long every cable is: from where the strips lie, with room to plug and to go round a corner.

Computed, to be tried on the bench board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from reedboard.board.profile import BoardProfile
from reedboard.wiring.table import fed_runs, markdown_table

SLACK_MM = 60
"""Longer than the way along the board's edges, so that a plug can be pulled."""

CONTROLLER_MM = 300
"""From the microcontroller, wherever it is put, to the first strip; likewise for buttons, buzzer and supply."""


@dataclass(frozen=True, slots=True)
class Cable:
    """One cable: its number in the harness, where it goes, its wires."""

    name: str
    way: str
    wires: int
    length_mm: int


def links(profile: BoardProfile) -> Iterator[Cable]:
    """From the microcontroller to the first strip, and from each strip to the next."""
    strips = profile.strips
    yield Cable("Link1", f"microcontroller to {strips[0].name}", 8, CONTROLLER_MM)
    for number, (before, after) in enumerate(pairwise(strips), 2):
        away, towards = before.sites[min(1, len(before.sites) - 1)], after.sites[0]
        way = _way_mm(profile, away, towards)
        yield Cable(f"Link{number}", f"{before.name} to {after.name}", 8, way)


def feed_cables(profile: BoardProfile) -> Iterator[Cable]:
    """From the supply, taken to be at the corner where the first strip begins, to every fed strip."""
    corner = profile.strips[0].sites[0]
    for number, run in enumerate(fed_runs(profile), 1):
        way = _way_mm(profile, corner, run.sites[0]) + CONTROLLER_MM
        yield Cable(f"Power{number}", f"supply to J3 of {run.name}", 2, way)


def cable_table(profile: BoardProfile) -> str:
    """Every cable with its length, as Markdown."""
    rows = [
        (cable.name, cable.way, str(cable.wires), str(cable.length_mm))
        for cable in (*links(profile), *feed_cables(profile))
    ]
    return (
        f"# Cables of {profile.name}\n\n"
        "Names as in `harness.yml`. Lengths follow from where the strips lie, with "
        f"{SLACK_MM} mm to plug and {CONTROLLER_MM} mm to microcontroller and supply; computed, to be tried on "
        "the board.\n\n" + markdown_table(("cable", "from, to", "wires", "mm"), rows)
    )


def _way_mm(profile: BoardProfile, start: str, end: str) -> int:
    """Along the edges from site to site, rounded up to whole centimetres."""
    a, b = profile.sites[start], profile.sites[end]
    way = (abs(a.x - b.x) + abs(a.y - b.y)) * profile.pitch_mm + SLACK_MM
    return int(-(-way // 10) * 10)
