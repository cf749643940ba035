from fakes import Output
from reed import current
from reed.lights import Lights


def take(lights, frame, fields, now=0):
    line = " ".join(fields).encode()
    lights.take(frame, line, 0, len(line), now)


def show(lights, frame, fields, now=0):
    take(lights, frame, fields, now)
    for _ in range(60):
        lights.step(now)


def test_frame_reaches_the_pixels_in_their_order():
    output = Output()
    lights = Lights(4, output, 1000)
    show(lights, 3, ["ff8001s:1"])
    assert output.pixels == bytes([0, 0, 0, 128, 255, 1, 0, 0, 0, 0, 0, 0])
    assert lights.shown == 3


def test_frame_replaces_the_one_before():
    output = Output()
    lights = Lights(3, output, 1000)
    show(lights, 1, ["0000ffs:0-2"])
    show(lights, 2, ["0000ffs:1"])
    assert output.pixels == bytes([0, 0, 0, 0, 0, 255, 0, 0, 0])


def test_spans_and_single_leds_mix():
    output = Output()
    lights = Lights(10, output, 1000)
    show(lights, 1, ["000001s:0,3-5,9", "000002s:7"])
    assert [output.pixels[3 * led + 2] for led in range(10)] == [1, 0, 0, 1, 1, 1, 0, 2, 0, 1]


def test_frame_is_dimmed_to_the_budget():
    output = Output()
    lights = Lights(10, output, 300)
    show(lights, 1, ["ffffffs:0-9"])
    drawn = sum(output.pixels) * current.CHANNEL_MA / 255
    assert 250 < drawn <= 300, drawn
    assert lights.ma <= 300


def test_limiter_never_exceeds_the_budget_whatever_is_asked():
    for channels in (0, 1, 254, 255, 256, 5000, 251685):
        for budget in (0, 1, 20, 350, 5000):
            for brightness in (0, 1, 128, 255):
                level = current.level(channels, brightness, budget)
                assert 0 <= level <= brightness
                assert channels * current.CHANNEL_MA / 255 * level / 255 <= budget, (channels, budget, brightness)


def test_brightness_scales_every_light():
    output = Output()
    lights = Lights(1, output, 1000, 51)
    show(lights, 1, ["ff0000s:0"])
    assert output.pixels == bytes([0, 51, 0])


def test_blink_goes_dark_and_lights_again_by_itself():
    output = Output()
    lights = Lights(2, output, 1000)
    show(lights, 1, ["0000ffb:0", "0000ffs:1"])
    seen = []
    for now in range(0, 2048, 4):
        lights.step(now)
        seen.append((output.pixels[2], output.pixels[5]))
    halves = [seen[at // 4][0] for at in (200, 700, 1200, 1700)]
    assert halves == [255, 0, 255, 0]
    assert all(steady == 255 for _, steady in seen)


def test_fast_blink_and_pulse_have_their_own_pace():
    output = Output()
    lights = Lights(2, output, 1000)
    show(lights, 1, ["0000fff:0", "0000ffp:1"])
    changes = [0, 0]
    before = output.pixels
    for now in range(0, 4096, 4):
        lights.step(now)
        for led in (0, 1):
            changes[led] += output.pixels[3 * led + 2] != before[3 * led + 2]
        before = output.pixels
    assert changes == [31, 3], changes


def test_latest_frame_wins_when_frames_come_faster_than_they_are_shown():
    output = Output()
    lights = Lights(2, output, 1000)
    for frame in range(1, 6):
        take(lights, frame, ["00000%ds:0" % frame])
        lights.step(0)
    for _ in range(10):
        lights.step(0)
    assert lights.shown == 5
    assert output.pixels[2] == 5


def test_frame_waits_while_the_output_is_busy():
    output = Output()
    lights = Lights(1, output, 1000)
    output.working = True
    show(lights, 1, ["000001s:0"])
    lights.shown = -1
    show(lights, 2, ["000002s:0"])
    assert lights.shown == -1
    output.working = False
    lights.step(0)
    assert lights.shown == 2


def test_led_that_the_board_lacks_is_passed_over():
    output = Output()
    lights = Lights(2, output, 1000)
    show(lights, 1, ["000005s:1-99,400,x"])
    assert output.pixels == bytes([0, 0, 0, 0, 0, 5])
    assert lights.strays == 3
    assert lights.shown == 1


def test_frame_that_is_none_is_refused_and_leaves_the_one_before():
    output = Output()
    lights = Lights(2, output, 1000)
    show(lights, 1, ["000005s:0"])
    for fields in (
        ["ff0000z:1"],
        ["ff0000s"],
        ["12"],
        ["00ff00s:1"] * 33,
        ["00ff0gs:1"],
        ["00ff00s:1", "", "x"],
        ["00ff00s:1", "", "00ff00s:0"],
        ["+0ff00s:1"],
    ):
        try:
            take(lights, 2, fields)
        except ValueError:
            lights.step(0)
            assert output.pixels == bytes([0, 0, 5, 0, 0, 0])
            continue
        raise AssertionError(fields)


def test_span_without_end_lights_what_the_board_has_and_no_more():
    output = Output()
    lights = Lights(3, output, 1000)
    for spans in ("0-999999999999", "0-" + "9" * 1900, "1-2-3,0", "-1,0", "3-,0", ",0,", "2-1,0"):
        show(lights, 1, ["000007s:" + spans])
        assert output.pixels[2] == 7, spans
        assert len(output.pixels) == 9


def test_many_leds_are_read_and_painted_in_one_step():
    output = Output()
    lights = Lights(329, output, 5000)
    take(lights, 1, ["000001s:" + ",".join([str(led) for led in range(0, 329, 2)])])
    lights.step(0)
    assert sum(output.pixels) == 165
    assert lights.shown == 1
