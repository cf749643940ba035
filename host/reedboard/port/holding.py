"""A board belongs to one program of this machine at a time, whichever records it writes."""

import hashlib
import os
import tempfile
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from reedboard import lock
from reedboard.lock import Lock, TakenError
from reedboard.port.errors import PortBusyError


def hold(url: str) -> AbstractContextManager[object]:
    """Keeps the port for this program until the context ends.

    Where no lock file can be kept, the port's own exclusive mode is all there is.

    Raises: PortBusyError, which says who has it.
    """
    if url.startswith("loop:"):
        return nullcontext()  # pyserial's echo is no port of this machine
    try:
        path = _file(url)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        return Lock(path)
    except TakenError as taken:
        raise busy(url, taken) from None
    except OSError:
        return nullcontext()


def busy(url: str, taken: TakenError | None = None) -> PortBusyError:
    """The error of a port that is in use."""
    taken = taken or TakenError(lock.holder(_file(url)))
    return PortBusyError(url, f"the board at {url!r} is in use by {taken}: end that program, or name another port")


def _file(url: str) -> Path:
    """The lock file of a port; one device has one, whatever link it is named by."""
    device = url if "://" in url else str(Path(url).resolve())
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    name = hashlib.sha256(device.encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"reedboard-{user}" / f"port-{name}.lock"
