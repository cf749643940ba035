"""The board: one `tick` a scan, one `handle` a line from the host. Everything else hangs below these two.

The loop, the clock and every pin belong to whoever calls (`main.py` on the microcontroller, the virtual board, a
test), so the same program runs anywhere and in any time, real or simulated.
"""

import binascii

from reed import ring, version
from reed.debounce import Debounce
from reed.lights import Lights
from reed.lines import Inbox
from reed.occupancy import Occupancy
from reed.talk import Talk

HOST_GONE_MS = 3000  # without a line from the host for so long the lights go dark
STRIKES = 3  # scans in a row that must agree before a broken or mended chain is believed


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
        self.ring = ring.Ring()
        low = binascii.unhexlify(config["tied_low"])
        high = binascii.unhexlify(config["tied_high"])
        tied = bytes([low[i] | high[i] for i in range(len(low))])
        self.occupancy = Occupancy(config["bits"], tied, calibration.get("swaps", ()))
        brightness = calibration.get("brightness", 255)
        self.lights = Lights(config["leds"], output, config["led_budget_ma"], brightness)
        greeting = "%s %d %d %d" % (config["board"], config["bits"], config["leds"], len(config["buttons"]))
        self.talk = Talk(send, self.ring, self.occupancy, greeting, boot)
        self._inbox = Inbox()
        self._on_settled = self._settled  # bound once: binding at every scan would allocate
        self.leave = False  # somebody asked for MicroPython's prompt
        self._now = 0
        self._primed = False
        self._held = 0
        self._host_ms = -1
        self._sweep_ms = 0
        self._broken = -1
        self._strikes = 0
        self._repeat = False  # whether a host that resumed has yet to be told that the chain is broken

    def tick(self, now):
        """One scan and whatever follows from it; `now` in ms, wrapping at 2**30. Allocates only to say something."""
        self._now = now
        debounce = self.debounce
        bad = self._sensors.read()
        if bad != self._broken or self._strikes:
            self._judge(bad)
        if bad >= 0:
            debounce.hold(bad * self._sensors.chip_bytes)
        elif self._broken >= 0:
            debounce.hold(self._broken * self._sensors.chip_bytes)
        if self._primed:
            debounce.sample(self._on_settled)
        elif bad < 0:
            debounce.prime()
            self.occupancy.prime(debounce.stable)
            self.talk.resume(0, 0)  # whoever is already listening learns the state without asking
            self._primed = True
        if now - self._sweep_ms & version.TIME_MASK >= 1000:
            self._sweep_ms = now
            debounce.sweep(self._noisy)
        self._buttons()
        if self._host_ms >= 0 and now - self._host_ms & version.TIME_MASK >= HOST_GONE_MS:
            self._host_ms = -1
            self.lights.darken(now)
        self.lights.step(now)
        if self.lights.shown >= 0:
            self.talk.shown(self.lights.shown, self.lights.ma)
            self.lights.shown = -1
        self.talk.step(now)
        if self._repeat and not self.talk.owes_snapshot:  # a snapshot says nothing of the chain
            self._repeat = False
            self.ring.push(ring.CHAIN, now, self._broken, 1, 0)

    def feed(self, byte):
        """One byte (int) from the host."""
        body = self._inbox.feed(byte)
        if body is not None:
            self.handle(body)

    def handle(self, body):
        """One undamaged line's body. A line that makes no sense is answered with a note and changes nothing."""
        self._host_ms = self._now
        kind, _, rest = body.partition(" ")
        fields = rest.split(" ") if rest else []
        try:
            if kind == "LEDS":
                self.lights.take(int(fields[0]), fields[1:], self._now)
            elif kind == "HELLO":
                self.talk.greet()
            elif kind == "RESUME":
                self.talk.resume(int(fields[0]), int(fields[1]))
                self._repeat = self._broken >= 0
            elif kind == "BEEP":
                self._panel.beep(int(fields[0]), int(fields[1]))
            elif kind == "KEEP":
                self._set(fields[0], fields[1])
            elif kind == "REPL":
                self.leave = True
            elif kind != "PING":
                self.talk.note("found a %s line, which this firmware does not know: flash the board again" % kind[:12])
        except (ValueError, IndexError):
            self.talk.note("found fields that a %s line cannot have: %s" % (kind, rest[:40]))

    def _set(self, key, value):
        kept = self._calibration
        if key == "brightness":
            kept[key] = self.lights.brightness = min(255, max(0, int(value)))
        elif key == "samples" and value in ("3", "4"):
            kept[key] = int(value)  # counts from the next boot: no sensor is then in the middle of counting
        elif key == "swap":
            first, second = value.split(",")
            self.occupancy.swap(int(first), int(second))
            kept["swaps"] = self.occupancy.swaps
            self.occupancy.prime(self.debounce.stable)
            self.talk.resume(0, 0)
        else:
            raise ValueError(key)
        try:
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
        fresh = held & ~self._held
        if fresh:
            for side in (0, 1):
                if fresh >> side & 1:
                    self.ring.push(ring.PUSHED, self._now, side, side, 0)
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
