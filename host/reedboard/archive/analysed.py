"""What was seen in the positions of a recorded game: kept beside its moves, told in its PGN and on its page."""

import json
from contextlib import suppress
from dataclasses import dataclass, replace

from fairyrules import Position
from fairyrules.pgn import GameRecord, Ply, Variation
from fairyrules.search import Line
from reedboard.archive.database import Archive
from reedboard.game import judging
from reedboard.game.judging import GLYPHS, Seen, Verdict

TELLING = 8
"""So many moves of the line that was better are written into a PGN: as far as anybody follows it."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The positions of a game, and by ply what was seen in them and what its moves were worth."""

    positions: tuple[Position, ...]
    seen: dict[int, Seen]
    verdicts: dict[int, Verdict]

    @property
    def by(self) -> str:
        """Who looked, in words; "" where nobody did."""
        return ", then ".join(dict.fromkeys(each.by for _, each in sorted(self.seen.items())))


def analysis_of(archive: Archive, number: int, game: GameRecord) -> Analysis:
    """What was seen of a recorded game, `game`, so far.

    Raises: ArchiveError.
    """
    rows = archive.analysis(number)
    if not rows:
        return Analysis((), {}, {})
    positions = tuple(game.positions())
    seen: dict[int, Seen] = {}
    for ply, text in rows.items():
        with suppress(ValueError):
            found = judging.read(json.loads(text), positions[ply]) if ply < len(positions) else None
            if found is not None:
                seen[ply] = found
    return Analysis(positions, seen, judging.verdicts(positions, game.moves, seen))


def keep(archive: Archive, number: int, ply: int, seen: Seen) -> None:
    """Writes what was seen in one position."""
    archive.note_analysis(number, ply, json.dumps(judging.written(seen)))


def told(game: GameRecord, found: Analysis) -> GameRecord:
    """The record with values, judgements and better lines written beside its moves; what people wrote stays."""
    if not found.verdicts:
        return game
    plies = [_told(ply, found.verdicts[at]) if at in found.verdicts else ply for at, ply in enumerate(game.plies, 1)]
    return replace(game, plies=tuple(plies))


def _told(ply: Ply, verdict: Verdict) -> Ply:
    glyphs, variations = ply.glyphs, ply.variations
    if verdict.judgement is not None:
        glyphs = glyphs or (GLYPHS[verdict.judgement],)  # what people think of the move goes first
        if verdict.best is not None and not any(each.plies[0].move == verdict.best.move for each in variations):
            better = Variation(tuple(Ply(move) for move in verdict.best.pv[:TELLING]))
            variations = (*variations, better)
    if verdict.value.mate_in == 0:  # the game is won: its sign says so
        return replace(ply, glyphs=glyphs, variations=variations)
    first, *others = ply.comments or ("",)
    comment = f"[%eval {pawns(verdict.value)}] {first}".strip()
    return replace(ply, glyphs=glyphs, comments=(comment, *others), variations=variations)


def pawns(line: Line) -> str:
    """White's value as `[%eval]` has it: 0.35, #3, #-2; with the depth it was seen at, where that is known.

    Source: the extension Lichess and python-chess share.
    """
    mate = line.mate_in
    text = f"{line.score / 100:.2f}" if mate is None else f"#{mate}"
    return f"{text},{line.depth}" if line.depth else text
