"""Positions of analysed games in which one move wins and every other throws the win away."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from fairyrules import Position
from fairyrules.errors import FairyRulesError
from fairyrules.search import Line
from reedboard.archive.analysed import analysis_of
from reedboard.archive.database import Archive
from reedboard.archive.pgn_records import game_record
from reedboard.errors import ReedboardError
from reedboard.game import judging


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position of a recorded game, after `ply` moves, and the line that wins for the side to move."""

    record: int
    ply: int
    position: Position
    line: Line
    played: str
    """The move made in the game, as people write it; "" where the game ended here."""

    @property
    def name(self) -> str:
        """What it is called by: the game's number and the ply."""
        return f"{self.record}/{self.ply}"

    @property
    def found(self) -> bool:
        """Whether the player found it."""
        return self.played == self.position.san(self.line.move)


def puzzles(archive: Archive, game: str = "") -> Iterator[Puzzle]:
    """All of them, those of the newest games first; with `game` only of this game and its sub-variants."""
    for number in archive.analysed():
        with suppress(ReedboardError, FairyRulesError):  # a damaged game, or one that is known no longer
            yield from puzzles_of(archive, number, game)


def puzzles_of(archive: Archive, number: int, game: str = "") -> Iterator[Puzzle]:
    """Those of one game, in its order. Raises ArchiveError, FairyRulesError."""
    found = archive.record(number)
    if game and found.game != game and not found.game.startswith(f"{game}/"):
        return
    told = game_record(archive, number)
    analysis = analysis_of(archive, number, told)
    moves = told.moves
    for ply, seen in sorted(analysis.seen.items()):
        line = judging.only_winning_move(seen)
        if line is not None:
            position = analysis.positions[ply]
            yield Puzzle(number, ply, position, line, position.san(moves[ply]) if ply < len(moves) else "")


def puzzle(archive: Archive, name: str) -> Puzzle:
    """The puzzle of a name.

    Raises: ReedboardError where there is none.
    """
    record, _, ply = name.partition("/")
    if not (record.isdecimal() and ply.isdecimal() and record.isascii() and ply.isascii()):
        raise ReedboardError(f"A puzzle is called by its game's number and the ply, as 12/34; found “{name[:20]}”.")
    for each in puzzles_of(archive, int(record)):
        if each.ply == int(ply):
            return each
    raise ReedboardError(f"Game {record} has no puzzle at ply {ply}; `reedboard records puzzles` lists what there is.")
