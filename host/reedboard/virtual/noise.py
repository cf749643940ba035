"""What lines and sensors do to the readings of a sitting: lost and false ones, and sensors that die or stick."""

from collections.abc import Sequence
from random import Random

from reedboard.core.events import Press, Reading

Events = tuple[Reading | Press, ...]


def disturbed(events: Sequence[Reading | Press], rng: Random, rate: float) -> Events:
    """Loses some readings, and makes some up: a site says for a moment what is not so. `rate` is the share of each."""
    heard: list[Reading | Press] = []
    for event in events:
        if isinstance(event, Reading):
            if rng.random() < rate / 2:
                continue
            if rng.random() < rate / 2:
                heard += [Reading(event.t_ms, event.site, event.on), Reading(event.t_ms, event.site, not event.on)]
        heard.append(event)
    return tuple(heard)


def stuck(events: Sequence[Reading | Press], site: str, since: int) -> Events:
    """From event `since` on the site reports no more changes."""
    return tuple(
        event
        for number, event in enumerate(events)
        if number < since or not isinstance(event, Reading) or event.site != site
    )


def dead(events: Sequence[Reading | Press], site: str, since: int) -> Events:
    """From event `since` on the site's reed closes no more: one last change to empty, then none."""
    heard: list[Reading | Press] = []
    off = False
    for number, event in enumerate(events):
        mine = isinstance(event, Reading) and event.site == site
        if number < since or not mine or (isinstance(event, Reading) and not event.on and not off):
            heard.append(event)
        if mine and isinstance(event, Reading) and number >= since:
            off = True
    return tuple(heard)
