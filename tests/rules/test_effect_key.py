"""The key of a move's effect: moves that share one do the same to the cells and reserves, in every game."""

import random
from dataclasses import replace

import pytest

import fairyrules


def positions(game, games, plies):
    rng = random.Random(game)
    for _ in range(games):
        position = fairyrules.game(game).start()
        for _ in range(plies):
            moves = position.legal_moves()
            if not moves:
                break
            yield position
            rare = [move for move in moves if not str(move).isalnum()]
            position = position.play(rng.choice(rare if rare and rng.random() < 0.2 else moves))


@pytest.mark.parametrize("game", fairyrules.games())
def test_moves_with_equal_effect_keys_have_equal_effects_but_for_who_travels(game, deep):
    effects = {}
    for position in positions(game, 40 if deep else 4, 200 if deep else 100):
        for move in position.legal_moves():
            key = position.effect_key(move)
            if key is None:
                continue
            effect = position.effect(move)
            anybody = tuple([replace(travel, piece=None) for travel in effect.travels])
            effect = replace(effect, travels=anybody)
            assert effects.setdefault(key, effect) == effect, (position.fen(), str(move))


@pytest.mark.parametrize("game", fairyrules.games())
def test_hardly_a_move_is_without_an_effect_key(game):
    found = [position.effect_key(move) for position in positions(game, 2, 60) for move in position.legal_moves()]
    assert found.count(None) < 0.05 * len(found)
