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
        position, asked, ply = start, 0, 0
        for ply, move in enumerate(moves, 1):
            self._perform(position, move)
            asked += self._be_understood(ply, position, move)
            position = position.play(move)
            time.sleep(self._rng.uniform(*THINKING_MS) / 1000 / self._speed)
        if ply:
            self._wait(lambda status: all(seen.state == "settled" for seen in status.moves), ply, "the last move")
        return Played(ply, asked)

    def _perform(self, position: Position, move: Move) -> None:
        readings = perform(position, move, self._rng.choice(self._styles), self._rng, self._slots or None)
        start = time.monotonic()
        for reading in readings:
            time.sleep(max(0.0, start + reading.t_ms / 1000 / self._speed - time.monotonic()))
            (self._table.place if reading.on else self._table.lift)(reading.site)
            if reading.site in self._slots:
                self._slots[reading.site] = reading.on

    def _be_understood(self, ply: int, position: Position, move: Move) -> int:
        """Waits for the move to be listed, answers if asked; how many questions that were."""
        wanted = str(move)

        def understood(status: Status) -> bool:
            return len(status.moves) == ply and status.moves[-1].move == wanted and status.moves[-1].state != "asked"

        def asks(status: Status) -> bool:
            return status.question is not None and wanted in {choice.move for choice in status.question.choices}

        status = self._wait(lambda status: understood(status) or asks(status), ply, f"{position.san(move)} ({wanted})")
        if understood(status):
            return 0
        self._events.put(AnswerGiven(wanted))
        self._wait(understood, ply, f"the answer {wanted}")
        return 1

    def _wait(self, wanted: Callable[[Status], bool], ply: int, what: str) -> Status:
        status = self._watch.wait_for(wanted, PATIENCE_S)
        if status is None:
            read = ", ".join(f"{seen.san} ({seen.state})" for seen in self._watch.status.moves[ply - 1 :]) or "nothing"
            raise MisreadError(f"Ply {ply}: the hands played {what}, the board read {read}.")
        return status


def random_moves(start: Position, rng: Random) -> Iterator[Move]:
    """Legal moves at random until the game ends."""
    position = start
    for _ in range(RANDOM_PLIES):
        if position.outcome() is not None:
            return
        move = rng.choice(position.legal_moves())
        yield move
        position = position.play(move)
