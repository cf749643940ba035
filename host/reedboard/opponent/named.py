"""Opponents as people name them: `search`, `search:3`, or an engine by path or name."""

import random

from reedboard.opponent.door import Opponent, OpponentError
from reedboard.opponent.levels import Levelled, level
from reedboard.opponent.search import SearchOpponent
from reedboard.opponent.uci import UciOpponent

SEARCH = "search"


def named(name: str, seed: int | None = None) -> Opponent:
    """The opponent of a name; `seed` makes a level's choices come again.

    Raises: OpponentError for a level that is none, or a program that is not there.
    """
    own, colon, strength = name.partition(":")
    if own == SEARCH:
        if not colon:
            return SearchOpponent()
        return Levelled(SearchOpponent(), level(strength), random.randrange(2**32) if seed is None else seed)
    if not name.strip():
        raise OpponentError(f"An opponent needs a name: {SEARCH}, {SEARCH}:3, or the path or name of a UCI engine.")
    return UciOpponent(name)
