"""What can be wrong with a port; every message says what was found, what was expected and what to do."""

from reedboard.errors import ReedboardError


class PortError(ReedboardError):
    """The port cannot be used; `url` is the one that was asked for."""

    def __init__(self, url: str, message: str) -> None:
        super().__init__(message)
        self.url = url


class PortMissingError(PortError):
    """There is no such port, or it cannot be opened."""


class PortBusyError(PortMissingError):
    """Another program has the port; the message says which."""


class NotABoardError(PortError):
    """The port opens, but nothing behind it greets as a board."""


class FirmwareVersionError(PortError):
    """A board answers, but its firmware speaks another version of the protocol."""
