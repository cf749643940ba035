"""What a reader of PGN tells, and to whom; a record is one thing that can be made of it."""

from typing import Generic, TypeVar

from fairyrules.errors import FairyRulesError
from fairyrules.moves import Move
from fairyrules.pgn.clock import extract
from fairyrules.pgn.record import RESULTS, GameRecord, Ply, ReadGame, Variation
from fairyrules.position import Position

Made = TypeVar("Made")


class Visitor(Generic[Made]):
    """Is told of one game while it is read, in the order of the text; one visitor a game.

    Each method may be overridden and does nothing by itself, but `left_out`, which raises.
    """

    def tag(self, name: str, value: str) -> None:
        """A tag pair; all of them come before `begin`."""

    def begin(self, start: Position) -> bool:
        """The position the game starts from. False: nobody wants its moves, which are then skipped unread."""
        return True

    def move(self, before: Position, move: Move) -> None:
        """A legal move, and the position it is played in."""

    def comment(self, text: str) -> None:
        """A comment, clock commands and all, on the move told last, or on the line that begins."""

    def glyph(self, number: int) -> None:
        """A numeric annotation glyph of the move told last: 1 is "!"."""

    def open_variation(self) -> None:
        """What comes next replaces the move told last."""

    def close_variation(self) -> None:
        """And from here on the line goes on that the variation left."""

    def result(self, text: str) -> None:
        """`1-0`, `0-1`, `1/2-1/2` or `*`."""

    def left_out(self, reason: FairyRulesError) -> None:
        """Something cannot be read. A visitor that does not raise has the rest: all but the line it stands in."""
        raise reason

    def end(self) -> Made:
        """The game is over; what the visitor makes of it."""
        raise NotImplementedError


class _Notes:
    """What is written beside one move."""

    __slots__ = ("clock_ms", "comments", "elapsed_ms", "glyphs", "variations")

    def __init__(self) -> None:
        self.glyphs: list[int] = []
        self.comments: list[str] = []
        self.clock_ms: int | None = None
        self.elapsed_ms: int | None = None
        self.variations: list[Variation] = []


class _Line:
    """A line of moves while it is being read."""

    __slots__ = ("comments", "moves", "notes")

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self.notes: dict[int, _Notes] = {}
        """By the place of the move."""
        self.comments: list[str] = []
        """Those before the first move."""

    def noted(self) -> _Notes:
        """What is beside the last move."""
        return self.notes.setdefault(len(self.moves) - 1, _Notes())

    def plies(self) -> tuple[Ply, ...]:
        """The moves with their notes."""
        notes = self.notes
        if not notes:
            return tuple([Ply(move) for move in self.moves])
        return tuple(
            [_ply(move, notes[place]) if place in notes else Ply(move) for place, move in enumerate(self.moves)]
        )


def _ply(move: Move, notes: _Notes) -> Ply:
    return Ply(
        move,
        tuple(notes.glyphs),
        tuple(notes.comments),
        notes.clock_ms,
        notes.elapsed_ms,
        tuple(notes.variations),
    )


class RecordMaker(Visitor[ReadGame]):
    """Makes a `GameRecord`."""

    def __init__(self) -> None:
        self._left_out: list[str] = []
        self._tags: dict[str, str] = {}
        self._start: Position | None = None
        self._result = "*"
        self._lines = [_Line()]

    def tag(self, name: str, value: str) -> None:
        """Kept, whatever it is."""
        self._tags[name] = value

    def begin(self, start: Position) -> bool:
        """Everything is wanted."""
        self._start = start
        said = self._tags.get("Result", "*")
        self._result = said if said in RESULTS else "*"
        return True

    def move(self, before: Position, move: Move) -> None:
        """One move further."""
        self._lines[-1].moves.append(move)

    def comment(self, text: str) -> None:
        """Put where it belongs, the times in it where they can be counted with."""
        line = self._lines[-1]
        if not line.moves:
            line.comments += [text] if text else []
            return
        notes = line.noted()
        words, times = extract(text) if "[%" in text else (text, {})
        if words:
            notes.comments.append(words)
        notes.clock_ms = times.get("clk", notes.clock_ms)
        notes.elapsed_ms = times.get("emt", notes.elapsed_ms)

    def glyph(self, number: int) -> None:
        """Beside its move; before the first one there is no place for it but among the comments."""
        line = self._lines[-1]
        if line.moves:
            line.noted().glyphs.append(number)
        else:
            line.comments.append(f"${number}")

    def open_variation(self) -> None:
        """A line within the line."""
        self._lines.append(_Line())

    def close_variation(self) -> None:
        """Empty ones are nothing."""
        line = self._lines.pop()
        if line.moves or line.comments:
            self._lines[-1].noted().variations.append(Variation(line.plies(), tuple(line.comments)))

    def result(self, text: str) -> None:
        """`*` leaves what the tags say."""
        self._result = self._result if text == "*" else text

    def end(self) -> ReadGame:
        """The record, unless nobody could tell where the game starts."""
        if self._start is None:
            return ReadGame(None, tuple(self._left_out))
        kept = {name: text for name, text in self._tags.items() if name not in ("Result", "Variant", "SetUp", "FEN")}
        line = self._lines[0]
        record = GameRecord(self._start, line.plies(), self._result, kept, tuple(line.comments))
        return ReadGame(record, tuple(self._left_out))


class TolerantMaker(RecordMaker):
    """The same, but what cannot be read is left out and named."""

    def left_out(self, reason: FairyRulesError) -> None:
        """Kept as a sentence."""
        self._left_out.append(str(reason))
