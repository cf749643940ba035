"""Whether what follows from a geometry file can be built and used: copper, contacts, lengths.

The profile's own laws (every bit once, enough power) are checked when it is read; these need the drawn strip.
"""

from collections.abc import Iterator

from reedboard.board.profile import BoardProfile
from reedboard.wiring.carrier.design import carrier
from reedboard.wiring.circuit.necks import CONTACT_MA, WARMING_LIMIT_K, necks
from reedboard.wiring.magnet_reach import broken_promises, built, reach
from reedboard.wiring.mechanics.plan import strip_boxes
from reedboard.wiring.strip.design import design_of
from reedboard.wiring.strip.layout import circuit_of

TOUCH_MM = 0.01
"""Strips end to end may touch."""

PANEL_MM = 500.0
"""The longest board that most makers' panels hold."""


def margins(profile: BoardProfile) -> Iterator[str]:
    """How far a board's drawn strips and carrier are from what would be unsound; nothing for one wired by hand."""
    design = design_of(profile)
    if design is None:
        return
    found = reach(built(profile.mechanics), design.pitch_mm)
    yield (
        f"A piece within {found.promise_mm:g} mm of its cell's middle gives its reed {found.weakest_at:.1f} "
        f"ampere-turns or more ({found.needed_at:.0f} close the least sensitive one with a fifth to spare), "
        f"its neighbours {found.neighbour_at:.1f} at most ({found.allowed_at:.1f} leave the most sensitive one open)."
    )
    for name, circuit in (("a strip", circuit_of(design)), ("the carrier", carrier("pico"))):
        warmest = max(necks(circuit, profile.power.fuse_ma), key=lambda neck: neck.warming_k)
        yield (
            f"Warmest on {name} at the fuse's {profile.power.fuse_ma} mA: {warmest.where}, {warmest.warming_k:.1f} K "
            f"(at most {WARMING_LIMIT_K:.0f})."
        )


def unsound(profile: BoardProfile) -> Iterator[str]:
    """One sentence for everything that a board's documents would promise and its parts not keep."""
    design = design_of(profile)
    if design is None:
        return
    fuse_ma = profile.power.fuse_ma
    if fuse_ma > CONTACT_MA:
        yield (
            f"the fuse of {fuse_ma} mA is more than a plug's contact carries ({CONTACT_MA} mA): "
            f"choose fuse_ma = {CONTACT_MA} and a budget_ma below it."
        )
    for neck in necks(circuit_of(design), fuse_ma):
        if neck.warming_k > WARMING_LIMIT_K:
            yield (
                f"{neck.where} would be {neck.warming_k:.0f} K warmer at the fuse's {fuse_ma} mA, "
                f"at most {WARMING_LIMIT_K:.0f} K is sound: choose a smaller fuse_ma."
            )
    yield from broken_promises(built(profile.mechanics), design.pitch_mm)
    boxes = sorted(strip_boxes(profile).items(), key=lambda entry: entry[1].left)
    for number, (name, box) in enumerate(boxes):
        for other, beside in boxes[number + 1 :]:
            if (
                beside.left < box.right - TOUCH_MM
                and box.low < beside.high - TOUCH_MM
                and beside.low < box.high - TOUCH_MM
            ):
                yield (
                    f"the circuit boards of strips {name} and {other} would lie on one another (each is {design.cells} "
                    "cells long, used or not): move the tray."
                )
    length_mm = design.cells * design.pitch_mm
    if length_mm > PANEL_MM:
        yield (
            f"a strip of {design.cells} cells is {length_mm:.0f} mm long, most makers' panels end at {PANEL_MM:.0f}: "
            "part the rows into two runs, as hardware/boards/17x17.toml does."
        )
