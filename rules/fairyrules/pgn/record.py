"""A game as a PGN file tells it: tags, moves, and what was remarked about them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from fairyrules.moves import Move
from fairyrules.position import Position

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The seven tags every PGN game has, in their order. Source: PGN standard, 8.1.1."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of one side, with everything written beside it.

    `variations` are what might have been played instead of this move. Clock and elapsed time are whole milliseconds,
    as `[%clk]` and `[%emt]` give them; None where the file does not say.
    """

    move: Move
    glyphs: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    clock_ms: int | None = None
    elapsed_ms: int | None = None
    variations: tuple["Variation", ...] = ()


@dataclass(frozen=True, slots=True)
class Variation:
    """An alternative line; its first ply replaces the ply it hangs on. `comments` stand before that first ply.

    One that begins with that very move, bare, goes on after it: so PGN, which has no other way, tells what might have
    been played after a game's last move.
    """

    plies: tuple[Ply, ...]
    comments: tuple[str, ...] = ()

    def goes_on(self, played: Ply) -> bool:
        """Whether it goes on after the ply it hangs on, instead of replacing it."""
        return len(self.plies) > 1 and self.plies[0] == Ply(played.move)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: where it started, what was played, how it ended.

    `tags` holds every tag but Result, Variant, SetUp and FEN, which follow from `result` and `start`. `comments` stand
    before the first move.
    """

    start: Position
    plies: tuple[Ply, ...] = ()
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, start: Position, moves: Iterable[Move], result: str = "*", tags: Mapping[str, str] | None = None
    ) -> "GameRecord":
        """A record of bare moves."""
        return cls(start, tuple(Ply(move) for move in moves), result, dict(tags or {}))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, without the variations."""
        return tuple(ply.move for ply in self.plies)

    def final(self) -> Position:
        """The position after the last move played."""
        *_, last = self.positions()
        return last

    def positions(self) -> Iterator[Position]:
        """The position at the start, and after each move played."""
        position = self.start
        yield position
        for ply in self.plies:
            position = position.play(ply.move)
            yield position


@dataclass(frozen=True, slots=True)
class ReadGame:
    """What came of reading one game: its record, and a sentence for each part that is not in it.

    `record` is None where nobody knows the rules or the starting position; the sentence says why.
    """

    record: GameRecord | None
    left_out: tuple[str, ...] = ()
