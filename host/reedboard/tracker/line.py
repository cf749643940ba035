"""A line of play: a chain of positions, and which pieces stand where in each, by codes of the physical pieces."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, final

from fairyrules import Position
from fairyrules.moves import Move
from fairyrules.pieces import Side
from reedboard.tracker.sites import Sites

if TYPE_CHECKING:
    from reedboard.tracker.footprint import Book, Footprint
    from reedboard.tracker.twins import Twin

AT_ONCE: Final = 6
"""So many plies are taken back in one act at most; if more are, the board is set up for a new game."""
FAR: Final = 24
"""So many plies are looked back for a takeback in one go."""


@final
class Line:
    """A game as a chain: a position, the move that led to it, and the line before; the first has neither.

    Lines are equal if their positions are, on the same sites: two moves that lead to the same one are one move.
    """

    __slots__ = (
        "_lately",
        "_past",
        "alike",
        "before",
        "book",
        "changed",
        "feels",
        "made",
        "move",
        "occupancy",
        "own",
        "path",
        "pieces",
        "ply",
        "position",
        "sites",
        "twins",
    )

    def __init__(
        self,
        sites: Sites,
        position: Position,
        pieces: Sequence[int],
        move: Move | None = None,
        before: "Line | None" = None,
        changed: int = 0,
    ) -> None:
        self.sites = sites
        self.position = position
        self.pieces = pieces
        """By cell, the piece on it; 0 for none."""
        self.move = move
        self.before = before
        self.changed = changed
        """The cells whose pieces differ from those of the line before."""
        self.ply: int = before.ply + 1 if before else 0
        size = len(pieces)
        placement = position.placement()
        self.occupancy = (placement | placement >> size) & ((1 << size) - 1)
        self.own = (placement >> size if position.turn else placement) & self.occupancy
        """The cells of the side to move."""
        self._past: dict[int, list[tuple[Line, int]]] | None = None
        self._lately: int | None = None
        self.book: Book | None = None
        """The legal moves as `footprint.moves_of` found them last."""
        self.made: Footprint | None = None
        """The last move as `footprint.last_made` found it last."""
        self.alike: Sequence[Footprint] | None = None
        """The moves after the line before that feel like its last one, if they are known."""
        self.twins: tuple[int, tuple[Twin, ...]] | None = None
        """What else its plies may have been, as `twins.twins_of` found it last."""
        self.path: int = hash((before.path, position)) if before else hash((sites, position))
        self.feels: int = hash((before.feels, changed, self.occupancy)) if before else 0
        """The same for lines whose plies changed the same cells each and left the same ones occupied."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self.path == other.path and self.ply == other.ply

    def __hash__(self) -> int:
        return self.path

    def extended(self, move: Move, touched: int) -> "Line":
        """The line with one more move, which must be legal and changes cells of `touched` at most."""
        return _extended(self, move, touched)

    @property
    def earlier(self) -> "Mapping[int, Sequence[tuple[Line, int]]]":
        """The last plies before, by their occupied cells, the latest first, each with the cells changed since."""
        if self._past is None:
            found: dict[int, list[tuple[Line, int]]] = {}
            changed = 0
            for line, before in self.plies_after(self.ply - FAR):
                changed |= line.changed
                found.setdefault(before.occupancy, []).append((before, changed))
            self._past = found
        return self._past

    @property
    def lately(self) -> int:
        """The cells that so many plies changed last as may be taken back in one act."""
        if self._lately is None:
            self._lately = 0
            for line, _ in self.plies_after(self.ply - AT_ONCE):
                self._lately |= line.changed
        return self._lately

    def back(self, ply: int) -> "Line":
        """The same game when `ply` moves had been made; the line itself if it is no longer than that."""
        line = self
        while line.ply > ply and line.before is not None:
            line = line.before
        return line

    def plies_after(self, ply: int) -> "Iterator[tuple[Line, Line]]":
        """The moves made after so many plies, the latest first: the line that each led to, and the one before."""
        line = self
        while line.before is not None and line.ply > ply:
            yield line, line.before
            line = line.before

    def moves(self) -> tuple[Move, ...]:
        """All moves from the first."""
        return tuple(reversed([line.move for line, _ in self.plies_after(0) if line.move is not None]))

    def holds(self, other: "Line") -> bool:
        """Whether the other line is this one or an earlier part of it."""
        return other.ply <= self.ply and self.back(other.ply) == other

    def denies(self, other: "Line") -> bool:
        """Whether a move of the other line is another one in this."""
        return self.back(other.ply) != other.back(self.ply)

    def parting(self, other: "Line") -> "Line":
        """Where two lines part: the longest beginning that they share."""
        one, other = self.back(other.ply), other.back(self.ply)
        while one != other:
            assert one.before is not None
            assert other.before is not None
            one, other = one.before, other.before
        return one

    @property
    def mover(self) -> Side:
        """Who made the last move."""
        return self.position.side.other


@lru_cache(maxsize=512)
def _extended(line: Line, move: Move, touched: int) -> Line:
    """`Line.extended`, kept: of seven times it is asked for at one reading six were asked before."""
    position = line.position.play_unchecked(move)
    stand, now, physical = list(line.pieces), position.codes, line.sites.codes.physical
    changed, rest = 0, touched
    while rest:
        low = rest & -rest
        cell = low.bit_length() - 1
        piece = physical[now[cell]]
        if piece != stand[cell]:
            stand[cell] = piece
            changed |= low
        rest ^= low
    return Line(line.sites, position, stand, move, line, changed)


def start(position: Position, sites: Sites) -> Line:
    """A game without moves."""
    return Line(sites, position, sites.codes.stand(position))
