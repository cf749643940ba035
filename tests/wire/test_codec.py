import binascii
import dataclasses
import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyrules.pieces import Side
from reedboard.board import wire
from reedboard.virtual import firmware

VECTORS = Path(__file__).parent / "vectors.txt"
LINES = [line.split("  # ")[0] for line in VECTORS.read_text().splitlines() if line and line[0] != "#"]
GOOD = [line for line in LINES if line[0] != "!"]
BAD = [line[1:] for line in LINES if line[0] == "!"]

counts = st.integers(0, (1 << 30) - 1)
bits = st.integers(0, wire.MAX_BITS - 1)
edges = st.integers(0, wire.MAX_EDGES)
names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,47}", fullmatch=True)
words = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="*"), min_size=1, max_size=12)
glows = st.builds(
    wire.Glow,
    st.integers(0, 0xFFFFFF),
    st.sampled_from(wire.Pattern),
    st.sets(st.integers(0, 400), min_size=1, max_size=20).map(lambda leds: tuple(sorted(leds))),
)
frames = st.one_of(
    st.builds(
        wire.Ready,
        st.integers(0, wire.MAX_PROTOCOL),
        names,
        names,
        st.integers(0, wire.MAX_BITS),
        st.integers(0, wire.MAX_LEDS),
        st.integers(0, 2),
        counts,
    ),
    st.integers(0, 60).flatmap(
        lambda size: st.builds(
            wire.Snap, counts, counts, counts, st.integers(0, (1 << 8 * size) - 1), st.just(8 * size)
        )
    ),
    st.builds(wire.Change, counts, counts, counts, bits, st.booleans(), edges),
    st.builds(wire.Pushed, counts, counts, counts, st.sampled_from(Side)),
    st.builds(wire.Held, counts, counts, counts, st.sampled_from(Side)),
    st.builds(wire.Noise, counts, counts, counts, bits, edges),
    st.builds(wire.Chain, counts, counts, counts, st.none() | st.integers(0, wire.MAX_BITS // 8 - 1)),
    st.builds(wire.Alive, counts, counts, counts, st.integers(0, (1 << 32) - 1), st.integers(0, 1000)),
    st.binary(max_size=192).flatmap(
        lambda data: st.builds(wire.Part, st.integers(500 + len(data), 9000), st.integers(0, 500), st.just(data))
    ),
    st.builds(wire.Geometry, counts),
    st.builds(wire.Shown, counts, st.integers(0, 60_000)),
    st.builds(wire.Note, words),
    st.builds(wire.Hello, st.integers(0, wire.MAX_PROTOCOL)),
    st.builds(wire.Resume, counts, counts),
    st.just(wire.Ping()),
    st.builds(wire.Leds, counts, st.lists(glows, max_size=5).map(tuple)),
    st.builds(wire.Beep, st.integers(0, wire.MAX_TONE_HZ), st.integers(0, wire.MAX_TONE_MS)),
    st.builds(wire.Keep, words, words),
    st.just(wire.Repl()),
)
HUGE = "9" * 400


@given(frames)
def test_frame_is_read_back_as_written(frame):
    line = wire.format_frame(frame)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert wire.parse_frame(line) == frame


@given(frames)
def test_firmware_seals_and_opens_the_same_lines(frame):
    lines = firmware.module("lines")
    line = wire.format_frame(frame)
    body = lines.unseal(line[:-1])
    assert body is not None
    assert lines.seal(body) == line


@given(st.binary(max_size=80))
def test_rubbish_is_refused_in_one_sentence(rubbish):
    with pytest.raises(wire.WireError):
        wire.parse_frame(rubbish)
    assert firmware.module("lines").unseal(rubbish) is None


@pytest.mark.parametrize("line", GOOD)
def test_vector_is_read_and_written_alike_by_both_ends(line):
    raw = line.encode() + b"\n"
    frame = wire.parse_frame(raw)
    assert wire.format_frame(frame) == raw
    assert firmware.module("lines").seal(line[:-9]) == raw
    assert firmware.module("lines").unseal(raw[:-1]) == line[:-9]


@pytest.mark.parametrize("line", BAD)
def test_bad_vector_is_refused_by_the_host(line):
    with pytest.raises(wire.WireError, match="found"):
        wire.parse_frame(line.encode() + b"\n")


@pytest.mark.parametrize(
    "body",
    [
        "LEDS 1 ff0000s:0-999999999999",
        "LEDS 1 ff0000s:4096",
        f"LEDS {HUGE} ff0000s:0",
        f"CHANGE 5 1 {HUGE} 3 1 0",
        f"CHANGE 5 {HUGE} 1 3 1 0",
        f"CHANGE 5 1 {wire.TIME_WRAP_MS} 3 1 0",
        "CHANGE 5 1 1 4096 1 0",
        "CHANGE 5 1 1 3 2 0",
        "CHANGE 5 1 1 3 1 256",
        "NOISE 5 1 1 3 256",
        "CHAIN 5 1 1 512",
        f"PUSHED 5 1 {HUGE} w",
        f"SNAP 5 1 {HUGE} 00",
        f"ALIVE 5 1 {HUGE} 00000000 250",
        f"ALIVE 5 1 1 00000000 {HUGE}",
        "ALIVE 5 1 1 0x000000 250",
        f"SHOWN 1 {HUGE}",
        f"READY 1 0.1.0 8x8 {10**20} 96 2 5",
        "READY 1 0.1.0 8x8 4097 96 2 5",
        "READY 1 0.1.0 8x8 192 4097 2 5",
        "READY 1 0.1.0 8x8 192 96 3 5",
        f"READY 1 0.1.0 8x8 192 96 2 {1 << 30}",
        "READY 1 0.1.0 ../../etc/passwd 192 96 2 5",
        "READY 1 0.1.0 /home/me/board.toml 192 96 2 5",
        "READY 1 0.1.0 .. 192 96 2 5",
        f"READY 1 0.1.0 {'x' * 49} 192 96 2 5",
        "READY 1 ../0.1.0 8x8 192 96 2 5",
        f"RESUME {HUGE} 0",
        f"BEEP {HUGE} 1",
        "NOTE " + "x" * wire.MAX_LINE,
    ],
)
def test_number_or_name_beyond_its_bound_makes_no_line_of_ours(body):
    with pytest.raises(wire.WireError, match="found") as caught:
        wire.parse_frame(wire.seal(body))
    assert len(str(caught.value)) < 400


def test_vectors_hold_every_frame_there_is():
    held = {type(wire.parse_frame(line.encode())) for line in GOOD}
    assert held == {cls for cls in vars(wire).values() if dataclasses.is_dataclass(cls)} - {wire.Glow}


@pytest.mark.parametrize(
    "line", [line for line in GOOD if line.startswith(("CHANGE", "PUSHED", "HELD", "NOISE", "CHAIN"))]
)
def test_event_vector_is_what_the_firmware_says(line):
    ring = firmware.module("ring")
    events = ring.Ring()
    frame = wire.parse_frame(line.encode())
    match frame:
        case wire.Change(_, seq, t_ms, bit, on, chatter):
            event = (ring.CHANGE, t_ms, bit, int(on), chatter)
        case wire.Pushed(_, seq, t_ms, side):
            event = (ring.PUSHED, t_ms, side, side, 0)
        case wire.Held(_, seq, t_ms, side):
            event = (ring.HELD, t_ms, side, side, 0)
        case wire.Noise(_, seq, t_ms, bit, edges):
            event = (ring.NOISE, t_ms, bit, 0, edges)
        case wire.Chain(_, seq, t_ms, chip):
            event = (ring.CHAIN, t_ms, chip or 0, chip is not None, 0)
    for _ in range(seq):
        events.push(*event)
    assert events.body(frame.boot, seq) == line[:-9]


def test_lights_that_do_not_fit_a_line_are_refused():
    glows = tuple(wire.Glow(colour, wire.Pattern.STEADY, (colour,)) for colour in range(100, 329))
    with pytest.raises(wire.WireError, match="at most 2048 fit"):
        wire.format_frame(wire.Leds(1, glows))


def test_every_second_led_of_the_largest_board_fits_a_line():
    even, odd = tuple(range(0, 329, 2)), tuple(range(1, 329, 2))
    glows = (wire.Glow(1, wire.Pattern.STEADY, even), wire.Glow(2, wire.Pattern.BLINK, odd))
    assert len(wire.format_frame(wire.Leds(99999, glows))) < wire.MAX_LINE


def test_protocol_and_version_are_the_same_at_both_ends():
    version = firmware.module("version")
    assert version.PROTOCOL == wire.PROTOCOL
    assert version.TIME_MASK + 1 == wire.TIME_WRAP_MS
    assert firmware.module("lines").MAX_LINE == wire.MAX_LINE


def test_codec_reads_a_line_without_any_third_party_module():
    code = (
        "import sys, json; from reedboard.board import wire; wire.parse_frame(wire.format_frame(wire.Ping()));"
        "print(json.dumps(sorted(name for name in sys.modules if name in ('serial', 'flask', 'click'))))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(found.stdout) == []


@pytest.mark.parametrize(
    "body",
    [
        "LEDS 1 ff0000s:0-999999999999",
        "LEDS 1 ff0000s:" + ",".join(["0-4096"] * 200) + ",99999",
        "CHANGE 5 1 " + "9" * 400 + " 3 1 0",
        "CHANGE 5 1 1073741824 3 1 0",
        "SNAP 5 1 2 " + "f" * 4000,
        "READY 1 0.1.0 8x8 999999999 96 2 5",
        "READY 1 0.1.0 8x8 192 100000000000000000000 2 5",
        "ALIVE 5 1 2 " + "f" * 900 + " 250",
        "SHOWN 1 \u0663",
    ],
)
def test_number_out_of_bounds_is_refused_before_anything_is_made_of_it(body):
    line = b"%s*%08x\n" % (body.encode(), binascii.crc32(body.encode()))
    tracemalloc.start()
    try:
        with pytest.raises(wire.WireError):
            wire.parse_frame(line)
        assert tracemalloc.get_traced_memory()[1] < 200_000
    finally:
        tracemalloc.stop()
