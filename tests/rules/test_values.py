"""Games, boards, positions and moves are values: copied, pickled, compared, and not spoilt by who writes into one."""

import copy
import pickle
import random

import pytest

import fairyrules
from fairyrules import toml
from fairyrules.board import Board
from fairyrules.outcome import repetitions
from own_sheets import POCKET_ROOKS, POND_CHESS

POCKETS = (
    POCKET_ROOKS
    + """
[[promotions]]
kinds = ["R"]
zone = "a4-d4"
into = ["R"]
forced = false
only_lost = true
"""
)


def games():
    yield from map(fairyrules.game, fairyrules.games())
    yield fairyrules.game("wildeurasian-qi/full-front+gold")
    yield toml.read(POND_CHESS, "pond-chess.toml")
    yield toml.read(POCKETS, "pockets.toml")


def some_plies_on(game, plies=25):
    rng = random.Random(game.id)
    position = game.start()
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    return position


@pytest.mark.parametrize("game", list(games()), ids=str)
def test_position_is_equal_when_copied_or_pickled(game):
    position = some_plies_on(game)
    for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert again == position
        assert hash(again) == hash(position)
        assert (again.fen(), again.past, again.legal_moves()) == (position.fen(), position.past, position.legal_moves())
        assert again.game == position.game
    assert pickle.loads(pickle.dumps(position.legal_moves())) == position.legal_moves()


def test_repetition_is_still_known_after_a_pickle():
    position = fairyrules.game("chess").start()
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        position = pickle.loads(pickle.dumps(position)).play(position.parse(text))
    assert position.outcome().reason == "repetition"


def test_long_game_is_pickled():
    position = fairyrules.game("crazyhouse").start()
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 500:
        position = position.play_unchecked(position.parse(text))
    assert repetitions(pickle.loads(pickle.dumps(position))) == repetitions(position) == 501


def test_game_of_this_package_is_itself_when_copied_or_pickled():
    game = fairyrules.game("dual-chess")
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game


def test_games_of_other_sheets_differ():
    pond, pockets = toml.read(POND_CHESS, "pond-chess.toml"), toml.read(POCKETS, "pond-chess.toml")
    assert pond == toml.read(POND_CHESS, "pond-chess.toml") != pockets
    assert Board(8, 8) == Board(8, 8) != Board(8, 8, "a1")


def test_writing_into_a_position_spoils_no_other():
    game = fairyrules.game("crazyhouse")
    spoilt, before = game.start(), game.start().fen()
    spoilt.codes[0] = 0
    spoilt.pieces_by_side[0].clear()
    spoilt.reserves[0]["Q"] = 1
    assert game.start().fen() == before
    assert len(game.start().legal_moves()) == 20
    assert game.start() == game.start()


@pytest.mark.parametrize("method", ["play", "san"])
def test_text_in_the_place_of_a_move_is_told_how_to_become_one(method):
    position = fairyrules.game("chess").start()
    with pytest.raises(TypeError, match=r"write position\.\w+\(position\.parse\('e2e4'\)\)|expected; got str"):
        getattr(position, method)("e2e4")
