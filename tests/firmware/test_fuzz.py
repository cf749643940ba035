"""Whatever the host sends, with a right check or without: the board never stops, and hears the next good line."""

import importlib

from hypothesis import given, settings
from hypothesis import strategies as st

from reedboard.virtual import firmware

kinds = st.sampled_from(["LEDS", "HELLO", "RESUME", "BEEP", "KEEP", "PING", "SNAP", "", "LEDS 1", "KEEP swap"])
words = st.one_of(
    st.integers(-(10**12), 10**12).map(str),
    st.integers(1, 1900).map(lambda length: "9" * length),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12),
    st.from_regex(r"[0-9a-z+-]{6}[sbfpx]:[0-9,x-]{0,12}", fullmatch=True),
)
bodies = st.tuples(kinds, st.lists(words, max_size=4)).map(lambda parts: " ".join((parts[0], *parts[1])))


@settings(max_examples=300)
@given(st.lists(st.one_of(bodies.map(lambda body: ("line", body)), st.binary(max_size=60)), max_size=8))
def test_board_outlives_whatever_it_is_sent(wishes):
    bench = importlib.import_module("fakes").Bench()
    bench.run(2)
    for wish in wishes:
        for byte in firmware.module("lines").seal(wish[1]) if isinstance(wish, tuple) else wish:
            bench.board.feed(byte)
        bench.run(3)
    bench.board.feed(10)  # ends whatever rubbish stands in the buffer
    bench.say("HELLO 1")
    bench.say("LEDS 1 00ff00s:1")
    lines = bench.run(40)
    assert any(line.startswith("READY") for line in lines)
    assert any(line.startswith("SHOWN 1 ") for line in lines)
