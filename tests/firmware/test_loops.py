"""The machine code, executed on an emulated RP2040 core, does what its text does as plain Python."""

import copy
from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reedboard.virtual import firmware

few = settings(max_examples=60, deadline=None)
rows = st.integers(1, 9).flatmap(lambda size: st.tuples(*[st.binary(min_size=size, max_size=size)] * 3))
spans = st.from_regex(r"[0-9,x-]{0,14}", fullmatch=True)
glow = st.builds("{}{}:{}".format, st.from_regex(r"[0-9a-fA-F]{6}", fullmatch=True), st.sampled_from("sbfp"), spans)
odd = st.text(st.sampled_from("0123456789abcdefs:,- xz"), max_size=20)


def same(core, name, *args):
    """The result of both, which must leave the same in every buffer."""
    theirs, ours = copy.deepcopy(args), copy.deepcopy(args)
    result, _ = core.call(name, *theirs)
    plain = getattr(firmware.module("compiled"), name)(*ours)
    assert theirs == ours
    assert plain is None or result == plain
    return plain


@few
@given(rows)
def test_ties_are_judged_alike(core, parts):
    levels, low, high = parts
    first = same(core, "untrue", levels, low, high, len(levels))
    wrong = [i for i in range(len(levels)) if levels[i] & low[i] or ~levels[i] & high[i]]
    assert first == (wrong or [len(levels)])[0]


@few
@given(st.lists(st.binary(min_size=3, max_size=3), min_size=1, max_size=30), st.sampled_from([0, 255]))
def test_debouncing_goes_alike(core, scans, flip):
    stable, counters, edges = bytearray(3), bytearray(12), bytearray([0, 254, 255] * 8)
    for raw in scans:
        args = (bytes(raw), stable, counters, edges, 3, flip)
        theirs = copy.deepcopy(args)
        told, _ = core.call("vote", *theirs)
        assert told == firmware.module("compiled").vote(*args)
        assert theirs == args


@few
@given(st.binary(min_size=1, max_size=8), st.integers(0, 70))
def test_bits_are_found_alike(core, buffer, bit):
    same(core, "next_set", bytearray(buffer), bit, 8 * len(buffer))
    same(core, "next_noisy", bytearray(buffer), bit, len(buffer), 20)


@few
@given(st.one_of(st.lists(glow, max_size=5).map(" ".join), odd))
def test_frames_are_read_and_painted_alike(core, text):
    line = b"LEDS 1 " + text.encode()
    glows = same(core, "count_glows", line, 7, len(line))
    if glows >= 0:
        leds = 20
        args = (line, 7, len(line), leds, bytearray(leds), bytearray(128), array("i", (0, 0, 0)))
        theirs = copy.deepcopy(args)
        core.call("read_glows", *theirs)
        firmware.module("compiled").read_glows(*args)
        assert theirs == args
        same(core, "paint", bytearray(3 * leds), args[4], args[5], leds)


@pytest.mark.parametrize("number", ["0-999999999999", "9" * 1900, "0-" + "9" * 1900])
def test_number_of_any_length_stays_on_the_board(core, number):
    line = f"ff0000s:{number}".encode()
    sums = array("i", (0, 0, 0))
    style = bytearray(8)
    _, cycles = core.call("read_glows", line, 0, len(line), 8, style, bytearray(128), sums)
    assert set(style) <= {0, 255}
    assert sums[2] == 1
    assert cycles < 125_000 * 2, "two milliseconds"
