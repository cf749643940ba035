"""Hands in Chromium that do what is lit, and know nothing else; whole games: `python -m tests.browser.lit_games`."""

import pytest

from .lit_games import play_game

pytestmark = pytest.mark.slow
MATE_SOON = "7k/8/R7/1R6/8/8/p7/K7 w - - 0 1"


def test_game_is_played_to_its_end_by_the_lights_alone(chromium, tmp_path):
    """A mate in two, both sides by the program."""
    done = play_game(chromium, tmp_path, "chess", (7, 1), MATE_SOON)
    assert (done.result, done.reason) == ("1-0", "checkmate")
    assert done.plies == done.touches // 2 == 3
