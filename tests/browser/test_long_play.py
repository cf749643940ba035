"""A short stretch of the long play, so that it stays able to run for an hour."""

from .long_play import long_play


def test_three_games_are_played_by_clicks_with_mistakes_reloads_and_restarts(chromium, tmp_path):
    done = long_play(
        chromium, tmp_path, minutes=0, seed=5, games=("chess", "crazyhouse", "wildeurasian-qi"), plies=(3, 6)
    )
    assert done.findings == []
    assert done.sessions == 3
    assert done.plies >= 9
