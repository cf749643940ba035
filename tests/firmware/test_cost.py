"""What one scan costs an RP2040, computed: instructions executed, times what one takes, plus the exact bus time.

CPython's instructions are counted (both are stack machines of like grain); an RP2040 at 125 MHz takes 0.5-1 us for
one of MicroPython's, calls included; 1.5 us is reckoned, to be on the safe side. Estimate until `reedboard selftest`
measures the scan rate on hardware.
"""

import importlib
import re
import sys
from pathlib import Path

import pytest

INSTRUCTION_US = 1.5
SPI_BITS_A_US = 2.0
BITS = 480
SCAN_MS = int(re.search(r"^SCAN_MS = (\d+)", (Path(__file__).parents[2] / "firmware/main.py").read_text(), re.M)[1])


def instructions(work):
    """How many instructions of the firmware's own files the work executes."""
    count = 0

    def trace(frame, event, arg):
        nonlocal count
        if "/reed/" not in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.fixture
def play():
    ready = importlib.import_module("endurance").Play()
    ready.scan(400, 4)
    return ready


def cost_us(count):
    return count * INSTRUCTION_US + BITS / SPI_BITS_A_US


def test_idle_scan_of_the_largest_board_takes_a_fraction_of_its_time(play):
    count = instructions(lambda: play.board.tick(play.now))
    print(f"idle tick: {count} instructions, {cost_us(count):.0f} us of {1000 * SCAN_MS}")
    assert cost_us(count) < 1000 * SCAN_MS / 4


def test_busiest_scan_still_allows_two_hundred_a_second(play):
    play.spi.inputs[7] = 0xFE
    costs = []
    for _ in range(30):
        costs.append(instructions(lambda: play.board.tick(play.now)))
        play.now += 4
    print(f"busiest tick: {max(costs)} instructions, {cost_us(max(costs)):.0f} us")
    assert cost_us(max(costs)) < 5000


def test_lights_frame_is_cut_into_ticks_that_allow_two_hundred_a_second(play):
    play.say("LEDS 1 " + " ".join(f"00ff00s:{','.join(str(led) for led in range(part, 329, 5))}" for part in range(5)))
    costs = []
    while play.host.shown != 1:
        costs.append(instructions(lambda: play.board.tick(play.now)))
        play.now += 4
    print(f"all LEDs one by one: {len(costs)} ticks, busiest {cost_us(max(costs)):.0f} us")
    assert cost_us(max(costs)) < 5000


def test_stable_change_is_on_the_wire_within_twenty_ms(play):
    play.spi.inputs[7] = 0xFE
    seq, start = play.host.seq, play.now
    while play.host.seq == seq:
        play.board.tick(play.now)
        play.now += SCAN_MS
    before_first_sample_ms = SCAN_MS  # a reed may settle just after a scan
    assert play.now - start - SCAN_MS + before_first_sample_ms <= 20
