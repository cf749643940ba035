"""`reedboard stress away`: the program ends in mid-game, hands play on, and the program comes back.

It may ask what was played, tell it right, or show where board and game disagree. A promise is broken where a settled
move changes, where a move is told that nobody played, or where the true answer does not lead to how the pieces stand.
"""

import random
import tempfile
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Final

import click

from reedboard.app.unwatched import AS_IT_STANDS
from reedboard.bench.hands import perform
from reedboard.bench.report import RESULTS, Report
from reedboard.bench.style import Style
from reedboard.board import occupancy
from reedboard.board.events import Reading
from reedboard.game.move_list import MoveList
from reedboard.stress.table import Table

GAMES: Final = ("chess", "wildeurasian-qi", "xiangqi", "crazyhouse")
PLIES: Final = (2, 14)
"""Before the program ends."""
SETTLE_MS: Final = 6000
"""Longer than the tracker waits for anything."""
LOOK_MS: Final = 1500


class Found(StrEnum):
    """What came of a game."""

    SAME = "stand as before"
    """Nothing was moved, or the pieces stand where pieces stood: there is nothing to see."""
    TOLD = "told"
    OFFERED = "asked, true line offered"
    ASKED = "asked, not offered"
    SHOWN = "disagreement shown"
    MISREAD = "misread before"
    """While it was watched: another attack's matter."""
    BROKEN = "promise broken"


class AwayGame:
    """One game, of which the last moves are played while nobody watches.

    Args:
        touches: of these at most.
    """

    def __init__(self, table: Table, rng: random.Random, touches: int) -> None:
        self._table = table
        self._rng = rng
        self._touches = touches
        self._position = table.game.start()

    def play(self) -> tuple[Found, str]:
        """What came of it, and what was wrong."""
        for _ in range(self._rng.randrange(*PLIES)):
            if readings := self._next_move():
                self._touch(readings)
                self._table.wait(SETTLE_MS)
        before = self._table.game_in_play.move_list
        if before.position != self._position or self._asked():
            return Found.MISREAD, ""
        self._table.stop()
        left = self._touches
        while (readings := self._next_move(left)) is not None:
            left -= len(readings)
            self._touch(readings)
        self._table.start()
        self._table.wait(LOOK_MS)
        return self._judged(before)

    def _next_move(self, touches: int = 99) -> list[Reading] | None:
        """What hands do for some legal move; None where the game is over, or that takes more touches."""
        if self._position.outcome() is not None:
            return None
        move = self._rng.choice(self._position.legal_moves())
        readings = perform(self._position, move, Style.PLAIN, self._rng)
        if len(readings) > touches:
            return None
        self._position = self._position.play(move)
        return readings

    def _touch(self, readings: list[Reading]) -> None:
        since_ms = 0
        for reading in readings:
            self._table.wait(max(0, reading.t_ms - since_ms))
            since_ms = reading.t_ms
            self._table.touch(reading.site, on=reading.on)

    def _asked(self) -> bool:
        return self._table.status is not None and self._table.status.question is not None

    def _judged(self, before: MoveList) -> tuple[Found, str]:
        play = self._table.game_in_play
        told = play.move_list
        if told.moves[: len(before.moves)] != before.moves:
            return Found.BROKEN, f"told were {_sans(before)}, and now {_sans(told)}"
        if play.unwatched is None:
            stands = occupancy.expected(self._position, {}) == occupancy.expected(before.position, {})
            if told.position == self._position:
                return (Found.SAME if stands else Found.TOLD), ""
            if told.moves == before.moves and (stands or play.belief.mismatch is not None):
                return (Found.SAME if stands else Found.SHOWN), ""
            return Found.BROKEN, f"told is {_sans(told)}, which nobody played"
        if told.moves != before.moves:
            return Found.BROKEN, f"it is asked, and {_sans(told)} is told where {_sans(before)} was"
        right = [line.after(told) == self._position for line in play.unwatched.lines]
        answer = play.unwatched.answers()[right.index(True)] if any(right) else AS_IT_STANDS
        self._table.answer(answer)
        self._table.wait(SETTLE_MS)
        told = self._table.game_in_play.move_list
        if not any(right):
            if told.moves == before.moves:
                return Found.ASKED, ""
            return Found.BROKEN, f"answered that it was none of these: {_sans(told)}"
        if told.position != self._position or self._table.game_in_play.belief.mismatch is not None:
            return Found.BROKEN, f"answered with what was played: {_sans(told)}"
        return Found.OFFERED, ""


def _sans(told: MoveList) -> str:
    return " ".join(entry.san for entry in told.entries)


def away(
    game_id: str, games: int, touches: int, seed: int, say: Callable[[str], None] = lambda words: None
) -> Counter[Found]:
    """How many games came out how; what breaks a promise is told at once."""
    found: Counter[Found] = Counter()
    with tempfile.TemporaryDirectory(prefix="reedboard-stress-") as work:
        table = Table(game_id, Path(work), seed)
        table.start()
        table.wait(LOOK_MS)
        for number in range(games):
            if number:
                table.new_game()
            what, wrong = AwayGame(table, random.Random(f"{seed} {number}"), touches).play()
            found[what] += 1
            if wrong:
                say(f"{game_id}, game {number + 1} of seed {seed}: {wrong}")
        table.stop()
    return found


@click.command()
@click.option("--games", default=1000, show_default=True, type=click.IntRange(len(GAMES)), help="Over all variants.")
@click.option("--touches", default=8, show_default=True, type=click.IntRange(1, 30), help="That nobody sees, at most.")
@click.option("--seed", default=1, show_default=True, help="Equal seeds play alike.")
@RESULTS
def command(games: int = 1000, touches: int = 8, seed: int = 1, results: Path | None = None) -> None:
    """Play on while the program is away; exit 1 where it then changes or makes up a move."""
    report = Report(results)
    report.table(f"Up to {touches} touches that nobody saw", ("game", "games", *Found))
    broken = 0
    for number, game_id in enumerate(GAMES):
        count = games // len(GAMES) + (number < games % len(GAMES))
        found = away(game_id, count, touches, seed, lambda words: click.echo(words, err=True))
        report.row((game_id, str(count), *(str(found[each]) for each in Found)))
        broken += found[Found.BROKEN]
    report.close()
    if broken:
        raise SystemExit(1)
