"""A board that does not react: the sentence that names the cause comes within a minute."""

import pytest

from reedboard.stress.sections.silence import CAUSES, MOST_S, told


@pytest.mark.slow
@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.what)
def test_cause_is_named_within_a_minute(cause):
    line, took_s = told(cause)
    assert line
    assert took_s < MOST_S
