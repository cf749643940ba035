"""Simulated parts for the firmware suite; plain enough for MicroPython."""

from reed.board import Board


class Sensors:
    chip_bytes = 1

    def __init__(self, size):
        self.levels = bytearray([255] * size)
        self.bad = -1

    def read(self):
        return self.bad

    def close(self, bit):
        self.levels[bit >> 3] &= ~(1 << (bit & 7)) & 255

    def open(self, bit):
        self.levels[bit >> 3] |= 1 << (bit & 7)


class Output:
    def __init__(self):
        self.pixels = b""
        self.frames = 0
        self.working = False

    def busy(self):
        return self.working

    def show(self, pixels):
        self.pixels = bytes(pixels)
        self.frames += 1


class Panel:
    def __init__(self):
        self.held = 0
        self.beeps = []

    def pressed(self):
        return self.held

    def beep(self, hz, ms):
        self.beeps.append((hz, ms))


class Port:
    """Takes what is sent as long as it has room; `lines` gives the bodies since the last call, checks cut off."""

    def __init__(self, room=1000000):
        self.room = room
        self.sent = b""

    def send(self, line, start):
        count = min(self.room, len(line) - start)
        self.room -= count
        self.sent += bytes(line[start : start + count])
        return count

    def lines(self):
        *whole, rest = self.sent.split(b"\n")
        self.sent = rest
        return [line[:-9].decode() for line in whole]


def config(bits=16, leds=8, budget=1000):
    empty = "00" * (bits // 8)
    return {
        "board": "test",
        "driver": "74hc165",
        "bits": bits,
        "leds": leds,
        "buttons": "wb",
        "buzzer": True,
        "led_budget_ma": budget,
        "tied_low": empty,
        "tied_high": empty,
    }


class Bench:
    """A board of these parts, with time that runs when told."""

    def __init__(self, bits=16, leds=8, calibration=None, keep=None, room=1000000):
        self.sensors = Sensors(bits // 8)
        self.output = Output()
        self.panel = Panel()
        self.port = Port(room)
        self.kept = []
        keep = keep or self.kept.append
        calibration = {} if calibration is None else calibration
        self.board = Board(
            config(bits, leds), calibration, self.sensors, self.output, self.panel, self.port.send, 7, keep
        )
        self.now = 0

    def run(self, scans=1):
        for _ in range(scans):
            self.board.tick(self.now)
            self.now = (self.now + 4) & 0x3FFFFFFF
        return self.port.lines()

    def say(self, body):
        from reed.lines import seal

        for byte in seal(body):
            self.board.feed(byte)


def only(lines, kind):
    return [line for line in lines if line.startswith(kind)]
