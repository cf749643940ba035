"""Games that Fairy-Stockfish plays too, move for move: the names and forms it has for them, and what it says."""

import importlib
import random
from collections.abc import Iterator
from typing import Any

import fairyrules
from fairyrules import Position
from fairyrules.moves import Move
from reedboard.errors import ReedboardError
from reedboard.opponent.forms import VARIANTS, form


def pyffish() -> Any:  # noqa: ANN401  # a module without types
    """Their rules for Python. Raises ReedboardError where it is not installed."""
    try:
        return importlib.import_module("pyffish")
    except ImportError:
        raise ReedboardError("pyffish is not installed; get it with: pip install -e '.[dev]'") from None


class Line:
    """A line of moves that both play from the array."""

    def __init__(self, game_id: str, position: Position | None = None, played: tuple[str, ...] = ()) -> None:
        self.game_id = game_id
        name = game_id.partition("/")[0]
        self.variant = VARIANTS[name]
        self._random = name == "chess960"
        self._pyffish = pyffish()
        first = fairyrules.game(game_id).start()
        self.start = first.fen() if self._random else self._pyffish.start_fen(self.variant)
        self.position = first if position is None else position
        self.played = played

    def theirs(self) -> set[str]:
        """Their legal moves; without Tori Shogi's Swallows dropped for mate, which only they allow."""
        moves = self._moves(())
        if self.game_id != "tori-shogi":
            return moves
        return {move for move in moves if not (move.startswith("S@") and self._mates(move))}

    def _moves(self, more: tuple[str, ...]) -> set[str]:
        return set(self._pyffish.legal_moves(self.variant, self.start, [*self.played, *more], self._random))

    def _mates(self, move: str) -> bool:
        """Whether they say that the move gives check and leaves no answer."""
        line = [*self.played, move]
        return not self._moves((move,)) and bool(self._pyffish.gives_check(self.variant, self.start, line))

    def ours(self) -> dict[str, Move]:
        """Our legal moves by their forms."""
        return {form(self.position, move): move for move in self.position.legal_moves()}

    def over(self) -> bool:
        """Whether no move is left here."""
        return not self.position.legal_moves()

    def our_result(self) -> int:
        """The same as `result`, by our rules."""
        outcome = self.position.outcome()
        return 0 if outcome is None or outcome.winner is None else 1 if outcome.winner is self.position.side else -1

    def result(self) -> int:
        """Where no move is left: 1 if they say that the side to move has won, -1 if it has lost, 0 for a draw."""
        value: int = self._pyffish.game_result(self.variant, self.start, list(self.played), self._random)
        return (value > 0) - (value < 0)

    def gives_check(self) -> bool:
        """Whether they say that the side to move is in check."""
        return bool(self._pyffish.gives_check(self.variant, self.start, list(self.played), self._random))

    def after(self, text: str) -> "Line":
        """The line and one move more."""
        return Line(self.game_id, self.position.play_unchecked(self.ours()[text]), (*self.played, text))

    def perft(self, depth: int) -> int:
        """How many lines of so many moves they know."""
        moves = self.theirs()
        return len(moves) if depth == 1 else sum(self.after(move).perft(depth - 1) for move in moves)


def lines(game_id: str, count: int, most: int = 60, lively: float = 0.35, seed: int = 0) -> Iterator[Line]:
    """So many positions of random games of at most `most` plies, a share of the moves captures, drops and the like."""
    rng = random.Random(f"{game_id} {seed}" if seed else game_id)
    first = f"{game_id}/position={rng.randrange(960)}" if game_id == "chess960" else game_id
    line = Line(first)
    for _ in range(count):
        yield line
        ours = line.ours()
        rare = [text for text, move in ours.items() if line.position.effect(move).removals or not str(move).isalnum()]
        if ours and len(line.played) < most:
            line = line.after(rng.choice(rare if rare and rng.random() < lively else list(ours)))
        else:
            line = Line(f"{game_id}/position={rng.randrange(960)}" if game_id == "chess960" else game_id)
