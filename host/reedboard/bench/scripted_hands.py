"""Scripted hands: they play a game on the virtual board as people would, look at the page, and answer its questions."""

import queue
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from fairyrules import Position
from fairyrules.moves import Move
from fairyrules.pgn import GameRecord
from reedboard.app.game_boards import VirtualGameBoard
from reedboard.app.loop import Event
from reedboard.app.program import STOP_S, Program
from reedboard.app.requests import AnswerGiven, EndAgreed
from reedboard.app.status_watch import Watch
from reedboard.bench.hands import perform
from reedboard.bench.style import Style
from reedboard.errors import ReedboardError
from reedboard.game.status import Status

PATIENCE_S = 15.0
"""How long hands wait for the board to understand a move, a restart of the board included."""
THINKING_MS = (700, 1500)
"""Pause between two moves, divided by the speed."""
RANDOM_PLIES = 200
"""Random hands stop here if the game has not ended before."""


class MisreadError(ReedboardError):
    """The board read something else than the hands played."""


@dataclass(frozen=True, slots=True)
class Played:
    """What scripted hands did: how many moves, and how many questions they had to answer."""

    plies: int
    asked: int


def play_script(program: Program, start: Position, record: GameRecord | None, speed: float, seed: int) -> Played:
    """Lets scripted hands play a record on the program's virtual board, or random moves from `start` for None.

    Raises: MisreadError when the board reads something else.
    """
    assert isinstance(program.table, VirtualGameBoard)
    rng = Random(seed)
    slots = dict(program.table.lay(start.game).stocked(start).slots)
    hands = ScriptedHands(program.table, program.watch, program.events, speed, rng)
    program.watch.wait_for(lambda status: status.connection.state == "connected", timeout_s=STOP_S)
    played = hands.play(start, record.moves if record else random_moves(start, rng), slots)
    if record and record.result != "*" and program.watch.status.outcome is None:
        end = EndAgreed(record.result)
        program.events.put(end)
        end.done.result(timeout=STOP_S)
        program.watch.wait_for(lambda status: status.outcome is not None, timeout_s=STOP_S)
    return played


class ScriptedHands:
    """Plays moves on a virtual board.

    Args:
        table: the board.
        watch: sees the game's status.
        events: the loop's queue, for answers.
        speed: 2.0 takes half a human's time.
        rng: random numbers for everything that people do differently each time.
        styles: how moves are handled, chosen at random for each.
    """

    def __init__(
        self,
        table: VirtualGameBoard,
        watch: Watch,
        events: "queue.Queue[Event]",
        speed: float,
        rng: Random,
        styles: tuple[Style, ...] = (Style.PLAIN, Style.MOVER_FIRST, Style.BOTH_IN_HAND),
    ) -> None:
        self._table = table
        self._watch = watch
        self._events = events
        self._speed = speed
        self._rng = rng
        self._styles = styles
        self._slots: dict[str, bool] = {}

    def play(self, start: Position, moves: Iterable[Move], slots: dict[str, bool]) -> Played:
        """Plays the moves from `start`, one after the other, until each is understood.

        Raises: MisreadError when the board reads another move; ReedboardError when the board is gone.
        """
        self._slots = dict(slots)
        position, asked, played = start, 0, list[Move]()
        for move in moves:
            self._perform(position, move)
            played.append(move)
            asked += self._be_understood(position, played)
            position = position.play(move)
            time.sleep(self._rng.uniform(*THINKING_MS) / 1000 / self._speed)
        if played:
            asked += self._answer_until(_settled, played, "the last move")
        return Played(len(played), asked)

    def _perform(self, position: Position, move: Move) -> None:
        readings = perform(position, move, self._rng.choice(self._styles), self._rng, self._slots or None)
        start = time.monotonic()
        for reading in readings:
            time.sleep(max(0.0, start + reading.t_ms / 1000 / self._speed - time.monotonic()))
            (self._table.place if reading.on else self._table.lift)(reading.site)
            if reading.site in self._slots:
                self._slots[reading.site] = reading.on

    def _be_understood(self, position: Position, played: list[Move]) -> int:
        """Waits for the last move to be listed, answers what is asked; how many questions that were."""
        ply, wanted = len(played), str(played[-1])

        def understood(status: Status) -> bool:
            return len(status.moves) == ply and status.moves[-1].move == wanted and status.moves[-1].state != "asked"

        return self._answer_until(understood, played, f"{position.san(played[-1])} ({wanted})")

    def _answer_until(self, reached: Callable[[Status], bool], played: list[Move], what: str) -> int:
        """Answers every question, about an earlier move too, until the status is as wanted; how many they were."""
        asked = 0
        answered: set[tuple[int, str]] = set()

        def asks(status: Status) -> tuple[int, str] | None:
            question = status.question
            if question is None or not 0 < question.ply <= len(played):
                return None
            truth = str(played[question.ply - 1])
            known = truth in {choice.move for choice in question.choices}
            return (question.ply, truth) if known and (question.ply, truth) not in answered else None

        while True:
            status = self._wait(lambda status: reached(status) or asks(status) is not None, len(played), what)
            open_one = asks(status)
            if open_one is None:
                return asked
            asked += 1
            answered.add(open_one)
            self._events.put(AnswerGiven(open_one[1]))

    def _wait(self, wanted: Callable[[Status], bool], ply: int, what: str) -> Status:
        status = self._watch.wait_for(wanted, PATIENCE_S)
        if status is None:
            read = ", ".join(f"{seen.san} ({seen.state})" for seen in self._watch.status.moves[ply - 1 :]) or "nothing"
            raise MisreadError(f"Ply {ply}: the hands played {what}, the board read {read}.")
        return status


def _settled(status: Status) -> bool:
    return all(seen.state == "settled" for seen in status.moves)


def random_moves(start: Position, rng: Random) -> Iterator[Move]:
    """Legal moves at random until the game ends."""
    position = start
    for _ in range(RANDOM_PLIES):
        if position.outcome() is not None:
            return
        move = rng.choice(position.legal_moves())
        yield move
        position = position.play(move)
