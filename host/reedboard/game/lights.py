"""Which lights the board shows, and why: pure, from what the tracker believes.

Colours are Okabe and Ito's, told apart by colour-blind eyes; what differs in meaning differs in its blinking, too.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from reedboard.board.wire import Pattern
from reedboard.game.guidance import RepairStep, repair_steps, setting_up
from reedboard.tracker import Belief, Book, Footprint, Sites, members


class Role(StrEnum):
    """What a light says."""

    FROM = "from"
    FILL = "fill"
    LATER = "later"
    CLEAR = "clear"
    CHOICE = "choice"
    TARGET = "target"
    CAPTURE = "capture"
    TAKER = "taker"
    HOME = "home"
    CHECK = "check"
    LAST = "last"
    HINT_FROM = "hint from"
    HINT_TO = "hint to"
    MISSED = "missed"
    DRAW_OFFER = "draw offer"
    GIVEN_UP = "given up"


@dataclass(frozen=True, slots=True)
class Light:
    """What a light says, its colour (0xRRGGBB, dimmed already) and how it behaves in time."""

    role: Role
    colour: int
    pattern: Pattern


LIGHTS = {
    Role.FROM: Light(Role.FROM, 0x0072B2, Pattern.PULSE),
    Role.FILL: Light(Role.FILL, 0x0072B2, Pattern.FAST),
    Role.LATER: Light(Role.LATER, 0x001C30, Pattern.STEADY),
    Role.CLEAR: Light(Role.CLEAR, 0xD55E00, Pattern.PULSE),
    Role.CHOICE: Light(Role.CHOICE, 0xCC79A7, Pattern.PULSE),
    Role.TARGET: Light(Role.TARGET, 0x0096D8, Pattern.STEADY),
    Role.CAPTURE: Light(Role.CAPTURE, 0xE66A00, Pattern.BLINK),
    Role.TAKER: Light(Role.TAKER, 0xF0E442, Pattern.BLINK),
    Role.HOME: Light(Role.HOME, 0x303030, Pattern.STEADY),
    Role.CHECK: Light(Role.CHECK, 0xD55E00, Pattern.FAST),
    Role.LAST: Light(Role.LAST, 0x2A2A18, Pattern.STEADY),
    Role.HINT_FROM: Light(Role.HINT_FROM, 0x009E73, Pattern.PULSE),
    Role.HINT_TO: Light(Role.HINT_TO, 0x009E73, Pattern.BLINK),
    Role.MISSED: Light(Role.MISSED, 0xD55E00, Pattern.STEADY),
    Role.DRAW_OFFER: Light(Role.DRAW_OFFER, 0xF0E442, Pattern.PULSE),
    Role.GIVEN_UP: Light(Role.GIVEN_UP, 0xF0E442, Pattern.STEADY),
}


def policy(belief: Belief) -> dict[str, Light]:
    """What every lit site says; sites not named are dark. The most urgent matter alone is lit."""
    sites = belief.sites
    if belief.mismatch is not None:
        return {site: LIGHTS[role] for site, role in _repair_steps(*belief.mismatch, belief).items()}
    lit = _rest_of_the_move(belief) or _lifted(belief) or _question(belief) or _standing(belief)
    return {sites.name(site): LIGHTS[role] for site, role in sorted(lit.items())}


def steps(left: Sequence[RepairStep]) -> dict[str, Light]:
    """What hands do next, from where to where, and dim where they are needed after that."""
    lit = {site: Role.LATER for step in left[1:] for site in (*step.origins, *step.to)}
    for step in left[:1]:
        lit |= dict.fromkeys(step.origins, Role.CLEAR if step.piece is None else Role.FROM)
        lit |= dict.fromkeys(step.to, Role.FILL)
    return {site: LIGHTS[role] for site, role in lit.items()}


def hint(done: Sequence[RepairStep]) -> dict[str, Light]:
    """A move somebody may make: from where to where, what is taken as if it went, too."""
    lit = {site: Role.HINT_FROM for step in done for site in step.origins}
    lit |= {site: Role.HINT_TO for step in done for site in step.to}
    return {site: LIGHTS[role] for site, role in lit.items()}


def missed(sites: Iterable[str]) -> dict[str, Light]:
    """The cells of a move that lost much: lit once, for a moment."""
    return dict.fromkeys(sites, LIGHTS[Role.MISSED])


def draw_offered(sites: Iterable[str]) -> dict[str, Light]:
    """The royal pieces of both sides, while a player without hands offers a draw."""
    return dict.fromkeys(sites, LIGHTS[Role.DRAW_OFFER])


def given_up(sites: Iterable[str]) -> dict[str, Light]:
    """The royal pieces of who gave the game up; of both sides, where a draw was agreed."""
    return dict.fromkeys(sites, LIGHTS[Role.GIVEN_UP])


def _repair_steps(fill: tuple[str, ...], clear: tuple[str, ...], belief: Belief) -> dict[str, Role]:
    """What to fill and to clear; of a position to set up one kind of piece at a time, the others dim until then."""
    lit = dict.fromkeys(fill, Role.FILL)
    if setting_up(belief):
        first = next((repair_step.to for repair_step in repair_steps(belief) if repair_step.to), ())
        lit = {site: Role.FILL if site in first else Role.LATER for site in fill}
    return lit | dict.fromkeys(clear, Role.CLEAR)


def _question(belief: Belief) -> dict[int, Role]:
    """Where the answers to the open question lie: where they end, and the pieces they would need."""
    lit: dict[int, Role] = {}
    for each in belief.asked_about:
        for site in members((each.filled | each.replaced) or each.emptied):
            lit[site] = Role.CHOICE
        for _, slots in each.takes:
            lit |= dict.fromkeys(members(slots & belief.raw), Role.CHOICE)
    return lit


def _rest_of_the_move(belief: Belief) -> dict[int, Role]:
    """What is still to do where a move in several gestures has begun: the Rook of a castling, a promotion."""
    lit: dict[int, Role] = {}
    for each in belief.finishing:
        rest = (belief.raw ^ belief.shown.occupancy) & belief.sites.cells
        lit |= dict.fromkeys(members(each.emptied & ~rest), Role.CLEAR)
        lit |= dict.fromkeys(members(each.filled & ~rest), Role.FILL)
        for target, slots in each.takes:
            lit |= dict.fromkeys(members(slots & belief.raw), Role.CHOICE)
            lit[target] = Role.CHOICE
    return lit


def _lifted(belief: Belief) -> dict[int, Role]:
    """Where the pieces in the hand may go, or who may take them."""
    sites = belief.sites
    footprints = belief.possible
    missing = belief.shown.occupancy & ~belief.raw & sites.cells & ~belief.unreliable
    own, enemy = missing & footprints.own, missing & footprints.other
    slots = belief.slots_lifted
    lit = dict.fromkeys(members(missing), Role.HOME)
    for each in footprints.footprints:
        if own and _moves(each) & own == own and not enemy & ~each.changed:
            lit |= {site: _kind(each, footprints) for site in _goals(each, footprints, own)}
        elif not own and enemy and each.changed & enemy == enemy:
            lit |= dict.fromkeys((origin for _, origin in each.travels), Role.TAKER)
            lit |= {} if each.travels else dict.fromkeys(_shooter(each), Role.TAKER)
        elif not missing and slots and any(taken & slots for _, taken in each.takes) and not each.travels:
            lit |= dict.fromkeys(members(each.filled | each.replaced), Role.TARGET)
    return lit


def _moves(footprint: Footprint) -> int:
    """The cells of the pieces that make the move."""
    moving = sum(1 << origin for _, origin in footprint.travels)
    return moving or sum(1 << cell for cell in _shooter(footprint)) or footprint.changed


def _shooter(footprint: Footprint) -> Iterator[int]:
    origin = getattr(footprint.move, "origin", None)
    if isinstance(origin, int):
        yield origin


def _goals(footprint: Footprint, footprints: Book, own: int) -> Iterator[int]:
    """Where a move's pieces end; for a capture from afar, what it takes."""
    for target, origin in footprint.travels:
        if own >> origin & 1:
            yield target
    if not footprint.travels:
        yield from members(footprint.changed & ~own or footprint.changed)
    elif footprint.emptied & footprints.other and not footprint.replaced:
        yield from members(footprint.emptied & footprints.other)


def _kind(footprint: Footprint, footprints: Book) -> Role:
    return Role.CAPTURE if footprint.changed & footprints.other else Role.TARGET


def _standing(belief: Belief) -> dict[int, Role]:
    """The last move, and check."""
    lit: dict[int, Role] = {}
    before = belief.shown.before
    if before is not None:
        lit |= _last_move(before.position.occupancy, belief.shown.occupancy, belief.sites)
        now, then = belief.position.pieces(), before.position.pieces()
        arrived = [cell for cell, piece in now.items() if then.get(cell) != piece and then.get(cell) is not None]
        lit |= dict.fromkeys(arrived, Role.LAST)
    if belief.position.in_check():
        lit[belief.position.king(belief.position.side)] = Role.CHECK
    return lit


def _last_move(before: int, after: int, sites: Sites) -> dict[int, Role]:
    return dict.fromkeys(members(before & ~after & sites.cells), Role.LAST) | dict.fromkeys(
        members(after & ~before & sites.cells), Role.LAST
    )
