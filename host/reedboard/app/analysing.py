"""Has the positions of a recorded game looked at by an opponent, one after the other."""

from collections.abc import Iterator

from fairyrules import Position
from fairyrules.pieces import Side
from reedboard.archive import analysed
from reedboard.archive.analysed import Analysis, analysis_of
from reedboard.archive.database import Archive
from reedboard.archive.pgn_records import game_record
from reedboard.game import judging
from reedboard.game.judging import Seen
from reedboard.opponent import Limit, Opponent

LINES = 2
"""Moves looked for in each position: the best, and how much worse the next one is, which makes a puzzle of it."""


def words_of(opponent: Opponent, limit: Limit) -> str:
    """Who looks, and how long at each position; equal words have an equal look."""
    bounds = [
        *([f"{limit.seconds:g} s"] if limit.seconds else []),
        *([f"{limit.nodes} positions"] if limit.nodes else []),
    ]
    return f"{opponent.name}, {' and '.join(bounds)} a move"


def analyse(archive: Archive, number: int, opponent: Opponent, limit: Limit) -> Iterator[tuple[int, int]]:
    """Looks at what was not looked at so yet, and writes down each position; may be broken off and begun again.

    Gives after each position how many are done, and of how many.

    From the last position back to the first: what was found out about a position helps with the one before it.

    Raises: ArchiveError, OpponentError, FairyRulesError.
    """
    game = game_record(archive, number)
    positions = tuple(game.positions())
    by = words_of(opponent, limit)
    kept = analysis_of(archive, number, game).seen
    left = [ply for ply in reversed(range(len(positions))) if ply not in kept or kept[ply].by != by]
    done = len(positions) - len(left)
    yield done, len(positions)
    for ply in left:
        analysed.keep(archive, number, ply, look(positions[ply], opponent, limit, by))
        done += 1
        yield done, len(positions)


def look(position: Position, opponent: Opponent, limit: Limit, by: str) -> Seen:
    """What the opponent sees in a position. Raises OpponentError."""
    score = judging.over(position)
    if score is not None:
        return Seen(position.fen(), by, score)
    opponent.start(position)
    lines = opponent.lines(limit, LINES)
    return Seen(position.fen(), by, lines[0].score, lines)


def summary(found: Analysis) -> str:
    """What a player wants to know first: how many moves of each side were judged how."""
    told = []
    for name, side in (("White", Side.WHITE), ("Black", Side.BLACK)):
        mine = [verdict for ply, verdict in found.verdicts.items() if found.positions[ply - 1].side is side]
        counts = [(sum(each.judgement is word for each in mine), word) for _, word in judging.LOSSES]
        some = ", ".join(f"{count} {plural(word, count)}" for count, word in counts if count)
        told.append(f"{name}: {some or 'nothing lost by much'}")
    return "; ".join(told) + "."


def plural(word: str, count: int) -> str:
    """The word for so many."""
    return word if count == 1 else f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
