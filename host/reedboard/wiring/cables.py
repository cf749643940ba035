"""How long every cable is: from where the strips lie, with room to plug and to go round a corner.

Computed, to be tried on the bench board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter

from reedboard.board.profile import BoardProfile
from reedboard.wiring.carrier.design import FEEDS_X
from reedboard.wiring.table import fed_runs, markdown_table

SLACK_MM = 60
"""Longer than the way along the board's edges, so that a plug can be pulled."""

CONTROLLER_MM = 300
"""From the carrier, wherever it is put, to the first strip; likewise for buttons and supply."""

BUTTONS = {"J5": ("WhiteButton", min), "J6": ("BlackButton", max)}
"""The carrier's plugs, whose buttons hang on them, and at which end of the board those are."""


@dataclass(frozen=True, slots=True)
class Cable:
    """One cable: its number in the harness, where it goes, its wires."""

    name: str
    way: str
    wires: int
    length_mm: int


def links(profile: BoardProfile) -> Iterator[Cable]:
    """From the carrier to the first strip, and from each strip to the next."""
    strips = profile.strips
    yield Cable("Link1", f"carrier J7 to J1 of {strips[0].name}", 8, CONTROLLER_MM)
    for number, (before, after) in enumerate(pairwise(strips), 2):
        away, towards = before.sites[min(1, len(before.sites) - 1)], after.sites[0]
        way = _way_mm(profile, away, towards)
        yield Cable(f"Link{number}", f"J2 of {before.name} to J1 of {after.name}", 8, way)


def feed_cables(profile: BoardProfile) -> Iterator[Cable]:
    """From the carrier, taken to be at the corner where the first strip begins, to every fed strip.

    Its terminals take two cables each.
    """
    corner = profile.strips[0].sites[0]
    for number, run in enumerate(fed_runs(profile), 1):
        way = _way_mm(profile, corner, run.sites[0]) + CONTROLLER_MM
        yield Cable(f"Power{number}", f"carrier {feed_terminal(number)} to J3 of {run.name}", 2, way)


def feed_terminal(number: int) -> str:
    """At which of the carrier's terminals a feed begins."""
    return f"J{(number - 1) % len(FEEDS_X) + 2}"


def button_cables(profile: BoardProfile) -> Iterator[Cable]:
    """From the carrier to each clock button, in the middle of its player's side."""
    corner = profile.sites[profile.strips[0].sites[0]]
    xs, ys = ([at(profile.sites[cell]) for cell in profile.cells] for at in (attrgetter("x"), attrgetter("y")))
    for plug, (name, y) in BUTTONS.items():
        if name[0].lower() in profile.buttons:
            way = (abs((min(xs) + max(xs)) / 2 - corner.x) + abs(y(ys) - corner.y)) * profile.pitch_mm
            yield Cable(f"To{name}", f"carrier {plug} to {name[:5]}'s button", 2, _rounded(way) + CONTROLLER_MM)


def cable_table(profile: BoardProfile) -> str:
    """Every cable with its length, as Markdown."""
    rows = [
        (cable.name, cable.way, str(cable.wires), str(cable.length_mm))
        for cable in (*links(profile), *feed_cables(profile), *button_cables(profile))
    ]
    return (
        f"# Cables of {profile.name}\n\n"
        "Names as in `harness.yml`. Lengths follow from where the strips lie, with "
        f"{SLACK_MM} mm to plug and {CONTROLLER_MM} mm to the carrier; computed, to be tried on "
        "the board.\n\n" + markdown_table(("cable", "from, to", "wires", "mm"), rows)
    )


def _way_mm(profile: BoardProfile, start: str, end: str) -> int:
    """Along the edges from site to site, rounded up to whole centimetres."""
    a, b = profile.sites[start], profile.sites[end]
    return _rounded((abs(a.x - b.x) + abs(a.y - b.y)) * profile.pitch_mm)


def _rounded(way: float) -> int:
    return int(-(-(way + SLACK_MM) // 10) * 10)
