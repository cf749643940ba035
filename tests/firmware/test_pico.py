"""The whole firmware on an emulated Pico: real MicroPython for RP2040, real SPI, PIO and serial console.

Skipped, with the reason, where no images are given (`emulated_pico.py` says which; a script builds them):

    tests/machine/pico_image.sh /tmp/pico
    PICO_FIRMWARE=/tmp/pico/firmware.bin PICO_BOOTROM=/tmp/pico/bootrom.bin .venv/bin/pytest tests/firmware/test_pico.py

The emulator needs Node.js and rp2040js, which tests/machine/prepare.sh fetches. The firmware's files and the board's
configuration are put on its flash as a littlefs image, as `reedboard flash` leaves them; about two minutes.
"""

import pytest
from littlefs import LittleFS

from reedboard.assets import boards
from reedboard.board import wire

from .emulated_pico import BLOCK, BLOCKS, BOOTROM, FIRMWARE, Pico, flash_image, missing, on_the_board


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
