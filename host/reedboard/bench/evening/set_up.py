"""Pieces put back to where they stood: moves taken back, what fell, a board cleared for the night."""

from collections.abc import Mapping

from fairyrules import Game
from fairyrules.pieces import Piece
from reedboard.bench.evening.hands import Hands, plain

TURNED: Mapping[str, frozenset[str]] = {"dual-chess": frozenset("GWF")}
"""By game, kinds that are one physical piece, turned: Guards, and what they become (ruling D4)."""


def set_up(hands: Hands, game: Game, wanted: Mapping[str, Piece]) -> None:
    """Brings the sites to what is wanted, in any order, with no more than two pieces in the hand at once."""
    rng, table = hands.rng, hands.table
    while dict(table.on) != dict(wanted):
        held = table.held[hands.hand]
        wrong = sorted(site for site, piece in table.on.items() if wanted.get(site) != piece)
        over = [site for site in wrong if site in wanted and _one_body(game, table.on[site], wanted[site])]
        lacking = sorted(wanted.keys() - table.on.keys())
        fitting = [(piece, site) for piece in held for site in lacking if _fits(game, piece, wanted[site])]
        if fitting and (rng.random() < 0.8 or len(held) > 1 or not wrong):
            piece, site = rng.choice(fitting)
            hands.call(piece, wanted[site])
            hands.put(site, wanted[site])
        elif len(held) > 1 or (held and not wrong):
            hands.aside(rng.choice([piece for piece in held if piece not in {each for each, _ in fitting}] or held))
        elif over and rng.random() < 0.5:
            hands.call(table.on[over[0]], wanted[over[0]], over[0])
        elif wrong:
            hands.lift(rng.choice(wrong))
        else:
            site = rng.choice(lacking)
            hands.fetch(wanted[site])
            hands.gesture()
            hands.put(site, wanted[site])
        hands.gesture()
    for piece in tuple(table.held[hands.hand]):
        hands.aside(piece)


def _one_body(game: Game, piece: Piece, other: Piece) -> bool:
    """Whether the two are one physical piece that is only turned over."""
    turned = TURNED.get(game.id, frozenset())
    alike = plain(piece) == plain(other) or {piece.kind, other.kind} <= turned
    return alike and piece.side is other.side


def _fits(game: Game, piece: Piece, wanted: Piece) -> bool:
    """Whether a piece in the hand may stand for the one wanted: with reserves it changes sides, too."""
    return _one_body(game, piece, wanted) or (game.has_reserves and plain(piece) == plain(wanted))
