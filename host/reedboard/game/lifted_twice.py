"""A piece lifted and put back twice, and nothing else touched meanwhile: somebody asks what to play. Pure."""

from dataclasses import dataclass

WITHIN_MS = 1500
"""Between two touches of it: a piece adjusted and looked at again is touched more slowly."""
TOUCHES = 4
"""Up, down, up, down."""


@dataclass(frozen=True, slots=True)
class LiftedTwice:
    """How far the gesture has come: which site, how many touches in a row, and when the last one was."""

    site: str = ""
    touches: int = 0
    last_ms: int = 0

    def after(self, t_ms: int, site: str, on: bool) -> "LiftedTwice":
        """How far it is once this was felt."""
        goes_on = site == self.site and t_ms - self.last_ms <= WITHIN_MS and on == bool(self.touches % 2)
        if goes_on and not self.done:
            return LiftedTwice(site, self.touches + 1, t_ms)
        return LiftedTwice() if on else LiftedTwice(site, 1, t_ms)

    @property
    def done(self) -> bool:
        """Whether the gesture is whole.

        >>> asked = LiftedTwice()
        >>> for t_ms, on in ((0, False), (400, True), (800, False), (1200, True)):
        ...     asked = asked.after(t_ms, "g1", on)
        >>> asked.done
        True
        """
        return self.touches == TOUCHES
