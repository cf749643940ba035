"""Whole games by hands, watched: the page against the record at every ply."""

import pytest

from .conftest import ARTIFACTS
from .watched_games import GAMES, watch_game

pytestmark = pytest.mark.slow
IN_SHORT = ("dual-chess", "xiangqi")
"""All eight take two minutes: `python -m tests.browser.watched_games` plays them."""
QUICKLY = 10.0
"""Hands ten times as fast as people's: half a second a move."""


@pytest.mark.parametrize("name", IN_SHORT)
def test_picture_fen_and_clocks_equal_the_record_through_a_whole_game(chromium, tmp_path, name):
    size = "phone" if name == "dual-chess" else "desk"
    done = watch_game(chromium, tmp_path, GAMES / f"{name}.pgn", QUICKLY, size, pictures=ARTIFACTS)
    assert done.plies >= 10
    assert done.result in ("1-0", "0-1")
    assert done.clock_ms < 1000
