"""What can be found wrong with a board: one small class a fault, each with the sentence that says what to do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dead:
    """A sensor that never closes."""

    site: str

    def __str__(self) -> str:
        return f"{self.site} is dead: a magnet above it changes nothing. Check the reed's solder joints, then the reed."


@dataclass(frozen=True, slots=True)
class Stuck:
    """A sensor that never opens."""

    site: str

    def __str__(self) -> str:
        return (
            f"{self.site} is stuck: it reads occupied on the empty board. Look for a solder bridge, then for a welded "
            "reed."
        )


@dataclass(frozen=True, slots=True)
class Chatter:
    """A sensor that flickers under a resting magnet."""

    site: str

    def __str__(self) -> str:
        return (
            f"{self.site} chatters: it flickers under a resting magnet. Move the reed off the middle of the cell, or "
            "resolder it."
        )


@dataclass(frozen=True, slots=True)
class Crosstalk:
    """A magnet on one site closes another site's sensor, too."""

    site: str
    neighbour: str

    def __str__(self) -> str:
        return (
            f"A magnet on {self.site} also closes {self.neighbour}. Use weaker magnets, or turn the reed of "
            f"{self.neighbour} away."
        )


@dataclass(frozen=True, slots=True)
class Miswired:
    """Sensors that answer for one another: each site's magnet shows at the next one, the last one's at the first."""

    sites: tuple[str, ...]

    def __str__(self) -> str:
        if len(self.sites) == 2:
            return f"{self.sites[0]} and {self.sites[1]} are swapped: their wires are crossed. The board can learn it."
        return f"{', '.join(self.sites)} answer for one another in a ring. The board can learn it."


@dataclass(frozen=True, slots=True)
class BrokenChain:
    """The sensor chain cannot be read from a chip on."""

    chip: int
    strip: int
    site: str

    def __str__(self) -> str:
        return (
            f"The sensor chain is broken before chip U{self.chip + 1} (strip {self.strip}, first site {self.site}). "
            "Check the cable to that strip and its solder joints; nothing behind it can be read."
        )


@dataclass(frozen=True, slots=True)
class BrokenLights:
    """All LEDs from one on stay dark."""

    led: int
    site: str

    def __str__(self) -> str:
        return (
            f"The LED line is broken before LED {self.led} ({self.site}): it and all behind it stay dark. "
            "Check the data joint between it and the LED before."
        )


@dataclass(frozen=True, slots=True)
class DarkLight:
    """One LED stays dark while those behind it work."""

    led: int
    site: str

    def __str__(self) -> str:
        return f"LED {self.led} ({self.site}) stays dark, though those behind it light. Replace it."


@dataclass(frozen=True, slots=True)
class StrayLight:
    """An LED lights at another site than it should."""

    led: int
    site: str
    seen: str

    def __str__(self) -> str:
        return f"LED {self.led} lights at {self.seen} instead of {self.site}: the LED line takes another way there."


@dataclass(frozen=True, slots=True)
class CorruptedLine:
    """Lines arrive damaged."""

    times: int

    def __str__(self) -> str:
        return (
            f"The line is corrupted: {self.times} lines arrived damaged. Everything was asked for again, but look for "
            "a bad cable, a missing common ground, or LED supply wires beside the data wires."
        )


@dataclass(frozen=True, slots=True)
class DroppedLines:
    """Lines do not arrive."""

    times: int

    def __str__(self) -> str:
        return f"Lines are dropped: {self.times} had to be said again. Try another cable and port, and no hub between."


@dataclass(frozen=True, slots=True)
class LateLine:
    """Lines arrive, but late."""

    median_ms: int

    def __str__(self) -> str:
        return (
            f"The line is late: half of all lights frames took {self.median_ms} ms and more to be answered. Look for a "
            "slow hub, a wireless bridge, or a machine that is too busy."
        )


@dataclass(frozen=True, slots=True)
class Stalled:
    """The board fell silent and then went on: its output was not taken, or not given."""

    longest_ms: int

    def __str__(self) -> str:
        return (
            f"The line stalled: nothing came for {self.longest_ms / 1000:.1f} s, then the same board went on. The port "
            "was open but unread: look for another program that holds it, or a machine that sleeps."
        )


@dataclass(frozen=True, slots=True)
class Rebooted:
    """The board started again in mid-test."""

    times: int

    def __str__(self) -> str:
        return f"The board rebooted {self.times} times in mid-test: its reset line is touched, or its watchdog bit."


@dataclass(frozen=True, slots=True)
class BrownOut:
    """The board was dark for a while and started again."""

    dark_ms: int

    def __str__(self) -> str:
        return (
            f"The board had a brown-out: silent for up to {self.dark_ms} ms, then it started anew. Its supply dips: "
            "check the current it can give, the fuse, and the wires' thickness."
        )


Finding = (
    Dead
    | Stuck
    | Chatter
    | Crosstalk
    | Miswired
    | BrokenChain
    | BrokenLights
    | DarkLight
    | StrayLight
    | CorruptedLine
    | DroppedLines
    | LateLine
    | Stalled
    | Rebooted
    | BrownOut
)
