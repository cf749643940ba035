"""Which ports of this machine may have a microcontroller behind them."""

from collections.abc import Callable, Iterable

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from reedboard.flash.errors import GET_MICROPYTHON, FlashError, NoMicrocontrollerError

MAKERS = {
    0x2E8A: "Raspberry Pi",
    0x303A: "Espressif",
    0x10C4: "Silicon Labs bridge",
    0x1A86: "WCH bridge",
    0x0403: "FTDI bridge",
}
"""USB vendor numbers of Picos, ESP32s and the bridges that ESP32 boards carry."""


def choose(list_all: Callable[[], Iterable[ListPortInfo]] = list_ports.comports) -> str:
    """The one port with a microcontroller.

    Raises: NoMicrocontrollerError when there is none, FlashError when there are several.
    """
    found = [port for port in list_all() if port.vid in MAKERS]
    if not found:
        raise NoMicrocontrollerError(
            "No microcontroller was found: plug it in with a USB cable that carries data, or name its --port. "
            + GET_MICROPYTHON
        )
    if len(found) > 1:
        names = ", ".join(f"{port.device} ({MAKERS[port.vid]})" for port in found)
        raise FlashError(f"Several microcontrollers were found: {names}; say which one with --port.")
    return str(found[0].device)
