"""Watches what people play, where they want that, and says after a move that lost much what was missed.

The loop's thread alone calls it; the thinking is another's (`thinker.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fairyrules.moves import Move
from fairyrules.pieces import Side
from reedboard.app.play import Play
from reedboard.app.thinker import Purpose, Question, Thought
from reedboard.errors import ReedboardError
from reedboard.game import judging, lights
from reedboard.game.judging import Seen, Verdict
from reedboard.game.lights import Light
from reedboard.game.move_list import MoveEntry
from reedboard.game.placing_times import touched
from reedboard.game.status import CoachView
from reedboard.game.view import shown_moves
from reedboard.opponent import Limit

COACH_S: Final = 1.0
"""How long each position is thought about: half of what a hint takes, since it may keep an opponent waiting."""
LINES: Final = 2
"""So many moves of each position; with the second it is seen whether one alone was good."""
MUCH: Final = 0.2
"""Chances lost by a move that is worth a word: a mistake, as `records analyse` calls it, or worse."""
BLINK_MS: Final = 600
"""How long the cells of such a move are lit, once."""

Moves = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """A move that lost much: the game with it, what was missed, and when that was told, by the game's clock."""

    moves: Moves
    entry: MoveEntry
    verdict: Verdict
    since_ms: int


class Coach:
    """Off until somebody wants it; it stays on from game to game, and is silent in rated ones.

    Args:
        is_person: whether a person plays a side of a game.
    """

    def __init__(self, is_person: Callable[[Play, Side], bool]) -> None:
        self.on = False
        self._is_person = is_person
        self.forget()

    def forget(self) -> None:
        """Another game begins."""
        self._seen: dict[Moves, Seen] = {}
        self._judged: Moves = ()
        self._told: _Told | None = None

    def switch(self, play: Play, on: bool) -> None:
        """Somebody wants it, or wants it no more.

        Raises: ReedboardError in a rated game.
        """
        if on and play.terms.rated:
            raise ReedboardError("This is a rated game: there is no coach in it.")
        self.on = on
        self.forget()

    def thought(self, thought: Thought) -> None:
        """What was seen in a position."""
        if thought.lines:
            position = thought.question.position
            self._seen[thought.question.moves] = Seen(position.fen(), "", thought.lines[0].score, thought.lines)

    def consider(self, play: Play) -> None:
        """Judges the last move, once the positions before and after it were looked at."""
        moves = play.move_list.moves
        self._seen = {at: seen for at, seen in self._seen.items() if len(at) + 2 >= len(moves)}
        last = self._last(play)
        if last is None or moves == self._judged:
            return
        before, after = self._seen.get(moves[:-1]), self._after(play)
        if before is None or after is None:
            return
        self._judged = moves
        verdict = judging.judge(last.move, before, after, last.before.side)
        if verdict.lost >= MUCH and verdict.best is not None:
            self._told = _Told(moves, last, verdict, play.clock.last_ms)

    def wanted(self, play: Play) -> Question | None:
        """What is to be looked at next: both sides of the last move, then the position somebody ponders."""
        if not self._works(play):
            return None
        moves, last = play.move_list.moves, self._last(play)
        if last is not None and moves != self._judged:
            if moves[:-1] not in self._seen:
                return self._question(play, moves[:-1])
            if self._after(play) is None:
                return self._question(play, moves)
        if self._is_person(play, play.position.side) and moves not in self._seen:
            return self._question(play, moves)
        return None

    def judges(self, play: Play) -> bool:
        """Whether the last move is still being judged, or its cells are lit: the program's reply waits for that."""
        waits = self._last(play) is not None and play.move_list.moves != self._judged
        return self._works(play) and (waits or bool(self.lights(play)))

    def lights(self, play: Play) -> dict[str, Light]:
        """The cells of a move that lost much, for a moment."""
        told = self._told
        if told is None or told.moves != play.move_list.moves or play.clock.last_ms - told.since_ms > BLINK_MS:
            return {}
        name = play.position.board.name
        return lights.missed(name(cell) for cell in touched(told.entry.before.effect(told.entry.move)))

    def view(self, play: Play) -> CoachView | None:
        """What it says; None while it is off."""
        if not self._works(play):
            return None
        told, moves = self._told, play.move_list.moves
        if told is None or moves[: len(told.moves)] != told.moves or len(moves) > len(told.moves) + 1:
            return CoachView()
        return shown_moves.missed(told.entry.before, told.entry.move, told.verdict, len(told.moves) - 1)

    def _works(self, play: Play) -> bool:
        return self.on and not play.terms.rated and play.ended is None

    def _last(self, play: Play) -> MoveEntry | None:
        """The last move, if a person made it, and it is clear which it was."""
        entries = play.move_list.entries
        if not entries or entries[-1].state == "asked" or not self._is_person(play, entries[-1].before.side):
            return None
        return entries[-1]

    def _after(self, play: Play) -> Seen | None:
        """What was seen after the last move; where the game is over, what everybody sees."""
        score = judging.over(play.position)
        if score is not None:
            return Seen(play.position.fen(), "", score)
        return self._seen.get(play.move_list.moves)

    def _question(self, play: Play, moves: Moves) -> Question:
        entries = play.move_list.entries
        position = entries[len(moves)].before if len(moves) < len(entries) else play.position
        return Question(play.record, moves, position, Limit(seconds=COACH_S), Purpose.COACH, count=LINES)
