"""What can keep a firmware from its microcontroller; each message says what to do next."""

from reedboard.errors import ReedboardError

GET_MICROPYTHON = (
    "To put MicroPython on a Pico, hold its BOOTSEL button while plugging it in and copy the .uf2 file from "
    "https://micropython.org/download/RPI_PICO onto the drive that appears (Pico W: RPI_PICO_W, Pico 2: RPI_PICO2); "
    "on an ESP32, hold BOOT and use esptool as https://micropython.org/download/ESP32_GENERIC tells."
)
"""How to go on from a microcontroller as it comes out of its bag."""


class FlashError(ReedboardError):
    """The firmware could not be put on the microcontroller, or does not behave afterwards."""


class NoMicrocontrollerError(FlashError):
    """No port of this machine has a microcontroller behind it."""


class NoMicroPythonError(FlashError):
    """The port is there, but MicroPython does not answer."""
