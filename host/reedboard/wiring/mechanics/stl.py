"""Turned bodies for a 3D printer, as STL text in mm: a profile spun about the upright axis."""

from math import cos, pi, sin

SPOKES = 36
"""Flats around: 10 degrees each."""


def foot(width_mm: float = 24.0, magnet_mm: float = 10.0, magnet_height_mm: float = 1.0) -> str:
    """A foot to glue under a piece, upside down as it is printed: the pocket for the magnet opens upwards."""
    pocket, deep, high = magnet_mm / 2 + 0.1, magnet_height_mm + 0.2, 3.0
    outer = width_mm / 2
    return turned("foot", [(0, 0), (outer, 0), (outer, high), (pocket, high), (pocket, high - deep), (0, high - deep)])


def jig(width_mm: float = 24.0, magnet_mm: float = 10.0) -> str:
    """A cup that holds a piece by its foot, with a hole in the bottom that puts the magnet in the middle."""
    hole, inside, outer = magnet_mm / 2 + 0.15, width_mm / 2 + 0.15, width_mm / 2 + 2.0
    return turned("jig", [(hole, 0), (outer, 0), (outer, 8), (inside, 8), (inside, 2), (hole, 2)])


def turned(name: str, profile: list[tuple[float, float]]) -> str:
    """The body of a closed profile of (radius, height), anticlockwise; it touches the axis at its ends or nowhere."""
    lines = [f"solid {name}"]
    for (r1, z1), (r2, z2) in zip(profile, [*profile[1:], profile[0]], strict=True):
        for spoke in range(SPOKES):
            a, b = 2 * pi * spoke / SPOKES, 2 * pi * ((spoke + 1) % SPOKES) / SPOKES
            p, q = _point(r1, a, z1), _point(r1, b, z1)
            s, t = _point(r2, a, z2), _point(r2, b, z2)
            if r1:
                lines += _facet(p, q, t)
            if r2:
                lines += _facet(p, t, s)
    return "\n".join([*lines, f"endsolid {name}"]) + "\n"


def _point(radius: float, angle: float, z: float) -> tuple[float, float, float]:
    return radius * cos(angle), radius * sin(angle), z


def _facet(*corners: tuple[float, float, float]) -> list[str]:
    """A triangle; programs reckon its normal from the order of its corners."""
    told = [f"vertex {x:.4f} {y:.4f} {z:.4f}".replace("-0.0000", "0.0000") for x, y, z in corners]
    return ["facet normal 0 0 0", "outer loop", *told, "endloop", "endfacet"]
