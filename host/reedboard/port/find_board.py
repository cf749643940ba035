"""Opens ports by any pyserial URL and finds the board among those of this machine."""

import contextlib
import errno
import time
from collections.abc import Callable, Iterable

import serial
from serial.tools import list_ports

from reedboard.board.link_events import Greeted, LinkEvent, Refused
from reedboard.board.session import Session
from reedboard.board.session_states import State
from reedboard.port.errors import FirmwareVersionError, NotABoardError, PortBusyError, PortMissingError
from reedboard.port.holding import busy, hold

BAUD = 115200
"""For ports that have a speed (UART bridges of ESP32 boards); USB and sockets ignore it."""

READ_S = 0.003
"""How long one read waits: the longest a frame to be sent can lie before the reader thread looks."""

PATIENCE_S = 5.0
"""How long a port may take to greet: an ESP32 restarts when its port is opened and boots for about 2 s."""


def open_port(url: str, baud: int = BAUD, read_s: float = READ_S) -> serial.Serial:
    """The open port of a device name or URL (`/dev/ttyACM0`, `COM3`, `socket://host:port`, `rfc2217://...`).

    Args:
        url: which port.
        baud: its speed, if it has one.
        read_s: how long one read waits.

    Raises:
        PortBusyError: another program has it.
        PortMissingError: no such port, no permission, nobody listening, or a URL pyserial does not know.
    """
    try:
        # Exclusive: two programs that read one port would each get half of every line.
        return serial.serial_for_url(url, baudrate=baud, timeout=read_s, write_timeout=1.0, exclusive=True)
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) in (errno.EBUSY, errno.EAGAIN):
            raise busy(url) from error
        raise PortMissingError(url, f"cannot open the port {url!r} ({_why(error)}): {_advice(url)}") from error


def close_port(port: serial.Serial) -> None:
    """Closes a port for good, also where the other end is gone already."""
    inner = getattr(port, "_socket", None)  # pyserial leaves the socket open when its shutdown fails
    with contextlib.suppress(OSError):
        port.close()
    if inner is not None:
        inner.close()


def greet(port: serial.Serial, url: str, session: Session, patience_s: float = PATIENCE_S) -> list[LinkEvent]:
    """Speaks first on a fresh port until the board has introduced itself; gives the events up to then.

    Raises:
        NotABoardError: no greeting within `patience_s`, or the port closed.
        FirmwareVersionError: a greeting in another protocol version.
    """
    start = time.monotonic()
    events: list[LinkEvent] = []
    while time.monotonic() - start < patience_s:
        now_ms = int(time.monotonic() * 1000)
        if session.state is State.CLOSED:
            session.opened(now_ms)
        try:
            with contextlib.suppress(serial.SerialTimeoutException):
                port.write(session.outgoing())
            data = port.read(256)
        except OSError as error:
            raise NotABoardError(
                url, f"{url!r} closed the connection before it greeted as a reedboard ({_why(error)}): check the port"
            ) from error
        events += session.receive(data, now_ms)
        events += session.tick(now_ms)
        for event in events:
            match event:
                case Greeted():
                    return events
                case Refused(reason):
                    raise FirmwareVersionError(url, reason)
    raise NotABoardError(
        url,
        f"nothing at {url!r} greeted as a reedboard within {patience_s:g} s: check the port and the cable (some only"
        " charge), or flash the board",
    )


def find_board(names: Callable[[], Iterable[str]] | None = None, patience_s: float = PATIENCE_S) -> str:
    """The name of the first port of this machine behind which a board greets; `names` lists the candidates.

    Raises:
        PortMissingError: no port has a board.
    """
    tried, in_use = [], []
    for name in (names or _serial_ports)():
        try:
            with hold(name):  # a port that is played on is left alone: opening one restarts some boards
                port = open_port(name)
                try:
                    with contextlib.suppress(FirmwareVersionError):  # found; who opens it will be told what is wrong
                        greet(port, name, Session(), patience_s)
                    return name
                finally:
                    close_port(port)
        except PortBusyError as busy_port:
            in_use.append(str(busy_port).partition(": ")[0])
        except (PortMissingError, NotABoardError, OSError):
            tried.append(name)
    found = "; ".join([*in_use, *([f"none of {', '.join(tried)} greeted"] if tried else [])])
    found = found or "this machine has no serial port"
    raise PortMissingError("auto", f"no board found ({found}): plug one in, name its port, or use `--board virtual`")


def serial_number(url: str) -> str | None:
    """The USB serial number of the device behind a port's name; None for what has none, sockets too."""
    return next((port.serial_number for port in list_ports.comports() if port.device == url), None)


def present_name(url: str, number: str | None) -> str:
    """The name a device has now: a board pulled out and put back may come back under another one."""
    if number is None:
        return url
    names = [port.device for port in list_ports.comports() if port.serial_number == number]
    return names[0] if names and url not in names else url


def _serial_ports() -> list[str]:
    return sorted(port.device for port in list_ports.comports() if port.vid is not None)


def _why(error: Exception) -> str:
    """The system's own reason, without pyserial's wrapping: "No such file or directory"."""
    for cause in (error.__context__, error):
        match getattr(cause, "args", ()):
            case (int(), str(words), *_):
                return words
    return str(error).rpartition(": ")[2]


def _advice(url: str) -> str:
    if "://" in url:
        return "check the address, and that its other end is there"
    ports = _serial_ports()
    return (
        f"this machine has {', '.join(ports)}" if ports else "this machine has no serial port; is the board plugged in?"
    )
