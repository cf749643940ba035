"""What a link tells of its board: who is there, what sensors and buttons do, how the conversation fares. Plain data.

Times are the host's milliseconds, never decreasing (see `reedboard.board.session`, which makes these of bytes).
"""

from dataclasses import dataclass

from fairyrules.pieces import Side


@dataclass(frozen=True, slots=True)
class BoardShape:
    """What is at the other end: the board's name, its sensor bits, LEDs and clock buttons."""

    board: str
    bits: int
    leds: int
    buttons: int


@dataclass(frozen=True, slots=True)
class Greeted:
    """A board introduced itself; `version` is its firmware's."""

    shape: BoardShape
    version: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole occupancy: bit `b` of `bits` says that sensor `b` has a magnet above it. Replaces all before."""

    t_ms: int
    bits: int


@dataclass(frozen=True, slots=True)
class Changed:
    """One sensor settled; `chatter` counts its raw edges beyond the one of a clean change."""

    t_ms: int
    bit: int
    on: bool
    chatter: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A side pressed its clock button."""

    t_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class PressedLong:
    """A side has kept its clock button down for a second; `Pressed` told when it went down."""

    t_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class Noisy:
    """A sensor flickered this often within a second without settling."""

    t_ms: int
    bit: int
    edges: int


@dataclass(frozen=True, slots=True)
class ChainBroken:
    """The sensor chain cannot be read from this chip on: bits from `8 * chip` keep their last value."""

    t_ms: int
    chip: int


@dataclass(frozen=True, slots=True)
class ChainMended:
    """Every chip of the sensor chain answers again."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class FrameShown:
    """The board lit the lights frame, drawing about this current after its limiter (an estimate)."""

    t_ms: int
    ma: int


@dataclass(frozen=True, slots=True)
class Noted:
    """The board has something to say to a person, in one sentence."""

    t_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The board cannot be used as it is: one sentence with what was found, what was expected, what to do."""

    reason: str


@dataclass(frozen=True, slots=True)
class BoardLost:
    """The conversation broke off; the link goes on trying. Nothing is lost but time."""

    reason: str


@dataclass(frozen=True, slots=True)
class Restored:
    """After a loss: everything that happened meanwhile has been told, by the events or the snapshot before this."""


@dataclass(frozen=True, slots=True)
class GeometryPart:
    """What stands in the board's geometry file of `total` bytes from byte `start` on; 0 bytes where it has none."""

    total: int
    start: int
    data: bytes


LinkEvent = (
    Greeted
    | Snapshot
    | Changed
    | Pressed
    | PressedLong
    | Noisy
    | ChainBroken
    | ChainMended
    | FrameShown
    | GeometryPart
    | Noted
    | Refused
    | BoardLost
    | Restored
)
