"""What else the plies of a line may have been, for all that was felt of them.

Moves feel alike that differ in nothing but a kind: a piece goes the same way turned over or not, and without trays any
piece may be dropped. Of a dozen such plies no story is needed for each of the ways in which they may have been played:
one line stands for all, and a move that is legal only after another of them makes that one the line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, final

from fairyrules.moves import Move
from reedboard.tracker.footprint import Book, Footprint, book, last_made, moves_of
from reedboard.tracker.line import Line

MOST: Final = 12
"""So many twins a line has at most, those that differ in the last plies: with each of them play goes on."""


@final
@dataclass(eq=False, slots=True)
class Twin:
    """A line that feels like another one and differs from it in one ply, or in later ones besides if it has to."""

    ply: int
    move: Move
    """What was played there in it."""
    line: Line
    differing: int
    """All plies in which they differ, as bits."""
    piece: int
    """The cell on which the piece stands now whose kind that decides, as a bit; 0 once it is off the board."""


def twins_of(line: Line, known: int) -> list[Twin]:
    """The lines that feel like this one, as far as play goes on after them, too.

    None that differs in a ply of which it is known what it was (`known`, as bits).
    """
    behind: list[Line] = []
    at: Line | None = line
    while at is not None and (at.twins is None or at.twins[0] & ~known):  # more was known then
        behind.append(at)
        at = at.before
    for each in reversed(behind):
        before = each.before
        found = tuple(_grown(twins_of(before, known), each))[-MOST:] if before else ()
        each.twins = known & (2 << each.ply) - 1, found
    assert line.twins is not None
    found = line.twins[1]
    return [each for each in found if not each.differing & known] if found else []


def telling(line: Line, left: int, entered: int, known: int) -> list[Twin]:
    """Those after which a move between such cells may be legal that is not after the line.

    What decides is the kind of the piece that goes, or of one that gives check; where the piece cannot go, of any that
    may hold it; and where nothing can be dropped, of any dropped or taken before.
    """
    twins = twins_of(line, known)
    if not twins:
        return []
    moves, own, free = moves_of(line), left & line.own, entered & ~line.occupancy
    decisive = left
    if line.position.in_check():
        decisive |= sum(1 << line.sites.index[name] for name in line.position.checkers())
    elif own and not moves.between(own, ~0):
        decisive |= line.occupancy & ~line.own
    drops = moves.between(0, free, drops=True) if line.sites.game.has_reserves and free else None
    if drops is not None and all(each.origin or not each.target & free for each in drops):
        return twins
    return [each for each in twins if each.piece & decisive]


def _grown(before: list[Twin], line: Line) -> Iterator[Twin]:
    """The twins of a line, from those of the line before."""
    assert line.before is not None
    made = last_made(line)
    for twin in before:
        alike = feeling_alike(book(twin.line.position, line.sites), made)
        if alike:
            same = next((each for each in alike if each.move == made.move), None)
            went = [target for target, origin in made.travels if twin.piece >> origin & 1]
            yield Twin(
                twin.ply,
                twin.move,
                twin.line.extended((same or alike[0]).move, made.changed),
                twin.differing if same else twin.differing | 1 << line.ply,
                1 << went[0] if went else twin.piece & ~made.taken,
            )
    for other in feeling_alike(moves_of(line.before), made) if line.alike is None else line.alike:
        if other.move != made.move:
            one = line.before.extended(other.move, other.changed)
            if one != line:
                yield Twin(line.ply, other.move, one, 1 << line.ply, other.entered)


def feeling_alike(moves: Book, made: Footprint) -> list[Footprint]:
    """Those of the moves of a position that feel like this one."""
    left, entered = (made.origin, made.target) if made.origin >= 0 else (made.changed, ~0)
    among = moves.between(left, entered, drops=not made.origin)
    return [each for each in among if each.felt == made.felt]
