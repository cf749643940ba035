import pytest
from hypothesis import given
from hypothesis import strategies as st

from reedboard.game.terms import TermsError, parse_terms
from reedboard.game.time_control import (
    UNTIMED,
    Bonus,
    Stage,
    TimeControl,
    TimeControlError,
    parse_control,
    words,
)


@pytest.mark.parametrize(
    ("text", "written", "said"),
    [
        ("", "-", "No clock"),
        ("-", "-", "No clock"),
        ("300", "300", "5 min"),
        ("5m", "300", "5 min"),
        ("15m + 10s", "900+10", "15 min + 10 s a move"),
        ("1h30m+30", "5400+30", "1 h 30 min + 30 s a move"),
        ("5m d3", "300d3", "5 min, 3 s delay"),
        ("25mb10s", "1500b10", "25 min, 10 s Bronstein"),
        ("40/2h:20/1h:15m+30", "40/7200:20/3600:900+30", None),
        ("40/90m+30:30m+30", "40/5400+30:1800+30", "1 h 30 min for 40 moves + 30 s a move, then 30 min + 30 s a move"),
        ("10m:5x30", "600:5x30", "10 min, then 5 × 30 s byo-yomi"),
        ("3x10s", "3x10", "3 × 10 s byo-yomi"),
        ("5m|3m+2", "300|180+2", "White 5 min; Black 3 min + 2 s a move"),
        ("0.5", "0.5", "0.5 s"),
        ("5m+0", "300", "5 min"),
    ],
)
def test_control_is_read_and_written_in_one_form(text, written, said):
    control = parse_control(text)
    assert str(control) == written
    assert parse_control(written) == control
    if said:
        assert words(control) == said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0", "0 s"),
        ("0+5", "0 s"),
        ("1000000000h", "at most 99 h 59 min 59 s"),
        ("999999999999999h", "no time"),
        ("360001", "at most"),
        ("soon", "no time"),
        ("5m+", "no time"),
        ("<b>5m</b>", "no time"),
        ("5m+2h", "at most 1 h"),
        ("0/300", "1 to 999 moves"),
        ("1000/300", "1 to 999 moves"),
        ("300:300", "40/300"),
        ("3x30:300", "after byo-yomi"),
        ("40/300:3x30", "no moves are counted"),
        ("0x30", "1 to 99 periods"),
        ("3x0", "1 to 99 periods"),
        ("1|2|3", "two sides"),
        ("1/1:" * 8 + "1", "8 stages"),
        ("5m" * 5000, "200 letters"),
        ("1.2.3", "no time"),
        ("٣٠٠", "no time"),
    ],
)
def test_control_that_no_clock_can_keep_is_refused_in_one_sentence(text, told):
    with pytest.raises(TimeControlError, match=told) as refused:
        parse_control(text)
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)


@given(st.text(max_size=30) | st.text("0123456789.hmsx+db:/|- ", max_size=30))
def test_control_is_read_or_refused_whatever_is_written(text):
    try:
        control = parse_control(text)
    except TimeControlError:
        return
    assert parse_control(str(control)) == control


MAIN = st.builds(
    Stage,
    st.integers(1, 10_000_000),
    st.none(),
    st.sampled_from([Bonus.FISCHER, Bonus.DELAY, Bonus.BRONSTEIN]),
    st.integers(1, 3_600_000),
)
COUNTED = st.builds(Stage, st.integers(1, 10_000_000), st.integers(1, 999))
BYOYOMI = st.builds(Stage, st.integers(1, 3_600_000), periods=st.integers(1, 99))
STAGES = st.one_of(
    st.tuples(MAIN),
    st.tuples(COUNTED),
    st.tuples(BYOYOMI),
    st.tuples(MAIN, BYOYOMI),
    st.tuples(COUNTED, COUNTED, MAIN, BYOYOMI),
)


@given(STAGES, STAGES)
def test_control_is_the_same_once_written_and_read(white, black):
    control = TimeControl(white, black)
    assert parse_control(str(control)) == control


def test_no_control_has_no_stages():
    assert parse_control("-") == UNTIMED == TimeControl()


@pytest.mark.parametrize(
    ("field", "told", "words"),
    [
        ("white", {"white": "x" * 10_000}, "at most 60 letters"),
        ("black", {"black": "Ada\x00"}, "nobody can see"),
        ("time", {"time": "0"}, "0 s"),
        ("stop", {"stop": "shout"}, "shout"),
        ("flag", {"flag": "<script>"}, "told, or loses"),
    ],
)
def test_terms_name_the_field_to_mend(field, told, words):
    with pytest.raises(TermsError, match=words) as refused:
        parse_terms(**told)
    assert refused.value.field == field


def test_terms_say_what_pgn_says():
    terms = parse_terms(" Ada  Lovelace ", "", "15m+10")
    assert terms.tags() == {"White": "Ada Lovelace", "TimeControl": "900+10"}
    assert parse_terms().tags() == {}
    assert parse_terms("<b>Ada</b>").white == "<b>Ada</b>"  # a name like any other; the page shows it as text
