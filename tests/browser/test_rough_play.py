"""A short stretch of the rough play, so that it stays able to run for ten minutes."""

import pytest

from .rough_play import rough_play


@pytest.mark.slow
def test_a_game_handled_badly_goes_on_and_another_window_tells_how_long_touches_take(chromium, tmp_path):
    done = rough_play(chromium, tmp_path, minutes=0, seed=3, games=("chess",), rounds=1)
    assert done.findings == []
    assert done.plies == 1
    assert len(done.took_ms) >= 2
    assert min(done.took_ms) >= 0
    assert done.told()["took_ms"]["1.0"] == max(done.took_ms)
