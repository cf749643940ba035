"""A search of any game: the best moves of a position, by values read off its rule sheet.

>>> import fairyrules
>>> from fairyrules.search import Limit, Search
>>> position = fairyrules.game("wildeurasian-qi").start()
>>> [line] = Search(position).go(position, Limit(nodes=500))
>>> line.move in position.legal_moves()
True
"""

from fairyrules.search.line import MATE, WON, Limit, Line
from fairyrules.search.root import Search
from fairyrules.search.values import Values

__all__ = ["MATE", "WON", "Limit", "Line", "Search", "Values"]
