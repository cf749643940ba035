"""In which moves an odd way to make them can happen."""

from collections.abc import Callable, Mapping

from fairyrules import Position
from fairyrules.effect import Effect
from fairyrules.moves import Move, Rifle
from reedboard.bench.evening.near import cells_between
from reedboard.bench.evening.people import Odd


def happens_in(odd: Odd, position: Position, move: Move, trays: bool) -> bool:
    """Whether the move may be made so."""
    if odd is Odd.TOUCHES_SHOOTER:
        return isinstance(move, Rifle)
    if odd is Odd.VICTIM_ON_WRONG_SLOT and not trays:
        return False
    if odd is Odd.VICTIM_ON_BOARD and position.reserves is not None:
        return False  # where pieces are dropped, both players would take it for a drop
    effect = position.effect(move)
    if odd is Odd.SLIDES:
        return any(len(cells_between(position.game.board, each.origin, each.target)) > 0 for each in effect.travels)
    if odd is Odd.WRONG_KIND_FIRST:
        return trays and bool(effect.entries or effect.exchanges)
    return NEEDS[odd](effect) if odd in NEEDS else True


def _one_travel(effect: Effect) -> bool:
    return len(effect.travels) == 1


def _travel_or_drop(effect: Effect) -> bool:
    return _one_travel(effect) or bool(effect.entries)


def _plain(effect: Effect) -> bool:
    """A piece comes to stand somewhere, and nothing else."""
    return _travel_or_drop(effect) and not effect.removals and not effect.exchanges and not effect.turns


def _captures(effect: Effect) -> bool:
    """One piece comes to stand where another stood."""
    return _one_travel(effect) and _taken(effect) and not effect.exchanges


def _taken(effect: Effect) -> bool:
    return any(removal.cell == effect.travels[0].target for removal in effect.removals)


def _takes_afar(effect: Effect) -> bool:
    targets = {each.target for each in effect.travels}
    return any(removal.cell not in targets for removal in effect.removals) and len(effect.travels) < 2


def _castles(effect: Effect) -> bool:
    return len(effect.travels) == 2


NEEDS: Mapping[Odd, Callable[[Effect], bool]] = {
    Odd.HOVERS: _one_travel,
    Odd.HESITATES: _one_travel,
    Odd.TRIES_A_CELL: _travel_or_drop,
    Odd.HOLDS_LONG: _travel_or_drop,
    Odd.PUSHES_OUT: _captures,
    Odd.BUMPS: _travel_or_drop,
    Odd.DROPS_ON_THE_WAY: _one_travel,
    Odd.VICTIM_ON_BOARD: _captures,
    Odd.VICTIM_ON_WRONG_SLOT: _captures,
    Odd.VICTIM_KEPT: _captures,
    Odd.VICTIM_FORGOTTEN: _takes_afar,
    Odd.VICTIM_HELPED_OFF: lambda effect: _captures(effect) or _takes_afar(effect),
    Odd.ASTRAY: _plain,
    Odd.ROOK_FORGOTTEN: _castles,
    Odd.CASTLES_SHORT: _castles,
    Odd.EXCHANGE_FORGOTTEN: lambda effect: _one_travel(effect) and bool(effect.exchanges),
    Odd.BORROWS: lambda effect: bool(effect.exchanges),
}
"""What a move has to do; an odd way that is not here fits every move."""
