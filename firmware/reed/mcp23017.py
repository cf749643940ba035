"""Sensors on MCP23017 port expanders: up to eight on one I2C bus, 16 inputs each, for small boards.

Input `k` of expander `n` is bit `16 * n + k`, port A first; the chip's own pull-ups are on, so a closed reed reads 0.
An expander that does not answer cannot be trusted, nor read: its inputs keep their value until it answers again.
"""

FIRST_ADDRESS = 0x20
_PULL_UPS = 0x0C  # GPPUA, then GPPUB (bank 0)
_PORTS = 0x12  # GPIOA, then GPIOB


class Mcp23017:
    """`i2c` has `writeto_mem(address, register, bytes)` and `readfrom_mem_into(address, register, buffer)`."""

    chip_bytes = 2

    def __init__(self, i2c, chips):
        self._i2c = i2c
        self.levels = bytearray(2 * chips)
        whole = memoryview(self.levels)
        self._parts = [whole[at : at + 2] for at in range(0, 2 * chips, 2)]
        self._asleep = bytearray([1] * chips)  # pull-ups not yet set since power-up or since it was away

    def read(self):
        """One sample of every input into `levels`; the first expander that does not answer, or -1."""
        bad = -1
        chip = 0
        for part in self._parts:
            try:
                if self._asleep[chip]:
                    self._i2c.writeto_mem(FIRST_ADDRESS + chip, _PULL_UPS, b"\xff\xff")
                    self._asleep[chip] = 0
                self._i2c.readfrom_mem_into(FIRST_ADDRESS + chip, _PORTS, part)
            except OSError:
                self._asleep[chip] = 1
                if bad < 0:
                    bad = chip
            chip += 1
        return bad
