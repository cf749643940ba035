"""Changes to what is written beside the moves of a record: comments, glyphs, variations. The game itself stays.

A node of a record is named by the moves, in machine form, that lead to it from the start; no moves name the start.

>>> import fairyrules
>>> from fairyrules import pgn
>>> game = pgn.read("1. e4 e5 2. Nf3 *")[0]
>>> game = with_move(game, ["e2e4"], "c7c5")
>>> game = with_comment(game, ["e2e4", "c7c5"], "The Sicilian.")
>>> print(pgn.write(game).splitlines()[-2])
1. e4 e5 (1... c5 {The Sicilian.}) 2. Nf3 *
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from fairyrules.errors import NotationError
from fairyrules.moves import Move
from fairyrules.pgn.record import GameRecord, Ply, Variation

JUDGEMENTS = range(1, 7)
"""The glyphs of which a move has one at most: !, ?, !!, ??, !?, ?!. Source: PGN standard, 10."""
LONGEST_COMMENT = 4000
"""Characters; two pages of text."""
LONGEST_LINE = 300
"""Moves of a variation from where it leaves the game."""

Line = tuple[Ply, ...]
Change = Callable[[Line, int], Line]
"""What becomes of a line of moves, and of the ply at a place in it."""


def with_comment(record: GameRecord, path: Sequence[str], text: str) -> GameRecord:
    """The record with `text` as the only comment after the node's move, or before the first; none for "".

    Raises: NotationError when there is no such node, or PGN cannot hold the text.
    """
    text = " ".join(text.split())
    if len(text) > LONGEST_COMMENT:
        raise NotationError(f"The comment has {len(text)} characters; a comment may have {LONGEST_COMMENT}.")
    if "}" in text or not text.isprintable():
        raise NotationError("A comment cannot hold a closing brace or a control character; write a bracket instead.")
    comments = (text,) if text else ()
    if not path:
        return replace(record, comments=comments)
    return _changed(record, path, lambda line, at: _put(line, at, replace(line[at], comments=comments)))


def with_glyph(record: GameRecord, path: Sequence[str], glyph: int) -> GameRecord:
    """The record with the judgement `glyph` on the node's move (1 to 6, as in `JUDGEMENTS`); 0 takes it away.

    Raises: NotationError when there is no such node, it is the start, or there is no such judgement.
    """
    if glyph and glyph not in JUDGEMENTS:
        raise NotationError(
            f"Glyph {glyph} judges no move: expected 1 (!), 2 (?), 3 (!!), 4 (??), 5 (!?), 6 (?!) or 0."
        )
    if not path:
        raise NotationError("The start is no move, and only moves are judged.")

    def judged(line: Line, at: int) -> Line:
        others = tuple(other for other in line[at].glyphs if other not in JUDGEMENTS)
        return _put(line, at, replace(line[at], glyphs=((glyph,) if glyph else ()) + others))

    return _changed(record, path, judged)


def with_move(record: GameRecord, path: Sequence[str], text: str) -> GameRecord:
    """The record with a move, in machine form or SAN, tried after the node; the same record where it stands there.

    Raises:
        NotationError: there is no such node, or the game has no move at all on which a variation could hang.
        IllegalMoveError, AmbiguousMoveError: it is no move there.
    """
    position = record.start
    for played in path:
        position = position.play(position.parse(played))
    move = position.parse_san(text)
    line, at = _found(record, path)
    if move in _tried(line, at):
        return record
    if at + 1 < len(line):
        return _changed(record, path, lambda line, at: _put(line, at + 1, _with(line[at + 1], Ply(move))))
    if line is record.plies:
        if not line:
            raise NotationError("The game has no moves: a variation needs one that it replaces or goes on after.")
        return _changed(record, path, lambda line, at: _put(line, at, _with(line[at], Ply(line[at].move), Ply(move))))
    if len(line) >= LONGEST_LINE:
        raise NotationError(f"This variation has {len(line)} moves; a variation may have {LONGEST_LINE}.")
    return _changed(record, path, lambda line, at: (*line, Ply(move)))


def without(record: GameRecord, path: Sequence[str]) -> GameRecord:
    """The record without the node of a variation, what comes after it, and the variations that hang on these.

    Raises: NotationError when there is no such node, or it is a move of the game itself.
    """
    line, _ = _found(record, path)
    if line is record.plies:
        raise NotationError("This is a move of the game: only variations can be removed.")
    return _changed(record, path, lambda line, at: line[:at])


def _tried(line: Line, at: int) -> list[Move]:
    """The moves that stand after a node: the line's own, those that replace it, those that go on after the node."""
    after = [each.plies[1].move for each in line[at].variations if each.goes_on(line[at])] if at >= 0 else []
    if at + 1 == len(line):
        return after
    following = line[at + 1]
    return [following.move, *(each.plies[0].move for each in following.variations if each.plies), *after]


def _with(ply: Ply, *tried: Ply) -> Ply:
    return replace(ply, variations=(*ply.variations, Variation(tried)))


def _put(line: Line, at: int, ply: Ply) -> Line:
    return (*line[:at], ply, *line[at + 1 :])


def _changed(record: GameRecord, path: Sequence[str], change: Change) -> GameRecord:
    if not path:
        return replace(record, plies=change(record.plies, -1))
    plies = _in_line(record.plies, list(path), change)
    if plies is None:
        raise _unknown(path)
    return replace(record, plies=plies)


def _found(record: GameRecord, path: Sequence[str]) -> tuple[Line, int]:
    """The line that holds a node, and its place there; -1 for the start."""
    found: list[tuple[Line, int]] = []

    def look(line: Line, at: int) -> Line:
        found.append((line, at))
        return line

    _changed(record, path, look)
    return found[0]


def _in_line(line: Line, path: Sequence[str], change: Change) -> Line | None:
    """The line with the node at the end of `path` changed, whose first move stands for the line's first or instead of
    it; None where there is no such node.

    Where the path leaves the line, it goes into a variation of the move it leaves, or into one that goes on after the
    move before.
    """
    same = 0
    while same < min(len(line), len(path)) and str(line[same].move) == path[same]:
        same += 1
    if same == len(path):
        return change(line, same - 1)
    for at in (same, same - 1):
        if not 0 <= at < len(line):
            continue
        branch = line[at]
        for number, variation in enumerate(branch.variations):
            if not variation.plies or str(variation.plies[0].move) != path[at]:
                continue
            changed = _in_line(variation.plies, path[at:], change)
            if changed is not None:
                kept = (replace(variation, plies=changed),) if changed and changed != (Ply(branch.move),) else ()
                variations = (*branch.variations[:number], *kept, *branch.variations[number + 1 :])
                return _put(line, at, replace(branch, variations=variations))
    return None


def _unknown(path: Sequence[str]) -> NotationError:
    return NotationError(f"The record has no line that begins {' '.join(path)[:80]}; somebody may have removed it.")
