"""How hands bring board and game together again: what to put where, and from where, in the fewest movements. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fairyrules import Position
from fairyrules.pieces import Piece
from reedboard.tracker import Belief

SET_UP_FROM = 8
"""This many cells to fill or clear are a position to set up, not a slip to mend."""

FEW = 3
"""So many cells are named as where a piece may stand now; from more, everything is taken away first."""


@dataclass(frozen=True, slots=True)
class RepairStep:
    """One thing to do, cells by name: put `piece` on every cell of `to`; None: take away what stands on `origins`.

    `origins` are where the piece may stand now, empty when it is not on the board; with `aside` it may be off it, too.
    """

    piece: Piece | None
    to: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    aside: bool = False


def put_back_steps(belief: Belief, before: Position) -> Iterator[RepairStep]:
    """How a game is put back from a position whose pieces are known: each from where it stands, others from beside."""
    fill, clear = belief.mismatch or ((), ())
    strays = {cell: before.piece_at(belief.sites.find(cell)) for cell in clear}
    steps = []
    for cell in fill:
        piece = _wanted(belief, cell)
        origin = next((stray for stray, stands in strays.items() if stands == piece), None)
        if origin is not None:
            del strays[origin]
        steps.append(RepairStep(piece, (cell,), () if origin is None else (origin,)))
    yield from (RepairStep(None, origins=(cell,)) for cell in strays)
    yield from sorted(steps, key=lambda step: not step.origins)


def setting_up(belief: Belief) -> bool:
    """Whether so much is wrong that pieces are set up rather than put right."""
    return belief.mismatch is not None and sum(map(len, belief.mismatch)) >= SET_UP_FROM


def repair_steps(belief: Belief) -> tuple[RepairStep, ...]:
    """What is to be done, what is best done first before; empty while board and game agree."""
    if belief.mismatch is None:
        return ()
    fill, clear = belief.mismatch
    return tuple(_set_up(belief, fill, clear) if setting_up(belief) else _put_right(belief, fill, clear))


def _set_up(belief: Belief, fill: Sequence[str], clear: Sequence[str]) -> Iterator[RepairStep]:
    """Pieces of a kind together, as they are taken from a box; one kind is finished before the next is begun."""
    if clear:
        yield RepairStep(None, origins=tuple(clear))
    for piece in dict.fromkeys(piece for _, piece in sorted(belief.position.pieces().items())):
        if to := tuple(cell for cell in fill if _wanted(belief, cell) == piece):
            yield RepairStep(piece, to)


def _put_right(belief: Belief, fill: Sequence[str], clear: Sequence[str]) -> Iterator[RepairStep]:
    """Every piece by itself; one that stands on a wrong cell goes from there to its own."""
    known = belief.astray
    missing = [cell for cell in fill if cell not in known]
    strangers = tuple(cell for cell in clear if cell not in known.values())
    near = 0 < len(strangers) <= FEW and bool(missing)
    if strangers and not near:
        yield from (RepairStep(None, origins=(cell,)) for cell in strangers)
    for cell in fill:
        piece = _wanted(belief, cell)
        if cell in known:
            yield RepairStep(piece, (cell,), (known[cell],))
        else:
            yield RepairStep(piece, (cell,), strangers if near else (), aside=near and len(missing) > len(strangers))
    if near and len(strangers) > len(missing):
        yield RepairStep(None, origins=strangers, aside=True)


def _wanted(belief: Belief, cell: str) -> Piece:
    piece = belief.position.piece_at(belief.sites.find(cell))
    assert piece is not None, "only cells that are occupied in the game are to be filled"
    return piece
