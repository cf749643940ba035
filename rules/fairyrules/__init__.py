"""Rules of chess and its variants: boards, pieces, positions, legal moves, notation.

>>> import fairyrules
>>> position = fairyrules.game("wildeurasian-qi").start()
>>> move = position.parse("a3a4")
>>> position.play(move).fen().split()[:2]
['rnbmgtmbnr/1c1aqka1c1/p1pppppp1p/10/10/10/P9/2PPPPPP1P/1C1AQKA1C1/RNBMGTMBNR', 'b']
"""

from fairyrules import pgn, toml
from fairyrules.errors import (
    AmbiguousMoveError,
    FairyRulesError,
    IllegalMoveError,
    IllegalPositionError,
    NotationError,
    SheetError,
    UnknownGameError,
)
from fairyrules.game import Game, game, games
from fairyrules.match import Match
from fairyrules.moves import Move
from fairyrules.outcome import Outcome
from fairyrules.pieces import Piece, Side
from fairyrules.position import Position
from fairyrules.setup import Setup

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMoveError",
    "FairyRulesError",
    "Game",
    "IllegalMoveError",
    "IllegalPositionError",
    "Match",
    "Move",
    "NotationError",
    "Outcome",
    "Piece",
    "Position",
    "Setup",
    "SheetError",
    "Side",
    "UnknownGameError",
    "game",
    "games",
    "pgn",
    "toml",
]
