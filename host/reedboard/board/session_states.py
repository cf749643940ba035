"""Where a conversation with a board stands, and every way it can go on, as one table."""

from enum import Enum, auto


class State(Enum):
    """Where the conversation stands."""

    CLOSED = auto()
    GREETING = auto()
    SYNCING = auto()
    LIVE = auto()
    REFUSED = auto()


class Cause(Enum):
    """What moves it on."""

    OPENED = auto()
    GREETED = auto()
    SYNCED = auto()
    GAP = auto()
    OTHER_BOOT = auto()
    STRANGER = auto()
    BROKEN = auto()


TRANSITIONS: dict[tuple[State, Cause], State] = {
    (State.CLOSED, Cause.OPENED): State.GREETING,
    (State.GREETING, Cause.GREETED): State.SYNCING,
    (State.GREETING, Cause.STRANGER): State.REFUSED,
    (State.SYNCING, Cause.SYNCED): State.LIVE,
    (State.SYNCING, Cause.GREETED): State.SYNCING,
    (State.SYNCING, Cause.GAP): State.SYNCING,
    (State.SYNCING, Cause.OTHER_BOOT): State.GREETING,
    (State.SYNCING, Cause.STRANGER): State.REFUSED,
    (State.LIVE, Cause.SYNCED): State.LIVE,
    (State.LIVE, Cause.GAP): State.SYNCING,
    (State.LIVE, Cause.GREETED): State.SYNCING,
    (State.LIVE, Cause.OTHER_BOOT): State.GREETING,
    (State.LIVE, Cause.STRANGER): State.REFUSED,
    (State.REFUSED, Cause.GREETED): State.SYNCING,
    (State.REFUSED, Cause.STRANGER): State.REFUSED,
    **{(state, Cause.BROKEN): State.CLOSED for state in State},
}
"""Every way the conversation can go on; docs/PROTOCOL.md draws it, and a test compares the drawing with this."""
