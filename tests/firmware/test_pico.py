"""The whole firmware on an emulated Pico: real MicroPython for RP2040, real SPI, PIO and USB serial.

Nobody may ship MicroPython's image or the Pico's bootrom with us, so their paths come from the environment:
REEDBOARD_PICO_UF2 (an image for the Pico from micropython.org, 1.24 or newer) and REEDBOARD_PICO_BOOTROM (16 KB, read
from a Pico or taken from raspberrypi/pico-bootrom-rp2040). Without them the test says so and proves nothing.
"""

import json
import os
import queue
import subprocess
import threading
import time
from pathlib import Path

from reedboard.assets import boards, firmware_files
from reedboard.board import wire
from reedboard.board.firmware_config import pack, settings

MACHINE = Path(__file__).parents[1] / "machine"
UF2, BOOTROM = "REEDBOARD_PICO_UF2", "REEDBOARD_PICO_BOOTROM"
MISSING = "no emulated Pico: set {} to the path of {}"


def images():
    """Paths of the image and the bootrom, or one sentence that says what is missing."""
    for name, what in ((UF2, "MicroPython's UF2 image for the Pico"), (BOOTROM, "the Pico's bootrom")):
        if not Path(os.environ.get(name, "")).is_file():
            return MISSING.format(name, what)
    return os.environ[UF2], os.environ[BOOTROM]


class Pico:
    """The emulator's console and shift registers."""

    def __init__(self, paths):
        self._node = subprocess.Popen(
            ["node", "pico.mjs", *paths], cwd=MACHINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._said = queue.Queue()
        self._heard = b""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while chunk := self._node.stdout.read1(4096):
            self._said.put(chunk)

    def _wish(self, wish):
        self._node.stdin.write(json.dumps(wish).encode() + b"\n")
        self._node.stdin.flush()

    def inputs(self, levels):
        self._wish({"inputs": levels.hex()})

    def type(self, data):
        self._wish({"type": data.decode("latin-1")})

    def until(self, sign, within_s=120):
        """What the Pico says up to and with a sign."""
        end = time.monotonic() + within_s
        while sign not in self._heard:
            assert time.monotonic() < end, f"no {sign!r} in {self._heard[-400:]!r}"
            try:
                self._heard += self._said.get(timeout=1)
            except queue.Empty:
                continue
        said, _, self._heard = self._heard.partition(sign)
        return said + sign

    def frame(self, kind):
        """The next frame of a kind."""
        while True:
            try:
                frame = wire.parse_frame(self.until(b"\n"))
            except wire.WireError:
                continue
            if isinstance(frame, kind):
                return frame

    def execute(self, code):
        """Runs code at the raw prompt."""
        self.type(code.encode() + b"\x04")
        said = self.until(b"\x04>")
        assert said.startswith(b"OK")
        assert b"Traceback" not in said, said

    def close(self):
        self._node.stdin.close()
        self._node.wait(10)
        self._node.stdout.close()


def test_missing_images_are_told_by_name(monkeypatch, tmp_path):
    monkeypatch.delenv(UF2, raising=False)
    monkeypatch.delenv(BOOTROM, raising=False)
    assert images() == "no emulated Pico: set REEDBOARD_PICO_UF2 to the path of MicroPython's UF2 image for the Pico"
    (tmp_path / "uf2").touch()
    monkeypatch.setenv(UF2, str(tmp_path / "uf2"))
    assert images() == "no emulated Pico: set REEDBOARD_PICO_BOOTROM to the path of the Pico's bootrom"


def test_firmware_plays_on_an_emulated_pico():
    paths = images()
    if isinstance(paths, str):
        print(paths)
        assert paths.startswith("no emulated Pico: set ")
        return
    profile = boards.load("4x4")
    open_reeds = sum(1 << bit for bit in range(profile.bits) if profile.tied.get(bit, True))
    pico = Pico(paths)
    try:
        pico.inputs(open_reeds.to_bytes(profile.bits // 8, "little"))
        pico.until(b">>> ")
        pico.type(b"\x03\x01")
        pico.until(b"raw REPL; CTRL-B to exit\r\n>")
        pico.execute("import os\nfor name in ('reed', 'edge'): os.mkdir(name)")
        for path in firmware_files.files():
            text = (firmware_files.folder() / path).read_text()
            pico.execute(f"with open({str(path)!r}, 'w') as file: file.write({text!r})")
        configuration = pack({**settings(profile), "burst": 31})
        pico.execute(f"with open('board.cfg', 'w') as file: file.write({configuration!r})")
        pico.type(b"\x02\x04")
        assert pico.frame(wire.Ready).board == "4x4"
        pico.type(wire.format_frame(wire.Resume(0, 0)))
        assert pico.frame(wire.Snap).occupied == 0
        bit = profile.sites["c3"].bit
        pico.inputs((open_reeds & ~(1 << bit)).to_bytes(profile.bits // 8, "little"))
        change = pico.frame(wire.Change)
        assert (change.bit, change.on) == (bit, True)
        pico.type(wire.format_frame(wire.Leds(1, (wire.Glow(0x00FF00, wire.Pattern.STEADY, (0, 5)),))))
        assert pico.frame(wire.Shown).frame == 1
        assert pico.frame(wire.Alive).scan_hz >= 0
    finally:
        pico.close()
