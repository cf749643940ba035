"""Whoever plays against people without hands: one door (`Opponent`), and behind it our search in a process of its own.

A process of its own, so that thinking never delays a light, and whatever goes wrong in it ends in a sentence.
"""

from reedboard.opponent.door import Limit, Opponent, OpponentError
from reedboard.opponent.levels import LEVELS, Level, Levelled
from reedboard.opponent.search import SearchOpponent

__all__ = ["LEVELS", "Level", "Levelled", "Limit", "Opponent", "OpponentError", "SearchOpponent"]
