"""Games with ends, forced moves and pieces beside the board as keys of the sheet: as Fairy-Stockfish plays them."""

import pytest

from reedboard.bench.fairy_stockfish import lines
from reedboard.opponent.forms import VARIANTS

POSITIONS, DEEP_POSITIONS = 40, 500


@pytest.mark.slow
@pytest.mark.parametrize("game_id", VARIANTS)
def test_moves_checks_and_ends_are_those_of_fairy_stockfish(game_id, deep):
    for line in lines(game_id, DEEP_POSITIONS if deep else POSITIONS):
        position = line.position
        assert set(line.ours()) == line.theirs(), (position.fen(), line.played)
        assert position.game.position(position.fen()) == position
        if line.over():
            assert position.outcome() is not None
            assert line.our_result() == line.result(), (position.fen(), position.outcome())
        elif line.played:
            assert position.in_check() == line.gives_check(), position.fen()
