"""Puts the firmware and a board's configuration on a microcontroller, and sees that it greets as that board."""

from reedboard.flash.bundle import Bundle, bundle
from reedboard.flash.errors import FlashError, NoMicrocontrollerError, NoMicroPythonError
from reedboard.flash.mpremote import Mpremote
from reedboard.flash.procedure import PROMPT_S, Standing, flash, standing, verify

__all__ = [
    "PROMPT_S",
    "Bundle",
    "FlashError",
    "Mpremote",
    "NoMicroPythonError",
    "NoMicrocontrollerError",
    "Standing",
    "bundle",
    "flash",
    "standing",
    "verify",
]
