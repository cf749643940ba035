"""What lines and sensors do to the readings of a game: lost and false ones, and sensors that fail in mid-game."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random

from reedboard.bench.simulated_game import SimulatedGame
from reedboard.bench.table import SoFar
from reedboard.board.events import Press, Reading

Events = tuple[Reading | Press, ...]


def disturbed(sitting: SimulatedGame, rng: Random, rate: float) -> SimulatedGame:
    """The game as heard where some readings are lost, and some made up: a site says for a moment what is not so.

    `rate` is the share of both together. Spans follow what was heard; moves that lost a reading are `unheard`.
    """
    heard: list[Reading | Press] = []
    places: list[int] = []
    lost: list[int] = []
    for number, event in enumerate(sitting.events):
        places.append(len(heard))
        if isinstance(event, Reading):
            if rng.random() < rate / 2:
                lost.append(number)
                continue
            if rng.random() < rate / 2:
                heard += [Reading(event.t_ms, event.site, event.on), Reading(event.t_ms, event.site, not event.on)]
        heard.append(event)
    places.append(len(heard))

    def moved(so_far: SoFar) -> SoFar:
        return SoFar(so_far.moves, tuple((places[first], places[last]) for first, last in so_far.spans))

    spans = moved(SoFar(sitting.moves, sitting.spans)).spans
    undone = tuple(map(moved, sitting.undone))
    begun = [first for first, _ in sitting.spans]
    affected = frozenset(max(0, bisect_right(begun, number) - 1) for number in lost)
    return replace(sitting, events=tuple(heard), spans=spans, unheard=sitting.unheard | affected, undone=undone)


def failed(sitting: SimulatedGame, sites: tuple[str, ...], since: int) -> SimulatedGame:
    """The game as it was, its moves `unheard` that touched one of the failing sites from event `since` on."""
    affected = frozenset(
        number
        for number, (first, last) in enumerate(sitting.spans)
        if any(isinstance(each, Reading) and each.site in sites for each in sitting.events[max(first, since) : last])
    )
    return replace(sitting, unheard=sitting.unheard | affected)


class Failure(Enum):
    """How a sensor fails, in the words of `reedboard bench tracker --fault`."""

    DEAD = "dead"
    """It says empty from now on, at once."""
    FADING = "fading"
    """It says empty from the next time its piece is lifted."""
    STUCK = "stuck"
    """It says for ever what it said last."""
    CLOSED = "closed"
    """It says occupied from now on, at once."""
    SWAPPED = "swapped"
    """It speaks for another site, and that one's for it."""
    CHATTERING = "chattering"
    """It flickers while a piece stands on it."""


FLICKER_MS = 90
"""Between two changes of a chattering reed, as the firmware lets them through."""
FLICKERS = 12
"""Changes of one spell of chattering; hands that go on cut it short."""


@dataclass(slots=True)
class _Channel:
    """The sensors that fail, between what is so and what is heard."""

    failure: Failure
    sites: tuple[str, ...]
    so: dict[str, bool]
    heard: dict[str, bool]
    fading: bool = False

    def says(self, site: str) -> bool:
        """What a failing sensor says now."""
        match self.failure:
            case Failure.DEAD:
                return False
            case Failure.FADING:
                return self.heard[site] and not self.fading
            case Failure.STUCK:
                return self.heard[site]
            case Failure.CLOSED:
                return True
            case Failure.SWAPPED:
                return self.so[self.sites[1 - self.sites.index(site)]]
            case Failure.CHATTERING:
                return self.so[site]

    def changes(self, t_ms: int) -> list[Reading]:
        """The readings that bring what is heard up to what the sensors say."""
        found = [Reading(t_ms, site, self.says(site)) for site in self.sites if self.says(site) != self.heard[site]]
        self.heard.update((each.site, each.on) for each in found)
        return found


def failing(
    events: Sequence[Reading | Press],
    occupied: Mapping[str, bool],
    failure: Failure,
    sites: tuple[str, ...],
    since: int,
) -> Events:
    """What is heard if sensors fail just before event `since`.

    Args:
        events: what is so.
        occupied: every site at the start.
        failure: how they fail.
        sites: the failing sensor's site; two for a swapped pair.
        since: number of the first event that is heard wrongly.
    """
    channel = _Channel(failure, sites, dict(occupied), dict(occupied))
    heard: list[Reading | Press] = []
    for number, event in enumerate(events):
        if number == since:
            channel.fading = failure is Failure.FADING and not channel.heard[sites[0]]
            heard += channel.changes(event.t_ms)
        if not isinstance(event, Reading) or event.site not in sites or number < since:
            heard.append(event)
            if isinstance(event, Reading):
                channel.so[event.site] = channel.heard[event.site] = event.on
            continue
        channel.so[event.site] = event.on
        channel.fading = channel.fading or (failure is Failure.FADING and not event.on)
        heard += channel.changes(event.t_ms)
        if failure is Failure.CHATTERING and event.on:
            until_ms = events[number + 1].t_ms if number + 1 < len(events) else event.t_ms + FLICKERS * FLICKER_MS
            times = range(event.t_ms + FLICKER_MS, until_ms, FLICKER_MS)[: FLICKERS // 2 * 2]
            flickers = [Reading(t_ms, event.site, bool(at % 2)) for at, t_ms in enumerate(times)]
            heard += flickers[: len(flickers) // 2 * 2]
    return tuple(heard)
