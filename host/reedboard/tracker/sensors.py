"""What is known of each sensor: how lively it is, and how often play contradicted it.

A sensor that play contradicted twice is named and masked: nothing it says is believed until it has agreed with the game
again through a few changes. One that changes faster than hands can is named likewise. One whose single lie stands while
play goes on is named, too, but listened to: a reading may have been lost, and its next is likely right.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from reedboard.story.effects import Fault, Observation, SensorRecovered, SensorSuspected
from reedboard.story.sites import Sites
from reedboard.tracker.changed import replace

CONTRADICTIONS = 2
"""Lies that name a sensor: one may be a lost line, two at one site are no accident."""
PLAYED_ON = 4
"""Moves played while a lie stands, after which nobody will mend the board: it is the sensor."""
CHATTER_CHANGES = 8
CHATTER_MS = 1500
"""So many changes of one site running, in this time, no hand makes: four lifts in a second and a half."""
RECOVERED_CHANGES = 4
"""Changes in accordance with play after which a masked sensor is believed again."""


@dataclass(frozen=True)
class SensorStats:
    """Counts by site; a site in `faults` is masked."""

    doubts: Mapping[int, int] = field(default_factory=dict)
    """How often the accepted line contradicted a sensor."""
    sensible: int = 0
    """The sites that spoke sense since they last contradicted it: what they lied about was a lost reading."""
    faults: Mapping[int, Fault] = field(default_factory=dict)
    """Sensors that are not believed."""
    standing: Mapping[int, int] = field(default_factory=dict)
    """Sensors that say what play does not, though not yet masked, and at which ply that began."""
    pointed: Mapping[int, Fault] = field(default_factory=dict)
    """Those of them that people were told of."""
    swapped_with: Mapping[int, int] = field(default_factory=dict)
    """Sensors that speak for each other's sites, both ways."""
    burst: tuple[int, int, int] = (-1, 0, 0)
    """The site that changed last, since when, and how often without another site between."""
    sense: Mapping[int, int] = field(default_factory=dict)
    """How often in a row a masked site agreed with the game once things were quiet."""

    @property
    def masked(self) -> int:
        """The sites not believed, as bits."""
        bits = 0
        for site in self.faults:
            bits |= 1 << site
        return bits

    def lying(self, site: int) -> bool:
        """Whether a sensor lied and has not spoken sense since."""
        return site in self.doubts and not self.sensible >> site & 1


def felt(stats: SensorStats, site: int, t_ms: int, sites: Sites) -> tuple[SensorStats, list[Observation]]:
    """Counts a change of a site; too many name it."""
    same, began_ms, changes = stats.burst
    if same != site or t_ms - began_ms > CHATTER_MS:
        began_ms, changes = t_ms, 0
    stats = replace(stats, burst=(site, began_ms, changes + 1))
    if changes + 1 >= CHATTER_CHANGES and site not in stats.faults:
        return named(stats, site, Fault.CHATTERING, t_ms, sites)
    return stats, []


def contradicted(
    stats: SensorStats, site: int, lies: int, ply: int, occupied: bool, t_ms: int, sites: Sites
) -> tuple[SensorStats, list[Observation]]:
    """Notes how many lies play has borne out up to a ply; the second masks the sensor, and so long a one names it."""
    since = stats.standing.get(site, ply)
    stats = replace(stats, doubts={**stats.doubts, site: lies}, standing={**stats.standing, site: since})
    stats = replace(stats, sensible=stats.sensible & ~(1 << site))
    fault = Fault.STUCK if occupied else Fault.DEAD
    if lies >= CONTRADICTIONS and site not in stats.faults:
        return named(stats, site, fault, t_ms, sites)
    if ply - since < PLAYED_ON or site in stats.pointed:
        return stats, []
    return replace(stats, pointed={**stats.pointed, site: fault}), [SensorSuspected(t_ms, sites.name(site), fault)]


def relieved(stats: SensorStats, doubted: int, t_ms: int, sites: Sites) -> tuple[SensorStats, list[Observation]]:
    """Forgets the lies of all sensors but those still in doubt."""
    standing = {site: ply for site, ply in stats.standing.items() if doubted >> site & 1}
    pointed = {site: fault for site, fault in stats.pointed.items() if doubted >> site & 1}
    well = (site for site in stats.pointed if site not in pointed and site not in stats.faults)
    said: list[Observation] = [SensorRecovered(t_ms, sites.name(site)) for site in well]
    return replace(stats, standing=standing, pointed=pointed), said


def named(
    stats: SensorStats, site: int, fault: Fault, t_ms: int, sites: Sites
) -> tuple[SensorStats, list[Observation]]:
    """Masks a sensor and says so, unless that was said before."""
    stats = replace(stats, faults={**stats.faults, site: fault}, sense={**stats.sense, site: 0})
    return stats, [] if stats.pointed.get(site) is fault else [SensorSuspected(t_ms, sites.name(site), fault)]


def agreed(
    stats: SensorStats, site: int, sense: bool, t_ms: int, sites: Sites
) -> tuple[SensorStats, list[Observation]]:
    """Notes whether a masked sensor that changed says what the game says; often enough, it is believed again."""
    count = stats.sense.get(site, 0) + 1 if sense else 0
    if count < RECOVERED_CHANGES:
        return replace(stats, sense={**stats.sense, site: count}), []
    without = {each: fault for each, fault in stats.faults.items() if each != site}
    doubts = {each: number for each, number in stats.doubts.items() if each != site}
    return replace(stats, faults=without, doubts=doubts), [SensorRecovered(t_ms, sites.name(site))]


def exchanged(
    stats: SensorStats, pair: tuple[int, int], t_ms: int, sites: Sites
) -> tuple[SensorStats, list[Observation]]:
    """Lets two sensors speak for each other's sites from now on, and says so."""
    one, other = pair
    stats = replace(stats, swapped_with={**stats.swapped_with, one: other, other: one})
    return stats, [SensorSuspected(t_ms, sites.name(one), Fault.SWAPPED, sites.name(other))]
