"""What is known of each sensor: how often it chattered, and how often play contradicted it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from reedboard.core.tracker.effects import Fault


@dataclass(frozen=True, slots=True)
class SensorStats:
    """Counts by site; a site in `faults` is masked."""

    doubts: Mapping[int, int] = field(default_factory=dict)
    """How often the accepted line contradicted a sensor."""
    faults: Mapping[int, Fault] = field(default_factory=dict)

    @property
    def masked(self) -> int:
        """The sites not believed, as bits."""
        bits = 0
        for site in self.faults:
            bits |= 1 << site
        return bits
