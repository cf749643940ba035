"""What the counts of a line mean."""

import pytest

from reedboard.board.line_health import LineHealth
from reedboard.selftest.walk import BrownOut, CorruptedLine, DroppedLines, LateLine, Rebooted, Stalled, line_findings

PROMPT = (10.0, 12.0, 15.0)


@pytest.mark.parametrize(
    ("health", "frame_ms", "found"),
    [
        (LineHealth(), PROMPT, ()),
        (LineHealth(), (), ()),
        (LineHealth(damaged=3, missing=3), PROMPT, (CorruptedLine(3),)),
        (LineHealth(missing=1), PROMPT, ()),  # the computer was busy just then: no cable is to blame
        (LineHealth(missing=2), PROMPT, (DroppedLines(2),)),
        (LineHealth(missing=40), (90.0, 180.0, 230.0), (LateLine(180),)),
        (LineHealth(restarts_ms=[60], damaged=1, missing=2), PROMPT, (Rebooted(1),)),
        (LineHealth(restarts_ms=[60, 700]), PROMPT, (BrownOut(700), Rebooted(1))),
        (LineHealth(restarts_ms=[430]), PROMPT, (Rebooted(1),)),  # the last line was 380 ms old
        (LineHealth(stalls_ms=[2100, 1700], missing=4), PROMPT, (Stalled(2100),)),
        (LineHealth(stalls_ms=[2100], missing=9), PROMPT, (DroppedLines(9),)),
        (LineHealth(stalls_ms=[2100], damaged=9, missing=9), PROMPT, (CorruptedLine(9),)),
    ],
)
def test_line_findings_name_what_the_counts_show(health, frame_ms, found):
    assert tuple(line_findings(health, frame_ms)) == found
