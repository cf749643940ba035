"""Which pin does what, a table a controller. The wiring is the same on every Pico; an ESP32 has its own."""

import os

PICO = {
    "spi": 0,  # hardware SPI for the sensor chain
    "sck": 18,
    "mosi": 19,  # rows of a diode matrix
    "miso": 16,
    "load": 17,  # SH/LD of the 74HC165s
    "latch": 20,  # RCLK of a diode matrix' 74HC595s
    "i2c": 0,  # hardware I2C for MCP23017s
    "sda": 4,
    "scl": 5,
    "leds": (22,),  # data line, by way of a 74AHCT125
    "white": 14,  # clock buttons, to ground
    "black": 15,
    "buzzer": 21,
}

ESP32 = {
    "spi": 2,
    "sck": 18,
    "mosi": 23,
    "miso": 19,
    "load": 5,
    "latch": 17,
    "i2c": 0,
    "sda": 21,
    "scl": 22,
    "leds": (16,),  # up to four pins, each for an equal share of the LEDs: see leds_esp32.py
    "white": 32,
    "black": 33,
    "buzzer": 25,
}

_BY_MACHINE = (
    ("Pico", PICO),  # "Raspberry Pi Pico", "... Pico W", "... Pico2", "... Pico 2 W": same header, same pins
    ("ESP32", ESP32),
)


def pins():
    """The table for the controller this runs on. Raises ValueError for one nobody has wired yet."""
    name = os.uname().machine
    for word, table in _BY_MACHINE:
        if word in name:
            return table
    raise ValueError("no pins for %s: add a table to edge/pins.py" % name)
