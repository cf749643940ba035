"""Games that ask more than one safe King: what a look at the board says is what playing each move says."""

import random

import pytest

import fairyrules
from fairyrules.game import Game
from fairyrules.sheet import Burst, Kind, Promotion, Reserves
from fairyrules.special import Watch, _candidates
from fairyrules.variants.chess import SHEET as CHESS

CANNON = Kind("C", "Cannon", "RcpR")
SHY = Kind("Y", "Shy Cannon", "pR", shuns="Y")
SECOND_KING = Kind("D", "Crown Prince", "K", royal=True)
ARRAY = "{0}bqk{1}nr/pppppppp/8/8/8/8/PPPPPPPP/{2}BQK{3}NR"
HOPPERS = ARRAY.format("cy", "y", "CY", "Y")
TWO_KINGS = ARRAY.format("cd", "y", "CD", "Y")
SHEETS = {
    "hoppers burst": ((CANNON, SHY), {"array": HOPPERS, "bursts": Burst("K", spared="P")}),
    "two kings": ((CANNON, SHY, SECOND_KING), {"array": TWO_KINGS}),
    "two kings burst": ((CANNON, SHY, SECOND_KING), {"array": TWO_KINGS, "bursts": Burst("W")}),
    "no checks": ((CANNON, SHY), {"array": HOPPERS, "checks_forbidden": True}),
    "no checks and bursts": ((CANNON,), {"bursts": Burst("K"), "checks_forbidden": True}),
    "gates and two kings": (
        (CANNON, SHY, SECOND_KING),
        {"array": TWO_KINGS, "reserves": Reserves(start="CYcy", gates="a1-h1")},
    ),
    "gates and no checks": (
        (CANNON, SHY),
        {"checks_forbidden": True, "reserves": Reserves(start="CYcy", gates="a1-h1")},
    ),
    "drops and no checks": (
        (CANNON, SHY),
        {
            "checks_forbidden": True,
            "reserves": Reserves(lambda position, _: "wb"[position.side], start="CYcy", drop_cells="a1-h8"),
        },
    ),
    "a Pawn becomes a King": (
        (CANNON, SECOND_KING),
        {"promotions": (Promotion("P", "a8-h8", into=("Q", "D")),), "array": "8/PP5k/8/8/8/8/pp5K/8"},
    ),
}


def game(name):
    kinds, changes = SHEETS[name]
    return Game(name, CHESS.with_kinds(*kinds).derive(name=name, castlings=(), castling_letters={}, **changes))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
def test_a_look_allows_what_playing_allows_where_keys_meet(name, deep):
    agrees(game(name), random.Random(name), games=40 if deep else 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["atomic", "racing-kings", "s-chess", "horde", "sittuyin", "antichess", "janggi"])
def test_a_look_allows_what_playing_allows(name, deep):
    agrees(fairyrules.game(name), random.Random(name), games=40 if deep else 4)


def agrees(game, rng, games):
    for _ in range(games):
        position = game.start()
        for _ in range(60):
            watch = Watch(position)
            moves = [*position.moves_if_open(), *_candidates(position)]
            played = [move for move in moves if watch._allows_played(move)]
            assert [move for move in moves if watch.allows(move)] == played, position.fen()
            assert watch.kept(moves) == played or not (watch._own or watch._forbidden), position.fen()
            legal = position.legal_moves()
            if not legal:
                break
            captures = [move for move in legal if position.effect(move).removals]
            position = position.play_unchecked(rng.choice(captures if captures and rng.random() < 0.3 else legal))
