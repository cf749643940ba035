"""A game being played: a position that changes by push and pop, for whoever likes that better than values."""

from collections.abc import Iterator, Mapping

from fairyrules.diagrams.picture import Picture
from fairyrules.diagrams.svg import svg
from fairyrules.diagrams.text import text
from fairyrules.errors import FairyRulesError
from fairyrules.game import Game, game
from fairyrules.moves import Move
from fairyrules.outcome import Outcome
from fairyrules.pgn.record import GameRecord
from fairyrules.pieces import Piece, Side
from fairyrules.position import Position


class Match:
    """The moves played from a starting position, and where they led.

    Everything that is asked of a position is asked of `position`, which is replaced by each move and itself never
    changes; what is asked most often can be asked here, too.

    >>> import fairyrules
    >>> match = fairyrules.Match("chess")
    >>> for text in ("f3", "e5", "g4", "Qh4#"):
    ...     match.push(text)
    >>> match.result(), match.sans()
    ('0-1', ['f3', 'e5', 'g4', 'Qh4#'])
    >>> str(match.pop()), len(match)
    ('d8h4', 3)
    """

    def __init__(self, start: Position | Game | str = "chess", moves: tuple[Move, ...] = ()) -> None:
        """From a position, from a game's array, or from that of a game's id."""
        if isinstance(start, str):
            start = game(start)
        self._positions = [start.start() if isinstance(start, Game) else start]
        self._moves: list[Move] = []
        for move in moves:
            self.push(move)

    @property
    def start(self) -> Position:
        """Where it began."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """Where it stands."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, oldest first."""
        return tuple(self._moves)

    @property
    def turn(self) -> Side:
        """Whose turn it is."""
        return self.position.side

    def push(self, move: Move | str) -> None:
        """Plays a move, or the move a text means: `e2e4`, `e4`, `Nf3`, `O-O`.

        Raises:
            NotationError, IllegalMoveError, AmbiguousMoveError: as `Position.parse_san` and `play`; nothing is played.
        """
        position = self.position
        if isinstance(move, str):
            move = position.parse_san(move)
            self._positions.append(position.play_unchecked(move))
        else:
            self._positions.append(position.play(move))
        self._moves.append(move)

    def pop(self) -> Move:
        """Takes the last move back, and gives it.

        Raises:
            FairyRulesError: no move has been played.
        """
        if not self._moves:
            raise FairyRulesError("There is no move to take back: the match stands where it began.")
        self._positions.pop()
        return self._moves.pop()

    def legal_moves(self) -> tuple[Move, ...]:
        """What may be played now."""
        return self.position.legal_moves()

    def piece_at(self, cell: int | str) -> Piece | None:
        """The piece on a cell, by index or name."""
        return self.position.piece_at(cell)

    def fen(self) -> str:
        """Where it stands, as text."""
        return self.position.fen()

    def outcome(self) -> Outcome | None:
        """How it has ended, if it has."""
        return self.position.outcome()

    def result(self) -> str:
        """The same as PGN has it; `*` while it goes on."""
        return str(self.outcome() or "*")

    def sans(self) -> list[str]:
        """The moves played as people write them."""
        return [before.san(move) for before, move in zip(self._positions, self._moves, strict=False)]

    def record(self, tags: Mapping[str, str] | None = None) -> GameRecord:
        """The match as PGN writes it (`pgn.write`)."""
        return GameRecord.of(self.start, self._moves, self.result(), tags)

    def copy(self) -> "Match":
        """Another match that stands the same."""
        other = Match(self.start)
        other._positions, other._moves = self._positions.copy(), self._moves.copy()
        return other

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and (self.start, self._moves) == (other.start, other._moves)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        return text(self._picture())

    def __repr__(self) -> str:
        return f"<match of {self.position.rules.sheet.name} after {len(self)} plies: {self.fen()}>"

    def _repr_svg_(self) -> str:
        """A picture for notebooks."""
        return svg(self._picture(), self.position.game.equipment, self.fen())

    def _picture(self) -> Picture:
        game = self.position.game
        return Picture(game.board, self.position.pieces(), river=game.guide.river)
