"""Where every hole and edge of a board lies, in mm from the middle of its first cell, y away from White."""

from dataclasses import dataclass

from reedboard.board.profile import BoardProfile
from reedboard.board.profile.board import Strip
from reedboard.wiring.circuit.footprints import HOLE
from reedboard.wiring.circuit.routing import route
from reedboard.wiring.strip.design import design_of
from reedboard.wiring.strip.layout import LED_X, UPPER_Y, circuit_of, middle

LED_HOLE_MM = 5.0
"""What an LED of 5 mm shines through, a diffuser in it."""

BOARD_MM, BELOW_MM = 1.6, 15.0
"""Thickness of a strip, and what plugs and cables need below it."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A round hole."""

    x: float
    y: float
    width: float
    use: str
    """"led" or "screw"."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its corners."""

    left: float
    low: float
    right: float
    high: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From White's side away."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Plan:
    """The plate seen from above; the base is of the same size."""

    plate: Box
    cells: tuple[Box, ...]
    holes: tuple[Hole, ...]
    inner_height_mm: float
    """From the base's upper side to the surface's lower one."""


def plan_of(profile: BoardProfile) -> Plan | None:
    """The plan of a board; None for one without strips."""
    design = design_of(profile)
    if design is None:
        return None
    pitch, wood = profile.pitch_mm, profile.mechanics
    places = [(site.x * pitch, site.y * pitch) for site in profile.sites.values()]
    cells = tuple(Box(x - pitch / 2, y - pitch / 2, x + pitch / 2, y + pitch / 2) for x, y in places)
    routed = route(circuit_of(design))
    screws = [(x - middle(design, 0), y - UPPER_Y) for x, y in routed.holes]
    holes = [hole for strip in profile.strips for hole in _holes(profile, strip, screws)]
    edge = wood.margin_mm
    boxes = [*cells, *strip_boxes(profile).values()]
    plate = Box(
        min(box.left for box in boxes) - edge,
        min(box.low for box in boxes) - edge,
        max(box.right for box in boxes) + edge,
        max(box.high for box in boxes) + edge,
    )
    return Plan(plate, cells, tuple(holes), wood.spacer_mm + BOARD_MM + BELOW_MM)


def strip_boxes(profile: BoardProfile) -> dict[str, Box]:
    """Where each strip's circuit board lies, whole: shorter rows leave its last cells empty, but they are there."""
    design = design_of(profile)
    if design is None:
        return {}
    routed, found = route(circuit_of(design)), {}
    for strip in profile.strips:
        x, y = (at * profile.pitch_mm for at in (profile.sites[strip.sites[0]].x, profile.sites[strip.sites[0]].y))
        start, stop, above, below = (
            -middle(design, 0),
            routed.width - middle(design, 0),
            UPPER_Y,
            routed.height - UPPER_Y,
        )
        upright = _upright(profile, strip)
        found[strip.name] = (
            Box(x - above, y + start, x + below, y + stop)
            if upright
            else Box(x + start, y - below, x + stop, y + above)
        )
    return found


def _upright(profile: BoardProfile, strip: Strip) -> bool:
    """Whether a strip runs away from White, as in an upright tray: it is then turned left."""
    tray = profile.sites[strip.sites[0]].tray
    return tray is not None and profile.trays[tray].upright


def _holes(profile: BoardProfile, strip: Strip, screws: list[tuple[float, float]]) -> list[Hole]:
    """A strip's LEDs and screws."""
    sites = [profile.sites[name] for name in strip.sites]
    pitch, first = profile.pitch_mm, sites[0]
    lit = [number for number, site in enumerate(sites) if site.led is not None]
    spots = [(number * pitch + LED_X, 0.0, LED_HOLE_MM, "led") for number in lit]
    spots += [(dx, dy, HOLE, "screw") for dx, dy in screws]
    x, y = first.x * pitch, first.y * pitch
    if _upright(profile, strip):
        return [Hole(x + dy, y + dx, width, use) for dx, dy, width, use in spots]
    return [Hole(x + dx, y - dy, width, use) for dx, dy, width, use in spots]
