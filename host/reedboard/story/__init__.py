"""From readings to moves: `begin` a belief, `observe` events, read the effects. Pure; never guesses silently."""

from reedboard.story.belief import Belief
from reedboard.story.observe import begin, conclude, observe

__all__ = ["Belief", "begin", "conclude", "observe"]
