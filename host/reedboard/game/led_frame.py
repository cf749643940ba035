"""From lit sites to lit LEDs."""

from collections.abc import Mapping

from reedboard.board.profile import Placement
from reedboard.board.wire import Glow, Pattern
from reedboard.game.lights import Light


def led_frame(placement: Placement, lights: Mapping[str, Light]) -> tuple[Glow, ...]:
    """One glow a colour and pattern, LEDs ascending; sites without an LED stay dark."""
    groups: dict[tuple[int, Pattern], list[int]] = {}
    for site, light in lights.items():
        led = placement.sites[site].led
        if led is not None:
            groups.setdefault((light.colour, light.pattern), []).append(led)
    return tuple(Glow(colour, pattern, tuple(sorted(leds))) for (colour, pattern), leds in sorted(groups.items()))
