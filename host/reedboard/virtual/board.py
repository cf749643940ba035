"""The virtual board: the real firmware on simulated parts, with simulated hands and named faults.

No clock, port or thread of its own: whoever owns it calls `step` with the time, in real time (`process.py`) or as
fast as the machine can (tests, benches). Bytes go in by `host_writes` and come out by `host_reads`.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairyrules.pieces import Side
from reedboard.board.firmware_config import board_file
from reedboard.board.profile import BoardProfile, Driver
from reedboard.board.wire import NUMBERS, TIME_WRAP_MS
from reedboard.virtual import firmware, parts
from reedboard.virtual.faults import FaultOrder, InjectedFault, expired
from reedboard.virtual.line import FIFO, Delivery

SCAN_MS = 4
"""One scan in so many ms, as `firmware/main.py` does it."""

BYTES_A_SCAN = 64
"""The firmware takes about so many bytes from the host a scan: those for which the scan leaves time. Estimate."""

USB_BAUD = 1_000_000
"""About what MicroPython moves over USB, in bits a second with start and stop bits. Estimate."""


@dataclass
class _Edge:
    """What `firmware/edge` is on a microcontroller: makes the drivers on this board's parts."""

    board: "VirtualBoard"

    def sensors(self, config: Mapping[str, Any]) -> object:
        """The driver the configuration names."""
        levels = self.board._levels
        chips = config["bits"] // 8
        if config["driver"] == Driver.DIODE_MATRIX.value:
            matrix = parts.MatrixChain(levels, config["columns"])
            rows = config["bits"] // config["columns"]
            return firmware.module("matrix").Matrix(
                matrix, matrix.latch, matrix.load, rows, config["columns"], lambda: None
            )
        if config["driver"] == Driver.EXPANDER.value:
            return firmware.module("mcp23017").Mcp23017(parts.Expanders(levels), (chips + 1) // 2)
        chain = parts.ShiftChain(levels)
        low, high = bytes.fromhex(config["tied_low"]), bytes.fromhex(config["tied_high"])
        return firmware.module("chain165").Chain165(chain, chain.load, chips, low, high)

    def output(self, config: Mapping[str, Any]) -> parts.LedStrip:
        """The LEDs."""
        return self.board.strip

    def panel(self, config: Mapping[str, Any]) -> parts.Panel:
        """Buttons and buzzer."""
        return self.board.panel


class VirtualBoard:
    """One board.

    Args:
        profile: which board.
        seed: for everything that happens by chance.
        baud: the line's speed in bits a second.
        folder: its flash, which outlives it.
        boot_number: draws a number below 2**30 that no two power-ups share; by chance from `seed` unless given.
    """

    def __init__(
        self,
        profile: BoardProfile,
        folder: Path,
        *,
        seed: int = 0,
        baud: int = USB_BAUD,
        boot_number: Callable[[], int] | None = None,
    ) -> None:
        self.profile = profile
        self.now_ms = 0
        self.connected = False
        """Whether a host has the port open; without one, a USB port drops what is written."""
        self.boots = 0
        """How often the firmware has started."""
        self.faults: list[InjectedFault] = []
        self.orders: list[FaultOrder] = []
        self.rng = random.Random(seed)
        self._boot_number = boot_number or (lambda: self.rng.randrange(NUMBERS))
        self.reeds = parts.Reeds(self.profile)
        self.strip = parts.LedStrip(self.profile.leds, lambda: self.now_ms)
        self.panel = parts.Panel(lambda: self.now_ms)
        self.folder = folder
        settings = self.folder / "board.cfg"
        if not settings.exists():
            settings.write_text(board_file(self.profile), encoding="utf-8")
        self.to_host = Delivery(baud / 10, self._damaged, self._delay_ms)
        self.to_board = Delivery(baud / 10, self._damaged, self._delay_ms)
        self._program: Any = None
        self._on_at_ms = self.now_ms
        self._scan_at_ms = self.now_ms

    # Hands -----------------------------------------------------------------------------------------------------

    def lift(self, site: str) -> None:
        """Takes the magnet off a site."""
        self.reeds.magnets &= ~(1 << self.profile.sites[site].bit)

    def place(self, site: str) -> None:
        """Puts a magnet on a site."""
        self.reeds.magnets |= 1 << self.profile.sites[site].bit

    def set(self, sites: frozenset[str]) -> None:
        """Puts magnets on exactly these sites."""
        self.reeds.magnets = sum(1 << self.profile.sites[site].bit for site in sites)

    def press(self, side: Side) -> None:
        """Presses a side's clock button."""
        self.panel.press(int(side))

    def hold(self, side: Side) -> None:
        """Keeps a side's clock button down for longer than a second."""
        self.panel.press(int(side), self.panel.LONG_MS)

    @property
    def sight(self) -> tuple[object, ...]:
        """Equal as long as nothing can have changed for whoever looks at the board."""
        return self.reeds.magnets, self.strip.sent, len(self.faults), self.panel.beeps

    @property
    def magnets(self) -> frozenset[str]:
        """The sites with a magnet on them."""
        return frozenset(name for name, site in self.profile.sites.items() if self.reeds.magnets >> site.bit & 1)

    @property
    def lit(self) -> dict[str, str]:
        """Site -> colour "rrggbb" of every LED that is not dark."""
        pixels = self.strip.sent
        for fault in self.faults:
            pixels = fault.pixels(pixels)
        shown = {}
        for led, site in self.profile.site_of_led.items():
            green, red, blue = pixels[3 * led : 3 * led + 3]
            if green or red or blue:
                shown[site] = f"{red:02x}{green:02x}{blue:02x}"
        return shown

    def inject_fault(self, order: FaultOrder | None) -> None:
        """Orders a fault, at its time; None ends all faults.

        Raises:
            FaultError: arguments this fault cannot have on this board.
        """
        if order is None:
            self.faults.clear()
            self.orders.clear()
            return
        order.make(self.profile, self.rng, self.now_ms)
        self.orders.append(order)

    # The port --------------------------------------------------------------------------------------------------

    def host_writes(self, data: bytes) -> None:
        """Bytes from the host."""
        self.to_board.put(data, self.now_ms)

    def host_reads(self) -> bytes:
        """Bytes for the host, as far as they have arrived."""
        if any(fault.unread() for fault in self.faults):
            return b""
        return self.to_host.take(self.now_ms)

    def connect(self, connected: bool) -> None:
        """A host opened or closed the port; what it said last still arrives."""
        self.connected = connected
        self.to_host.clear()

    # Time ------------------------------------------------------------------------------------------------------

    def step(self, now_ms: int) -> None:
        """Lets time pass up to `now_ms`, scan by scan."""
        while self._scan_at_ms <= now_ms:
            self.now_ms = self._scan_at_ms
            self._scan_at_ms += SCAN_MS
            self._scan()
        self.now_ms = now_ms

    def _scan(self) -> None:
        for order in [order for order in self.orders if order.at_ms <= self.now_ms]:
            self.orders.remove(order)
            self.faults.append(order.make(self.profile, self.rng, self.now_ms))
        for fault in self.faults:
            off_ms = fault.off_ms()
            if off_ms:
                self._program = None
                self._on_at_ms = self.now_ms + off_ms
                self.strip.show(bytearray(3 * self.profile.leds))
        self.faults = [fault for fault in self.faults if not expired(fault, self.now_ms)]
        if self.now_ms < self._on_at_ms:
            self.to_board.clear()
            return
        if self._program is None:
            self.boots += 1
            boot = self._boot_number()
            self._program = firmware.module("start").start(_Edge(self), self._send, boot, f"{self.folder}/")
        for byte in self.to_board.take(self.now_ms, BYTES_A_SCAN):
            self._program.feed(byte)
        self._program.tick((self.now_ms - self._on_at_ms) % TIME_WRAP_MS)  # as a microcontroller's clock counts

    def _send(self, line: bytes, start: int) -> int:
        if not self.connected:
            return len(line) - start
        part = line[start : start + max(0, FIFO - self.to_host.waiting)]
        self.to_host.put(part, self.now_ms)
        return len(part)

    def _levels(self) -> bytes:
        closed = self.reeds.magnets
        for fault in self.faults:
            closed = fault.reeds(closed, self.now_ms)
        levels = self.reeds.levels(closed)
        for fault in self.faults:
            levels = fault.chain(levels)
        return levels

    def _damaged(self, line: bytes) -> bytes:
        for fault in self.faults:
            line = fault.line(line) if line else line
        return line

    def _delay_ms(self) -> int:
        return sum(fault.delay_ms() for fault in self.faults)
