"""Whoever plays against people without hands: one door (`Opponent`), behind it our search or an engine.

Each thinks in a process of its own, so that it never delays a light, and whatever goes wrong in it ends in a sentence.
"""

from reedboard.opponent.door import Limit, NoMoveError, Opponent, OpponentError
from reedboard.opponent.levels import LEVELS, Level, Levelled
from reedboard.opponent.named import named
from reedboard.opponent.roster import Roster
from reedboard.opponent.search import SearchOpponent
from reedboard.opponent.uci import UciOpponent
from reedboard.opponent.usi import UsiOpponent

__all__ = [
    "LEVELS",
    "Level",
    "Levelled",
    "Limit",
    "NoMoveError",
    "Opponent",
    "OpponentError",
    "Roster",
    "SearchOpponent",
    "UciOpponent",
    "UsiOpponent",
    "named",
]
