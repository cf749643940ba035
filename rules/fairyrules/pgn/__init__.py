"""Portable Game Notation for every game: `read(text)` gives records, `write(record)` gives text."""

from fairyrules.pgn.reader import PgnMoveError, read
from fairyrules.pgn.record import GameRecord, Ply, Variation
from fairyrules.pgn.writer import write

__all__ = ["GameRecord", "PgnMoveError", "Ply", "Variation", "read", "write"]
