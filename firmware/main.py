"""The microcontroller's program: owns the loop, the clock, the watchdog and the way to the host.

It starts by itself at power-up. To put new files on it, the host sends REPL (`reedboard flash` does), or somebody
holds White's clock button while plugging it in: then MicroPython's prompt is free.
"""

import os
import time

from edge import hardware, host
from reed.start import start

import machine

SCAN_MS = 4  # 250 scans a second: four equal samples report a change within 16 ms
BYTES_A_SCAN = 64  # taken from the host at most: as many as 115200 baud delivers in a scan, and some
WATCHDOG_MS = 4000  # a Pico's longest is 8388
PROMPT = "prompt"  # while this file exists, the next start goes to the prompt: a watchdog cannot be stopped


def run():
    """Scans until the prompt is asked for, then restarts into it."""
    port = host.Host()
    board = start(hardware, port.send, host.boot_number())
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    due = time.ticks_ms()
    while not board.leave:
        for _ in range(BYTES_A_SCAN):
            byte = port.read()
            if byte < 0:
                break
            board.feed(byte)
        board.tick(time.ticks_ms())
        watchdog.feed()
        due = time.ticks_add(due, SCAN_MS)
        left = time.ticks_diff(due, time.ticks_ms())
        if left > 0:
            time.sleep_ms(left)
        elif left < -100:
            due = time.ticks_ms()  # after a long hold-up: go on from here, do not hurry to make up for it
    with open(PROMPT, "w"):
        pass
    machine.reset()


def prompt_asked_for():
    """Whether the last run left word to stay at the prompt; takes the word back, so that it holds once."""
    try:
        os.remove(PROMPT)
        return True
    except OSError:
        return False


if not prompt_asked_for() and not hardware.prompt_wanted():
    run()
