"""An emulated Pico with MicroPython and the firmware on it, and what it says, lights and when.

Nobody may ship MicroPython's image or the Pico's bootrom with us; their paths are given in the environment:

    PICO_FIRMWARE   MicroPython for the Pico: tests/machine/pico_image.sh builds one from Debian's sources; or the
                    UF2 image from micropython.org/download/RPI_PICO
    PICO_BOOTROM    the Pico's bootrom, 16 KB, or the part of it that MicroPython calls, which the same script builds
"""

import json
import os
import queue
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from littlefs import LittleFS

from reedboard.assets import firmware_files
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


@dataclass(frozen=True)
class Note:
    """What happened (`line` said, `heard`, `pixels`, `set`, `mark`), at `us`, after so many scans."""

    us: int
    scans: int
    kind: str
    text: str


class Pico:
    """The emulator's console, shift registers and LEDs."""

    def __init__(self, folder, files):
        image = folder / "files.img"
        image.write_bytes(flash_image(files))
        notes, given = os.pipe()
        self._node = subprocess.Popen(
            ["node", "pico.mjs", *map(os.environ.get, (FIRMWARE, BOOTROM)), image, str(given)],
            cwd=MACHINE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=(given,),
        )
        os.close(given)
        self._said = queue.Queue()
        self._heard = b""
        self.notes: list[Note] = []
        """What happened so far, in the Pico's own time."""
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._watch, args=(os.fdopen(notes),), daemon=True).start()

    def _read(self):
        while chunk := self._node.stdout.read1(4096):
            self._said.put(chunk)

    def _watch(self, lines):
        with lines:
            for line in lines:
                told = json.loads(line)
                us, scans = told.pop("us"), told.pop("scans")
                ((kind, text),) = told.items()
                self.notes.append(Note(us, scans, kind, text))

    @property
    def frames(self):
        """What was written to the LEDs so far, 3 bytes an LED."""
        return [bytes.fromhex(note.text) for note in list(self.notes) if note.kind == "pixels"]

    def wish(self, **wish):
        self._node.stdin.write(json.dumps(wish).encode() + b"\n")
        self._node.stdin.flush()

    def inputs(self, levels, **when):
        """`levels`: a byte a chip; `when`: at=us, in the Pico's time."""
        self.wish(inputs=levels.hex(), **when)

    def say(self, frame, **when):
        """Types a line at the console."""
        self.wish(type=wire.format_frame(frame).decode("latin-1"), **when)

    def mark(self, name, within_s=3600, **when):
        """Waits until the Pico's time is come."""
        self.wish(mark=name, **when)
        end = time.monotonic() + within_s
        while not any(note.kind == "mark" and note.text == name for note in list(self.notes)):
            assert time.monotonic() < end, f"{name} has not come"
            assert self._node.poll() is None, "the emulator has ended"
            time.sleep(0.05)

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
