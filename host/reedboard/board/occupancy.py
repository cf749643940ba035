"""Between the board's sensor bits and the game's sites: which are occupied, and what changed.

A site is named as the game names it ("e2", "w:R1"); bits are the board's (`reedboard.board.profile`).
"""

from collections.abc import Iterable, Mapping

from fairyrules import Position
from reedboard.board.events import Reading
from reedboard.board.profile import Placement


def expected(position: Position, slots: Mapping[str, bool]) -> frozenset[str]:
    """The sites that are occupied when the pieces stand as in `position` and the trays as `slots` say."""
    board = position.game.board
    cells = {board.name(cell) for cell in position.pieces()}
    return frozenset(cells | {slot for slot, full in slots.items() if full})


def occupied(placement: Placement, bits: int) -> frozenset[str]:
    """The game's sites whose sensor bit is set; sensors the game does not use are left out."""
    return frozenset(name for name, site in placement.sites.items() if bits >> site.bit & 1)


def differences(placement: Placement, t_ms: int, before: frozenset[str], now: frozenset[str]) -> tuple[Reading, ...]:
    """The readings that turn one occupancy into another, all at `t_ms`: emptied sites first, both in board order."""
    emptied = [Reading(t_ms, site, False) for site in placement.sites if site in before - now]
    filled = [Reading(t_ms, site, True) for site in placement.sites if site in now - before]
    return (*emptied, *filled)


def after(before: frozenset[str], readings: Iterable[Reading]) -> frozenset[str]:
    """The occupancy once these readings have come in."""
    sites = set(before)
    for reading in readings:
        (sites.add if reading.on else sites.discard)(reading.site)
    return frozenset(sites)
