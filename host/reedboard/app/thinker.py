"""Asks an opponent in a thread of its own: the loop asks and goes on, and the answer comes as an event."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from fairyrules import Position
from fairyrules.moves import Move
from fairyrules.search import Line
from reedboard.opponent import Level, Levelled, Limit, Opponent, OpponentError
from reedboard.supervised import SupervisedThread

AGAIN_S = 2.0
"""Pause before an opponent that failed is asked again: it starts over, which takes less."""
END_S = 10.0
"""How long the thread may take to end: an answer asked for to come now comes within LATE_S of the opponent."""


class Purpose(Enum):
    """What an answer is for."""

    MOVE = auto()
    """The program's own move."""
    HINT = auto()
    COACH = auto()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a position: the move of a level, or the `count` best moves."""

    record: int
    moves: tuple[Move, ...]
    """Of the game so far."""
    position: Position
    limit: Limit
    purpose: Purpose = Purpose.HINT
    level: Level | None = None
    count: int = 3


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer: lines, best first; or why there is none yet."""

    question: Question
    lines: tuple[Line, ...] = ()
    failure: str = ""


class Thinker:
    """Answers the question asked last; one asked before it is dropped.

    Args:
        opponent: is asked by this thread alone, but for being told to stop.
        tell: takes every answer, in the thread.
        fell: told in a sentence of an error nobody foresaw.
    """

    def __init__(self, opponent: Opponent, tell: Callable[[Thought], None], fell: Callable[[Exception], None]) -> None:
        self._opponent = opponent
        self._tell = tell
        self._news = threading.Condition()
        self._asked: Question | None = None
        self._ending = False
        self._thread = SupervisedThread("the opponent's thinking", self._run, fell)
        self._thread.start()

    def ask(self, question: Question | None) -> None:
        """Asks; None: nothing is asked any more. Returns at once."""
        with self._news:
            if question == self._asked:
                return
            self._asked = question
            self._news.notify_all()
        self._opponent.stop()

    def close(self) -> None:
        """Ends the thread and the opponent."""
        with self._news:
            self._ending = True
            self._asked = None
            self._news.notify_all()
        self._opponent.stop()
        self._thread.end(END_S)
        self._opponent.close()

    def _run(self) -> None:
        answered: Question | None = None
        while True:
            with self._news:
                while not self._ending and self._asked in (None, answered):
                    self._news.wait()
                question = self._asked
            if question is None:
                return
            try:
                thought = Thought(question, self._answer(question))
                answered = question
            except OpponentError as error:
                thought = Thought(question, failure=str(error))
            with self._news:
                wanted = self._asked == question
            if wanted:
                self._tell(thought)
            if thought.failure:
                with self._news:
                    if self._asked == question:
                        self._news.wait(AGAIN_S)

    def _answer(self, question: Question) -> tuple[Line, ...]:
        self._opponent.start(question.position)
        with self._news:
            if self._asked != question:
                return ()
        if question.level is None:
            return self._opponent.lines(question.limit, question.count)
        # One seed a move: a game taken up again goes on as it would have.
        seed = question.record * 10_000 + len(question.moves)
        return (Levelled(self._opponent, question.level, seed).go(question.limit),)
