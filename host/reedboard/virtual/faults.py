"""Everything that can go wrong with a board, by name: each fault is one small class that breaks one thing.

A fault is ordered as `NAME[:ARGS][@SECONDS]`: `dead:e4`, `stuck:e4@10`, `swapped:e4,e5`, `dropped:0.05`. A fault that
needs a place takes a site of the board, a chain fault a chip number, an LED fault an LED index, a rate lies between
0 and 1. `@SECONDS` says when it begins, counted from the start of the board. `none` ends all faults. Numbers are plain
decimal ones: digits, and for rates and seconds a point with up to three more.
"""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reedboard.board.profile import BoardProfile, ProfileError
from reedboard.errors import ReedboardError


class FaultError(ReedboardError):
    """An order names no fault, or gives it arguments it cannot have."""


class InjectedFault:
    """Breaks nothing; each fault overrides what it breaks."""

    def reeds(self, closed: int, t_ms: int) -> int:
        """The closed reeds (bit mask) as the inputs see them, from those that have a magnet above them."""
        return closed

    def chain(self, levels: bytes) -> bytes:
        """What the chain delivers, a byte a chip, from what its inputs are."""
        return levels

    def pixels(self, pixels: bytes) -> bytes:
        """What the LEDs show, 3 bytes each, from what they were sent."""
        return pixels

    def line(self, line: bytes) -> bytes:
        """A line as it arrives at the other end, either way; empty if it does not."""
        return line

    def delay_ms(self) -> int:
        """How much later than it should a line arrives."""
        return 0

    def unread(self) -> bool:
        """Whether the host leaves the port open without reading."""
        return False

    def off_ms(self) -> int:
        """How long the board is without power before it starts again; 0 for not at all. Asked once."""
        return 0


@dataclass
class ChatterFault(InjectedFault):
    """A reed that flickers while a magnet is above it."""

    bit: int
    rng: random.Random

    def reeds(self, closed: int, t_ms: int) -> int:
        """Half of all looks at the closed reed find it open."""
        return closed & ~(1 << self.bit) if self.rng.random() < 0.5 else closed


@dataclass
class DeadFault(InjectedFault):
    """A reed that never closes."""

    bit: int

    def reeds(self, closed: int, t_ms: int) -> int:
        """Open, whatever lies there."""
        return closed & ~(1 << self.bit)


@dataclass
class StuckFault(InjectedFault):
    """A reed that never opens."""

    bit: int

    def reeds(self, closed: int, t_ms: int) -> int:
        """Closed, whatever lies there."""
        return closed | 1 << self.bit


@dataclass
class SwappedFault(InjectedFault):
    """Two reeds whose wires were crossed when soldering."""

    first: int
    second: int

    def reeds(self, closed: int, t_ms: int) -> int:
        """Each shows at the other's input."""
        if (closed >> self.first ^ closed >> self.second) & 1:
            closed ^= 1 << self.first | 1 << self.second
        return closed


@dataclass
class CrosstalkFault(InjectedFault):
    """A magnet on the first site closes the second site's reed, too."""

    first: int
    second: int

    def reeds(self, closed: int, t_ms: int) -> int:
        """The neighbour closes along."""
        return closed | (closed >> self.first & 1) << self.second


@dataclass
class ChainFault(InjectedFault):
    """The sensor chain is cut before this chip: its pull-down makes everything behind read 0."""

    chip: int

    def chain(self, levels: bytes) -> bytes:
        """Zeros from the cut on."""
        return levels[: self.chip] + bytes(len(levels) - self.chip)


@dataclass
class LedFault(InjectedFault):
    """The LED chain is cut before this LED: those behind stay dark."""

    led: int

    def pixels(self, pixels: bytes) -> bytes:
        """Dark from the cut on."""
        return pixels[: 3 * self.led] + bytes(len(pixels) - 3 * self.led)


@dataclass
class DroppedFault(InjectedFault):
    """Each line is lost with this probability."""

    rate: float
    rng: random.Random

    def line(self, line: bytes) -> bytes:
        """Nothing, sometimes."""
        return b"" if self.rng.random() < self.rate else line


@dataclass
class CorruptedFault(InjectedFault):
    """Each line has one byte changed with this probability."""

    rate: float
    rng: random.Random

    def line(self, line: bytes) -> bytes:
        """One byte becomes another, sometimes; it may be the line feed."""
        if self.rng.random() >= self.rate:
            return line
        at = self.rng.randrange(len(line))
        return line[:at] + bytes([line[at] ^ self.rng.randrange(1, 256)]) + line[at + 1 :]


@dataclass
class LateFault(InjectedFault):
    """Each line arrives up to this many milliseconds late; lines keep their order."""

    most_ms: int
    rng: random.Random

    def delay_ms(self) -> int:
        """Somewhere between nothing and the most."""
        return self.rng.randrange(self.most_ms + 1)


@dataclass
class UnreadFault(InjectedFault):
    """The port stays open, but for this long nobody reads it."""

    until_ms: int

    def unread(self) -> bool:
        """For as long as it lasts: `expired` ends it."""
        return True


@dataclass
class OffFault(InjectedFault):
    """The board restarts: at once (`reboot`), or after its supply was down for a while (`brown-out`)."""

    ms: int

    def off_ms(self) -> int:
        """How long it stays dark."""
        ms, self.ms = self.ms, 0
        return ms


REBOOT_MS = 50
"""From a reset to the first line: importing the firmware takes a Pico about this long. Estimate."""

BROWN_OUT_MS = 500
"""How long a brown-out keeps the supply down unless told."""

LATEST_S = 1_000_000
"""No fault is ordered later after the board's start than this: eleven days."""

_WHOLE = re.compile(r"[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,3})?|\.[0-9]{1,3}")

_Make = Callable[[BoardProfile, list[str], random.Random, int], InjectedFault]

FAULTS: Mapping[str, tuple[str, _Make]] = {
    "chatter": ("SITE", lambda board, args, rng, t: ChatterFault(_bit(board, args, 0), rng)),
    "dead": ("SITE", lambda board, args, rng, t: DeadFault(_bit(board, args, 0))),
    "stuck": ("SITE", lambda board, args, rng, t: StuckFault(_bit(board, args, 0))),
    "swapped": ("SITE,SITE", lambda board, args, rng, t: SwappedFault(_bit(board, args, 0), _bit(board, args, 1))),
    "crosstalk": ("SITE,SITE", lambda board, args, rng, t: CrosstalkFault(_bit(board, args, 0), _bit(board, args, 1))),
    "chain-broken": ("CHIP", lambda board, args, rng, t: ChainFault(_number(args, 0, board.bits // 8 - 1))),
    "leds-broken": ("LED", lambda board, args, rng, t: LedFault(_number(args, 0, board.leds - 1))),
    "dropped": ("RATE", lambda board, args, rng, t: DroppedFault(_rate(args), rng)),
    "corrupted": ("RATE", lambda board, args, rng, t: CorruptedFault(_rate(args), rng)),
    "late": ("MILLISECONDS", lambda board, args, rng, t: LateFault(_number(args, 0, 10_000), rng)),
    "unread": ("SECONDS", lambda board, args, rng, t: UnreadFault(t + 1000 * _number(args, 0, 3600))),
    "reboot": ("", lambda board, args, rng, t: OffFault(REBOOT_MS)),
    "brown-out": (
        "[MILLISECONDS]",
        lambda board, args, rng, t: OffFault(_number(args or [str(BROWN_OUT_MS)], 0, 60_000)),
    ),
}
"""Name -> its arguments as people write them, and what makes the fault from board, arguments, chance and time."""


@dataclass(frozen=True, slots=True)
class FaultOrder:
    """A fault to come: its name, its arguments, and when, in ms since the board's start."""

    name: str
    args: tuple[str, ...]
    at_ms: int

    def __str__(self) -> str:
        args = f":{','.join(self.args)}" if self.args else ""
        return f"{self.name}{args}@{self.at_ms / 1000:.3f}"

    def make(self, board: BoardProfile, rng: random.Random, t_ms: int) -> InjectedFault:
        """The fault itself.

        Raises:
            FaultError: arguments the fault cannot have on this board.
        """
        form, make = FAULTS[self.name]
        needed = len(form.split(",")) if form and not form.startswith("[") else 0
        try:
            if len(self.args) < needed or len(self.args) > max(needed, 1 if form else 0):
                raise ValueError("too few or too many arguments")
            return make(board, list(self.args), rng, t_ms)
        except (ValueError, ProfileError) as error:
            usage = f"{self.name}:{form}" if form else self.name
            found = f"{self.name}:{','.join(self.args)}"[:60]
            raise FaultError(f"Found the fault {found!r}: {str(error).rstrip('.')}; order it as {usage}.") from error


def order(text: str) -> FaultOrder | None:
    """The order of `NAME[:ARGS][@SECONDS]`; None for `none`.

    Raises:
        FaultError: no fault has that name, or the time is no number.
    """
    what, at, when = text.partition("@")
    name, _, args = what.partition(":")
    if name == "none":
        return None
    if name not in FAULTS:
        raise FaultError(f"Found the fault {name[:40]!r}; order one of {', '.join(FAULTS)}, or none to end them.")
    at_s = float(when) if at and _DECIMAL.fullmatch(when) else 0.0 if not at else None
    if at_s is None or at_s > LATEST_S:
        raise FaultError(
            f"Found the time {when[:40]!r} in {text[:60]!r}; give the seconds since the board's start, "
            f"such as @2.5, up to {LATEST_S}."
        )
    return FaultOrder(name, tuple(args.split(",")) if args else (), round(1000 * at_s))


def expired(fault: InjectedFault, t_ms: int) -> bool:
    """Whether a fault is over and may be forgotten."""
    match fault:
        case UnreadFault(until_ms):
            return t_ms >= until_ms
        case OffFault(ms):
            return ms == 0
        case _:
            return False


def _bit(board: BoardProfile, args: list[str], at: int) -> int:
    site = board.sites.get(args[at])
    if site is None:
        raise ValueError(f"the board {board.id} has no site {args[at][:20]!r}")
    return site.bit


def _number(args: list[str], at: int, most: int) -> int:
    if not _WHOLE.fullmatch(args[at]):
        raise ValueError(f"{args[at][:20]!r} is not a whole number between 0 and {most}")
    number = int(args[at])
    if number > most:
        raise ValueError(f"{number} is not between 0 and {most}")
    return number


def _rate(args: list[str]) -> float:
    if not _DECIMAL.fullmatch(args[0]) or float(args[0]) > 1:
        raise ValueError(f"{args[0][:20]!r} is not between 0 and 1")
    return float(args[0])
