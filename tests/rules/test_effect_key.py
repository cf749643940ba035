"""The key of a move's effect: moves that share one do the same to the cells and reserves, in every game."""

import random
from dataclasses import replace

import pytest

import fairyrules
from walking import positions


@pytest.mark.slow
@pytest.mark.parametrize("game", fairyrules.games())
def test_moves_with_equal_effect_keys_have_equal_effects_but_for_who_travels(game, deep):
    effects = {}
    for position in positions(game, random.Random(game), 40 if deep else 4, 200 if deep else 100, rare=0.2):
        for move in position.legal_moves():
            key = position.effect_key(move)
            if key is None:
                continue
            effect = position.effect(move)
            anybody = tuple([replace(travel, piece=None) for travel in effect.travels])
            effect = replace(effect, travels=anybody)
            assert effects.setdefault(key, effect) == effect, (position.fen(), str(move))


@pytest.mark.parametrize("game", fairyrules.games())
@pytest.mark.slow
def test_hardly_a_move_is_without_an_effect_key(game):
    walked = positions(game, random.Random(game), 2, 60, rare=0.2)
    found = [position.effect_key(move) for position in walked for move in position.legal_moves()]
    # What a capture blows up depends on what stands around, so none of them has one.
    most = 0.05 if fairyrules.game(game).sheet.bursts is None else 0.3
    assert found.count(None) < most * len(found)
