"""Portable Game Notation for every game: `read(text)` gives records, `write(record)` gives text."""

from fairyrules.pgn.reader import PgnMoveError, read, read_on, texts, visit
from fairyrules.pgn.record import GameRecord, Ply, ReadGame, Variation
from fairyrules.pgn.tokens import decoded
from fairyrules.pgn.visitor import Visitor
from fairyrules.pgn.writer import write

__all__ = [
    "GameRecord",
    "PgnMoveError",
    "Ply",
    "ReadGame",
    "Variation",
    "Visitor",
    "decoded",
    "read",
    "read_on",
    "texts",
    "visit",
    "write",
]
