"""From what a walk learnt to what is wrong: each site's magnet closed these bits, each LED was seen there."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from reedboard.board.profile import BoardProfile
from reedboard.selftest.walk.findings import (
    BrokenChain,
    BrokenLights,
    Chatter,
    Crosstalk,
    DarkLight,
    Dead,
    Finding,
    Miswired,
    StrayLight,
    Stuck,
)
from reedboard.selftest.walk.state_machine import Walk

SPARE = "input "
"""How an input without a site is called."""


def findings(walk: Walk) -> tuple[Finding, ...]:
    """Everything wrong, in the order in which to mend it: chain, LED line, then single sites along the chain."""
    return (*_chain(walk), *_lights(walk), *_stuck(walk), *_sensors(walk))


def swaps(walk: Walk) -> tuple[tuple[int, int], ...]:
    """Pairs of bits to swap, one after the other, so that every site answers with its own bit: the learnt wiring.

    Each pair goes to the board as a setting to keep; a ring of n sensors takes n - 1 of them.
    """
    pairs: list[tuple[int, int]] = []
    for ring in _rings(_moved(walk)):
        bits = [_bit(walk.profile, label) for label in ring]
        pairs += pairwise(bits)
    return tuple(pairs)


def _chain(walk: Walk) -> Iterator[Finding]:
    if walk.broken is None:
        return
    strips = sorted(walk.profile.strips, key=lambda strip: strip.bit)
    number, strip = next(
        (n, strip) for n, strip in reversed(list(enumerate(strips, 1))) if strip.bit <= 8 * walk.broken or n == 1
    )
    yield BrokenChain(walk.broken, number, strip.sites[0])


def _lights(walk: Walk) -> Iterator[Finding]:
    led_of = {site: walk.profile.sites[site].led or 0 for site in walk.seen}
    dark = sorted(led_of[site] for site, seen in walk.seen.items() if seen is None)
    end = first = max(led_of.values(), default=-1) + 1
    while first - 1 in dark:
        first -= 1
    if first < end:
        yield BrokenLights(first, walk.profile.site_of_led[first])
    for led in dark:
        if led < first:
            yield DarkLight(led, walk.profile.site_of_led[led])
    for site, seen in walk.seen.items():
        if seen is not None and seen != site:
            yield StrayLight(led_of[site], site, seen)


def _stuck(walk: Walk) -> Iterator[Finding]:
    for bit in sorted(walk.stuck):
        yield Stuck(_site(walk.profile, bit))


def _sensors(walk: Walk) -> Iterator[Finding]:
    moved = _moved(walk)
    for ring in _rings(moved):
        yield Miswired(ring)
    for site, bits in walk.answered.items():
        own = walk.profile.sites[site].bit
        if own in walk.flickering and site not in moved:
            yield Chatter(site)
        elif not bits or (own not in bits and site not in moved):
            yield Dead(site)
        if site not in moved:
            for bit in sorted(bits - {own}):
                yield Crosstalk(site, _site(walk.profile, bit))


def _moved(walk: Walk) -> Mapping[str, str]:
    """Site -> where its wire goes instead: the site, or spare input, it answers as.

    Only where that is one bit, and no other site's own: a site that answers as another one that is well is dead, and
    its magnet closes a neighbour.
    """
    foreign = {
        site: _site(walk.profile, next(iter(bits)))
        for site, bits in walk.answered.items()
        if len(bits) == 1 and walk.profile.sites[site].bit not in bits
    }
    well = {site for site, bits in walk.answered.items() if walk.profile.sites[site].bit in bits}
    taken = well | {target for target, count in Counter(foreign.values()).items() if count > 1}
    return {site: target for site, target in foreign.items() if _ends_well(foreign, taken, site)}


def _ends_well(foreign: Mapping[str, str], taken: set[str], site: str) -> bool:
    """Whether following the wires from a site never meets a site that is well, nor one that two sites answer as."""
    at, seen = site, {site}
    while at in foreign:
        at = foreign[at]
        if at in taken or at in seen:
            return at == site and at not in taken
        seen.add(at)
    return True


def _rings(moved: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Rings of sites that answer for one another, and lines that end at an input nobody else answers with."""
    left = dict(moved)
    starts = [site for site in moved if site not in moved.values()]
    while left:
        ring = [starts.pop() if starts else next(iter(left))]
        while ring[-1] in left:
            following = left.pop(ring[-1])
            if following == ring[0]:
                break
            ring.append(following)
        yield tuple(ring)


def _site(profile: BoardProfile, bit: int) -> str:
    """The site of a bit; a spare input's number in words."""
    return profile.site_of_bit.get(bit, f"{SPARE}{bit}")


def _bit(profile: BoardProfile, label: str) -> int:
    return int(label.removeprefix(SPARE)) if label.startswith(SPARE) else profile.sites[label].bit
