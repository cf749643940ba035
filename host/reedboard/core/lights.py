"""Which lights the board shows, and why: pure, from what the tracker believes.

Colours are Okabe and Ito's, told apart by colour-blind eyes; what differs in meaning differs in its blinking, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from fairyrules.effect import Effect
from reedboard.core.tracker import Belief
from reedboard.core.wire import Pattern


class Role(StrEnum):
    """What a light says."""

    FILL = "fill"
    CLEAR = "clear"
    CHOICE = "choice"
    TARGET = "target"
    CAPTURE = "capture"
    TAKER = "taker"
    HOME = "home"
    CHECK = "check"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Light:
    """What a light says, its colour (0xRRGGBB, dimmed already) and how it behaves in time."""

    role: Role
    colour: int
    pattern: Pattern


LIGHTS = {
    Role.FILL: Light(Role.FILL, 0x0072B2, Pattern.FAST),
    Role.CLEAR: Light(Role.CLEAR, 0xD55E00, Pattern.PULSE),
    Role.CHOICE: Light(Role.CHOICE, 0xCC79A7, Pattern.PULSE),
    Role.TARGET: Light(Role.TARGET, 0x0096D8, Pattern.STEADY),
    Role.CAPTURE: Light(Role.CAPTURE, 0xE66A00, Pattern.BLINK),
    Role.TAKER: Light(Role.TAKER, 0xF0E442, Pattern.BLINK),
    Role.HOME: Light(Role.HOME, 0x303030, Pattern.STEADY),
    Role.CHECK: Light(Role.CHECK, 0xD55E00, Pattern.FAST),
    Role.LAST: Light(Role.LAST, 0x2A2A18, Pattern.STEADY),
}


def policy(belief: Belief) -> dict[str, Light]:
    """Site -> light. What must be mended goes before what is asked, a lifted piece before what was last played."""
    if belief.mismatch is not None:
        fill, clear = belief.mismatch
        return _lit(Role.CLEAR, clear) | _lit(Role.FILL, fill)
    if belief.asking is not None:
        return dict(_choices(belief))
    lifted = {belief.position.game.board.cell(site) for site in belief.lifted if ":" not in site}
    if lifted:
        return dict(_ways(belief, lifted))
    return dict(_past(belief))


def _lit(role: Role, sites: tuple[str, ...]) -> dict[str, Light]:
    return {site: LIGHTS[role] for site in sites}


def _choices(belief: Belief) -> Iterator[tuple[str, Light]]:
    """The cells that the moves in question touch, each as its own."""
    assert belief.asking is not None
    board = belief.position.game.board
    for move in belief.asking.moves:
        for cell in getattr(move, "target", None), getattr(move, "cell", None), getattr(move, "victim", None):
            if cell is not None:
                yield board.name(cell), LIGHTS[Role.CHOICE]


def _ways(belief: Belief, lifted: set[int]) -> Iterator[tuple[str, Light]]:
    """Where the lifted pieces may go; if only enemies are up, who may take them."""
    position = belief.position
    name = position.game.board.name
    pieces = position.pieces()
    own = {cell for cell in lifted if pieces[cell].side is position.side}
    enemies = lifted - own
    for cell in lifted:
        yield name(cell), LIGHTS[Role.HOME]
    for move in position.legal_moves():
        effect = position.effect(move)
        taken = {removal.cell for removal in effect.removals}
        movers = {travel.origin for travel in effect.travels} | _mover(effect, taken)
        if not enemies <= taken or not own <= movers:
            continue
        if not own:
            for cell in movers:
                yield name(cell), LIGHTS[Role.TAKER]
            continue
        for travel in effect.travels:
            if travel.origin in own and travel.target not in taken:
                yield name(travel.target), LIGHTS[Role.TARGET]
        for cell in taken:
            yield name(cell), LIGHTS[Role.CAPTURE]


def _mover(effect: Effect, taken: set[int]) -> set[int]:
    """The piece of a move without travel: what changes in place."""
    return {exchange.cell for exchange in effect.exchanges} - taken if not effect.travels else set()


def _past(belief: Belief) -> Iterator[tuple[str, Light]]:
    """The last move, and a King in check."""
    position = belief.position
    name = position.game.board.name
    if belief.moves:
        last = belief.moves[-1]
        for cell in getattr(last, "origin", None), getattr(last, "target", None):
            if cell is not None:
                yield name(cell), LIGHTS[Role.LAST]
    if position.in_check():
        yield name(position.king(position.side)), LIGHTS[Role.CHECK]
