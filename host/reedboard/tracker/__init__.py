"""From readings to moves: `begin` a belief, `observe` events, read the effects. Pure; never guesses silently."""

from reedboard.tracker.belief import Belief
from reedboard.tracker.effects import (
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
from reedboard.tracker.observe import begin, conclude, observe

__all__ = [
    "Asked",
    "Belief",
    "Fault",
    "Mended",
    "Mismatch",
    "Moved",
    "Observation",
    "Retracted",
    "SensorRecovered",
    "SensorSuspected",
    "Settled",
    "begin",
    "conclude",
    "observe",
]
