"""The wire's codec: one frozen dataclass a frame, one readable line a frame, `TYPE fields*CRC`.

    CHANGE 727272727 41 90210 12 1 0*22ccf149

Everything before the star is printable ASCII, fields are parted by one space, the check is the CRC-32 of all
bytes before the star in eight lower-case hex digits, and a line feed ends the line. Bytes in, frames out: no
port, clock or log here. Sensor bit `b` of an occupancy stands in byte `b // 8` at weight `1 << b % 8`; on the
host an occupancy is one int whose bit `b` says that sensor `b` has a magnet above it.

Source: docs/PROTOCOL.md; the firmware's end of the same lines is `firmware/reed/lines.py`, and
`tests/wire/vectors.txt` holds both to it.
"""

import binascii
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from fairyrules.pieces import Side
from reedboard.board.board_name import RULE, is_board_name
from reedboard.board.geometry_file import MOST_BYTES, PART_BYTES
from reedboard.errors import ReedboardError

PROTOCOL = 3
"""The version of these lines: raised when one is added to what the board says, or changes its meaning."""
UNDERSTOOD = (2, 3)
"""Versions of boards that the host can talk to; those of 2 only lack `Held`."""

MAX_LINE = 2048
"""Bytes of the longest line the firmware's input buffer takes, line feed included."""

TIME_WRAP_MS = 1 << 30
"""Board times count modulo this many ms (12.4 days): the largest power of two in a 31-bit small integer."""

NUMBERS = 1 << 30
"""Event, frame and boot numbers lie below this, for the same reason: fifty events a second for eight months."""

MAX_BITS = 4096
"""Sensor inputs of one board at most: eight times the largest shipped one, and its snapshot still fits a line."""

MAX_LEDS = 4096
"""LEDs of one board at most, likewise."""

MAX_EDGES = 255
"""Raw edges of one sensor are counted up to here."""

MAX_SCAN_HZ = 100_000
MAX_MA = 1_000_000
MAX_TONE_HZ = 20_000
MAX_TONE_MS = 5_000
MAX_PROTOCOL = 9999
"""No board has more of these; what says so is no line of ours."""


class WireError(ReedboardError):
    """A line is not one of ours: damaged on the way, of an unknown type, or with fields that cannot be."""


class Pattern(StrEnum):
    """How a light behaves in time; the board runs it, so a blink costs no line. Periods in ms."""

    STEADY = "s"
    BLINK = "b"  # 500 on, 500 off
    FAST = "f"  # 125 on, 125 off
    PULSE = "p"  # full and a quarter, 1000 each


@dataclass(frozen=True, slots=True)
class Glow:
    """LED indices that share a colour (0xRRGGBB) and a pattern."""

    colour: int
    pattern: Pattern
    leds: tuple[int, ...]


# Board to host ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ready:
    """The board's greeting: at boot, in answer to `Hello`, at any moment. `boot` is a number drawn at power-up."""

    protocol: int
    firmware: str
    board: str
    bits: int
    leds: int
    buttons: int
    boot: int


@dataclass(frozen=True, slots=True)
class Snap:
    """The whole occupancy after event `seq` of `boot`; what came before need not be known."""

    boot: int
    seq: int
    t_ms: int
    occupied: int
    bits: int


@dataclass(frozen=True, slots=True)
class Change:
    """One sensor settled on a new value; `chatter` counts its raw edges beyond the one a clean change has."""

    boot: int
    seq: int
    t_ms: int
    bit: int
    on: bool
    chatter: int


@dataclass(frozen=True, slots=True)
class Pushed:
    """A clock button went down."""

    boot: int
    seq: int
    t_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class Held:
    """A clock button has been down for a second."""

    boot: int
    seq: int
    t_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class Noise:
    """A sensor had this many raw edges within a second without settling on a change."""

    boot: int
    seq: int
    t_ms: int
    bit: int
    edges: int


@dataclass(frozen=True, slots=True)
class Chain:
    """The self-check of the sensor chain changed: the first chip that cannot be read, or None when all can."""

    boot: int
    seq: int
    t_ms: int
    chip: int | None


@dataclass(frozen=True, slots=True)
class Alive:
    """The heartbeat: the last event's number, the CRC-32 of the occupancy after it, and scans a second."""

    boot: int
    seq: int
    t_ms: int
    digest: int
    scan_hz: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A lights frame is on the LEDs, drawing about `ma` after the current limiter (an estimate)."""

    frame: int
    ma: int


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence for people: a configuration that could not be read, a command that could not be done."""

    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """What stands in the board's geometry file of `total` bytes from byte `start` on; a board without one has 0."""

    total: int
    start: int
    data: bytes


# Host to board ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """Asks for the greeting; names the host's protocol version."""

    protocol: int


@dataclass(frozen=True, slots=True)
class Resume:
    """Asks for the events after `seq` of this `boot`; the board answers with them, or with a snapshot."""

    boot: int
    seq: int


@dataclass(frozen=True, slots=True)
class Ping:
    """The host is there; three seconds without one and the board darkens its lights."""


@dataclass(frozen=True, slots=True)
class Leds:
    """All lights at once: every LED that no glow names is dark. The latest frame wins; `Shown` answers it."""

    frame: int
    glows: tuple[Glow, ...]


@dataclass(frozen=True, slots=True)
class Beep:
    """Sounds the buzzer, if there is one; 0 Hz is silence."""

    hz: int
    ms: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Stores one setting in the board's calibration file: `brightness` 0-255, `samples` 3-4, or `swap` of two bits."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Geometry:
    """Asks for what stands in the board's geometry file from byte `start` on; `Part` answers it."""

    start: int


@dataclass(frozen=True, slots=True)
class Repl:
    """Leaves the program for MicroPython's prompt, so that new files can be put on the board."""


OfBoot = Snap | Change | Pushed | Held | Noise | Chain | Alive
"""What means something only beside the other lines of its boot."""

FromBoard = Ready | Snap | Change | Pushed | Held | Noise | Chain | Alive | Shown | Note | Part
FromHost = Hello | Resume | Ping | Leds | Beep | Keep | Geometry | Repl
Frame = FromBoard | FromHost


def seal(body: str) -> bytes:
    """The line of a body: star, check and line feed added.

    >>> seal("PING")
    b'PING*1340d049\\n'
    """
    raw = body.encode("ascii")
    return b"%s*%08x\n" % (raw, binascii.crc32(raw))


def digest(occupied: int, bits: int) -> int:
    """The CRC-32 of an occupancy's bytes, as the heartbeat carries it."""
    return binascii.crc32(occupied.to_bytes((bits + 7) // 8, "little"))


def format_frame(frame: Frame) -> bytes:
    """The line of a frame.

    Raises:
        WireError: the line would be longer than `MAX_LINE`.
    """
    line = seal(_body(frame))
    if len(line) > MAX_LINE:
        raise WireError(f"a line of {len(line)} bytes, at most {MAX_LINE} fit: light fewer LEDs or fewer colours")
    return line


def _body(frame: Frame) -> str:
    match frame:
        case Ready(protocol, firmware, board, bits, leds, buttons, boot):
            return f"READY {protocol} {firmware} {board} {bits} {leds} {buttons} {boot}"
        case Snap(boot, seq, t_ms, occupied, bits):
            return f"SNAP {boot} {seq} {t_ms} {occupied.to_bytes((bits + 7) // 8, 'little').hex()}"
        case Change(boot, seq, t_ms, bit, on, chatter):
            return f"CHANGE {boot} {seq} {t_ms} {bit} {on:d} {chatter}"
        case Pushed(boot, seq, t_ms, side):
            return f"PUSHED {boot} {seq} {t_ms} {side.letter}"
        case Held(boot, seq, t_ms, side):
            return f"HELD {boot} {seq} {t_ms} {side.letter}"
        case Noise(boot, seq, t_ms, bit, edges):
            return f"NOISE {boot} {seq} {t_ms} {bit} {edges}"
        case Chain(boot, seq, t_ms, chip):
            return f"CHAIN {boot} {seq} {t_ms} {'ok' if chip is None else chip}"
        case Alive(boot, seq, t_ms, state, scan_hz):
            return f"ALIVE {boot} {seq} {t_ms} {state:08x} {scan_hz}"
        case Shown(number, ma):
            return f"SHOWN {number} {ma}"
        case Note(text):
            return f"NOTE {text}"
        case Part(total, start, data):
            return f"PART {total} {start} {data.hex() or '-'}"
        case Hello(protocol):
            return f"HELLO {protocol}"
        case Resume(boot, seq):
            return f"RESUME {boot} {seq}"
        case Ping():
            return "PING"
        case Leds(number, glows):
            return " ".join(("LEDS", str(number), *(_glow(glow) for glow in glows if glow.leds)))
        case Beep(hz, ms):
            return f"BEEP {hz} {ms}"
        case Keep(key, value):
            return f"KEEP {key} {value}"
        case Geometry(start):
            return f"GEOMETRY {start}"
        case Repl():
            return "REPL"


def _glow(glow: Glow) -> str:
    return f"{glow.colour:06x}{glow.pattern.value}:{_spans(glow.leds)}"


def _spans(leds: Iterable[int]) -> str:
    """Indices as people write them, `3,7-12`: a run of consecutive ones costs as much as two."""
    spans: list[list[int]] = []
    for led in sorted(set(leds)):
        if spans and spans[-1][1] == led - 1:
            spans[-1][1] = led
        else:
            spans.append([led, led])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)


def unseal(line: bytes) -> str:
    """The body of a line whose check is right, with or without its line ending.

    Raises:
        WireError: longer than `MAX_LINE`, no star, a wrong check, or bytes outside printable ASCII.
    """
    raw, star, check = line.rstrip(b"\r\n").rpartition(b"*")
    if len(line) > MAX_LINE or not star or len(check) != 8 or check != b"%08x" % binascii.crc32(raw):
        raise WireError(
            f"found a damaged line {line[:40]!r}, expected `TYPE fields*CRC`; the board will be asked again"
        )
    return raw.decode("ascii", "replace")


def parse_frame(line: bytes) -> Frame:
    """The frame of a line.

    Raises:
        WireError: a damaged line, an unknown type, or fields of the wrong number, kind or size.
    """
    body = unseal(line)
    kind, _, rest = body.partition(" ")
    parse = _PARSERS.get(kind)
    if parse is None:
        raise WireError(f"found the line type {kind[:20]!r}, expected one of {', '.join(sorted(_PARSERS))}")
    try:
        return parse(rest)
    except (ValueError, TypeError) as error:
        raise WireError(f"found the fields {rest[:60]!r} in a {kind} line: {error}") from error


def _number(text: str, below: int) -> int:
    """A decimal number from 0 up to, not including, `below`; its digits are counted before they are read."""
    if not text.isdecimal() or len(text) > 10:
        raise ValueError(f"{text[:20]!r} is not a number of up to ten digits")
    number = int(text)
    if number >= below:
        raise ValueError(f"{number} is not below {below}")
    return number


def _side(text: str) -> Side:
    for side in Side:
        if side.letter == text:
            return side
    raise ValueError(f"{text[:20]!r} is not w or b")


def _hex(text: str, digits: int) -> int:
    if not re.fullmatch(rf"[0-9a-f]{{{digits}}}", text):
        raise ValueError(f"{text[:20]!r} is not {digits} hex digits")
    return int(text, 16)


def _stamp(boot: str, seq: str, t_ms: str) -> tuple[int, int, int]:
    return _number(boot, NUMBERS), _number(seq, NUMBERS), _number(t_ms, TIME_WRAP_MS)


def _ready(rest: str) -> Ready:
    protocol, firmware, board, bits, leds, buttons, boot = rest.split(" ")
    for name in (firmware, board):
        if not is_board_name(name):
            raise ValueError(f"{name[:60]!r} is no name: expected {RULE}")
    return Ready(
        _number(protocol, MAX_PROTOCOL + 1),
        firmware,
        board,
        _number(bits, MAX_BITS + 1),
        _number(leds, MAX_LEDS + 1),
        _number(buttons, len(Side) + 1),
        _number(boot, NUMBERS),
    )


def _snap(rest: str) -> Snap:
    boot, seq, t_ms, occupied = rest.split(" ")
    raw = bytes.fromhex(occupied)
    return Snap(*_stamp(boot, seq, t_ms), int.from_bytes(raw, "little"), 8 * len(raw))


def _change(rest: str) -> Change:
    boot, seq, t_ms, bit, on, chatter = rest.split(" ")
    return Change(
        *_stamp(boot, seq, t_ms), _number(bit, MAX_BITS), bool(_number(on, 2)), _number(chatter, MAX_EDGES + 1)
    )


def _pushed(rest: str) -> Pushed:
    boot, seq, t_ms, side = rest.split(" ")
    return Pushed(*_stamp(boot, seq, t_ms), _side(side))


def _held(rest: str) -> Held:
    boot, seq, t_ms, side = rest.split(" ")
    return Held(*_stamp(boot, seq, t_ms), _side(side))


def _noise(rest: str) -> Noise:
    boot, seq, t_ms, bit, edges = rest.split(" ")
    return Noise(*_stamp(boot, seq, t_ms), _number(bit, MAX_BITS), _number(edges, MAX_EDGES + 1))


def _chain(rest: str) -> Chain:
    boot, seq, t_ms, chip = rest.split(" ")
    return Chain(*_stamp(boot, seq, t_ms), None if chip == "ok" else _number(chip, MAX_BITS // 8))


def _alive(rest: str) -> Alive:
    boot, seq, t_ms, state, scan_hz = rest.split(" ")
    return Alive(*_stamp(boot, seq, t_ms), _hex(state, 8), _number(scan_hz, MAX_SCAN_HZ + 1))


def _leds(rest: str) -> Leds:
    number, *glows = rest.split(" ")
    found: list[Glow] = []
    for text in glows:
        look, _, spans = text.partition(":")
        room = MAX_LEDS - sum(len(glow.leds) for glow in found)
        found.append(Glow(_hex(look[:6], 6), Pattern(look[6:]), tuple(_read_spans(spans, room))))
    return Leds(_number(number, NUMBERS), tuple(found))


def _read_spans(text: str, room: int) -> Iterable[int]:
    for span in text.split(","):
        first, _, last = span.partition("-")
        leds = range(_number(first, MAX_LEDS), _number(last or first, MAX_LEDS) + 1)
        room -= len(leds)
        if room < 0:
            raise ValueError(f"more than {MAX_LEDS} LEDs")
        yield from leds


def _keep(rest: str) -> Keep:
    key, value = rest.split(" ", 1)
    return Keep(key, value)


def _part(rest: str) -> Part:
    total, start, text = rest.split(" ")
    if text != "-" and not re.fullmatch(r"([0-9a-f]{2})+", text):
        raise ValueError(f"{text[:20]!r} is neither hex nor -")
    data = b"" if text == "-" else bytes.fromhex(text)
    size, place = _number(total, MOST_BYTES + 1), _number(start, MOST_BYTES + 1)
    if len(data) > PART_BYTES or place + len(data) > size:
        raise ValueError(f"{len(data)} bytes from {place} on are not in a file of {size}")
    return Part(size, place, data)


def _numbers(frame: Callable[..., Frame], *below: int) -> Callable[[str], Frame]:
    """Reads a frame of numbers only, each below its limit."""

    def read(rest: str) -> Frame:
        fields = rest.split(" ") if rest else ()
        return frame(*(_number(text, limit) for text, limit in zip(fields, below, strict=True)))

    return read


_PARSERS: dict[str, Callable[[str], Frame]] = {
    "READY": _ready,
    "SNAP": _snap,
    "CHANGE": _change,
    "PUSHED": _pushed,
    "HELD": _held,
    "NOISE": _noise,
    "CHAIN": _chain,
    "ALIVE": _alive,
    "SHOWN": _numbers(Shown, NUMBERS, MAX_MA + 1),
    "NOTE": Note,
    "PART": _part,
    "HELLO": _numbers(Hello, MAX_PROTOCOL + 1),
    "RESUME": _numbers(Resume, NUMBERS, NUMBERS),
    "PING": _numbers(Ping),
    "LEDS": _leds,
    "BEEP": _numbers(Beep, MAX_TONE_HZ + 1, MAX_TONE_MS + 1),
    "KEEP": _keep,
    "GEOMETRY": _numbers(Geometry, NUMBERS),
    "REPL": _numbers(Repl),
}
