"""The board: one `tick` a scan, one `handle` a line from the host. Everything else hangs below these two.

The loop, the clock and every pin belong to whoever calls (`main.py` on the microcontroller, the virtual board, a
test), so the same program runs anywhere and in any time, real or simulated.
"""

import binascii

from reed import geometry, ring, version
from reed.debounce import Debounce
from reed.lights import Lights
from reed.lines import Inbox, number
from reed.occupancy import Occupancy
from reed.talk import Talk

HOST_GONE_MS = 3000  # without a line from the host for so long the lights go dark
STRIKES = 3  # scans in a row that must agree before a broken or mended chain is believed
CHORES = 16  # scans from one look at what is counted in seconds to the next; buttons are read in every second scan
LONG_MS = 1000  # a clock button held for so long says something else than a press
COUNT_MOST = version.TIME_MASK  # frames, events and boots are numbered below 2**30
HZ_MOST = 20000  # what people hear
HZ_LEAST = 20  # a Pico's PWM goes down to 8 Hz
BEEP_MS_MOST = 5000


class Board:
    """A board of one configuration.

    Args:
        config: what `board.cfg` holds (docs/PROTOCOL.md lists the keys).
        calibration: what `calibration.cfg` holds; changed by KEEP lines.
        sensors: a driver: `read()` fills its `levels` (a bytearray) and gives the first chip not to be trusted, or
            -1; a chip has `chip_bytes` of them.
        output: the LEDs, see `Lights`.
        panel: `pressed()` gives a mask of clock buttons held (1 White, 2 Black); `beep(hz, ms)`.
        send: writes without blocking, see `Outbox`.
        boot: a number no two power-ups share.
        keep: stores the calibration; raises OSError or ConfigError where it cannot.
    """

    def __init__(self, config, calibration, sensors, output, panel, send, boot, keep):
        self._sensors = sensors
        self._panel = panel
        self._calibration = calibration
        self._keep = keep
        self.debounce = Debounce(sensors.levels, calibration.get("samples", 4))
        for i in range(self.debounce.size):
            self.debounce.stable[i] = 255  # open: what is held of inputs that nobody has read yet
        self.ring = ring.Ring()
        low = binascii.unhexlify(config["tied_low"])
        high = binascii.unhexlify(config["tied_high"])
        tied = bytes([low[i] | high[i] for i in range(len(low))])
        self.occupancy = Occupancy(config["bits"], tied, calibration.get("swaps", ()))
        brightness = calibration.get("brightness", 255)
        self.lights = Lights(config["leds"], output, config["led_budget_ma"], brightness)
        greeting = "%s %d %d %d" % (config["board"], config["bits"], config["leds"], len(config["buttons"]))
        self.talk = Talk(send, self.ring, self.occupancy, greeting, boot)
        self.inbox = Inbox()
        self._on_settled = self._settled  # bound once: binding at every scan would allocate
        self.geometry = geometry.FILE
        self.leave = False  # somebody asked for MicroPython's prompt
        self._now = 0
        self._primed = False
        self._turn = 0
        self._held = 0
        self._long = 0  # of the buttons held, those that were told as held for long
        self._down_ms = [0, 0]
        self._host_ms = -1
        self._sweep_ms = 0
        self._broken = -1
        self._strikes = 0
        self._repeat = False  # whether a host that resumed has yet to be told that the chain is broken

    def tick(self, now):
        """One scan and whatever follows from it; `now` in ms, wrapping at 2**30. Allocates only to say something."""
        self._now = now
        told = self.ring.head
        debounce = self.debounce
        bad = self._sensors.read()
        if bad != self._broken or self._strikes:
            self._judge(bad)
        if bad >= 0 or self._broken >= 0:
            debounce.hold((bad if bad >= 0 else self._broken) * self._sensors.chip_bytes)
        if self._primed:
            debounce.sample(self._on_settled)
        elif bad == self._broken:  # whole, or believed to be broken: what lies before the break is read
            debounce.prime()
            self.occupancy.prime(debounce.stable)
            self.talk.resume(0, 0)  # whoever is already listening learns the state without asking
            self._primed = True
            self._repeat = bad >= 0  # the snapshot comes after what was told of the chain
        self._turn = turn = self._turn + 1 & CHORES - 1
        if turn & 1:
            self._buttons()
        elif not turn:
            self._chores(now)
        if self.ring.head == told:  # else painting waits for the next scan, for the event is to be said first
            lights = self.lights
            lights.step(now)
            if lights.shown >= 0:
                self.talk.shown(lights.shown, lights.ma)
                lights.shown = -1
        self.talk.step(now)
        if self._repeat and not self.talk.owes_snapshot:  # a snapshot says nothing of the chain
            self._repeat = False
            self.ring.push(ring.CHAIN, now, self._broken, 1, 0)

    def _chores(self, now):
        if now - self._sweep_ms & version.TIME_MASK >= 1000:
            self._sweep_ms = now
            self.debounce.sweep(self._noisy)
        if self._host_ms >= 0 and now - self._host_ms & version.TIME_MASK >= HOST_GONE_MS:
            self._host_ms = -1
            self.lights.darken(now)

    def feed(self, byte):
        """One byte (int) from the host."""
        end = self.inbox.feed(byte)
        if end:
            self.handle(end)

    def gather(self, take, most):
        """At most so many bytes from the host, as `Inbox.gather` takes them; whether there were any."""
        inbox = self.inbox
        before = inbox.count
        end = inbox.gather(take, most)
        if end:
            self.handle(end)
            return True
        return inbox.count != before

    def handle(self, end):
        """One undamaged line, the inbox's first `end` bytes. One that makes no sense is answered with a note and
        changes nothing.
        """
        self._host_ms = self._now
        line = self.inbox.buffer
        kind = fields = ""
        try:
            if line[:5] == b"LEDS ":  # the only long line, so the only one that is not made text
                kind = "LEDS"
                space = line.find(b" ", 5, min(end, 20))
                if space < 0:
                    space = end
                frame = number(bytes(line[5:space]).decode(), 0, COUNT_MOST)
                self.lights.take(frame, line, space + 1, end, self._now)
                return
            kind, _, fields = bytes(line[:end]).decode().partition(" ")
            self._do(kind, fields.split(" ") if fields else [])
        except (ValueError, IndexError):  # UnicodeError is a ValueError, too
            self.talk.note("found fields that a %s line cannot have: %s" % (kind[:12], fields[:40]))

    def _do(self, kind, fields):
        if kind == "HELLO":
            self.talk.greet()
        elif kind == "RESUME":
            self.talk.resume(number(fields[0], 0, COUNT_MOST), number(fields[1], 0, COUNT_MOST))
            self._repeat = self._broken >= 0
        elif kind == "BEEP":
            hz = number(fields[0], 0, HZ_MOST)
            if 0 < hz < HZ_LEAST:
                raise ValueError(hz)
            self._panel.beep(hz, number(fields[1], 0, BEEP_MS_MOST))
        elif kind == "KEEP":
            self._set(fields[0], fields[1])
        elif kind == "GEOMETRY":
            self.talk.part(geometry.part(self.geometry, number(fields[0], 0, COUNT_MOST)))
        elif kind == "REPL":
            self.leave = True
        elif kind != "PING":
            self.talk.note("found a %s line, which this firmware does not know: flash the board again" % kind[:12])

    def survive(self, error):
        """Something failed that never should: says so, and goes on with the next line or scan."""
        self.talk.note("went on after a fault: %s %s" % (type(error).__name__, str(error)[:60]))

    def _set(self, key, value):
        kept = self._calibration
        before = dict(kept)
        if key == "brightness":
            kept[key] = self.lights.brightness = number(value, 0, 255)
        elif key == "samples" and value in ("3", "4"):
            kept[key] = int(value)  # counts from the next boot: no sensor is then in the middle of counting
        elif key == "swap":
            first, second = value.split(",")
            last = self.occupancy.bits - 1
            self.occupancy.swap(number(first, 0, last), number(second, 0, last))
            kept["swaps"] = self.occupancy.swaps()
            self.occupancy.prime(self.debounce.stable)
            self.talk.resume(0, 0)
        else:
            raise ValueError(key)
        try:
            if kept != before:  # flash wears with every writing
                self._keep(kept)
            self.talk.note("kept %s %s" % (key, value))
        except Exception as error:  # a full or worn flash must not stop the game
            self.talk.note("could not keep %s: %s" % (key, error))

    def _settled(self, bit, level, chatter):
        sensor = self.occupancy.settle(bit, level)
        if sensor >= 0:
            self.ring.push(ring.CHANGE, self._now, sensor, self.occupancy.on(sensor), chatter)

    def _noisy(self, bit, edges):
        sensor = self.occupancy.sensor(bit)
        if sensor >= 0:
            self.ring.push(ring.NOISE, self._now, sensor, 0, edges)

    def _buttons(self):
        held = self._panel.pressed()
        if held & ~self._long:
            for side in (0, 1):
                bit = 1 << side
                if held & ~self._held & bit:
                    self._down_ms[side] = self._now
                    self.ring.push(ring.PUSHED, self._now, side, side, 0)
                elif held & ~self._long & bit and self._now - self._down_ms[side] & version.TIME_MASK >= LONG_MS:
                    self._long |= bit
                    self.ring.push(ring.HELD, self._now, side, side, 0)
        self._long &= held
        self._held = held

    def _judge(self, bad):
        """The self-check says something new: believe it when it says so `STRIKES` times in a row."""
        if bad == self._broken:
            self._strikes = 0
            return
        self._strikes += 1
        if self._strikes == STRIKES:
            self._strikes = 0
            self._broken = bad
            self.ring.push(ring.CHAIN, self._now, max(bad, 0), 1 if bad >= 0 else 0, 0)
