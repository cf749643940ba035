"""Sensors believed to fail: when they are named, and when they are believed again."""

from typing import Final

from reedboard.tracker.belief import Belief, replace
from reedboard.tracker.effects import Fault, Observation, SensorRecovered, SensorSuspected
from reedboard.tracker.sites import members
from reedboard.tracker.story import PATIENCE, Story

CONTRADICTIONS: Final = 2
"""Lies that name a sensor: one may be a lost line, two at one site are no accident."""
UNFELT_CAPTURES: Final = 3
"""Captures running on one cell of which its sensor felt nothing: one was quick, three name it."""
CHATTER_CHANGES: Final = 8
CHATTER_MS: Final = 1500
"""So many changes of one site running, in this time, no hand makes: four lifts in a second and a half."""
RECOVERED_CHANGES: Final = 4
"""Changes in accordance with play after which a sensor is believed again."""


def named(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Names the sensors that the best story believes to fail, and those that it does not any more."""
    belief, said = _numb(belief, t_ms)
    best = belief.stories[0] if belief.stories else None
    if best is None or best.diff or not (best.sick or best.crossed or belief.faults):
        return belief, said
    faults = dict(belief.faults)
    for site in members(best.sick):
        count, ply = best.lied.get(site, (0, 0))
        if site not in faults and (count >= CONTRADICTIONS or (count and best.line.ply - ply >= PATIENCE)):
            faults[site] = Fault.STUCK if belief.raw >> site & 1 else Fault.DEAD
            said.append(SensorSuspected(t_ms, belief.sites.name(site), faults[site]))
    if best.crossed and any(faults.get(site) is not Fault.SWAPPED for site in members(best.crossed)):
        one, other = members(best.crossed)
        faults[one] = faults[other] = Fault.SWAPPED
        said.append(SensorSuspected(t_ms, belief.sites.name(one), Fault.SWAPPED, belief.sites.name(other)))
    for site in [site for site in faults if not (best.sick | best.crossed) >> site & 1]:
        del faults[site]
        said.append(SensorRecovered(t_ms, belief.sites.name(site)))
    return replace(belief, faults=faults), said


def _numb(belief: Belief, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Names the sensor of the cell taken on last if it felt none of the last captures there."""
    line = belief.shown
    if line.before is None:
        return belief, []
    for site in members(line.changed & line.occupancy & line.before.occupancy):
        unfelt = line.plies_after(belief.felt.get(site, -1) + 1)
        count = sum(each.changed >> site & before.occupancy >> site & 1 for each, before in unfelt)
        if count >= UNFELT_CAPTURES and site not in belief.faults:
            return _doubted(belief, site, Fault.STUCK, t_ms)
    return belief, []


def heard(belief: Belief, site: int, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Weighs one more change of a site: too many name it, and enough that make sense absolve it."""
    same, began_ms, changes = belief.burst
    if same != site or t_ms - began_ms > CHATTER_MS:
        began_ms, changes = t_ms, 0
    felt = {**belief.felt, site: belief.shown.ply}
    belief = replace(belief, felt=felt, burst=(site, began_ms, changes + 1))
    if changes + 1 >= CHATTER_CHANGES and site not in belief.faults:
        return _doubted(belief, site, Fault.CHATTERING, t_ms)
    if site not in belief.faults or belief.faults[site] is Fault.SWAPPED:
        return belief, []
    best = belief.stories[0] if belief.stories else None
    sense = belief.sense.get(site, 0) + 1 if best is not None and not best.lies >> site & 1 else 0
    emptied = belief.faults[site] is Fault.STUCK and not belief.raw >> site & 1  # what is stuck never says so
    if sense < RECOVERED_CHANGES and not (sense and emptied):
        return replace(belief, sense={**belief.sense, site: sense}), []
    faults = {each: fault for each, fault in belief.faults.items() if each != site}
    stories = tuple(_trusting(each, site) for each in belief.stories)
    belief = replace(belief, faults=faults, stories=stories, sense={**belief.sense, site: 0})
    return belief, [SensorRecovered(t_ms, belief.sites.name(site))]


def _doubted(belief: Belief, site: int, fault: Fault, t_ms: int) -> tuple[Belief, list[Observation]]:
    """Names a sensor, and has each story doubt it from now on."""
    stories = tuple(each.copy() for each in belief.stories)
    for one in stories:
        one.sick |= 1 << site
        one.lied = {**one.lied, site: (CONTRADICTIONS, one.line.ply)}
    belief = replace(belief, faults={**belief.faults, site: fault}, stories=stories)
    return belief, [SensorSuspected(t_ms, belief.sites.name(site), fault)]


def _trusting(story: Story, site: int) -> Story:
    if story.lies >> site & 1:
        return story
    one = story.copy()
    one.sick &= ~(1 << site)
    one.lied = {each: count for each, count in one.lied.items() if each != site}
    return one
