"""The real firmware's files, imported into CPython: what runs on the microcontroller runs here."""

import importlib
import sys
from typing import Any

from reedboard.assets import firmware_files


def module(name: str) -> Any:  # noqa: ANN401  # MicroPython files carry no types
    """A module of the firmware, such as "start" for `firmware/reed/start.py`."""
    root = str(firmware_files.folder())
    if root not in sys.path:
        sys.path.append(root)
    return importlib.import_module(f"reed.{name}")
