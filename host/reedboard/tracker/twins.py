"""What else the plies of a line may have been, for all that was felt of them.

Moves feel alike that differ in nothing but a kind: a piece goes the same way turned over or not, and without trays any
piece may be dropped. Of a dozen such plies no story is needed for each of the ways in which they may have been played:
one line stands for all, and a move that is legal only after another of them makes that one the line.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from fairyrules.moves import Move
from reedboard.tracker.footprint import Book, Footprint, book, last_made, moves_of
from reedboard.tracker.line import Line, codes_of
from reedboard.tracker.sites import Sites


class Doubt(NamedTuple):
    """Another move that one of a line's plies may have been."""

    ply: int
    move: Move
    piece: int
    """The cell on which the piece stands now whose kind this decides, as a bit; 0 once it is off the board."""


class Twin(NamedTuple):
    """A line that feels like another one and differs from it in one ply, or in later ones besides if it has to."""

    ply: int
    move: Move
    """What was played there in it."""
    line: Line
    differing: int
    """All plies in which they differ, as bits."""


class Twins:
    """The lines that feel like one and differ from it in one ply, made as far as they are asked for."""

    __slots__ = ("_known", "_line", "doubts", "sites")

    def __init__(self, line: Line, before: "Twins | None", sites: Sites) -> None:
        self.sites = sites
        self._line = line
        self._known: dict[tuple[int, Move], Twin | None] = {}
        """By the ply in which they differ and its move, those asked for; None: play has ruled it out."""
        self.doubts: tuple[Doubt, ...] = tuple(self._grown(before)) if before else ()
        """What else the plies may have been, play since then left out of account."""

    def beside(self, known: int = 0) -> Iterator[Twin]:
        """Those that do not differ in plies of which it is known what they were (as bits)."""
        for each in self.doubts:
            twin = None if known >> each.ply & 1 else self._twin(each)
            if twin is not None and not twin.differing & known:
                yield twin

    def telling(self, left: int, entered: int, known: int) -> Iterator[Twin]:
        """Those after which a move between such cells may be legal that is not after the line.

        What decides is the kind of the piece that goes; where that of the line cannot, of any that may hold it; and
        where nothing can be dropped, of any dropped or taken before.
        """
        doubts = [each for each in self.doubts if not known >> each.ply & 1]
        if not doubts:
            return
        line = self._line
        own = left & line.own
        moves = moves_of(line, self.sites)
        held = line.position.in_check() or bool(own and not moves.between(own, ~0))
        free = entered & ~line.occupancy
        if free and not held and self.sites.game.has_reserves:
            held = all(each.origin or not each.target & free for each in moves.between(0, free, drops=True))
        for each in doubts:
            twin = self._twin(each) if held or each.piece & left else None
            if twin is not None and not twin.differing & known:
                yield twin

    @property
    def _before(self) -> "Twins":
        assert self._line.before is not None
        return twins_of(self._line.before, self.sites)

    def _twin(self, doubt: Doubt) -> Twin | None:
        """The line with this other ply, if the plies since then can be played after it."""
        asked = doubt.ply, doubt.move
        behind = [self]
        while asked not in behind[-1]._known:
            behind.append(behind[-1]._before)
        for before, each in pairwise(reversed(behind)):
            twin = before._known[asked]
            each._known[asked] = _likewise(twin, last_made(each._line, self.sites), self.sites) if twin else None
        return self._known[asked]

    def _grown(self, before: "Twins") -> Iterator[Doubt]:
        """What else the plies may have been, from those of the line before."""
        line = self._line
        assert line.before is not None
        made = last_made(line, self.sites)
        for each in before.doubts:
            if before._known.get((each.ply, each.move), each) is None:
                continue  # play has ruled it out
            went = [target for target, origin in made.travels if each.piece >> origin & 1]
            yield each._replace(piece=1 << went[0] if went else each.piece & ~made.taken)
        for other in _alike(moves_of(line.before, self.sites), made):
            if other.move != made.move:
                twin = _extended(line.before, other)
                if twin != line:
                    self._known[line.ply, other.move] = Twin(line.ply, other.move, twin, 1 << line.ply)
                    yield Doubt(line.ply, other.move, other.entered)


def twins_of(line: Line, sites: Sites) -> Twins:
    """The lines that feel like this one."""
    behind: list[Line] = []
    at: Line | None = line
    while at is not None and (at.twins is None or at.twins.sites is not sites):  # boards of other trays share lines
        behind.append(at)
        at = at.before
    for each in reversed(behind):
        each.twins = Twins(each, each.before.twins if each.before else None, sites)
    assert line.twins is not None
    return line.twins


def _extended(line: Line, made: Footprint) -> Line:
    return line.extended(made.move, made.changed, codes_of(line.position.game))


def _likewise(twin: Twin, made: Footprint, sites: Sites) -> Twin | None:
    """The twin after a move that feels like this one; None if there is none. The same one if it is legal."""
    alike = _alike(book(twin.line.position, sites), made)
    if not alike:
        return None
    same = next((each for each in alike if each.move == made.move), None)
    line = _extended(twin.line, same or alike[0])
    return twin._replace(line=line, differing=twin.differing if same else twin.differing | 1 << line.ply)


def _alike(moves: Book, made: Footprint) -> list[Footprint]:
    """Those of the moves of a position that feel like this one."""
    among = moves.between(max(made.origin, 0), max(made.target, 0), drops=not made.origin)
    return [each for each in among if each.felt == made.felt]
