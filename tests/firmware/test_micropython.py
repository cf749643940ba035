"""What the real MicroPython VM says of memory, and of hours of play.

The VM collects garbage only when the outermost call returns, so each measurement is a call of its own. The long
version of the play runs by `REEDBOARD_PLAY_HOURS=24 .venv/bin/pytest tests/firmware/test_micropython.py`.
"""

import os

import pytest

HEAP_LIMIT = 56 * 1000  # of 60 kB: an RP2040 keeps the machine code of loops.py there too, 3.6 kB
ON_A_PICO = "reed.start, reed.chain165"
HOURS = float(os.environ.get("REEDBOARD_PLAY_HOURS", "0.25"))


@pytest.fixture(scope="module")
def heap(vm):
    """Bytes in use after a collection."""

    def measure():
        vm.run("import gc\ngc.collect()")
        return int(vm.run("print(gc.mem_alloc())"))

    return measure


@pytest.fixture(scope="module")
def play(vm, heap):
    """A 17x17 board with 480 inputs and 329 LEDs, called `play` on the VM; what program and board take of its heap."""
    empty = heap()
    vm.run(f"import {ON_A_PICO}")
    program = heap() - empty
    vm.run("import endurance")
    before = heap()
    vm.run("play = endurance.Play()")
    return program, heap() - before


def test_program_and_largest_board_fit_the_heap_budget(play):
    program, board = play
    print(f"program {program} bytes, 17x17 board with LEDs {board} bytes")
    assert program + board <= HEAP_LIMIT


@pytest.mark.parametrize("moving", [False, True])
def test_thousand_scans_allocate_nothing(vm, play, moving):
    head = int(vm.run("print(play.board.ring.head)"))
    assert int(vm.run(f"print(endurance.allocated(play, 1000, {moving}))")) == 0
    assert (int(vm.run("print(play.board.ring.head)")) - head > 50) == moving


def test_thousand_whole_ticks_allocate_nothing_while_there_is_nothing_to_say(vm, play):
    vm.run("play.scan(300, 4)")
    taken = vm.run("before = gc.mem_alloc()\nplay.scan(1000, 0)\nprint(gc.mem_alloc() - before)")
    assert int(taken) <= 32  # the loop around them takes one small object


def test_hours_of_play_neither_grow_nor_stall_nor_lose_step(vm, play, heap):
    vm.run("play = endurance.Play()\nfor _ in range(30): play.second()")
    start = heap()
    for _ in range(int(HOURS * 60)):
        vm.run("for _ in range(60): play.second()")
        assert heap() <= start + 256
    simulated_s = int(vm.run("print(play.frame)"))
    assert simulated_s >= HOURS * 3600
    assert int(vm.run("print(play.host.alive)")) >= simulated_s * 1.5
    assert int(vm.run("print(play.host.snaps)")) == 1
