"""Makes what the configuration names on the controller's pins: the sensors' driver, the LEDs, buttons and buzzer."""

import binascii
import sys
import time

from reed.chain165 import Chain165
from reed.matrix import Matrix
from reed.mcp23017 import Mcp23017

from edge.pins import pins
from machine import I2C, PWM, SPI, Pin

SPI_HZ = 2000000  # 42 chips in 0.17 ms, and slow enough for a metre of ribbon cable
I2C_HZ = 400000
SILENT_HZ = 1000  # a pin needs some pitch to be silent at
SETTLE_US = 10  # a row's 10 kOhm pull-ups charge a metre of wire in about 3 us


def sensors(config):
    """The driver of `config["driver"]`. Raises ValueError for one this firmware does not have."""
    driver = config["driver"]
    if driver == "mcp23017":
        return Mcp23017(_i2c(pins()), (config["bits"] + 15) // 16)
    if driver == "74hc165":
        low = binascii.unhexlify(config["tied_low"])
        high = binascii.unhexlify(config["tied_high"])
        return Chain165(_spi(pins()), _load(pins()), config["bits"] // 8, low, high, config.get("burst", 0))
    if driver == "diode-matrix":
        latch = Pin(pins()["latch"], Pin.OUT, value=0)
        columns = config["columns"]
        return Matrix(_spi(pins()), latch, _load(pins()), config["bits"] // columns, columns, _settle)
    raise ValueError("the driver %s is unknown" % driver)


def output(config):
    """The LEDs, on whatever this controller has that writes them beside the program."""
    leds = config["leds"]
    if not leds:
        return NoLeds()
    if sys.platform == "esp32":
        from edge import leds_esp32

        return leds_esp32.Leds(pins()["leds"], leds)
    from edge import leds_rp2

    return leds_rp2.Leds(pins()["leds"], leds)


def panel(config):
    """Buttons and buzzer, as far as the board has them."""
    return Panel(config["buttons"], config["buzzer"])


def prompt_wanted():
    """Whether somebody holds White's clock button."""
    try:
        return not _button(pins()["white"])()
    except ValueError:
        return False


def _spi(table):
    return SPI(
        table["spi"],
        baudrate=SPI_HZ,
        polarity=0,
        phase=0,
        sck=Pin(table["sck"]),
        mosi=Pin(table["mosi"]),
        miso=Pin(table["miso"]),
    )


def _i2c(table):
    return I2C(table["i2c"], sda=Pin(table["sda"]), scl=Pin(table["scl"]), freq=I2C_HZ)


def _load(table):
    return Pin(table["load"], Pin.OUT, value=1)


def _button(pin):
    return Pin(pin, Pin.IN, Pin.PULL_UP)


def _settle():
    time.sleep_us(SETTLE_US)


class NoLeds:
    """A board without LEDs."""

    def busy(self):
        """Never."""
        return False

    def show(self, pixels):
        """Nowhere to show them."""


class Panel:
    """Clock buttons to ground and a piezo buzzer."""

    def __init__(self, buttons, buzzer):
        self._buttons = [_button(pins()[name]) if name[0] in buttons else None for name in ("white", "black")]
        self._pwm = (
            [PWM(Pin(pins()["buzzer"]), freq=SILENT_HZ, duty_u16=0)] if buzzer else []
        )  # an ESP32's sounds unasked
        self._until = time.ticks_ms()
        self._sounding = False
        self._last = 0
        self._settled = 0

    def pressed(self):
        """The mask of buttons held, 1 White, 2 Black, when two scans in a row agree; called every scan."""
        if self._sounding and time.ticks_diff(time.ticks_ms(), self._until) >= 0:
            self.beep(0, 0)
        held = 0
        bit = 1
        for button in self._buttons:
            if button is not None and not button():
                held |= bit
            bit += bit
        if held == self._last:
            self._settled = held
        self._last = held
        return self._settled

    def beep(self, hz, ms):
        """Sounds for a while, beside the program; 0 Hz ends it."""
        for pwm in self._pwm:
            if hz:
                pwm.freq(hz)
            pwm.duty_u16(32768 if hz else 0)
        self._sounding = hz > 0
        self._until = time.ticks_add(time.ticks_ms(), ms)
