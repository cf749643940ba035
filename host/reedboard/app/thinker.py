"""Asks an opponent in a thread of its own: the loop asks and goes on, and the answer comes as an event."""

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from fairyrules import Position
from fairyrules.moves import Move
from fairyrules.search import Line
from reedboard.opponent import Level, Levelled, Limit, NoMoveError, Opponent, OpponentError, Roster
from reedboard.supervised import SupervisedThread

AGAIN_S = 2.0
"""Pause before an opponent that failed is asked again: it starts over, which takes less."""
FAILURES = 2
"""An engine that failed so often in a game is not asked again in it: one that hangs costs seconds each time."""
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
    """Which a move is held to; None for full strength."""
    count: int = 3
    engine: str = ""
    """Who is asked; "" for our search."""


@dataclass(frozen=True, slots=True)
class Thought:
    """An answer: lines, best first; or why there is none yet; or both, why it is not the engine's that was asked."""

    question: Question
    lines: tuple[Line, ...] = ()
    failure: str = ""


class Thinker:
    """Answers the question asked last, once; one asked before it is dropped. Where an engine fails our search answers.

    A question asked again after another, or after none, is another question.

    Args:
        opponents: are asked by this thread alone, but for being told to stop.
        tell: takes every answer, in the thread.
        fell: told in a sentence of an error nobody foresaw.
    """

    def __init__(self, opponents: Roster, tell: Callable[[Thought], None], fell: Callable[[Exception], None]) -> None:
        self._opponents = opponents
        self._at_work = opponents.of("")
        """Who was asked last."""
        self._failures: Counter[tuple[int, str]] = Counter()
        """By record and engine."""
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
            at_work = self._at_work
        at_work.stop()

    def close(self) -> None:
        """Ends the thread and the opponents."""
        with self._news:
            self._ending = True
            self._asked = None
            self._news.notify_all()
            at_work = self._at_work
        at_work.stop()
        self._thread.end(END_S)
        self._opponents.close()

    def _run(self) -> None:
        answered: Question | None = None
        while True:
            with self._news:
                while not self._ending and (self._asked is None or self._asked is answered):
                    self._news.wait()
                question = self._asked
            if question is None:
                return
            try:
                thought = self._thought(question)
                answered = question
            except OpponentError as error:
                thought = Thought(question, failure=str(error))
            with self._news:
                wanted = self._asked is question
            if wanted:
                self._tell(thought)
            if not thought.lines and thought.failure:
                with self._news:
                    if self._asked is question:
                        self._news.wait(AGAIN_S)

    def _thought(self, question: Question) -> Thought:
        """What whoever is asked says; what our search says where an engine fails."""
        failure, of_game = "", (question.record, question.engine)
        if self._failures[of_game] >= FAILURES:
            failure = f"{question.engine} failed {FAILURES} times in this game; reedboard's own search plays on for it."
        elif question.engine:
            try:
                return Thought(question, self._answer(question, self._opponents.of(question.engine)))
            except OpponentError as error:
                # One that has no move by its own rules answers at once, and may have some again: it has not failed.
                self._failures[of_game] += not isinstance(error, NoMoveError)
                failure = f"{error} This move is by reedboard's own search."
        return Thought(question, self._answer(question, self._opponents.of("")), failure)

    def _answer(self, question: Question, opponent: Opponent) -> tuple[Line, ...]:
        with self._news:
            if self._asked is not question:
                return ()
            self._at_work = opponent
        opponent.start(question.position)
        with self._news:
            if self._asked is not question:
                return ()
        if question.purpose is not Purpose.MOVE:
            return opponent.lines(question.limit, question.count)
        if question.level is None:
            return (opponent.go(question.limit),)
        # One seed a move: a game taken up again goes on as it would have.
        seed = question.record * 10_000 + len(question.moves)
        return (Levelled(opponent, question.level, seed).go(question.limit),)
