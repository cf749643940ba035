"""Where the trays of a position's reserves lie round its board: Black's above, White's and the neutral one below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairyrules.diagrams.svg import EDGE, INK, UNIT
from fairyrules.pieces import Piece, Side
from fairyrules.position import Position

NAMES = {"b": "Black", "w": "White", "n": "Neutral"}
LABEL = 150
"""Width of a tray's name, in the drawing's units: "Neutral" in letters 30 high takes 110."""
STYLE = f'font-family="sans-serif" font-size="30" fill="{INK}"'

Slot = tuple[str, str]
"""Whose tray, and which kind."""


@dataclass(frozen=True, slots=True)
class Trays:
    """Trays with one place for every kind that they hold at any time; a tray that never holds anything is left out.

    `places` are the centres of the pieces, `labels` the trays' names drawn, `above` and `below` the heights added to
    the board's picture, whose own corner stays at 0, 0.
    """

    places: Mapping[Slot, tuple[int, int]]
    labels: tuple[str, ...]
    above: int
    below: int


def piece_in(slot: Slot) -> Piece:
    """How a kind in a tray is drawn: a neutral piece, which either side may use, as White's."""
    holder, kind = slot
    return Piece(Side.BLACK if holder == "b" else Side.WHITE, kind)


def held(position: Position) -> dict[Slot, int]:
    """How many pieces of each kind every tray holds, none of none."""
    if not position.game.has_reserves:
        return {}
    return {(holder, kind): count for holder in NAMES for kind, count in position.reserve(holder).items() if count}


def trays(positions: Sequence[Position]) -> Trays:
    """The trays of a game that goes through the positions (at least one)."""
    game = positions[0].game
    ever = {slot for position in positions for slot in held(position)}
    kinds = {holder: [kind for kind in game.kinds if (holder, kind) in ever] for holder in NAMES}
    a_row = max(1, (game.board.files * UNIT - LABEL) // UNIT)
    rows = {holder: -(-len(kinds[holder]) // a_row) for holder in NAMES}
    above, beneath = rows["b"] * UNIT, game.board.ranks * UNIT + 2 * EDGE
    tops = {"b": -above, "w": beneath, "n": beneath + rows["w"] * UNIT}
    places = {
        (holder, kind): (
            EDGE + LABEL + number % a_row * UNIT + UNIT // 2,
            tops[holder] + number // a_row * UNIT + UNIT // 2,
        )
        for holder in NAMES
        for number, kind in enumerate(kinds[holder])
    }
    labels = tuple(_label(name, tops[holder]) for holder, name in NAMES.items() if kinds[holder])
    return Trays(places, labels, above, (rows["w"] + rows["n"]) * UNIT)


def count_svg(count: int, x: int, y: int) -> str:
    """How many lie at a place, at the piece's upper right; "" for one."""
    if count < 2:
        return ""
    return f'<text x="{x + 36}" y="{y - 20}" text-anchor="middle" font-weight="700" {STYLE}>{count}</text>'


def _label(name: str, top: int) -> str:
    return f'<text x="{EDGE}" y="{top + UNIT // 2 + 10}" {STYLE}>{name}</text>'
