"""How warm the copper gets that carries a whole board's current, at the current of its fuse.

By IPC-2221's formula for a conductor, I = k dT^0.44 A^0.725 with A in square mils, k 0.048 for outer layers and 0.024
for inner ones; a via's wall is reckoned as an inner conductor, for the board is around it. Computed, to be tried on
the bench board. Source: IPC-2221A, 6.2.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import pi

from reedboard.wiring.circuit.footprints import FOOTPRINTS, Way
from reedboard.wiring.circuit.netlist import Circuit
from reedboard.wiring.circuit.routing import LOADED, NECK, NECK_VIAS, VIA_DRILL, WIDE, Channel, Routed, route

COPPER_MM, PLATING_MM = 0.035, 0.020
"""Thickness of the copper (1 ounce) and of a via's wall (IPC-6012 class 2: 20 um on the mean)."""

OUTER, INNER = 0.048, 0.024

WARMING_LIMIT_K = 20.0
"""What copper may be warmer than the board around it, at the fuse's current."""

CONTACT_MA = 3000
"""What one contact of the plug carries with wire of 0.33 mm2. Source: JST's XH data sheet."""

SQUARE_MILS = (1 / 0.0254) ** 2


@dataclass(frozen=True, slots=True)
class Neck:
    """One place through which the fuse's current may go."""

    where: str
    area_mm2: float
    inner: bool
    current_ma: float

    @property
    def warming_k(self) -> float:
        """How much warmer than the board it gets."""
        carried = (INNER if self.inner else OUTER) * (self.area_mm2 * SQUARE_MILS) ** 0.725
        return float((self.current_ma / 1000 / carried) ** (1 / 0.44))


def necks(circuit: Circuit, fuse_ma: int) -> Iterator[Neck]:
    """Every lane, column and group of vias on the way of the supply, when all the fuse lets through goes one way.

    What comes in at one plug leaves by another; several contacts of one plug share it, and so do two lanes.
    """
    routed = route(circuit)
    via_mm2 = pi * (VIA_DRILL + PLATING_MM) * PLATING_MM
    for net in LOADED:
        lanes = _lanes(routed, net)
        reached: dict[str, int] = {}
        contacts: Counter[str] = Counter()
        for place in circuit.places:
            for pad in FOOTPRINTS[place.shape].pads:
                if place.part.pins[pad.number] == net and pad.way in (Way.BOTH, Way.NEAR):
                    contacts[place.part.ref] += 1
                    reached[place.part.ref] = lanes if pad.way is Way.BOTH else 1
        for ref, count in contacts.items():
            share_ma, vias = fuse_ma / count, len(NECK_VIAS) * reached[ref]
            yield Neck(f"{net}, column of {ref}", NECK * COPPER_MM, False, share_ma)
            yield Neck(f"{net}, {vias} vias of {ref}", vias * via_mm2, True, share_ma)
        if contacts:
            carrying = max(reached.values())
            width = carrying * WIDE[net]
            yield Neck(f"{net}, {carrying} lane(s) along the board", width * COPPER_MM, False, fuse_ma)


def _lanes(routed: Routed, net: str) -> int:
    """In how many channels a pad that is open both ways finds a lane of the net."""
    return sum(
        any(
            t.back and t.net == net and t.width == WIDE[net] and _in(channel, t.y1, routed.height)
            for t in routed.tracks
        )
        for channel in Channel
    )


def _in(channel: Channel, y: float, height: float) -> bool:
    return (y < height / 2) == (channel is Channel.UPPER)
