"""What scans, lines and frames cost an RP2040: `main.py` itself, in a time that its own instructions make go by.

Every file of the firmware runs on CPython (a stack machine of like grain) with stand-ins for the machine, and each of
its instructions lets time pass. How much, an emulated Pico under real MicroPython 1.28 has told, with the counts that
its firmware then had: an idle tick of 17x17 took 2.1 us an instruction (1.95 ms, 0.24 of it on the bus, 809
instructions), a byte taken at most 1.9 (150 us, 79), a byte said 2.6 (135 us, 51), all with what MicroPython's own
functions add. The machine code of `loops.py` is not reckoned but run, with the arguments of the very call, on an
emulated RP2040 core at 125 MHz. A real Pico was 1.07 to 1.46 times faster than the emulated one.
"""

import copy
import importlib
import sys
import time
import types
from pathlib import Path

import pytest

from reedboard.assets import boards, firmware_files
from reedboard.board.firmware_config import pack, settings

TICK_US = (1950 - 240) / 809
TAKE_US = 150 / 79
SAY_US = 135 / 51
RATES = {"_take": TAKE_US, "gather": TAKE_US, "_took": TAKE_US, "send": SAY_US}
CALL_US = 10.0  # MicroPython's part of a call into machine code: checks the count, converts the arguments. Estimate
CYCLES_A_US = 125
BYTE_ON_BUS_US = 4  # 2 MHz
BOOT_US = 600_000.0  # of quiet before a test begins


class Console:
    """A Pico's USB console: always room, and in `typed` what the host has sent. Notes when each line has been said."""

    def __init__(self, now):
        self.typed = bytearray()
        self.said = []
        self._line = b""
        self._now = now
        self.stdin = self.stdout = types.SimpleNamespace(buffer=self)
        self.platform = "rp2"

    def poll(self):
        return types.SimpleNamespace(register=lambda file, what: None, ipoll=self._ready)

    def _ready(self, _):
        asks_for_input = sys._getframe(1).f_code.co_name == "_take"
        return iter((1,) if self.typed or not asks_for_input else ())

    def readinto(self, buffer, count):
        buffer[0] = self.typed[0]
        del self.typed[:1]
        return 1

    def write(self, data):
        *lines, self._line = (self._line + bytes(data)).split(b"\n")
        self.said += [(self._now(), line.decode().split("*")[0].split()) for line in lines]
        return len(data)

    def when(self, kind):
        """Times in ms at which lines of a kind had been said, with their fields."""
        return [(us / 1000, fields) for us, fields in self.said if fields[0] == kind]


class Pico:
    """The 17x17 board at `main.py`; `us` is its time, `scans` counts."""

    def __init__(self, core, monkeypatch, folder):
        self.us = 0.0
        self.scans = []
        self._core = core
        self._plan = []
        self._known = {}
        self.console = Console(lambda: self.us)
        compiled = importlib.import_module("reed.compiled")
        for user in (importlib.import_module(f"reed.{name}") for name in ("chain165", "debounce", "lights")):
            for name in compiled.__all__:
                if hasattr(user, name):
                    monkeypatch.setattr(user, name, self._timed(name, getattr(compiled, name)))
        monkeypatch.syspath_prepend(str(Path(__file__).parent / "hardware"))
        monkeypatch.chdir(folder)
        for name, value in (
            ("ticks_ms", lambda: int(self.us / 1000)),
            ("ticks_us", lambda: int(self.us)),
            ("ticks_diff", int.__sub__),
            ("ticks_add", int.__add__),
            ("sleep_us", self._pass),
        ):
            monkeypatch.setattr(time, name, value, raising=False)
        self._machine = importlib.import_module("machine")
        hardware, pins, host = (importlib.import_module(f"edge.{name}") for name in ("hardware", "pins", "host"))
        monkeypatch.setattr(hardware, "pins", lambda: pins.PICO)
        monkeypatch.setattr(host, "sys", self.console)
        monkeypatch.setattr(host.select, "poll", self.console.poll)
        profile = boards.load("17x17")
        (folder / "board.cfg").write_text(pack(settings(profile)))
        levels = sum(1 << bit for bit in range(profile.bits) if profile.tied.get(bit, True))
        self.levels = bytearray(levels.to_bytes(profile.bits // 8, "little"))
        monkeypatch.setattr(self._machine.SPI, "readinto", lambda spi, buffer: self._read(buffer))
        board = importlib.import_module("reed.board").Board
        tick = board.tick

        def ticked(this, now):
            start = self.us
            tick(this, now)
            self.scans.append((start, self.us))
            this.leave = not self._plan

        monkeypatch.setattr(board, "tick", ticked)

    def _timed(self, name, plain):
        def call(*args):
            key = (name, *(arg if isinstance(arg, int) else bytes(arg) for arg in args))
            if key not in self._known:
                self._known[key] = self._core.call(name, *map(copy.copy, args))[1]
            self._pass(CALL_US + self._known[key] / CYCLES_A_US)
            return plain(*args)

        return call

    def _pass(self, us):
        """Time goes by, and what is due then happens."""
        self.us += us
        while self._plan and self._plan[0][0] <= self.us:
            self._plan.pop(0)[1]()

    def _read(self, buffer):
        buffer[:] = self.levels
        self._pass(len(buffer) * BYTE_ON_BUS_US)

    def hear(self, body):
        """The host says a line."""
        self.console.typed += importlib.import_module("reed.lines").seal(body)

    def run(self, *plan):
        """Lets `main.py` run while things happen at their times, in us after boot; until the last of them."""
        self._plan = [(BOOT_US - 100_000, lambda: self.hear("PING"))]
        self._plan += [(BOOT_US + at_us, what) for at_us, what in plan]

        root = str(firmware_files.folder())

        def trace(frame, event, arg):
            if not frame.f_code.co_filename.startswith(root):
                return None
            rate = RATES.get(frame.f_code.co_name, TICK_US)

            def step(frame, event, arg):
                if event == "opcode":
                    self._pass(rate)
                return step

            frame.f_trace_opcodes = True
            return step

        before = sys.gettrace()
        sys.modules.pop("main", None)
        with pytest.raises(self._machine.RestartedError):
            sys.settrace(trace)
            try:
                importlib.import_module("main")
            finally:
                sys.settrace(before)
        self.scans = [scan for scan in self.scans if scan[0] >= BOOT_US]

    def rate(self):
        """Scans a second."""
        starts = [start for start, _ in self.scans]
        return (len(starts) - 1) / (starts[-1] - starts[0]) * 1e6


@pytest.fixture
def pico(core, monkeypatch, tmp_path):
    return Pico(core, monkeypatch, tmp_path)


def scattered(number, count):
    """A frame of single LEDs in three colours, none beside another."""
    where = [str((number * 7 + 11 * at) % 329) for at in range(count)]
    glows = [f"00ff{style:02x}s:{','.join(where[style::3])}" for style in range(3)]
    return f"LEDS {number} {' '.join(glows)}"


def p95(values):
    return sorted(values)[int(0.95 * len(values))]


def test_idle_board_of_the_largest_size_scans_two_hundred_and_fifty_times_a_second(pico):
    pico.run((500_000, lambda: None))
    ticks = sorted(end - start for start, end in pico.scans)
    print(f"idle 17x17: {pico.rate():.0f} scans/s, tick {ticks[len(ticks) // 2] / 1000:.2f} ms")
    assert pico.rate() >= 245
    assert ticks[len(ticks) // 2] < 1300


def test_thirty_leds_twenty_times_a_second_slow_no_scan_and_are_soon_lit(pico):
    sent = [50_000 * number + 4000 * (number * 7 % 40) / 40 for number in range(40)]  # every phase of a scan
    plan = [(at, lambda number=number: pico.hear(scattered(number + 1, 30))) for number, at in enumerate(sent)]
    pico.run(*plan, (2_000_000, lambda: None))
    waits = [us - (BOOT_US + at) / 1000 for (us, _), at in zip(pico.console.when("SHOWN"), sent, strict=True)]
    longest = max(after - before for (before, _), (after, _) in zip(pico.scans, pico.scans[1:], strict=False))
    print(f"30 LEDs each 50 ms: {pico.rate():.0f} scans/s, the longest wait between two {longest / 1000:.2f} ms")
    print(f"frame sent to SHOWN said: p50 {sorted(waits)[20]:.1f} ms, p95 {p95(waits):.1f} ms")
    assert pico.rate() >= 200
    assert p95(waits) <= 25


def test_stable_change_is_on_the_wire_within_twenty_ms_even_while_frames_come(pico):
    touched = []

    def touch():
        pico.levels[7] ^= 1
        touched.append(pico.us)

    plan = []
    for turn in range(80):
        at = 50_000 * turn + 4000 * (turn * 7 % 80) / 80  # every phase of a scan
        if turn % 2:
            plan.append((at, lambda turn=turn: pico.hear(scattered(turn, 30))))
        plan.append((at + 1, touch))
    pico.run(*plan, (4_000_000, lambda: None))
    waits = [us - then / 1000 for then, (us, _) in zip(touched, pico.console.when("CHANGE"), strict=True)]
    print(f"change on the wire: p50 {sorted(waits)[40]:.1f} ms, p95 {p95(waits):.1f} ms")
    assert p95(waits) <= 20


def test_longest_frame_holds_up_no_scan(pico):
    body = "LEDS 1 00ff00s:" + ",".join(str(led) for led in range(0, 329, 2))
    pico.run((0, lambda: pico.hear(body)), (200_000, lambda: None))
    ((us, _),) = pico.console.when("SHOWN")
    longest = max(after - before for (before, _), (after, _) in zip(pico.scans, pico.scans[1:], strict=False))
    print(f"every second LED, {len(body)} bytes: lit after {us - BOOT_US / 1000:.0f} ms, longest wait {longest:.0f} us")
    assert longest < 6000
