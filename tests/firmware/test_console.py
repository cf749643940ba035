"""`edge/host.py` at consoles that behave as a Pico's and an ESP32's do: nothing it does may wait."""

import importlib
import time
import types
from pathlib import Path

import pytest


class Console:
    """A buffer that the host empties when it reads; a write for which there is no room would wait, so it fails."""

    def __init__(self, size, truthful):
        self.size, self.truthful = size, truthful
        self.full = 0
        self.typed = bytearray()
        self.written = b""
        self.writes = 0
        self.stdin = self.stdout = types.SimpleNamespace(buffer=self)

    def poll(self):
        asked = []
        return types.SimpleNamespace(
            register=lambda file, what: asked.append(what),
            ipoll=lambda _: iter((1,) if self._answers(asked[0]) else ()),
        )

    def _answers(self, what):
        if what == self.select.POLLIN:
            return bool(self.typed)
        return self.full < self.size or not self.truthful

    def readinto(self, buffer, count):
        buffer[0] = self.typed.pop(0)
        return 1

    def write(self, data):
        assert self.full + len(data) <= self.size, "the board would wait"
        self.full += len(data)
        self.written += bytes(data)
        self.writes += 1
        return len(data)


@pytest.fixture
def make(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "hardware"))
    importlib.import_module("reed.compiled")
    host = importlib.import_module("edge.host")

    def console(platform, size, truthful):
        made = Console(size, truthful)
        made.platform = platform
        made.select = host.select
        now = [0]
        made.now = now
        for name, value in (("ticks_ms", lambda: now[0]), ("ticks_diff", int.__sub__)):
            monkeypatch.setattr(time, name, value, raising=False)
        monkeypatch.setattr(host, "sys", made)
        monkeypatch.setattr(host.select, "poll", made.poll)
        return made, host.console()

    return console


LINE = b"CHANGE 41 90210 24 0 0*12345678\n"


def test_pico_writes_a_line_at_once_to_a_host_that_is_awake(make):
    usb, port = make("rp2", 256, True)
    usb.typed += b"PING*1340d049\n"
    assert port.take(bytearray(64), 0, 64) == 14
    assert port.send(LINE, 0) == len(LINE)
    assert (usb.written, usb.writes) == (LINE, 1)


def test_pico_never_waits_for_a_host_that_stopped_reading(make):
    """Its system holds 4096 bytes for it, the Pico's own buffer 256; then the port takes nothing."""
    usb, port = make("rp2", 4096 + 256, True)
    usb.typed += b"PING*1340d049\n"
    port.take(bytearray(64), 0, 64)
    start, sent = 0, 1
    while sent:
        sent = port.send(LINE, start)
        start = (start + sent) % len(LINE)
    assert usb.full == usb.size
    assert usb.writes > 3000, "byte by byte when the host had been silent for long"


def test_taking_stops_at_a_line_feed_and_where_nothing_waits(make):
    usb, port = make("rp2", 256, True)
    usb.typed += b"one\ntwo"
    buffer = bytearray(16)
    assert port.take(buffer, 0, 16) == 4
    assert port.take(buffer, 0, 16) == 3
    assert port.take(buffer, 3, 16) == 3
    assert bytes(buffer[:3]) == b"two"


def test_esp32_writes_no_faster_than_its_line_though_the_poll_says_there_is_room(make):
    uart, port = make("esp32", 128, False)
    start = 0
    for ms in range(1000):
        uart.now[0] = ms
        uart.full = max(0, uart.full - 11)  # 115200 baud carries 11.5 bytes a ms
        start = (start + port.send(LINE, start)) % len(LINE)
    assert len(uart.written) > 10_000
