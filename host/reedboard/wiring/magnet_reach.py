"""Where a magnet closes a reed: a first-order model, so that a promise can be made before wood is cut.

The magnet is a flat layer of upright dipoles. What closes a reed is the difference of magnetic potential (in
ampere-turns, as its data sheet states its sensitivity) between the ends of its glass; iron in it is not reckoned. So
a reed stays open where the magnet is as near to one end as to the other, on a line across its middle: reeds lie off
their cell's middle far enough to keep that line out of the promised circle. Computed, to be tried on the bench board.
Sources: the field of a dipole (any textbook); remanence and sensitivity from the parts' data sheets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, hypot, pi, sin, sqrt

from reedboard.board.profile.board import Mechanics

MU0 = 4e-7 * pi
RINGS, SPOKES = 4, 12
"""Into how many dipoles the magnet is cut: more change no result by more than 1 %."""

MARGIN = 1.2
"""Closed: the least sensitive reed has so many times what it needs; open: the most sensitive one lacks as much."""


@dataclass(frozen=True, slots=True)
class Magnet:
    """A disc lying under the piece."""

    width_mm: float = 10.0
    height_mm: float = 1.0
    remanence_t: float = 1.19
    """N35: 1.17 to 1.21."""


@dataclass(frozen=True, slots=True)
class Reed:
    """A switch lying along the strip."""

    glass_mm: float = 14.0
    width_mm: float = 2.4
    least_at: float = 10.0
    most_at: float = 15.0
    """Between these it closes, whichever one it is."""


@dataclass(frozen=True, slots=True)
class Build:
    """What lies between piece and reed, and where the reed lies."""

    magnet: Magnet = Magnet()
    reed: Reed = Reed()
    surface_mm: float = 4.0
    spacer_mm: float = 3.0
    """Between surface and strip; the reed lies on the strip."""

    @property
    def depth_mm(self) -> float:
        """From the magnet's middle to the reed's."""
        return self.magnet.height_mm / 2 + self.surface_mm + self.spacer_mm - self.reed.width_mm / 2

    def drive_at(self, x_mm: float, y_mm: float) -> float:
        """Ampere-turns along a reed whose middle is this far from under the magnet's, x along the reed."""
        half = self.reed.glass_mm / 2
        return abs(_potential(self, x_mm - half, y_mm) - _potential(self, x_mm + half, y_mm))

    def closes(self, x_mm: float, y_mm: float) -> bool:
        """Whether any reed of the kind is surely closed."""
        return self.drive_at(x_mm, y_mm) >= MARGIN * self.reed.most_at

    def leaves_open(self, x_mm: float, y_mm: float) -> bool:
        """Whether any reed of the kind surely stays open."""
        return self.drive_at(x_mm, y_mm) <= self.reed.least_at / MARGIN


def built(wood: Mechanics) -> Build:
    """The usual magnet and reed in this wood."""
    return Build(surface_mm=wood.surface_mm, spacer_mm=wood.spacer_mm)


def _potential(build: Build, x_mm: float, y_mm: float) -> float:
    """Of the whole magnet at a place beside its axis, in amperes."""
    magnet, depth = build.magnet, build.depth_mm
    moment = magnet.remanence_t / MU0 * pi * (magnet.width_mm / 2e3) ** 2 * magnet.height_mm / 1e3
    total = sum(depth / (hypot(x_mm - px, y_mm - py, depth)) ** 3 for px, py in _dipoles(magnet.width_mm))
    return moment / (RINGS * SPOKES) * total * 1e6 / (4 * pi)


@cache
def _dipoles(width_mm: float) -> tuple[tuple[float, float], ...]:
    """Places of equal parts of a disc."""
    return tuple(
        (radius * cos(angle), radius * sin(angle))
        for ring in range(RINGS)
        for radius in [width_mm / 2 * sqrt((ring + 0.5) / RINGS)]
        for angle in (2 * pi * (spoke + ring % 2 / 2) / SPOKES for spoke in range(SPOKES))
    )


def reed_offset_mm(pitch_mm: float) -> float:
    """How far a reed lies off its cell's middle: farther keeps its open line out, nearer keeps off the neighbours."""
    return 8.0 if pitch_mm < 42 else 9.0


def promise_mm(pitch_mm: float) -> float:
    """How far off its cell's middle a piece may stand: its reed is closed there, and every other one open."""
    return 6.5 if pitch_mm < 42 else 7.5


@dataclass(frozen=True, slots=True)
class Reach:
    """The worst places of the promised circle, in ampere-turns: what its own reed gets, and what a neighbour's does."""

    promise_mm: float
    weakest_at: float
    weakest: tuple[float, float]
    """Where the piece then stands, from its cell's middle."""
    needed_at: float
    neighbour_at: float
    allowed_at: float


def reach(build: Build, pitch_mm: float) -> Reach:
    """What reeds get from a piece within its promised circle, and what closes and leaves open with the margin."""
    offset, promise = reed_offset_mm(pitch_mm), promise_mm(pitch_mm)
    places = list(_circle(promise))
    weakest = min(places, key=lambda place: build.drive_at(offset - place[0], place[1]))
    around = [(dx * pitch_mm, dy * pitch_mm) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    neighbours = (build.drive_at(offset + dx - x, dy - y) for x, y in places for dx, dy in around)
    return Reach(
        promise,
        build.drive_at(offset - weakest[0], weakest[1]),
        weakest,
        MARGIN * build.reed.most_at,
        max(neighbours),
        build.reed.least_at / MARGIN,
    )


def broken_promises(build: Build, pitch_mm: float) -> Iterator[str]:
    """Where in the promised circle a reed would not close, or a neighbour would: the worst place of each kind."""
    found = reach(build, pitch_mm)
    if found.weakest_at < found.needed_at:
        yield (
            f"a piece {_told(found.weakest)} of its cell's middle gives its reed {found.weakest_at:.0f} ampere-turns, "
            f"{found.needed_at:.0f} close it surely: take a thinner surface or a stronger magnet."
        )
    if found.neighbour_at > found.allowed_at:
        yield (
            f"a neighbour's reed gets {found.neighbour_at:.0f} ampere-turns from a piece within "
            f"{found.promise_mm:g} mm of its cell's middle, at most {found.allowed_at:.0f} leave it surely open: "
            "take a wider pitch or a weaker magnet."
        )


def _circle(radius_mm: float) -> Iterator[tuple[float, float]]:
    """Places all over a circle, its rim too."""
    yield 0.0, 0.0
    for ring in range(1, 9):
        for spoke in range(24):
            angle = 2 * pi * spoke / 24
            yield radius_mm * ring / 8 * cos(angle), radius_mm * ring / 8 * sin(angle)


def _told(place: tuple[float, float]) -> str:
    x, y = place
    return f"{abs(x):.0f} mm {'right' if x > 0 else 'left'} and {abs(y):.0f} mm {'above' if y > 0 else 'below'}"
