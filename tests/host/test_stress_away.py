"""What was played while the program was away is asked, never made up; and the attack would find it out."""

import pytest

from reedboard.app import play
from reedboard.board import occupancy
from reedboard.stress.sections.away import Found, away


@pytest.mark.slow
@pytest.mark.parametrize(("game", "games"), [("xiangqi", 5), ("crazyhouse", 2)])
def test_nothing_is_told_that_nobody_played(game, games):
    """In the second and the fifth game of Xiangqi the answer that it was none of the lines had made up moves."""
    said = []
    found = away(game, games, 8, 1, said.append)
    assert said == []
    assert found[Found.OFFERED] + found[Found.ASKED] + found[Found.TOLD] > games / 2
    assert found.total() == games


@pytest.mark.slow
def test_program_that_makes_up_moves_is_found_out(monkeypatch):
    def read_out(game, placement, felt, now, t_ms):
        return occupancy.differences(placement, t_ms, felt, now)

    monkeypatch.setattr(play, "telling_nothing", read_out)
    said = []
    assert away("xiangqi", 7, 8, 2, said.append)[Found.BROKEN] == 1
    assert ["none of these" in words for words in said] == [True]
