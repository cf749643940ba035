"""The engine against the referee: equal legal moves, equal positions after each, equal check."""

import random

import pytest

import fairyrules
from referee import draw
from referee.attendance import Attendance
from referee.dual_chess import DualChess
from referee.sfhiodgei import Sfhiodgei
from referee.wildeurasian_qi import WildeurasianQi
from referee.xiang_courier import XiangCourier

GAMES = {
    "attendance": (Attendance(), 150),
    "xiang-courier": (XiangCourier(), 150),
    "dual-chess": (DualChess(), 200),
    "sfhiodgei": (Sfhiodgei(), 25),
    "wildeurasian-qi": (WildeurasianQi(), 100),
    "wildeurasian-qi/korean": (WildeurasianQi("korean"), 50),
    "wildeurasian-qi/full-front+gold": (WildeurasianQi("full-front", "gold"), 50),
    "wildeurasian-qi/no-castling+steward": (WildeurasianQi("no-castling", "steward"), 50),
    "wildeurasian-qi/silver": (WildeurasianQi("silver"), 50),
}


def assert_agree(referee, position):
    fen = position.fen()
    moves = position.legal_moves()
    judged = referee.legal(fen)
    assert sorted(map(str, moves)) == sorted(judged), fen
    for move in moves:
        assert position.play_unchecked(move).fen() == judged[str(move)], f"{move} in {fen}"
    assert position.in_check() == referee.in_check(referee.read(fen)), fen


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_legal_moves_are_the_referees_in_drawn_positions(game_id, deep):
    referee, count = GAMES[game_id]
    rng = random.Random(game_id)
    for _ in range(20 * count if deep else count):
        position = draw.position(fairyrules.game(game_id), rng)
        assert_agree(referee, position)
        opening = [move for move in position.legal_moves() if position.play(move).passed]
        if opening:
            assert_agree(referee, position.play(rng.choice(opening)))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_legal_moves_are_the_referees_in_check(game_id, deep):
    referee, count = GAMES[game_id]
    rng = random.Random(game_id)
    answers = 0
    for _ in range(20 * count if deep else count):
        position = draw.check(fairyrules.game(game_id), referee, rng)
        assert position.in_check()
        assert_agree(referee, position)
        answers += bool(position.legal_moves())
    assert answers > count // 4


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_legal_moves_are_the_referees_in_random_games(game_id, deep):
    referee, count = GAMES[game_id]
    rng = random.Random(game_id)
    position = fairyrules.game(game_id).start()
    for ply in range(20 * count if deep else 2 * count):
        if ply % 4 == 0:
            assert_agree(referee, position)
        moves = position.legal_moves()
        # Quiet moves are many; without a push, rare shapes would stay rare.
        rare = [move for move in moves if not str(move).isalnum()]
        position = position.play(rng.choice(rare if rare and rng.random() < 0.3 else moves)) if moves else position
        if not moves or position.outcome():
            position = fairyrules.game(game_id).start()
