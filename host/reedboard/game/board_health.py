"""What the page shows of the board itself: each sensor, the line, the current, the firmware. Plain values, as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from reedboard.board.line_health import LineHealth
from reedboard.board.profile import BoardProfile
from reedboard.board.sensor_log import SensorLog
from reedboard.game.status import SensorView


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A cell or tray position of the board by its own name; `x` and `y` in cell pitches from the middle of a1."""

    name: str
    x: float
    y: float
    tray: bool


@dataclass(frozen=True, slots=True)
class DistrustedView:
    """A sensor that is not believed, by the board's own name, and why."""

    place: str
    fault: str
    text: str


@dataclass(frozen=True, slots=True)
class LineView:
    """The line to the board: lines damaged on the way, events asked for again, restarts and stalls of the board, times
    it was lost; and the delay from a sensor's settling to the game, median and 95th percentile of the last `readings`.
    """

    damaged: int
    mended: int
    restarts: int
    stalls: int
    losses: int
    readings: int
    median_ms: int | None
    p95_ms: int | None


@dataclass(frozen=True, slots=True)
class PowerView:
    """Milliamperes: what the board draws dark (estimate), what its light draws (its own estimate), the most of both."""

    idle_ma: int
    light_ma: int | None
    budget_ma: int


@dataclass(frozen=True, slots=True)
class SelfTestView:
    """The self-test: `state` "none", "running", "done", "stopped" or "failed"; `words`: what is asked, or came of it.

    While it runs: `kind` of what is asked ("clear", "look", "put", "lift"), at which `place` of the board, how many
    lights and places are `left`. `found` holds sentences, `report` is Markdown.
    """

    state: str
    words: str = ""
    kind: str = ""
    place: str | None = None
    left: int = 0
    found: tuple[str, ...] = ()
    report: str = ""


NO_TEST = SelfTestView("none")
"""Before the first one."""


@dataclass(frozen=True, slots=True)
class BoardHealth:
    """The board under the game. `touches`, `chatter`, `felt_ms`, `occupied` go by `places`, since the program began.

    `felt_ms` is by the host's clock, which said `now_ms` when this was told; None for what was never felt.
    `broken_from`: the chip from which on the chain cannot be read. `connection` is a sentence.
    """

    id: str
    name: str
    connection: str
    connected: bool
    firmware: str
    scan_hz: int | None
    places: tuple[PlaceView, ...]
    touches: tuple[int, ...]
    chatter: tuple[int, ...]
    felt_ms: tuple[int | None, ...]
    occupied: tuple[bool, ...]
    distrusted: tuple[DistrustedView, ...]
    line: LineView
    power: PowerView
    broken_from: int | None
    selftest: SelfTestView
    now_ms: int


def board_health(
    profile: BoardProfile,
    log: SensorLog,
    line: LineHealth,
    scan_hz: int | None,
    connection: tuple[bool, str],
    sensors: Sequence[SensorView],
    under: Mapping[str, str],
    now_ms: int,
    selftest: SelfTestView = NO_TEST,
) -> BoardHealth:
    """How the board does.

    Args:
        connection: whether it answers, and that in a sentence.
        sensors: those the tracker does not believe, by the game's names.
        under: the game's site -> the board's.
    """
    sites = list(profile.sites.values())
    known = log.shape is not None and log.shape.bits == profile.bits
    delays = log.delays_ms
    return BoardHealth(
        id=profile.id,
        name=profile.name,
        connection=connection[1],
        connected=connection[0],
        firmware=log.firmware,
        scan_hz=scan_hz,
        places=tuple(PlaceView(site.name, site.x, site.y, site.tray is not None) for site in sites),
        touches=tuple(log.touches[site.bit] if known else 0 for site in sites),
        chatter=tuple(log.chatter[site.bit] if known else 0 for site in sites),
        felt_ms=tuple(log.felt_ms[site.bit] if known else None for site in sites),
        occupied=tuple(known and bool(log.occupied >> site.bit & 1) for site in sites),
        distrusted=tuple(
            DistrustedView(under[each.site], each.fault, each.text) for each in sensors if each.site in under
        ),
        line=LineView(
            damaged=line.damaged,
            mended=line.missing,
            restarts=len(line.restarts_ms),
            stalls=len(line.stalls_ms),
            losses=log.losses,
            readings=len(delays),
            median_ms=_at(delays, 0.5),
            p95_ms=_at(delays, 0.95),
        ),
        power=PowerView(profile.idle_ma, log.light_ma, profile.power.budget_ma),
        broken_from=log.broken_chip,
        selftest=selftest,
        now_ms=now_ms,
    )


def _at(delays: Sequence[int], share: float) -> int | None:
    """The delay that this share of all does not exceed."""
    return delays[ceil(share * len(delays)) - 1] if delays else None
