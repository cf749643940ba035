"""How well the line to a board holds: what the session counts while it mends everything by itself."""

from dataclasses import dataclass, field

STALL_MS = 1600
"""Silence longer than this between two lines of one boot is a stall: a heartbeat is due each second."""


@dataclass(slots=True)
class LineHealth:
    """Counts since the session began; the session's own, everybody else only reads."""

    damaged: int = 0
    """Lines whose check was wrong."""
    missing: int = 0
    """Events that had to be asked for again, and lights frames sent again because nobody answered."""
    restarts_ms: list[int] = field(default_factory=list)
    """For each restart of the board in mid-conversation, the silence before its greeting: the longest it was dark."""
    stalls_ms: list[int] = field(default_factory=list)
    """Silences of at least `STALL_MS` after which the same boot went on."""
