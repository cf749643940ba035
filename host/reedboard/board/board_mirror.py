"""What the host knows of one boot of one board, kept up by the board's events."""

from dataclasses import dataclass

from reedboard.board import wire
from reedboard.board.link_events import BoardShape


@dataclass(slots=True)
class BoardMirror:
    """The board as told so far. Another shape or another boot is another mirror: nothing is carried over.

    `seq` is the number of the last event, `occupied` the sensors with a magnet above them (bit `b` is sensor `b`), or
    None as long as no snapshot told.
    """

    shape: BoardShape
    boot: int
    seq: int = 0
    occupied: int | None = None

    def fits(self, frame: wire.Frame) -> bool:
        """Whether a board of this shape can say that."""
        match frame:
            case wire.Change(_, _, _, bit) | wire.Noise(_, _, _, bit):
                return bit < self.shape.bits
            case wire.Chain(_, _, _, chip):
                return chip is None or 8 * chip < self.shape.bits
            case wire.Snap(_, _, _, occupied, bits):
                return bits == (self.shape.bits + 7) // 8 * 8 and not occupied >> self.shape.bits
            case _:
                return True

    def snapshot(self, seq: int, occupied: int) -> None:
        """The whole state after event `seq`."""
        self.seq, self.occupied = seq, occupied

    def change(self, bit: int, on: bool) -> None:
        """One sensor settled; only after a snapshot."""
        assert self.occupied is not None
        self.occupied = self.occupied | 1 << bit if on else self.occupied & ~(1 << bit)

    def agrees(self, digest: int) -> bool:
        """Whether the occupancy is the one of a heartbeat's digest; if not, no event can mend it, only a snapshot."""
        if self.occupied is not None and digest != wire.digest(self.occupied, self.shape.bits):
            self.occupied = None
        return self.occupied is not None
