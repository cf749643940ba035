"""Makes what the configuration names on the controller's pins: the sensors' driver, the LEDs, buttons and buzzer."""

import time

from reed.chain165 import Chain165
from reed.matrix import Matrix
from reed.mcp23017 import Mcp23017

import machine
from edge.pins import pins
from machine import I2C, PWM, SPI, Pin

SPI_HZ = 2000000  # 42 chips in 0.17 ms, and slow enough for a metre of ribbon cable
I2C_HZ = 400000
SETTLE_US = 10  # a row's 10 kOhm pull-ups charge a metre of wire in about 3 us


def sensors(config):
    """The driver of `config["driver"]`. Raises ValueError for one this firmware does not have."""
    table = pins()
    chips = config["bits"] // 8
    driver = config["driver"]
    if driver == "mcp23017":
        bus = I2C(table["i2c"], sda=Pin(table["sda"]), scl=Pin(table["scl"]), freq=I2C_HZ)
        return Mcp23017(bus, chips // 2)
    bus = SPI(
        table["spi"],
        baudrate=SPI_HZ,
        polarity=0,
        phase=0,
        sck=Pin(table["sck"]),
        mosi=Pin(table["mosi"]),
        miso=Pin(table["miso"]),
    )
    load = Pin(table["load"], Pin.OUT, value=1)
    if driver == "74hc165":
        import binascii

        low = binascii.unhexlify(config["tied_low"])
        high = binascii.unhexlify(config["tied_high"])
        return Chain165(bus, load, chips, low, high, config.get("burst", 0))
    if driver == "diode-matrix":
        latch = Pin(table["latch"], Pin.OUT, value=0)
        columns = config["columns"]
        return Matrix(bus, latch, load, config["bits"] // columns, columns, _settle)
    raise ValueError("the driver %s is unknown" % driver)


def output(config):
    """The LEDs, on whatever this controller has that writes them beside the program."""
    leds = config["leds"]
    table = pins()
    if not leds:
        return NoLeds()
    try:
        import rp2  # noqa: F401  # only asked for: is this a Pico?
    except ImportError:
        from edge.leds_esp32 import Leds
    else:
        from edge.leds_rp2 import Leds
    return Leds(table["leds"], leds)


def panel(config):
    """Buttons and buzzer, as far as the board has them."""
    return Panel(pins(), config["buttons"], config["buzzer"])


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

    def __init__(self, table, buttons, buzzer):
        self._white = Pin(table["white"], Pin.IN, Pin.PULL_UP) if "w" in buttons else None
        self._black = Pin(table["black"], Pin.IN, Pin.PULL_UP) if "b" in buttons else None
        self._pwm = PWM(Pin(table["buzzer"])) if buzzer else None
        self._timer = machine.Timer(0) if buzzer else None
        self._last = 0
        self._settled = 0

    def pressed(self):
        """The mask of buttons held, 1 White, 2 Black, when two scans in a row agree."""
        held = 0
        if self._white is not None and not self._white():
            held |= 1
        if self._black is not None and not self._black():
            held |= 2
        if held == self._last:
            self._settled = held
        self._last = held
        return self._settled

    def beep(self, hz, ms):
        """Sounds for a while, beside the program; 0 Hz ends it."""
        if self._pwm is None:
            return
        if not hz:
            self._quiet(None)
            return
        self._pwm.freq(hz)
        self._pwm.duty_u16(32768)
        self._timer.init(mode=machine.Timer.ONE_SHOT, period=ms, callback=self._quiet)

    def _quiet(self, _):
        self._pwm.duty_u16(0)
