"""The bit-parallel debouncer against the plainest possible one, sensor by sensor."""

from hypothesis import given
from hypothesis import strategies as st

from reedboard.virtual import firmware


def plainly(stream, samples):
    """The same, one sensor at a time with a counter and a last level each."""
    found = []
    for bit in range(8):
        settled = last = count = edges = 0
        for number, byte in enumerate(stream):
            level = byte >> bit & 1
            edges += level != last
            last = level
            count = count + 1 if level != settled else 0
            if count == samples:
                settled, count = level, 0
                found.append((number, bit, level, edges - 1))
                edges = 0
    return sorted(found)


@given(st.lists(st.sampled_from([0, 1, 3, 128, 255, 170]), max_size=80), st.sampled_from([3, 4]))
def test_debouncer_reports_what_a_plain_one_does(stream, samples):
    levels, found = bytearray(1), []
    debounce = firmware.module("debounce").Debounce(levels, samples)
    for number, byte in enumerate(stream):
        levels[0] = byte
        debounce.sample(lambda bit, level, chatter, number=number: found.append((number, bit, level, chatter)))
    assert found == plainly(stream, samples)
