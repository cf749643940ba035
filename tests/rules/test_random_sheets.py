"""Sheets drawn by lot, with every key that data can say, against a referee that tries every move."""

import random

import pytest

from fairyrules.errors import SheetError
from fairyrules.game import Game
from referee.sheet import SheetReferee
from rules_by_lot import drawn_position, drawn_sheet


def assert_agree(game, referee, position):
    told = (game.sheet.kinds, game.sheet.facing, position)
    waiting = position.side.other
    assert not referee.attacked(position.pieces(), position.king(waiting), position.side), told
    king = position.king(position.side)
    assert position.in_check() == referee.attacked(position.pieces(), king, waiting), told
    found = sorted(map(str, position.legal_moves()))
    assert found == referee.legal(position), told
    assert len(found) == len(set(found)), told


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.slow
def test_legal_moves_of_a_sheet_by_lot_are_those_found_by_trying(seed, deep):
    rng = random.Random(seed)
    looked_at = 0
    for _ in range(1000 if deep else 12):
        sheet = drawn_sheet(rng)
        try:
            game = Game("by-lot", sheet)
        except SheetError:
            continue
        referee = SheetReferee(sheet)
        for _ in range(6):
            position = drawn_position(game, rng)
            if position is None:
                break
            assert_agree(game, referee, position)
            looked_at += 1
            passing = [move for move in position.legal_moves() if position.play_unchecked(move).passed]
            if passing:
                assert_agree(game, referee, position.play_unchecked(rng.choice(passing)))
    assert looked_at > 40
