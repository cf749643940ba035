"""What a 17x17 board's microcontroller does a second, measured on an emulated Pico with real MicroPython.

    tests/machine/pico_image.sh /tmp/pico
    PICO_FIRMWARE=/tmp/pico/firmware.bin PICO_BOOTROM=/tmp/pico/bootrom.bin \
        .venv/bin/python -m tests.firmware.pico_figures > docs/results/pico.md

All times are the emulated Pico's own, from edges on its pins and bytes on its console, so other work of this machine
does not count. Some ten minutes.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
from datetime import date
from itertools import pairwise
from pathlib import Path

from reedboard.assets import boards
from reedboard.board import wire

from .emulated_pico import FIRMWARE, Note, Pico, missing, on_the_board

BOARD = "17x17"
QUIET_S, BUSY_S = 4, 6
FRAME_EVERY_US = 50_000
CHANGE_EVERY_US = 110_000
LEDS_A_FRAME = 30
RESET_US = 50
"""The low on the LEDs' line that ends a frame, waited for before it is noted."""


def main() -> None:
    """Prints the page."""
    if reason := missing():
        sys.exit(reason)
    profile = boards.load(BOARD)
    with tempfile.TemporaryDirectory() as folder:
        pico = Pico(Path(folder), on_the_board(profile))
        try:
            print(page(*measure(pico, profile)))
        finally:
            pico.close()


def measure(pico, profile):
    """The notes of three spells (quiet, frames, frames and changing cells), and of the last and a while after."""
    chance = random.Random(1)
    opened = sum(1 << bit for bit in range(profile.bits) if profile.tied.get(bit, True))
    pico.inputs(opened.to_bytes(profile.bits // 8, "little"))
    pico.frame(wire.Ready)
    pico.say(wire.Resume(0, 0))
    pico.frame(wire.Snap)
    pico.frame(wire.Alive)
    now = pico.notes[-1].us + 500_000
    ends = [now, now + 1_000_000 * QUIET_S]
    for _ in range(2):
        ends.append(ends[-1] + 1_000_000 * BUSY_S)
    for at in range(ends[0], ends[-1], 1_000_000):
        pico.say(wire.Ping(), at=at)
    colours = (0x00FF00, 0x0000FF, 0xFF7000)
    for number, at in enumerate(range(ends[1], ends[-1], FRAME_EVERY_US), 1):
        leds = sorted(chance.sample(range(profile.leds), LEDS_A_FRAME))
        third = LEDS_A_FRAME // 3
        glows = tuple(
            wire.Glow(colour, wire.Pattern.STEADY, tuple(leds[third * n : third * (n + 1)]))
            for n, colour in enumerate(colours)
        )
        pico.say(wire.Leds(number, glows), at=at)
    bits = [profile.sites[cell].bit for cell in ("a1", "i9", "q17", "e5")]
    levels = opened
    for number, at in enumerate(range(ends[2], ends[3], CHANGE_EVERY_US)):
        levels ^= 1 << bits[number % len(bits)]
        pico.inputs(levels.to_bytes(profile.bits // 8, "little"), at=at + chance.randrange(20_000))
    for number, at in enumerate(ends):
        pico.wish(mark=str(number), at=at)
    pico.mark("end", at=ends[-1] + 300_000)
    notes = list(pico.notes)
    places = [next(n for n, note in enumerate(notes) if (note.kind, note.text) == ("mark", str(k))) for k in range(4)]
    return [notes[a : b + 1] for a, b in pairwise(places)] + [notes[places[2] :]]


def scans_a_second(notes: list[Note]) -> float:
    """From the `load` line's edges."""
    return 1e6 * (notes[-1].scans - notes[0].scans) / (notes[-1].us - notes[0].us)


def lit_after_ms(notes: list[Note]) -> tuple[list[float], list[float]]:
    """From a frame's last byte to its last edge on the LEDs' line, and to SHOWN."""
    lit, shown = [], []
    for place, note in enumerate(notes):
        if note.kind != "heard" or not note.text.startswith("LEDS "):
            continue
        number = note.text.split()[1]
        after = notes[place:]
        edges = next((each for each in after if each.kind == "pixels"), None)
        told = next((each for each in after if each.kind == "line" and each.text.startswith(f"SHOWN {number} ")), None)
        if edges and told:
            lit.append((edges.us - RESET_US - note.us) / 1000)
            shown.append((told.us - note.us) / 1000)
    return lit, shown


def changed_after_ms(notes: list[Note]) -> tuple[list[float], int]:
    """From an input's edge to the last byte of its line, and how many never came."""
    waits, lost = [], 0
    said = iter([note for note in notes if note.kind == "line" and note.text.startswith("CHANGE ")])
    for note in (each for each in notes if each.kind == "set"):
        line = next((each for each in said if each.us > note.us), None)
        if line is None:
            lost += 1
        else:
            waits.append((line.us - note.us) / 1000)
    return waits, lost


def share(values: list[float], part: float) -> float:
    """The value under which `part` of them lie."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def page(quiet, framed, busy, changing) -> str:
    """The page, as Markdown."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    lit, shown = lit_after_ms([*framed, *busy])
    waits, lost = changed_after_ms(changing)
    found = re.search(rb"MicroPython v[0-9.]+", Path(os.environ[FIRMWARE]).read_bytes())
    version = found[0].decode() if found else "MicroPython"
    rows = [
        ("scans a second, nothing moves", f"{scans_a_second(quiet):.0f}", "≥ 200"),
        (f"scans a second, a frame of {LEDS_A_FRAME} LEDs every 50 ms", f"{scans_a_second(framed):.0f}", "≥ 150"),
        ("the same, and a cell changing every 110 ms", f"{scans_a_second(busy):.0f}", ""),
        (f"a change on the wire, p50 / p95 / most of {len(waits)}", told(waits), "p95 ≤ 20 ms"),
        ("changes that never came", str(lost), "0"),
        (f"a frame to its last edge on the LEDs' line, p50 / p95 / most of {len(lit)}", told(lit), "p95 ≤ 25 ms"),
        ("the same to `SHOWN`", told(shown), ""),
    ]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"""# The firmware on an emulated Pico

Measured on {date.today()} at commit {commit} by `python -m tests.firmware.pico_figures`: {BOARD}, real {version}
on an emulated RP2040 at 125 MHz (rp2040js), its console on a UART at 115200 baud, in the Pico's own time.
The emulator counts instructions' cycles and knows no waiting for flash memory.

| | measured | wanted |
|---|---|---|
{table}
"""


def told(values: list[float]) -> str:
    """Median, 95 of 100 and the most."""
    return f"{share(values, 0.5):.1f} / {share(values, 0.95):.1f} / {max(values):.1f} ms" if values else "none"


if __name__ == "__main__":
    main()
