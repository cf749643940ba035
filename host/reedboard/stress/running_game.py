"""The program's own loop, writer and records in a process that is going to be killed; only board and page are left out.

What the page would be sent goes into a pipe instead, and so does every answer to a request; hands play on meanwhile.
"""

import queue
import random
import threading
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import fairyrules
from fairyrules import Position
from fairyrules.moves import Move
from reedboard.app.game_boards import RealGameBoard
from reedboard.app.game_clock import now_ms
from reedboard.app.loop import Event, Loop
from reedboard.app.play import Play
from reedboard.app.requests import EndAgreed, EndUndone
from reedboard.app.status_watch import Watch
from reedboard.archive.database import Archive
from reedboard.archive.game_writer import Keeper
from reedboard.assets import boards
from reedboard.bench.hands import perform
from reedboard.bench.style import Style
from reedboard.board import occupancy
from reedboard.board.link_events import Changed, Greeted, Snapshot
from reedboard.board.profile import place
from reedboard.board.shape_check import shape_of
from reedboard.board.wire import Glow
from reedboard.game.status import Status
from reedboard.stress.disk import Call, disk

GAME, BOARD = "chess", "8x8"
HAND_S = 0.03
"""Between two touches: ten times as quick as people."""
ANSWER_S = 60.0
PLIES = 80
CLOSING = 4
"""Every so many plies the players end the game and take that back."""


class _NoLamps:
    """Lights nobody looks at."""

    def show(self, glows: tuple[Glow, ...]) -> None:
        """Shows them to nobody."""


def hands(seed: int) -> Iterator[tuple[Position, Move]]:
    """What the hands of this seed play, each move with the position before it; the game never ends by itself."""
    position, rng = fairyrules.game(GAME).start(), random.Random(seed)
    for _ in range(PLIES):
        going_on = rng.sample(position.legal_moves(), len(position.legal_moves()))
        move = next((move for move in going_on if position.play(move).outcome() is None), None)
        if move is None:
            return
        yield position, move
        position = position.play(move)


def play_until_killed(home: Path, seed: int, slow_s: float, pipe: Connection) -> None:
    """Plays in `home`, every write to the disk taking up to `slow_s`, and tells what the page would show."""
    chance = random.Random(seed)
    sending = threading.Lock()

    def slow(call: Call) -> None:
        time.sleep(chance.uniform(0, slow_s) if call.kind == "sync" else slow_s / 100)

    def show(status: Status) -> None:
        settled = [ply.san for ply in status.moves if ply.state == "settled"]
        with sending:
            pipe.send(("shown", settled))

    with disk().attacked(home, slow):
        keeper = Keeper(Archive(home), patience_s=ANSWER_S)
        placement = place(boards.load(BOARD), fairyrules.game(GAME))
        play = Play.begin(keeper, placement, fairyrules.game(GAME).start())
        events: queue.Queue[Event] = queue.Queue()
        watch = Watch()
        board = RealGameBoard("port", boards.load(BOARD))
        Loop(events, _NoLamps(), board, keeper, play, (watch.show, show)).start()
        events.put(Greeted(shape_of(boards.load(BOARD)), "1.0"))
        occupied = occupancy.expected(play.position, {})
        events.put(Snapshot(now_ms(), sum(1 << placement.sites[site].bit for site in occupied)))
        for number, (position, move) in enumerate(hands(seed), 1):
            for reading in perform(position, move, Style.PLAIN, random.Random(seed)):
                events.put(Changed(now_ms(), placement.sites[reading.site].bit, reading.on, 0))
                time.sleep(HAND_S)
            if number % CLOSING == 0:
                for request, result in ((EndAgreed("1/2-1/2"), "1/2-1/2"), (EndUndone(), "*")):
                    with sending:
                        pipe.send(("asks", []))
                    events.put(request)
                    unsaved = request.done.result(ANSWER_S)
                    with sending:
                        pipe.send(("unsaved" if unsaved else result, []))
        time.sleep(ANSWER_S)
