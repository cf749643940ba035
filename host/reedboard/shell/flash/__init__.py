"""Puts the firmware and a board's configuration on a microcontroller, and sees that it greets as that board."""

from reedboard.shell.flash.errors import FlashError, NoMicrocontrollerError, NoMicroPythonError
from reedboard.shell.flash.mpremote import Mpremote
from reedboard.shell.flash.parcel import Parcel, parcel
from reedboard.shell.flash.procedure import PROMPT_S, Standing, flash, standing, verify

__all__ = [
    "PROMPT_S",
    "FlashError",
    "Mpremote",
    "NoMicroPythonError",
    "NoMicrocontrollerError",
    "Parcel",
    "Standing",
    "flash",
    "parcel",
    "standing",
    "verify",
]
