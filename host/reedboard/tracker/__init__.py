"""From readings to moves: `begin` a belief, `observe` events, read the effects. Pure; never guesses silently.

All that is outside imports this alone; the files of this folder are private to it.
"""

from reedboard.tracker.api import LONGEST_SILENCE_MS, Belief, begin, conclude, look_ahead, observe
from reedboard.tracker.effects import (
    NOT_PLAYED,
    Asked,
    Fault,
    Mended,
    Mismatch,
    Moved,
    Observation,
    Retracted,
    SensorRecovered,
    SensorSuspected,
    Settled,
)
from reedboard.tracker.footprint import Book, Footprint
from reedboard.tracker.sites import Sites, UnknownSiteError, members, slot_group

__all__ = [
    "LONGEST_SILENCE_MS",
    "NOT_PLAYED",
    "Asked",
    "Belief",
    "Book",
    "Fault",
    "Footprint",
    "Mended",
    "Mismatch",
    "Moved",
    "Observation",
    "Retracted",
    "SensorRecovered",
    "SensorSuspected",
    "Settled",
    "Sites",
    "UnknownSiteError",
    "begin",
    "conclude",
    "look_ahead",
    "members",
    "observe",
    "slot_group",
]
