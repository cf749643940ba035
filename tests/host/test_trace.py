"""The trace: every event and header written can be read again; what cannot be read is refused in one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyrules.pieces import Side
from reedboard.board.events import Answer, Press, Reading
from reedboard.game.trace import TraceError, TraceHeader, format_header, format_line, parse_header, parse_line

times = st.integers(0, 10**12)
events = st.one_of(
    st.builds(Reading, times, st.sampled_from(["e2", "w:R1", "n:+D3"]), st.booleans()),
    st.builds(Press, times, st.sampled_from(Side)),
    st.builds(Answer, times, st.text(max_size=12)),
)


@given(events)
def test_a_line_reads_back_as_the_event_written(event):
    assert parse_line(format_line(event)) == event


@pytest.mark.parametrize(
    "header",
    [
        TraceHeader("chess"),
        TraceHeader("wildeurasian-qi/korean", "10/10 w - - 0 1", True, {"w:W1": True, "b:P1": False}),
    ],
)
def test_a_header_reads_back_as_written(header):
    assert parse_header(format_header(header)) == header


def test_a_header_without_trays_has_none_unless_it_lists_slots():
    assert parse_header('{"game": "chess"}') == TraceHeader("chess", None, False, {})
    assert parse_header('{"game": "chess", "slots": {"w:Q1": 1}}').trays


@pytest.mark.parametrize(
    "line",
    [
        '{"t": 5, "cell": "e2"',
        "[1, 2]",
        '{"t": 5, "cell": "e2", "on": 2}',
        '{"t": -1, "cell": "e2", "on": 1}',
        '{"cell": "e2", "on": 1}',
        '{"t": 5, "button": "x"}',
        '{"t": 5, "answer": 7}',
        '{"t": true, "cell": "e2", "on": 1}',
        "[" * 5000,
        "",
    ],
)
def test_a_line_that_is_no_event_is_refused_in_one_line(line):
    with pytest.raises(TraceError) as refusal:
        parse_line(line)
    assert "expected" in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "header",
    [
        '{"t": 5, "cell": "e2", "on": 1}',
        '{"game": 3}',
        '{"game": "chess", "fen": 1}',
        '{"game": "chess", "slots": {"w:Q1": 3}}',
        '{"game": "chess", "slots": [1]}',
        '{"game": "chess", "trays": "yes"}',
    ],
)
def test_a_header_that_is_none_is_refused(header):
    with pytest.raises(TraceError):
        parse_header(header)


def test_whole_times_written_as_floats_are_read():
    assert parse_line(json.dumps({"t": 7.0, "cell": "a1", "on": 1})) == Reading(7, "a1", True)
