"""Armies whose attacks hang on what lies in a reserve: drops that end a check, and drops that would bring one about."""

import itertools
import random
import re

import pytest

import fairyrules
from fairyrules import follow
from fairyrules.errors import FairyRulesError
from fairyrules.game import Game
from fairyrules.moves import Drop, Travel
from fairyrules.sheet import Kind
from fairyrules.variants.crazyhouse import SHEET as CRAZYHOUSE


def rooks_while_the_enemy_holds(something):
    """Crazyhouse whose Rooks ride while the opponent's hand is empty or is not, and step otherwise."""

    def phase(position, side):
        return bool(position.reserve("bw"[side])) is something

    rook = Kind("R", "Rook", lambda rides: "R" if rides else "W")
    return Game("hoarders", CRAZYHOUSE.with_kinds(rook).derive(phase=phase))


def drawn(game, rng):
    """A position with few pieces, most often with Rooks about and little in hand."""
    while True:
        pieces = ["1"] * 64
        for piece in ["K", "k", *rng.choices("RrRrRrQqBbNnPp", k=rng.choice((1, 3, 6)))]:
            pieces[rng.randrange(64)] = piece
        ranks = ["".join(pieces[rank * 8 : rank * 8 + 8]) for rank in range(8)]
        placement = re.sub("1+", lambda run: str(len(run[0])), "/".join(ranks))
        hand = "".join(rng.choices("QRBNqrbn", k=rng.choice((0, 1, 1, 2))))
        try:
            return game.position(f"{placement}[{hand}] {rng.choice('wb')} - - 0 1")
        except FairyRulesError:
            continue


def is_safe(position, move):
    after = position.play_unchecked(move)
    king = after.king(position.side)
    takers = [way for cell in after.pieces_by_side[after.side] for way in follow.ways_of(after, cell)]
    return not any(isinstance(way, Travel) and way.target == king for way in takers)


@pytest.mark.slow
@pytest.mark.parametrize("something", [True, False])
def test_drops_are_legal_by_what_they_leave_in_hand(something, deep):
    game = rooks_while_the_enemy_holds(something)
    rng = random.Random(3)
    ended, refused = 0, 0
    for _ in range(5000 if deep else 200):
        position = drawn(game, rng)
        legal = {move for move in position.legal_moves() if isinstance(move, Drop)}
        empty = [cell for cell, code in enumerate(position.codes) if not code]
        held = position.reserve("wb"[position.side])
        drops = {position.book.drop(kind, cell) for kind in held for cell in empty}
        assert legal == {drop for drop in drops if is_safe(position, drop)}, position
        ended += position.in_check() and len(legal) > len(empty) // 2
        refused += not position.in_check() and len(legal) < len(drops) // 2
    assert (ended if something else refused) > 3


def attacks(game, phase):
    """Who attacks whom from where, if nothing stands between, as White's army in the phase does."""
    table = game.rules.lines.dangers(0, phase)
    codes = range(1, game.rules.codes.count, 2)
    return {
        (code, cell, origin)
        for cell in game.board.cells[::11]
        for code in codes
        for origin in table.into(cell).from_where(code)
    }


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "asks", "may_come"), [("attendance", 2, {1}), ("sfhiodgei", 3, {2})])
def test_army_has_at_its_worst_every_attack_a_move_may_give_it(game_id, asks, may_come):
    """`may_come`: the answers of a phase that an opponent's move may change to yes; others only to no."""
    game = fairyrules.game(game_id)
    phases = list(itertools.product([False, True], repeat=asks))
    by_phase = {phase: attacks(game, phase) for phase in phases}
    grown = 0
    for phase in phases:
        worst = by_phase[game.sheet.phase_at_worst(phase)]
        for after in phases:
            if all(
                now or place in may_come or not then for place, (now, then) in enumerate(zip(phase, after, strict=True))
            ):
                assert by_phase[after] <= worst, (phase, after)
                grown += not by_phase[after] <= by_phase[phase]
    assert grown
