"""A hypothesis: a line of play, and what the sensors said since its last position was reached."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from fairyrules import Position
from fairyrules.moves import Move
from reedboard.story.sites import members
from reedboard.tracker.changed import replace

NEVER = -1
CROWD = 2
"""So many pieces too many are no slide, which holds two cells at once."""
LINGERED_MS = 400
"""A cell filled for longer was not only felt by a piece sliding off another: that one must have been missed by then."""
PATIENCE = 4
"""Plies played on from a guess after which it is believed unless it was denied."""


class SiteMark(NamedTuple):
    """What one site did since the hypothesis's position was reached, in event numbers (NEVER: did not happen)."""

    was_on: bool
    first_off: int
    last_off: int
    last_on: int
    first_off_ms: int
    last_on_ms: int


class OpenExchange(NamedTuple):
    """A piece that was put down to become another, while no slot told which: a tray may still tell. Slots are bits."""

    ply: int
    cell: int
    own: int
    """Slots that give what this explanation says it became."""
    gives: int
    """Slots that may receive what it was."""
    others: int
    """Slots that give what it may have become instead."""


@dataclass(frozen=True, slots=True, eq=False)
class LineOfPlay:
    """A game as a chain: a position, the move that led to it, and the line before; the first has neither."""

    position: Position
    move: Move | None = None
    before: "LineOfPlay | None" = field(default=None, repr=False)
    ply: int = 0
    occupancy: int = 0
    """The position's own, at hand because it is asked for with every reading."""
    path: int = 0
    """Equal where the same positions follow each other from one start."""

    def __eq__(self, other: object) -> bool:
        """Lines are equal if their positions are: two moves that lead to the same one are one move."""
        return isinstance(other, LineOfPlay) and self.path == other.path and self.ply == other.ply

    def __hash__(self) -> int:
        """As equality has it."""
        return self.path

    @classmethod
    def start(cls, position: Position) -> "LineOfPlay":
        """A game without moves."""
        return cls(position, occupancy=position.occupancy)

    def extended(self, move: Move) -> "LineOfPlay":
        """The line with one more move, which must be legal."""
        position = self.position.play_unchecked(move)
        return LineOfPlay(position, move, self, self.ply + 1, position.occupancy, hash((self.path, position)))

    def back(self, ply: int) -> "LineOfPlay":
        """The same game when `ply` moves had been made; the line itself if it is no longer than that."""
        line = self
        while line.ply > ply and line.before is not None:
            line = line.before
        return line

    def moves(self) -> tuple[Move, ...]:
        """All moves from the first."""
        found: list[Move] = []
        line = self
        while line.before is not None and line.move is not None:
            found.append(line.move)
            line = line.before
        return tuple(reversed(found))

    def holds(self, other: "LineOfPlay") -> bool:
        """Whether the other line is this one or an earlier part of it."""
        return self.back(other.ply) == other

    def parting(self, other: "LineOfPlay") -> "LineOfPlay":
        """Where two lines part: the longest beginning that they share."""
        one, other = self.back(other.ply), other.back(self.ply)
        while one != other:
            assert one.before is not None
            assert other.before is not None
            one, other = one.before, other.before
        return one


def brought(line: LineOfPlay, after: LineOfPlay) -> int:
    """The cells that the mover's pieces reached with the move from one line to the next."""
    before = line.position.pieces()
    return sum(
        1 << cell
        for cell, piece in after.position.pieces().items()
        if piece.side is line.position.side and before.get(cell) != piece
    )


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """One explanation of everything seen. Sets of sites are bits."""

    line: LineOfPlay
    cost: int = 0
    doubted: int = 0
    """Sites whose sensors this hypothesis does not believe: it needs them wrong."""
    marks: Mapping[int, SiteMark] = field(default_factory=dict)
    lifted: int = 0
    """Sites that emptied at least once since the position was reached."""
    touched: int = 0
    """Sites with any reading since then."""
    handled: int = 0
    """Sites lifted and put back before the last quiet time: forgotten as evidence, but for what faults may explain."""
    most_off: int = 0
    """The most pieces that were off the board at one time."""
    crowded: bool = False
    """More stood on the board than the game has, and was nowhere missed: two pieces came out of no hand."""
    played_on: bool = False
    """The game was shown going on from here: coming back to here is a takeback."""
    stood: int = 0
    """Cells the next move filled, once it stood through quiet time: only moving these on amends it freely."""
    reopened: bool = False
    """A piece of the move that stood was lifted again."""
    meanwhile: int = 0
    """Sites touched after the move stood and before a piece of it was lifted again."""
    touch_only: bool = False
    """The last move changed nothing that sensors feel; only a touch speaks for it."""
    since: int = NEVER
    """The number of the last reading that the last move needed."""
    aside: int = 0
    """Cells felt that no move of the line needed."""
    guess: int = 0
    """The ply of its latest move that rests on readings that never came; 0: all were felt, or somebody said so."""
    doubtful: int = 0
    """The ply from which on such a guess is believed, if nobody denied it."""
    exchange: OpenExchange | None = None
    """The latest exchange that may still be made with a piece out of a tray."""
    answer: str | None = None
    """The next move as somebody answered before it was complete."""

    def seen(self, site: int, on: bool, number: int, t_ms: int, raw: int, cells: int) -> "Hypothesis":
        """The hypothesis after a reading, `raw` already including it."""
        old = self.marks.get(site)
        if old is None:
            old = SiteMark(not on, NEVER, NEVER, NEVER, 0, 0)
        bit = 1 << site
        if on:
            mark = old._replace(last_on=number, last_on_ms=t_ms)
            lifted = self.lifted
        elif old.first_off == NEVER:
            mark = old._replace(first_off=number, last_off=number, first_off_ms=t_ms)
            lifted = self.lifted | bit
        else:
            mark = old._replace(last_off=number)
            lifted = self.lifted
        marks = dict(self.marks)
        marks[site] = mark
        apart = (self.line.occupancy ^ raw) & cells & ~self.doubted
        off = (apart & ~raw).bit_count()
        reopened = self.reopened or (not on and bool(self.stood & bit))
        return replace(
            self,
            marks=marks,
            lifted=lifted,
            touched=self.touched | bit,
            most_off=max(self.most_off, off),
            crowded=self.crowded
            or (apart & raw).bit_count() - off >= CROWD
            or (not on and self._out_of_nowhere(marks, site, t_ms, apart & raw, off)),
            reopened=reopened,
            meanwhile=self.meanwhile | bit if self.stood and not reopened else self.meanwhile,
        )

    def _out_of_nowhere(self, marks: Mapping[int, SiteMark], left: int, t_ms: int, extra: int, off: int) -> bool:
        """Whether a piece just left a free cell, and more stood on such cells for some time than were missed.

        A piece whose own sensor is in doubt may have been missed too. Where pieces are dropped, it may be one of those.
        """
        if marks[left].was_on or self.line.position.game.has_reserves:
            return False
        stood = [marks[site].last_on_ms for site in (left, *members(extra)) if site in marks]
        unsure = (self.doubted & self.line.occupancy).bit_count()
        return sum(t_ms - since_ms > LINGERED_MS for since_ms in stood) > off + unsure

    def fresh(self, keep: int = 0) -> "Hypothesis":
        """The same with the evidence forgotten, but for the sites of `keep`."""
        if not self.marks and not self.most_off:
            return self
        return replace(
            self,
            marks={site: mark for site, mark in self.marks.items() if keep >> site & 1},
            lifted=self.lifted & keep,
            touched=self.touched & keep,
            handled=self.handled | self.lifted & ~keep,
            most_off=0,
            crowded=False,
            stood=0,
            reopened=False,
            meanwhile=0,
        )

    def apart(self, raw: int, cells: int) -> int:
        """The cells where board and position disagree, believed sensors only."""
        return (raw ^ self.line.occupancy) & cells & ~self.doubted

    @property
    def to_exchange(self) -> int:
        """The slots of an exchange still open: those it may be made with, and those for what leaves the board."""
        return self.exchange.own | self.exchange.gives if self.exchange is not None else 0

    @property
    def guessed_lately(self) -> bool:
        """Whether a move that was not felt is still open to question."""
        return bool(self.guess) and self.line.ply < self.doubtful

    def guessed(self, ply: int, latest: int) -> "Hypothesis":
        """The same resting on a guess about a ply, made when `latest` plies were known."""
        return replace(self, guess=ply, doubtful=latest + PATIENCE)
