"""What the greeting says about this program."""

PROTOCOL = 3  # raised when a line changes its meaning; the host refuses another
FIRMWARE = "0.1.0"
TIME_MASK = (1 << 30) - 1  # ms since boot wrap here, as MicroPython's own ticks_ms does on 32-bit machines
