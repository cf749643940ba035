"""The wiring table: one line a sensor input, one line an LED; as CSV for tools and as Markdown for the bench."""

import csv
import io
from collections.abc import Iterable, Sequence
from itertools import groupby

from reedboard.board.profile import BoardProfile, Driver
from reedboard.board.profile.board import LedRun
from reedboard.wiring.terminals import Terminal, Use, terminals

SENSOR_HEADINGS = ("bit", "strip", "part", "pin", "use", "site")
MATRIX_NOTES = """A row's output is low while it is read, its columns are pulled up by 10 kohm to 3.3 V. At each site:
column pin, reed, then the diode's plain end (anode), its ringed end (cathode) to the row's pin. The other way round
nothing is ever read.

- 74HC595 (R): pin 14 from the microcontroller's MOSI (the next one's from pin 9 of the one before), 11 clock, 12 latch,
  10 and 16 to 3.3 V, 8 and 13 to ground.
- 74HC165 (U): pin 9 to the microcontroller's MISO (the next one's to pin 10 of the one before), 2 clock, 1 load, 16 to
  3.3 V, 8 and 15 to ground, pin 10 of the last to ground.
"""

LIGHT_HEADINGS = ("led", "site", "run", "feed")


def sensors_csv(profile: BoardProfile) -> str:
    """Every sensor input in bit order."""
    return csv_text(SENSOR_HEADINGS, (_cells(terminal) for terminal in terminals(profile)))


def lights_csv(profile: BoardProfile) -> str:
    """Every LED in the order of the data line; `feed` marks where the 5 V are fed in."""
    return csv_text(LIGHT_HEADINGS, _lights(profile))


def markdown(profile: BoardProfile) -> str:
    """Both tables, strip by strip, for the bench."""
    parts = [
        f"# Wiring of {profile.name}\n",
        f"{profile.bits} inputs ({profile.driver.value}), {profile.leds} LEDs, {len(profile.strips)} strips. "
        "Generated from the geometry file by `reedboard wiring`; not to be edited.\n",
        "## Sensors, along the chain from the microcontroller\n",
    ]
    if profile.driver is Driver.DIODE_MATRIX:
        parts.append(MATRIX_NOTES)
    for (number, name), inputs in groupby(terminals(profile), key=lambda t: (t.strip, t.strip_name)):
        lines = [(str(t.bit), t.part, t.pin, t.site or t.use.value) for t in inputs]
        parts += [f"### Strip {number}: {name}\n", markdown_table(("bit", "part", "pin", "goes to"), lines)]
    parts.append("## LEDs, along the data line\n\nRuns of sites in order; 5 V are fed in before those in bold.\n")
    feeds = {row[0] for row in _lights(profile) if row[3]}
    runs = [
        (
            f"{run.led}-{run.led + len(run.sites) - 1}",
            " ".join(f"**{site}**" if str(run.led + place) in feeds else site for place, site in enumerate(run.sites)),
        )
        for run in sorted(profile.led_runs, key=lambda run: run.led)
    ]
    parts.append(markdown_table(("LEDs", "sites"), runs))
    return "\n".join(parts)


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table, an empty line after it."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def fed_runs(profile: BoardProfile) -> tuple[LedRun, ...]:
    """The strips of LEDs into which the 5 V are fed: those that hold the first LED and every so many after it."""
    every = profile.power.inject_every
    runs = sorted(profile.led_runs, key=lambda run: run.led)
    return tuple(run for run in runs if -run.led % every < len(run.sites))


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """CSV with a heading line and plain line feeds."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows(rows)
    return out.getvalue()


def _cells(terminal: Terminal) -> tuple[str, ...]:
    site = terminal.site if terminal.use is Use.SENSOR and terminal.site else ""
    return (str(terminal.bit), str(terminal.strip), terminal.part, terminal.pin, terminal.use.value, site)


def _lights(profile: BoardProfile) -> list[tuple[str, ...]]:
    fed = fed_runs(profile)
    return [
        (str(led), site, run.name, "5 V" if led == run.led and run in fed else "")
        for run in sorted(profile.led_runs, key=lambda run: run.led)
        for led, site in enumerate(run.sites, run.led)
    ]
