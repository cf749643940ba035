"""Games between two that think: openings drawn by chance, each played with both colours."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from fairyrules import Game, Move, Position, Side
from fairyrules.search import Limit, Line, Search
from reedboard.bench.kept_games import KeptGames
from reedboard.opponent import Limit as Allowed
from reedboard.opponent import Opponent

OPENING_PLIES = 4
"""Drawn by chance, so that no two pairs of games are alike."""

Player = Callable[[Position], Move]


@dataclass(slots=True)
class Score:
    """Games as the first player sees them."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def share(self) -> float:
        """Of the points, in percent; half of each draw. 50 where nothing was played."""
        games = self.won + self.drawn + self.lost
        return 100 * (self.won + self.drawn / 2) / games if games else 50.0

    def __str__(self) -> str:
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost"


def searcher(game: Game, limit: Limit) -> Player:
    """The search within a limit, with a table of its own."""
    search = Search(game.start(), 100_000)
    return lambda position: search.go(position, limit)[0].move


class Inside:
    """The search as an opponent within this process: measurements need no other.

    It steps back behind nobody, so that another engine's time is no better than its own.
    """

    name = "The search"

    def __init__(self, game: Game) -> None:
        self._search = Search(game.start(), 100_000)
        self._position = game.start()

    def start(self, position: Position) -> None:
        """Sets the position to think about."""
        self._position = position

    def go(self, limit: Allowed) -> Line:
        """The best move it finds."""
        return self.lines(limit, 1)[0]

    def lines(self, limit: Allowed, count: int) -> tuple[Line, ...]:
        """So many moves, best first."""
        until_s = time.monotonic() + limit.seconds if limit.seconds else float("inf")
        return self._search.go(
            self._position, Limit(limit.nodes, limit.depth), count, lambda: time.monotonic() >= until_s
        )

    def stop(self) -> None:
        """Nobody waits."""

    def close(self) -> None:
        """There is nothing to end."""


def asked(opponent: Opponent, limit: Allowed | None = None) -> Player:
    """An opponent as a player; without a limit it is held to its own."""

    def play(position: Position) -> Move:
        opponent.start(position)
        return opponent.go(limit or Allowed()).move

    return play


def by_chance(seed: int) -> Player:
    """Any legal move."""
    rng = random.Random(seed)
    return lambda position: rng.choice(position.legal_moves())


def opening(game: Game, seed: int) -> Position:
    """A position after some moves drawn by chance, in which the game goes on."""
    rng = random.Random(f"{game.id} {seed}")
    while True:
        position = game.start()
        for _ in range(OPENING_PLIES):
            if position.outcome() is None:
                position = position.play_unchecked(rng.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


def play_match(
    game: Game,
    first: Player,
    second: Player,
    games: int,
    most_plies: int,
    seed: int = 1,
    kept: KeptGames[float] | None = None,
    match: str = "",
) -> Score:
    """Plays so many games; one that is still open after so many plies is a draw, and so is one fifty moves drawn.

    Those in `kept` under the name of this match are not played again. A player that remembers positions has then
    forgotten them, so a match that was broken off may go another way than one in one piece.
    """
    kept = kept or KeptGames[float]()
    score = Score()
    for number in range(games):
        white = number % 2 == 0
        players = (first, second) if white else (second, first)

        def play(number: int = number, white: bool = white, players: tuple[Player, Player] = players) -> float:
            winner = _played(opening(game, seed + number // 2), *players, most_plies)
            return 0.5 if winner is None else float((winner is Side.WHITE) == white)

        points = kept.result(f"{game.id}, {match}", number, play)
        score.won += points == 1
        score.drawn += points == 0.5
        score.lost += points == 0
    return score


def _played(position: Position, white: Player, black: Player, most_plies: int) -> Side | None:
    for _ in range(most_plies):
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner
        if position.may_claim_draw():
            return None
        # `play` refuses what is not legal.
        position = position.play((white if position.side is Side.WHITE else black)(position))
    return None
