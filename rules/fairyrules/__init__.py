"""Rules of chess and its variants: boards, pieces, positions, legal moves, notation.

>>> import fairyrules
>>> position = fairyrules.game("wildeurasian-qi").start()
>>> move = position.parse("a3a4")
>>> position.play(move).fen().split()[:2]
['rnbmgtmbnr/1c1aqka1c1/p1pppppp1p/10/10/10/P9/2PPPPPP1P/1C1AQKA1C1/RNBMGTMBNR', 'b']
"""

from fairyrules import pgn, toml
from fairyrules.game import Game, game, games
from fairyrules.outcome import Outcome
from fairyrules.pieces import Piece, Side
from fairyrules.position import Position
from fairyrules.setup import Setup

__all__ = ["Game", "Outcome", "Piece", "Position", "Setup", "Side", "game", "games", "pgn", "toml"]
