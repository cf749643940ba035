import os

from fakes import Bench, only
from reed.version import FIRMWARE, PROTOCOL


def test_board_greets_and_tells_its_state_at_boot():
    bench = Bench()
    bench.sensors.close(3)
    lines = bench.run(3)
    assert lines[0] == "READY %d %s test 16 8 2 7" % (PROTOCOL, FIRMWARE)
    assert lines[1] == "SNAP 7 0 0 0800"
    assert lines[2].startswith("ALIVE 7 0 0 ")


def test_board_greets_again_whenever_asked():
    bench = Bench()
    bench.run(10)
    bench.say("HELLO 1")
    assert only(bench.run(), "READY")


def test_change_is_on_the_line_within_four_scans_of_being_stable():
    bench = Bench()
    bench.run(10)
    bench.sensors.close(12)
    assert only(bench.run(3), "CHANGE") == []
    assert only(bench.run(1), "CHANGE") == ["CHANGE 7 1 52 12 1 0"]
    bench.sensors.open(12)
    assert only(bench.run(4), "CHANGE") == ["CHANGE 7 2 68 12 0 0"]


def test_heartbeat_comes_each_second_and_soon_after_an_event():
    bench = Bench()
    bench.run(2)
    assert len(only(bench.run(1000), "ALIVE")) == 4
    bench.sensors.close(0)
    lines = bench.run(20)
    assert [line.split(" ")[0] for line in lines] == ["CHANGE", "ALIVE"]
    assert lines[1].startswith("ALIVE 7 1 ")


def test_missed_events_are_told_again_when_asked():
    bench = Bench()
    bench.run(2)
    for bit in (1, 2, 3):
        bench.sensors.close(bit)
        bench.run(6)
    bench.say("RESUME 7 1")
    lines = bench.run(1)
    assert [line.split(" ")[:3] for line in lines[:2]] == [["CHANGE", "7", "2"], ["CHANGE", "7", "3"]]
    assert lines[2].startswith("ALIVE 7 3 ")


def test_snapshot_answers_what_the_ring_cannot():
    for asked in ("RESUME 8 1", "RESUME 8 0", "RESUME 7 99", "RESUME 0 0"):
        bench = Bench()
        bench.run(2)
        bench.sensors.close(9)
        bench.run(6)
        bench.say(asked)
        assert only(bench.run(1), "SNAP") == ["SNAP 7 1 32 0002"], asked


def test_board_goes_on_scanning_and_tells_the_state_later_when_nobody_reads():
    bench = Bench()
    bench.run(10)
    bench.port.room = 5
    for number in range(400):
        bit = number % 16
        if number // 16 % 2:
            bench.sensors.open(bit)
        else:
            bench.sensors.close(bit)
        bench.run(5)
    assert bench.board.ring.head == 400
    bench.port.room = 1000000
    lines = bench.run(20)
    assert len(only(lines, "SNAP")) == 1
    assert only(lines, "SNAP")[0].split(" ")[2] == "400"
    assert only(lines, "SNAP")[0].split(" ")[4] == "ff" * 2 if 400 // 16 % 2 else "0000"


def test_clock_button_is_told_once_a_press():
    bench = Bench()
    bench.run(2)
    bench.panel.held = 1
    lines = bench.run(30)
    bench.panel.held = 0
    lines += bench.run(5)
    bench.panel.held = 2
    lines += bench.run(5)
    assert [line.split(" ")[0::4] for line in only(lines, "PUSHED")] == [["PUSHED", "w"], ["PUSHED", "b"]]


def test_clock_button_held_for_a_second_is_told_once_a_press():
    bench = Bench()
    bench.run(2)
    lines = []
    for held, scans in ((1, 248), (0, 5), (1, 700), (3, 300), (2, 300), (0, 5), (1, 260)):
        bench.panel.held = held
        lines += bench.run(scans)
    told = [line.split(" ") for line in lines if line.startswith(("PUSHED", "HELD"))]
    assert [fields[0] + fields[4] for fields in told] == "PUSHEDw PUSHEDw HELDw PUSHEDb HELDb PUSHEDw HELDw".split(" ")
    for down, held in ((1, 2), (3, 4), (5, 6)):
        assert 1000 <= int(told[held][3]) - int(told[down][3]) <= 1008


def test_clock_button_held_while_the_time_wraps_is_told():
    bench = Bench()
    bench.now = (1 << 30) - 500
    bench.run(2)
    bench.panel.held = 2
    assert [line.split(" ")[0] for line in bench.run(300) if "ALIVE" not in line and "SNAP" not in line] == [
        "PUSHED",
        "HELD",
    ]


def test_lights_frame_is_shown_and_acknowledged():
    bench = Bench()
    bench.run(2)
    bench.say("LEDS 5 00ff00s:2")
    assert only(bench.run(6), "SHOWN") == ["SHOWN 5 20"]
    assert bench.output.pixels[6] == 255


def test_lights_go_dark_when_the_host_is_gone():
    bench = Bench()
    bench.run(2)
    bench.say("LEDS 1 00ff00s:2")
    bench.run(10)
    for _ in range(4):
        bench.run(250)
        bench.say("PING")
    assert bench.output.pixels[6] == 255
    bench.run(780)
    assert sum(bench.output.pixels) == 0


def test_bad_lines_change_nothing_and_are_answered_in_a_sentence():
    bench = Bench()
    bench.run(2)
    for bad in (
        "LEDS|LEDS x|LEDS 1 zz|RESUME 1|BEEP a b|KEEP|KEEP samples 9|KEEP swap 1|FLY 3|LEDS 99999999999 ff0000s:1"
        "|LEDS -1|RESUME -1 0|RESUME 0 99999999999999999999|BEEP 880 999999999|BEEP 5 10|BEEP 20001 10|BEEP 440 -1"
        "|KEEP brightness 256|KEEP brightness -1|KEEP swap 1,16|KEEP swap 1,1|KEEP swap 1,2,3|KEEP samples"
        "|RESUME " + "9" * 400 + " 0|BEEP 8\u00b2 1"
    ).split("|"):
        bench.say(bad)
        notes = only(bench.run(2), "NOTE")
        assert len(notes) == 1, bad
        assert notes[0].startswith("NOTE found "), notes
    for byte in b"\x03\x00\xff garbage \n\n*\n****\n":
        bench.board.feed(byte)
    bench.say("HELLO 1")
    assert only(bench.run(2), "READY")


def test_buzzer_sounds_when_told():
    bench = Bench()
    bench.say("BEEP 880 50")
    assert bench.panel.beeps == [(880, 50)]


def test_settings_are_kept_and_work_at_once():
    bench = Bench()
    bench.run(2)
    bench.say("KEEP brightness 51")
    assert only(bench.run(2), "NOTE") == ["NOTE kept brightness 51"]
    assert bench.kept == [{"brightness": 51}]
    bench.say("LEDS 1 ff0000s:0")
    bench.run(6)
    assert bench.output.pixels[1] == 51


def test_swapped_wires_are_put_right_for_good():
    kept = {}
    bench = Bench(calibration=kept)
    bench.sensors.close(4)
    bench.run(2)
    bench.say("KEEP swap 4,9")
    assert only(bench.run(2), "SNAP")[0].endswith(" 0002")
    again = Bench(calibration={"swaps": kept["swaps"]})
    again.sensors.close(9)
    assert only(again.run(2), "SNAP")[0].endswith(" 1000")


def test_full_flash_is_said_and_stops_nothing():
    def keep(values):
        raise OSError(28)

    bench = Bench(keep=keep)
    bench.run(2)
    bench.say("KEEP brightness 9")
    lines = bench.run(3)
    assert only(lines, "NOTE")[0].startswith("NOTE could not keep brightness: ")


def test_broken_chain_is_named_and_its_sensors_keep_their_value():
    bench = Bench()
    bench.sensors.close(10)
    bench.run(2)
    bench.sensors.bad = 1
    bench.sensors.levels[1] = 0
    lines = bench.run(20)
    assert only(lines, "CHAIN") == ["CHAIN 7 1 16 1"]
    assert only(lines, "CHANGE") == []
    bench.sensors.bad = -1
    bench.sensors.levels[1] = 0xFB
    lines = bench.run(20)
    assert len(only(lines, "CHAIN")) == 1
    assert only(lines, "CHAIN")[0].endswith(" ok")
    assert only(lines, "CHANGE") == []


def test_board_that_starts_with_a_broken_chain_reads_what_is_before_the_break():
    """As while it is being built: strips that are still to come are a break, too."""
    bench = Bench()
    bench.sensors.bad = 1
    bench.sensors.levels[1] = 0
    bench.sensors.close(2)
    lines = bench.run(20)
    assert only(lines, "SNAP") == ["SNAP 7 1 8 0400"]
    assert only(lines, "CHAIN")[-1].split(" ")[4] == "1"
    bench.sensors.close(5)
    assert [line.split(" ")[4:6] for line in only(bench.run(6), "CHANGE")] == [["5", "1"]]


def test_times_go_on_across_their_wrap():
    bench = Bench()
    bench.now = (1 << 30) - 40
    bench.run(10)
    bench.sensors.close(1)
    lines = bench.run(300)
    assert only(lines, "CHANGE") == ["CHANGE 7 1 12 1 1 0"]
    assert len(only(lines, "ALIVE")) == 2


def test_prompt_is_left_to_whoever_asks():
    bench = Bench()
    bench.say("REPL")
    assert bench.board.leave


def test_swap_told_for_ever_keeps_no_more_than_it_means():
    kept = {}
    bench = Bench(bits=32, calibration=kept)
    bench.run(2)
    for round in range(60):
        first = round * 7 % 32
        bench.say("KEEP swap %d,%d" % (first, (first + 1 + round % 30) % 32))
        bench.run(2)
    assert len(kept["swaps"]) < 32
    again = Bench(bits=32, calibration={"swaps": kept["swaps"]})
    for bit in range(32):
        assert again.board.occupancy.sensor(bit) == bench.board.occupancy.sensor(bit)
    for first, second in reversed(kept["swaps"][:]):
        bench.say("KEEP swap %d,%d" % (first, second))
        bench.run(2)
    assert kept["swaps"] == []


def test_setting_that_is_kept_already_is_not_written_again():
    bench = Bench(calibration={"brightness": 51})
    bench.run(2)
    bench.say("KEEP brightness 51")
    assert only(bench.run(2), "NOTE") == ["NOTE kept brightness 51"]
    assert bench.kept == []


def test_fault_that_was_survived_is_told_on_one_line():
    bench = Bench()
    bench.run(2)
    bench.board.survive(RuntimeError("a\nb\u00e9" + "x" * 99))
    told = only(bench.run(2), "NOTE")
    assert told == ["NOTE went on after a fault: RuntimeError a?b?" + "x" * 56]


def test_geometry_file_is_said_in_parts_to_whoever_asks():

    bench = Bench()
    bench.run(2)
    bench.say("GEOMETRY 0")
    assert only(bench.run(), "PART") == ["PART 0 0 -"]
    content = "# a geometry file\n" * 20
    name = "geometry-of-a-test.toml"
    with open(name, "w") as file:
        file.write(content)
    bench.board.geometry = name
    read = b""
    for _ in range(3):
        bench.say("GEOMETRY %d" % len(read))
        (line,) = only(bench.run(), "PART")
        _, total, start, data = line.split(" ")
        assert (int(total), int(start)) == (len(content), len(read))
        read += b"" if data == "-" else bytes(int(data[at : at + 2], 16) for at in range(0, len(data), 2))
    assert read.decode() == content
    os.remove(name)
    bench.say("GEOMETRY -1")
    assert only(bench.run(), "NOTE")
