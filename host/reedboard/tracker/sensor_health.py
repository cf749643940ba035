"""What agreement tells of the sensors: which of them lied, which said nothing, and which speak sense again."""

from functools import reduce
from operator import or_

from reedboard.story.effects import Observation
from reedboard.story.sites import members
from reedboard.tracker.belief import TrackerState
from reedboard.tracker.changed import replace
from reedboard.tracker.footprint import made_since
from reedboard.tracker.hypothesis import Hypothesis, LineOfPlay
from reedboard.tracker.memory import silent_since
from reedboard.tracker.sensors import agreed, contradicted, relieved
from reedboard.tracker.verdict import judge

MUTE = 3
"""Moves running of which a sensor said nothing, each of them a capture that may have gone unfelt: it is the sensor."""


def learned_of_sensors(belief: TrackerState, t_ms: int) -> tuple[TrackerState, list[Observation]]:
    """Learns from a position agreed beyond doubt which sensors lied, and which masked ones speak sense again."""
    best = _undoubted(belief)
    if best is None:
        return belief, []
    stats, said = belief.sensors, list[Observation]()
    ply, recovered = best.line.ply, 0
    mute = _mute(best.line, belief) & ~stats.masked
    for site in members((belief.heard & stats.masked) | best.doubted | mute):
        sense = belief.raw >> site & 1 == best.line.occupancy >> site & 1
        if stats.masked >> site & 1:
            stats, more = agreed(stats, site, sense, t_ms, belief.sites)
        elif sense and belief.heard >> site & 1:
            recovered |= 1 << site
            continue
        else:
            lately = _moves_touching(site, best.line, belief.sure, belief) or belief.heard >> site & 1
            unfelt = _moves_touching(site, best.line, silent_since(belief, site), belief)
            lies = max(stats.doubts.get(site, 0) + lately, unfelt)
            stats, more = contradicted(stats, site, lies, ply, bool(belief.raw >> site & 1), t_ms, belief.sites)
        said += more
    still = best.doubted & ~stats.masked & ~recovered
    stats, more = relieved(replace(stats, sensible=stats.sensible | belief.heard & ~still), still, t_ms, belief.sites)
    said += more
    believed = tuple(
        replace(each, doubted=each.doubted & ~stats.masked & ~recovered) if each.doubted else each
        for each in belief.hypotheses
    )
    return replace(belief, sensors=stats, hypotheses=believed, heard=0, sure=ply), said


def _undoubted(belief: TrackerState) -> Hypothesis | None:
    """The one explanation that agrees with the board, if there is but one."""
    verdict = judge(belief)
    best = verdict.best
    if best is None or best.apart(belief.raw, belief.sites.cells & ~belief.masked):
        return None
    alone = all(each.line == best.line and each.doubted == best.doubted for each in verdict.ties)
    return best if alone else None


def _mute(line: LineOfPlay, belief: TrackerState) -> int:
    """The cells of the latest moves that said nothing of them, nor of those before: one capture may go unfelt."""
    touched = reduce(or_, (each.cells for _, each in made_since(line, belief.sure, belief.sites)), 0) & ~belief.heard
    silent = (
        site for site in members(touched) if _moves_touching(site, line, silent_since(belief, site), belief) >= MUTE
    )
    return sum(1 << site for site in silent)


def _moves_touching(site: int, line: LineOfPlay, since: int, belief: TrackerState) -> int:
    """How many of the moves since a ply should have been felt at a site."""
    return sum(each.cells >> site & 1 for _, each in made_since(line, since, belief.sites))
