"""A piece set on a wrong cell, replied to, and put right: the moves are told in the order in which they were made."""

import pytest

from script import told

C5_SET_ON_D5 = "-b1 +c3 {0} -c7 +d5 {0} -e2 +e3 {0} -d5 +c5 {0}"
A3_SET_ON_B2 = "-b2 +b3 {0} -b7 +b6 {0} -a2 +b2 {0} -h7 +h6 {0} -b2 +a3 {0}"


@pytest.mark.parametrize("gap_ms", [150, 400, 600])
@pytest.mark.parametrize("pause", ["...", "... ..."])
def test_what_was_told_before_is_not_moved_behind_what_came_later(pause, gap_ms):
    """Otherwise the Knight's move, told and settled long since, would be the last of the three."""
    assert told(C5_SET_ON_D5.format(pause), gap_ms=gap_ms)[0] == ["b1c3", "c7c5", "e2e3"]
    assert told(A3_SET_ON_B2.format(pause), gap_ms=gap_ms)[0] == ["b2b3", "b7b6", "a2a3", "h7h6"]
