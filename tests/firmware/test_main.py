"""`main.py` and `edge/` on the MicroPython VM, with stand-ins for the microcontroller's own modules."""

from pathlib import Path

import pytest

from reedboard.assets import boards
from reedboard.board import wire
from reedboard.board.firmware_config import pack, settings

STAND_INS = Path(__file__).parent / "hardware"

PREPARE = """
import sys
sys.path.insert(0, '/hardware')
import edge.pins
edge.pins.pins = lambda: edge.pins.PICO

class Host:
    typed, said = b'', b''
    def take(self, buffer, start, end):
        while Host.typed and start < end:
            byte = buffer[start] = Host.typed[0]
            Host.typed = Host.typed[1:]
            start += 1
            if byte == 10:
                break
        return start
    def send(self, line, start):
        Host.said += bytes(line[start:])
        return len(line) - start

class module: pass
module.console = Host
module.boot_number = lambda: 5
import edge
edge.host = sys.modules['edge.host'] = module
"""

RUN = """
import machine
Host.said, Host.typed = b'', TYPED
try:
    import main
    print('ended')
except machine.RestartedError:
    print('restarted')
sys.modules.pop('main', None)
"""


@pytest.fixture(scope="module")
def pico(vm):
    """The VM as a microcontroller of the 4x4 board; runs `main.py` with these bytes typed, gives what it said."""
    profile = boards.load("4x4")
    for path in STAND_INS.glob("*.py"):
        vm.put(f"/hardware/{path.name}", path.read_text())
    vm.put("/board.cfg", pack(settings(profile)))
    vm.run(PREPARE)
    closed = profile.sites["b2"].bit
    levels = sum(1 << bit for bit in range(profile.bits) if profile.tied.get(bit, True)) & ~(1 << closed)
    vm.run(f"import machine\nmachine.SPI.inputs = {levels.to_bytes(profile.bits // 8, 'little')!r}")

    def run(*frames):
        typed = b"".join(wire.format_frame(frame) for frame in frames)
        end = vm.run(RUN.replace("TYPED", repr(typed))).split()[-1]
        said = bytes.fromhex(vm.run("print(Host.said.hex() if Host.said else '')"))
        return end, [wire.parse_frame(line) for line in said.splitlines()]

    return run


@pytest.fixture(autouse=True)
def no_prompt_left(vm):
    """Every test starts as a board does that nobody asked for the prompt, whichever ran before it on this VM."""
    yield
    vm.run("import os\nif 'prompt' in os.listdir('/'): os.remove('/prompt')")


def test_main_scans_lights_and_beeps_until_the_prompt_is_asked_for(vm, pico):
    lights = wire.Leds(1, (wire.Glow(0x0000FF, wire.Pattern.STEADY, (3,)),))
    padding = [wire.Ping()] * 400  # a few scans' worth of bytes
    end, said = pico(wire.Hello(1), wire.Resume(0, 0), lights, wire.Beep(440, 20), *padding, wire.Repl())
    assert end == "restarted"
    profile = boards.load("4x4")
    assert next(frame for frame in said if isinstance(frame, wire.Ready)).board == "4x4"
    snaps = [frame for frame in said if isinstance(frame, wire.Snap)]
    assert snaps[-1].occupied == 1 << profile.sites["b2"].bit
    assert [frame.frame for frame in said if isinstance(frame, wire.Shown)] == [1]
    pixels = bytes.fromhex(vm.run("import rp2\nprint(rp2.frames[-1].hex())"))
    assert [led for led in range(profile.leds) if pixels[3 * led + 2]] == [3]
    assert int(vm.run("print(machine.WDT.fed)")) > 5


def test_start_after_the_prompt_was_asked_for_stays_there_once(vm, pico):
    assert pico(wire.Repl())[0] == "restarted"
    assert pico(wire.Repl()) == ("ended", [])
    assert pico(wire.Repl())[0] == "restarted"


def test_main_says_a_fault_and_goes_on(vm, pico):
    """Whatever fails in a line or a scan: a part that breaks, a file system, memory."""
    vm.run("import edge.hardware\nedge.hardware.Panel.sound = edge.hardware.Panel.beep")
    vm.run("def beep(self, hz, ms): raise MemoryError('no room')\nedge.hardware.Panel.beep = beep")
    lines = wire.Resume(0, 0), wire.Beep(880, 20), wire.Ping(), wire.Hello(1), *[wire.Ping()] * 30, wire.Repl()
    try:
        end, said = pico(*lines)
    finally:
        vm.run("edge.hardware.Panel.beep = edge.hardware.Panel.sound")
    assert end == "restarted"
    assert "went on after a fault: MemoryError no room" in [note.text for note in said if isinstance(note, wire.Note)]
    assert any(isinstance(frame, wire.Ready) for frame in said)


def test_board_that_fails_in_every_scan_leaves_the_watchdog_to_restart_it(vm, pico):
    vm.run("look, turns, machine.WDT.fed = machine.SPI.readinto, [0], 0")
    vm.run("def readinto(self, buffer):\n    turns[0] += 1\n    raise OSError(5)\nmachine.SPI.readinto = readinto")
    try:
        end, _ = pico(*[wire.Ping()] * 20, wire.Repl())
    finally:
        vm.run("machine.SPI.readinto = look")
    assert end == "restarted", "the prompt is to be had all the same"
    fed, turns = map(int, vm.run("print(machine.WDT.fed, turns[0])").split())
    assert (fed, turns > 0) == (0, True)


def test_held_clock_button_keeps_to_the_prompt(vm, pico):
    vm.run("machine.Pin.__call__ = lambda self, level=None: 0")
    try:
        assert pico(wire.Repl()) == ("ended", [])
    finally:
        vm.run("machine.Pin.__call__ = lambda self, level=None: 1")


@pytest.mark.parametrize("driver", ["74hc165", "diode-matrix", "mcp23017"])
def test_every_driver_is_made_on_the_pins(vm, pico, driver):
    config = {"driver": driver, "bits": 32, "columns": 8, "tied_low": "00" * 4, "tied_high": "00" * 4}
    made = vm.run(f"from edge import hardware\nprint(len(hardware.sensors({config!r}).levels))")
    assert int(made) == 4


def test_esp32_writes_a_share_of_the_leds_a_scan(vm, pico):
    code = """
from edge.leds_esp32 import Leds
leds = Leds((1, 2, 3, 4), 329)
assert all(pin.data == bytes(len(pin.data)) for pin in leds._pins), 'dark at once'
assert len(machine.written) == 4
machine.written.clear()
leds.show(bytearray(987))
turns = 1
while leds.busy(): turns += 1
print(turns, machine.written)
"""
    assert vm.run(code).strip() == "4 [249, 249, 249, 240]"


@pytest.mark.parametrize("table", ["PICO", "ESP32"])
def test_no_pin_does_two_things(vm, pico, table):
    values = vm.run(
        f"print(sorted(n for k, v in edge.pins.{table}.items() if k not in ('spi', 'i2c')"
        " for n in (v if isinstance(v, tuple) else (v,))))"
    )
    pins = [int(number) for number in values.strip(" []\n").split(",")]
    assert len(pins) == len(set(pins))


def test_buzzer_is_silent_until_told_to_sound(vm, pico):
    pico(wire.Repl())
    assert vm.run("print(machine.sounding[-1].loudest)") == "0\n"
