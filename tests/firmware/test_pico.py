"""The whole firmware on an emulated Pico: real MicroPython for RP2040, real SPI, PIO and USB serial.

Nobody may ship MicroPython's image or the Pico's bootrom with us, so the test runs where their paths are given and is
skipped where they are not, with the reason:

    PICO_FIRMWARE   MicroPython's UF2 image for the Pico from micropython.org/download/RPI_PICO, 1.27 or newer
    PICO_BOOTROM    the Pico's bootrom, 16 KB: read from a Pico, or taken from raspberrypi/pico-bootrom-rp2040

    PICO_FIRMWARE=RPI_PICO.uf2 PICO_BOOTROM=bootrom.bin .venv/bin/pytest tests/firmware/test_pico.py

The emulator needs Node.js and rp2040js, which tests/machine/prepare.sh fetches. The firmware's files and the board's
configuration are put on its flash as a littlefs image, as `reedboard flash` leaves them; about two minutes.
"""

import json
import os
import queue
import subprocess
import threading
import time
from pathlib import Path

import pytest
from littlefs import LittleFS

from reedboard.assets import boards, firmware_files
from reedboard.board import wire
from reedboard.board.firmware_config import pack, settings

MACHINE = Path(__file__).parents[1] / "machine"
FIRMWARE, BOOTROM = "PICO_FIRMWARE", "PICO_BOOTROM"
BLOCK, BLOCKS = 4096, 352
"""MicroPython's file system on a Pico: 1408 KB in blocks of what flash erases at once."""


def missing():
    """One sentence for the first image that is not given; None when both are."""
    for name, what in ((FIRMWARE, "MicroPython's UF2 image for the Pico"), (BOOTROM, "the Pico's bootrom")):
        if not Path(os.environ.get(name, "")).is_file():
            return f"no emulated Pico: set {name} to the path of {what}"
    return None


def flash_image(files):
    """A littlefs image with these files, as MicroPython on a Pico makes and reads it."""
    disk = LittleFS(block_size=BLOCK, block_count=BLOCKS, read_size=32, prog_size=256, lookahead_size=32)
    for path, text in files.items():
        if str(Path(path).parent) != ".":
            disk.makedirs(str(Path(path).parent), exist_ok=True)
        with disk.open(str(path), "wb") as file:
            file.write(text.encode())
    return bytes(disk.context.buffer)


class Pico:
    """The emulator's console, shift registers and LEDs."""

    def __init__(self, folder, files):
        image = folder / "files.img"
        image.write_bytes(flash_image(files))
        lit, given = os.pipe()
        self._node = subprocess.Popen(
            [
                "sh",
                "-c",
                f'exec node pico.mjs "$@" 3>&{given}',
                "pico",
                *map(os.environ.get, (FIRMWARE, BOOTROM)),
                image,
            ],
            cwd=MACHINE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(given,),
        )
        os.close(given)
        self._said = queue.Queue()
        self._heard = b""
        self.frames = []
        """What was written to the LEDs so far, 3 bytes an LED."""
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._watch, args=(os.fdopen(lit),), daemon=True).start()

    def _read(self):
        while chunk := self._node.stdout.read1(4096):
            self._said.put(chunk)

    def _watch(self, lines):
        with lines:
            for line in lines:
                self.frames.append(bytes.fromhex(json.loads(line)["pixels"]))

    def _wish(self, wish):
        self._node.stdin.write(json.dumps(wish).encode() + b"\n")
        self._node.stdin.flush()

    def inputs(self, levels):
        self._wish({"inputs": levels.hex()})

    def say(self, frame):
        self._wish({"type": wire.format_frame(frame).decode("latin-1")})

    def frame(self, kind, within_s=240):
        """The next frame of a kind; everything on stdout is the board's own."""
        end = time.monotonic() + within_s
        while True:
            *lines, self._heard = self._heard.split(b"\n", 1)
            if lines:
                try:
                    frame = wire.parse_frame(lines[0])
                except wire.WireError:
                    continue
                if isinstance(frame, kind):
                    return frame
                continue
            assert time.monotonic() < end, f"no {kind.__name__} in {self._heard[-400:]!r}"
            assert self._node.poll() is None, "the emulator has ended"
            try:
                self._heard += self._said.get(timeout=1)
            except queue.Empty:
                continue

    def close(self):
        self._node.stdin.close()
        self._node.wait(10)
        self._node.stdout.close()


def on_the_board(profile):
    """The files `reedboard flash` would put on it; SPI in portions, as the emulator hangs from 32 bytes on."""
    files = {str(path): (firmware_files.folder() / path).read_text() for path in firmware_files.files()}
    return files | {"board.cfg": pack({**settings(profile), "burst": 31})}


def test_missing_images_are_told_by_name(monkeypatch, tmp_path):
    monkeypatch.delenv(FIRMWARE, raising=False)
    monkeypatch.delenv(BOOTROM, raising=False)
    assert missing() == "no emulated Pico: set PICO_FIRMWARE to the path of MicroPython's UF2 image for the Pico"
    (tmp_path / "uf2").touch()
    monkeypatch.setenv(FIRMWARE, str(tmp_path / "uf2"))
    assert missing() == "no emulated Pico: set PICO_BOOTROM to the path of the Pico's bootrom"


def test_flash_image_holds_every_file_of_the_firmware():
    files = on_the_board(boards.load("4x4"))
    image = flash_image(files)
    assert len(image) == BLOCK * BLOCKS
    disk = LittleFS(block_size=BLOCK, block_count=BLOCKS, mount=False)
    disk.context.buffer[:] = image
    disk.mount()
    for path, text in files.items():
        with disk.open(path, "rb") as file:
            assert file.read().decode() == text
    assert {"main.py", "reed/loops.py", "edge/host.py", "board.cfg"} <= set(files)


@pytest.mark.emulated_pico
def test_firmware_plays_on_an_emulated_pico(tmp_path):
    if reason := missing():
        pytest.skip(reason)
    profile = boards.load("4x4")
    open_reeds = sum(1 << bit for bit in range(profile.bits) if profile.tied.get(bit, True))
    pico = Pico(tmp_path, on_the_board(profile))
    try:
        pico.inputs(open_reeds.to_bytes(profile.bits // 8, "little"))
        assert pico.frame(wire.Ready).board == "4x4"
        pico.say(wire.Resume(0, 0))
        assert pico.frame(wire.Snap).occupied == 0
        bit = profile.sites["c3"].bit
        pico.inputs((open_reeds & ~(1 << bit)).to_bytes(profile.bits // 8, "little"))
        change = pico.frame(wire.Change)
        assert (change.bit, change.on) == (bit, True)
        pico.say(wire.Leds(1, (wire.Glow(0x00FF00, wire.Pattern.STEADY, (0, 5)),)))
        assert pico.frame(wire.Shown).frame == 1
        pico.say(wire.Beep(880, 999))
        assert pico.frame(wire.Alive).scan_hz >= 0
        lit = [led for led in range(profile.leds) if pico.frames[-1][3 * led]]
        assert lit == [0, 5]
    finally:
        pico.close()
