"""Joins the pads: each net runs along lanes on the back, each pad reaches its lane by a column on the front.

Two nets share a lane where their stretches do not overlap. Supplies have wide lanes of their own.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from reedboard.wiring.circuit.footprints import FOOTPRINTS, Spot, Way
from reedboard.wiring.circuit.netlist import Band, Circuit

TRACK, COLUMN, VIA, VIA_DRILL = 0.25, 0.25, 0.6, 0.3
"""Widths in mm; any maker's cheapest process does them."""

SUPPLY_COLUMN = 0.3
"""Columns of single parts to the supplies' lanes."""

NECK, NECK_VIAS = 1.5, ((-0.45, -0.45), (0.45, -0.45), (0.0, 0.0), (-0.45, 0.45), (0.45, 0.45))
"""Columns of a whole strip's current, from a plug or the feed to a supply's lane, and their vias around its middle.
`necks.py` computes how warm they get."""

LOADED = ("+5V", "GND", "VIN")
"""The nets of a whole board's current; VIN is the supply before the fuse."""

LANE_STEP = 0.7
"""Lane to lane: two vias in neighbouring lanes, 0.6 mm apart along the strip, keep 0.36 mm."""

WIDE = {"VIN": 2.0, "GND": 1.6, "+5V": 2.0, "+3V3": 1.0}
"""Width of each supply's lanes in mm, nearest to the upper band first; a strip's ground has two. `necks.py` computes
how warm they get."""

GAP = 0.3
"""Between bands, wide lanes and narrow ones."""

LANE_END = 0.4
"""From a lane's end to the board's short edges."""

SUPPLIES = tuple(WIDE)


class Channel(Enum):
    """A bundle of lanes."""

    UPPER = 0
    LOWER = 1


ONE_WAY = {Way.NEAR: Channel.UPPER, Way.UPPER: Channel.UPPER, Way.LOWER: Channel.LOWER}
"""Where a pad's column leads, if to one channel alone."""


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper."""

    net: str
    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    back: bool


@dataclass(frozen=True, slots=True)
class Via:
    """A hole that joins front and back."""

    net: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Routed:
    """The whole board's copper, its parts and its size."""

    spots: tuple[Spot, ...]
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    width: float
    height: float
    holes: tuple[tuple[float, float], ...]
    """Middles of the mounting holes."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A pad's way to its lanes: from (`pad_x`, `pad_y`) over to `x`, then up or down."""

    net: str
    pad_x: float
    pad_y: float
    x: float
    way: Way


def route(circuit: Circuit) -> Routed:
    """Places and joins everything on a board."""
    rough = _columns(_spots(circuit, {band: 0.0 for band in Band}))
    channels = _channels(rough)
    lanes = {channel: _lanes(rough, channels, channel) for channel in Channel}
    upper_y = _lane_y(lanes[Channel.UPPER], circuit.upper_y + circuit.upper_half + GAP)
    lower_middle = max(y + width / 2 for y, width in upper_y.values()) + GAP + circuit.lower_half
    lower_y = _lane_y(lanes[Channel.LOWER], lower_middle + circuit.lower_half + GAP)
    height = max(y + width / 2 for y, width in lower_y.values()) + circuit.foot
    lines = {Band.UPPER: circuit.upper_y, Band.LOWER: lower_middle, Band.FOOT: height}
    placed = _spots(circuit, lines)
    tracks: list[Track] = []
    vias: list[Via] = []
    joints: dict[tuple[str, Channel], list[float]] = defaultdict(list)
    for column in _columns(placed):
        ends = {channel: (upper_y, lower_y)[channel.value][column.net][0] for channel in _reached(column, channels)}
        neck = column.net in LOADED and column.way in (Way.BOTH, Way.NEAR)
        width = NECK if neck else SUPPLY_COLUMN if column.net in SUPPLIES else COLUMN
        if column.x != column.pad_x:
            tracks.append(Track(column.net, column.pad_x, column.pad_y, column.x, column.pad_y, width, False))
        reach = [column.pad_y, *ends.values()]
        tracks.append(Track(column.net, column.x, min(reach), column.x, max(reach), width, False))
        for channel, y in ends.items():
            around = NECK_VIAS if neck else ((0.0, 0.0),)
            vias += [Via(column.net, column.x + dx, y + dy) for dx, dy in around]
            joints[column.net, channel].append(column.x)
    for (net, channel), xs in joints.items():
        y, width = (upper_y, lower_y)[channel.value][net]
        inset = width / 2 + LANE_END  # a lane ends in a half circle
        start, stop = max(min(xs), inset), min(max(xs), circuit.width - inset)
        tracks.append(Track(net, start, y, stop, y, width, True))
    holes = tuple((x, lines[band] + y) for x, band, y in circuit.holes)
    return Routed(placed, tuple(tracks), tuple(vias), circuit.width, height, holes)


def _spots(circuit: Circuit, lines: Mapping[Band, float]) -> tuple[Spot, ...]:
    """Every part where it lies, the bands' lines being there."""
    return tuple(
        Spot(place.part, place.shape, place.x, lines[place.band] + place.y, place.label) for place in circuit.places
    )


def _columns(placed: Iterable[Spot]) -> list[_Column]:
    found = []
    for spot in placed:
        for pad in FOOTPRINTS[spot.shape].pads:
            net = spot.part.pins[pad.number]
            if net is not None:
                found.append(_Column(net, spot.x + pad.x, spot.y + pad.y, spot.x + pad.x + pad.jog, pad.way))
    return found


def _channels(columns: Iterable[_Column]) -> Mapping[str, frozenset[Channel]]:
    """The channels each net runs in: those its one-way pads need, else the upper; two need a pad that joins them."""
    ways: dict[str, set[Way]] = defaultdict(set)
    for column in columns:
        ways[column.net].add(column.way)
    found = {}
    for net, used in ways.items():
        needed = {ONE_WAY[way] for way in used if way in ONE_WAY} or {Channel.UPPER}
        if len(needed) == 2:
            assert used & {Way.DOWN, Way.BOTH}, f"nothing joins the two lanes of {net}"
        found[net] = frozenset(needed)
    return found


def _reached(column: _Column, channels: Mapping[str, frozenset[Channel]]) -> tuple[Channel, ...]:
    """Where a column gets a via: everywhere its net runs and it passes."""
    if column.way in ONE_WAY:
        return (ONE_WAY[column.way],)
    return tuple(sorted(channels[column.net], key=lambda channel: channel.value))


def _lanes(columns: Iterable[_Column], channels: Mapping[str, frozenset[Channel]], channel: Channel) -> list[list[str]]:
    """The nets of each lane: supplies alone, the others by the left-edge rule."""
    reach: dict[str, list[float]] = defaultdict(list)
    for column in columns:
        if channel in _reached(column, channels):
            reach[column.net].append(column.x)
    lanes = [[net] for net in SUPPLIES if net in reach]
    ends: list[float] = []
    shared: list[list[str]] = []
    for net in sorted((net for net in reach if net not in SUPPLIES), key=lambda net: (min(reach[net]), net)):
        start, stop = min(reach[net]), max(reach[net])
        lane = next((n for n, end in enumerate(ends) if end + 1.0 < start), None)
        if lane is None:
            shared.append([net])
            ends.append(stop)
        else:
            shared[lane].append(net)
            ends[lane] = stop
    return lanes + shared


def _lane_y(lanes: list[list[str]], top: float) -> Mapping[str, tuple[float, float]]:
    """Net -> the y of its lane's middle and the lane's width."""
    found: dict[str, tuple[float, float]] = {}
    y = top
    for nets in lanes:
        width = WIDE.get(nets[0], TRACK)
        step = width + GAP if nets[0] in WIDE else LANE_STEP
        found |= dict.fromkeys(nets, (y + step / 2, width))
        y += step
    return found
