"""What a bridge needs to know of somebody else's board: bytes in, occupied cells out. Pure.

Another board is one file with a class of this kind, its name in `FOREIGN`, and its page in docs/BRIDGE.md.
"""

from collections.abc import Mapping
from typing import Protocol


class Foreign(Protocol):
    """The conversation with one board, whose port is open."""

    geometry: str
    """Its geometry file: cells only, bit 0 is a1's, then along the rank."""
    baud: int

    def __init__(self, turned: bool) -> None:
        """`turned`: the board lies with its other side towards White."""

    def begin(self) -> bytes:
        """What is written first."""

    def receive(self, data: bytes) -> Mapping[int, bool]:
        """Bytes that came, in any portions; sensor bit -> occupied, of all that is now known otherwise or anew."""

    def tick(self, now_ms: int) -> bytes:
        """What is written now and then, so that a lost message is mended."""
