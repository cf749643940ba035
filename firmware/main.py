"""The microcontroller's program: owns the loop, the clock, the watchdog and the way to the host.

It starts by itself at power-up. To put new files on it, the host sends REPL (`reedboard flash` does), or somebody
holds White's clock button while plugging it in: then MicroPython's prompt is free.
"""

import gc
import os
import time

from edge import hardware, host
from reed.start import start

import machine

SCAN_US = 4000  # 250 scans a second: four equal samples report a change within 16 ms
LEAST_BYTES = 16  # taken from the host in every scan, however long the scan took
BYTE_US = 70  # what taking a byte costs, about; beyond the least, as many are taken as the scan's time leaves
WATCHDOG_MS = 4000  # a Pico's longest is 8388
PROMPT = "prompt"  # while this file exists, the next start goes to the prompt: a watchdog cannot be stopped


def run():
    """Scans until the prompt is asked for, then restarts into it.

    Whatever fails in a scan or a line is said and survived. The watchdog is fed by whole scans alone: a board that
    fails in every one restarts.
    """
    port = host.console()
    board = start(hardware, port.send, host.boot_number())
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    due = time.ticks_us()
    while not board.leave:
        due = time.ticks_add(due, SCAN_US)
        try:
            board.tick(time.ticks_ms())
            watchdog.feed()
        except Exception as error:
            gc.collect()
            board.survive(error)
        try:  # apart from the scan: whoever asks for the prompt is heard even where every scan fails
            if time.ticks_diff(due, time.ticks_us()) < LEAST_BYTES * BYTE_US:
                board.gather(port.take, LEAST_BYTES)
            rest(board, port.take, due)
        except Exception as error:
            gc.collect()
            board.survive(error)
        if time.ticks_diff(due, time.ticks_us()) < -100000:
            due = time.ticks_us()  # after a long hold-up: go on from here, do not hurry to make up for it
    with open(PROMPT, "w"):
        pass
    machine.reset()


def rest(board, take, due):
    """Spends what is left until `due` (us) on what the host says, asleep while it says nothing."""
    left = time.ticks_diff(due, time.ticks_us())
    while left > 0 and not board.leave:
        if left < 4 * BYTE_US or not board.gather(take, left // BYTE_US):
            time.sleep_us(min(left, 1000))
        left = time.ticks_diff(due, time.ticks_us())


def prompt_asked_for():
    """Whether the last run left word to stay at the prompt; takes the word back, so that it holds once."""
    try:
        os.remove(PROMPT)
        return True
    except OSError:
        return False


if not prompt_asked_for() and not hardware.prompt_wanted():
    run()
