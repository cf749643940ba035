"""The walk as a state machine: what to ask for next, and what came of it.

    Clear ──(board empty, or a person says it is)──> Look at each LED ──> Put a magnet on each site ──> Lift ──> Done
                                                            └────(sensor chain broken: after the LEDs)──────────> Done

Sites go in the order of the chain, so one magnet slid along does it. Sensors are bits here, sites the board's own
names; times are milliseconds and only say how long ago something changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from reedboard.board.profile import BoardProfile
from reedboard.selftest.walk.part import Part, whole

QUIET_MS = 150
"""A magnet counts as resting when no sensor changed for so long: longer than a hand slides over one cell."""

CLOSINGS = 3
"""A sensor that closed so often while one site was asked for is chattering; a magnet put down closes it once."""

NOISY_EDGES = 8
"""Raw edges beyond a clean change that make a sensor a chattering one. At one scan in 4 ms a reed's own bounce of up
to 1 ms adds one or two; a magnet trembling on the edge of a cell adds a few more."""


@dataclass(frozen=True, slots=True)
class Clear:
    """Take every magnet off the board."""


@dataclass(frozen=True, slots=True)
class Look:
    """The LED of this site alone is lit: where is the light?"""

    site: str
    led: int


@dataclass(frozen=True, slots=True)
class Put:
    """Put the one magnet on this site."""

    site: str


@dataclass(frozen=True, slots=True)
class Lift:
    """Take the one magnet off the board again."""


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing more to do."""


Prompt = Clear | Look | Put | Lift | Done


@dataclass(frozen=True, slots=True)
class Seen:
    """The whole occupancy, as a set of bits."""

    t_ms: int
    closed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Sensed:
    """One sensor settled, after so many raw edges beyond the one of a clean change."""

    t_ms: int
    bit: int
    on: bool
    edges: int = 0


@dataclass(frozen=True, slots=True)
class Flickered:
    """The board counted so many raw edges of a sensor within a second."""

    t_ms: int
    bit: int
    edges: int


@dataclass(frozen=True, slots=True)
class Broke:
    """The board cannot read its sensor chain from this chip on."""

    t_ms: int
    chip: int


@dataclass(frozen=True, slots=True)
class Saw:
    """Somebody looked: the light is at this site, None for no light at all."""

    t_ms: int
    site: str | None


@dataclass(frozen=True, slots=True)
class Nothing:
    """Somebody has done what was asked, and nothing more will happen."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Time has passed."""

    t_ms: int


Happening = Seen | Sensed | Flickered | Broke | Saw | Nothing | TimePassed


@dataclass(frozen=True, slots=True)
class Walk:
    """Where the walk is, and all it has learnt."""

    profile: BoardProfile
    prompt: Prompt
    lights: tuple[str, ...]
    """Sites whose LED has not been looked at, in the order of the LED line."""
    sites: tuple[str, ...]
    """Sites that have not been walked to, in the order of the chain."""
    quiet_ms: int
    part: Part
    closed: frozenset[int] = frozenset()
    known: bool = False
    """Whether the board has told its occupancy at all."""
    changed_ms: int = 0
    """When a sensor last changed, or the prompt came."""
    closings: Mapping[int, int] = field(default_factory=dict)
    """Bit -> how often it closed since the prompt came."""
    stuck: frozenset[int] = frozenset()
    """Bits closed on the cleared board."""
    flickering: frozenset[int] = frozenset()
    broken: int | None = None
    """The first chip that cannot be read."""
    seen: Mapping[str, str | None] = field(default_factory=dict)
    """Site whose LED was lit -> site where light was seen."""
    answered: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Site of the magnet -> bits that closed."""


def start(profile: BoardProfile, quiet_ms: int = QUIET_MS, part: Part | None = None) -> Walk:
    """A walk over a part of a board, or all of it; hands that never tremble need less quiet."""
    part = part or whole(profile)
    along = sorted(profile.sites.values(), key=lambda site: site.bit)
    return Walk(
        profile,
        Clear(),
        lights=tuple(site for led in range(profile.leds) if (site := profile.site_of_led[led]) in part.sites),
        sites=tuple(site.name for site in along if site.name in part.sites),
        quiet_ms=quiet_ms,
        part=part,
    )


def observe(walk: Walk, happening: Happening) -> Walk:
    """The walk after something happened."""
    match happening:
        case Seen(t_ms, closed):
            # After a restart only a snapshot tells that the magnet has been put down meanwhile.
            news = {bit: walk.closings.get(bit, 0) + 1 for bit in closed - walk.closed} if walk.known else {}
            closings = {**walk.closings, **news}
            return _judge(replace(walk, closed=closed, known=True, closings=closings, changed_ms=t_ms), t_ms)
        case Sensed(t_ms, bit, on, edges):
            closed = walk.closed | {bit} if on else walk.closed - {bit}
            closings = {**walk.closings, bit: walk.closings.get(bit, 0) + on}
            changed = replace(walk, closed=closed, closings=closings, changed_ms=t_ms)
            return _judge(_noted(changed, bit, edges), t_ms)
        case Flickered(t_ms, bit, edges):
            return _judge(_noted(walk, bit, edges), t_ms)
        case Broke(t_ms, chip):
            if chip >= walk.part.chips:
                return walk
            broken = replace(walk, broken=chip, sites=())
            return broken if isinstance(walk.prompt, Look) else _ask(broken, t_ms)
        case Saw(t_ms, site):
            if not isinstance(walk.prompt, Look):
                return walk
            return _ask(replace(walk, seen={**walk.seen, walk.prompt.site: site}), t_ms)
        case Nothing(t_ms):
            return _nothing(walk, t_ms)
        case TimePassed(t_ms):
            return _judge(walk, t_ms)


def _ask(walk: Walk, t_ms: int) -> Walk:
    """The walk with its next prompt."""
    fresh = replace(walk, closings={}, changed_ms=t_ms)
    if walk.lights:
        site, led = walk.lights[0], walk.profile.sites[walk.lights[0]].led
        assert led is not None
        return replace(fresh, prompt=Look(site, led), lights=walk.lights[1:])
    unread = [site for site in walk.sites if walk.profile.sites[site].bit not in walk.stuck]
    if unread:
        return replace(fresh, prompt=Put(unread[0]), sites=tuple(unread[1:]))
    magnet_lies = isinstance(walk.prompt, Put) and walk.broken is None
    return replace(fresh, prompt=Lift() if magnet_lies else Done(), sites=())


def _judge(walk: Walk, t_ms: int) -> Walk:
    """Whether what was asked for has come about."""
    match walk.prompt:
        case Clear() if walk.known and not walk.closed and t_ms - walk.changed_ms >= walk.quiet_ms:
            return _ask(walk, t_ms)
        case Put(site):
            # What a chattering sensor says late must not be taken for the next site's answer.
            unheard = walk.stuck | walk.flickering - {walk.profile.sites[site].bit}
            restless = frozenset(bit for bit, count in walk.closings.items() if count >= CLOSINGS) - unheard
            fresh = walk.closed - unheard
            if restless:
                restless_too = replace(walk, flickering=walk.flickering | restless)
                return _ask(_answer(restless_too, site, restless | fresh), t_ms)
            if fresh and walk.closings.keys() - unheard and t_ms - walk.changed_ms >= walk.quiet_ms:
                return _ask(_answer(walk, site, fresh), t_ms)
        case Lift() if not walk.closed - walk.stuck and t_ms - walk.changed_ms >= walk.quiet_ms:
            return _ask(walk, t_ms)
    return walk


def _nothing(walk: Walk, t_ms: int) -> Walk:
    match walk.prompt:
        case Clear():
            return _ask(replace(walk, stuck=walk.closed), t_ms)
        case Look(site):
            return _ask(replace(walk, seen={**walk.seen, site: None}), t_ms)
        case Put(site):
            return _ask(_answer(walk, site, frozenset()), t_ms)
        case Lift():
            return _ask(walk, t_ms)
    return walk


def _noted(walk: Walk, bit: int, edges: int) -> Walk:
    return replace(walk, flickering=walk.flickering | {bit}) if edges >= NOISY_EDGES else walk


def _answer(walk: Walk, site: str, bits: frozenset[int]) -> Walk:
    return replace(walk, answered={**walk.answered, site: bits})
