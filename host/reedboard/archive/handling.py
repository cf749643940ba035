"""How long a move was thought about, and how long hands took for it: read off the journal of a record."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from reedboard.board.events import Press, Reading
from reedboard.game.table_events import Adjourned
from reedboard.game.trace import Traced


@dataclass(frozen=True, slots=True)
class Handling:
    """The time of one move, in milliseconds of the game's clock.

    `thought_ms` runs from the move before (the game's start for the first one) to the first reading of a site this
    move touches, `handled_ms` from there to the move's own time. None where the journal does not tell.
    """

    thought_ms: int | None
    handled_ms: int | None


def handling(
    events: Sequence[Traced], times_ms: Sequence[int | None], touched: Sequence[Sequence[str]]
) -> tuple[Handling, ...]:
    """The handling of every move.

    Args:
        events: what the journal holds, in its order.
        times_ms: when each move was made; None where it is not known.
        touched: the sites each move touches.
    """
    readings = [event for event in events if isinstance(event, Reading)]
    stamps = [reading.t_ms for reading in readings]
    found, before_ms = [], 0
    for now_ms, sites in zip(times_ms, touched, strict=True):
        if now_ms is None:
            found.append(Handling(None, None))
            continue
        # From the reading after the last one that the move before was known by, up to the one this was.
        first, last = bisect_right(stamps, before_ms) if before_ms else 0, bisect_right(stamps, now_ms)
        begun_ms = next((each.t_ms for each in readings[first:last] if each.site in sites), None)
        if begun_ms is None:
            found.append(Handling(None, None))
        else:
            found.append(Handling(begun_ms - before_ms, now_ms - begun_ms))
        before_ms = now_ms
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Felt:
    """What a journal holds, for a picture.

    `sites` are those that ever changed: slots first, then cells as they lie, a1 last. The n-th reading was at
    `t_ms[n]`, of the site `sites[at[n]]`, occupied from then on where `on[n]`. The n-th press was at `pressed_ms[n]`,
    by the side `pressed_by[n]`. The game was left for another time at each of `adjourned_ms`.
    """

    sites: tuple[str, ...]
    t_ms: tuple[int, ...]
    at: tuple[int, ...]
    on: tuple[bool, ...]
    pressed_ms: tuple[int, ...]
    pressed_by: tuple[str, ...]
    adjourned_ms: tuple[int, ...]


def felt(events: Sequence[Traced]) -> Felt:
    """The readings and presses of a journal."""
    changed = [event for event in events if isinstance(event, Reading)]
    presses = [event for event in events if isinstance(event, Press)]
    sites = sorted({reading.site for reading in changed}, key=_from_above)
    place = {site: number for number, site in enumerate(sites)}
    return Felt(
        tuple(sites),
        tuple(reading.t_ms for reading in changed),
        tuple(place[reading.site] for reading in changed),
        tuple(reading.on for reading in changed),
        tuple(press.t_ms for press in presses),
        tuple(press.side.letter for press in presses),
        tuple(event.t_ms for event in events if isinstance(event, Adjourned)),
    )


def _from_above(site: str) -> tuple[int, int, str]:
    return (0, 0, site) if ":" in site else (1, -int(site[1:]), site)
