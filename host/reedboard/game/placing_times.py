"""When each move's last piece was placed: read off what its cells did, however late the move became known. Pure."""

from collections.abc import Mapping, Sequence

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Move
from reedboard.board.events import Reading

KEPT = 12
"""Changes of a site that are remembered: those of a piece dropped, taken, retaken and put straight are seven."""

Changes = Mapping[str, tuple[tuple[int, bool], ...]]
"""Site -> when it changed last (ms), and to what, oldest first."""


def felt(changes: Changes, reading: Reading) -> Changes:
    """The changes with one more."""
    before = changes.get(reading.site, ())
    return {**changes, reading.site: (*before[1 - KEPT :], (reading.t_ms, reading.on))}


def placing_times(
    moves: Sequence[tuple[Position, Move, Position]], known: Sequence[int | None], changes: Changes
) -> list[int | None]:
    """When each move's last piece was placed.

    A move's cells are followed from the last move back: each came to what the move left on it with the latest change to
    that before the change which a later move needs, and before that move was made. So the reply's lift of a piece is
    never taken for its placing.

    Args:
        moves: the position before, the move, the position after.
        known: times that stay as they are; None is to be found, and is given where the sensors say nothing.
    """
    found = list(known)
    spent: dict[str, int] = {}
    """Site -> the place of its earliest change that a later move needs."""
    unknown = next((number for number, t_ms in enumerate(known) if t_ms is None), len(found))
    latest: int | None = None
    for number in range(len(found) - 1, unknown - 1, -1):
        before, move, after = moves[number]
        name, own = before.game.board.name, known[number]
        latest = latest if own is None else own
        placed = []
        for cell in touched(before.effect(move)):
            site, on = name(cell), after.piece_at(cell) is not None
            seen = changes.get(site, ())
            for place in range(min(spent.get(site, len(seen)), len(seen)) - 1, -1, -1):
                t_ms, now_on = seen[place]
                if now_on is on and (latest is None or t_ms <= latest):
                    placed.append(t_ms)
                    spent[site] = place
                    break
        if own is None and placed:
            found[number] = latest = max(placed)
    return found


def touched(effect: Effect) -> tuple[int, ...]:
    """The cells of an effect, each once."""
    cells = [cell for travel in effect.travels for cell in (travel.origin, travel.target)]
    cells += [entry.cell for entry in effect.entries] + [exchange.cell for exchange in effect.exchanges]
    cells += [removal.cell for removal in effect.removals] + [turn.cell for turn in effect.turns]
    return tuple(dict.fromkeys(cells))
