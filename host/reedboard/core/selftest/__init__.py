"""First light: walks a person (or virtual hands) over a new board, and names what is wrong with it. Pure.

`start` gives a walk; `walk.prompt` says what to do next; `observe` takes what happened; `findings` says what it means.
"""

from reedboard.core.selftest.diagnosis import findings, swaps
from reedboard.core.selftest.findings import (
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
from reedboard.core.selftest.report import Figures, report
from reedboard.core.selftest.walk import (
    Broke,
    Clear,
    Done,
    Flickered,
    Happening,
    Lift,
    Look,
    Nothing,
    Passed,
    Prompt,
    Put,
    Saw,
    Seen,
    Sensed,
    Walk,
    observe,
    start,
)

__all__ = [
    "Broke",
    "BrokenChain",
    "BrokenLights",
    "Chatter",
    "Clear",
    "Crosstalk",
    "DarkLight",
    "Dead",
    "Done",
    "Figures",
    "Finding",
    "Flickered",
    "Happening",
    "Lift",
    "Look",
    "Miswired",
    "Nothing",
    "Passed",
    "Prompt",
    "Put",
    "Saw",
    "Seen",
    "Sensed",
    "StrayLight",
    "Stuck",
    "Walk",
    "findings",
    "observe",
    "report",
    "start",
    "swaps",
]
