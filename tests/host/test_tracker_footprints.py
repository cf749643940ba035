"""Every legal move of every game, handled in any style, is seen, leads to an equal position, or is asked about."""

from random import Random

import pytest

import fairyrules
from reedboard.bench.hands import perform
from reedboard.bench.simulated_game import full_trays, play
from reedboard.bench.style import Style
from reedboard.board.events import Tick
from reedboard.tracker import begin, conclude, observe
from reedboard.tracker.footprint import Book, book
from reedboard.tracker.sites import sites_of

GAMES = ("chess", "wildeurasian-qi", "attendance", "xiang-courier", "dual-chess", "sfhiodgei", "crazyhouse", "shogi")


def positions(game, count, rng):
    """Random positions of random games."""
    for _ in range(count):
        position = game.start()
        for _ in range(rng.randint(0, 60)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
        if position.legal_moves():
            yield position


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("trays", [False, True])
def test_every_move_is_seen_equal_or_asked(name, trays):
    game = fairyrules.game(name)
    rng = Random(f"{name} {trays}")
    for position in positions(game, 3, rng):
        slots = full_trays(position, rng) if trays else {}
        for move in rng.sample(position.legal_moves(), min(12, len(position.legal_moves()))):
            style = rng.choice(list(Style))
            belief = begin(position, trays, slots)
            for reading in perform(position, move, style, rng, slots or None):
                belief, _ = observe(belief, reading)
            belief, _ = conclude(belief)
            asked = [str(each) for moves in belief.questions.values() for each in moves]
            seen = (
                bool(belief.moves) and position.play(belief.moves[0]) == position.play(move) and len(belief.moves) == 1
            )
            unseen = position.play(move).occupancy == position.occupancy and not belief.moves
            assert seen or str(move) in asked or unseen, (position.fen(), str(move), style, belief.moves, asked)
            if belief.moves and not asked:
                assert position.play(belief.moves[0]) == position.play(move)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("trays", [False, True])
@pytest.mark.slow
def test_footprints_kept_are_those_of_the_effects(name, trays):
    game = fairyrules.game(name)
    rng = Random(f"{name} {trays} kept")
    sites = sites_of(game, tuple(full_trays(game.start(), rng)) if trays else ())
    for position in positions(game, 12, rng):
        made = Book(position, sites, {}).footprints  # each from its effect, none from before
        some, ready = book.__wrapped__(position, sites), book.__wrapped__(position, sites)
        assert ready.make()
        for _ in range(6):
            left, entered = (rng.getrandbits(sites.size) | rng.getrandbits(sites.size) for _ in "le")
            site = rng.randrange(sites.size)
            ends = [each for each in made if _plainly_between(each, left, entered)]
            for asked in (some, ready):
                between = list(asked.between(left, entered))
                assert all(each in made for each in between)
                assert all(each in between for each in ends)
                touching = list(asked.touching(1 << site, left, entered))
                assert all(each in made and each.touched >> site & 1 for each in touching)
                assert all(each in touching for each in ends if each.touched >> site & 1)
            rarer = [each for each in made if each.origin < 0]
            assert all(each in ready.between(left, entered) for each in rarer)
        assert not ready.make()
        pages = book(position, sites)
        assert pages.footprints == made
        assert pages.own | pages.other == position.occupancy


def _plainly_between(footprint, left, entered):
    """Whether a piece went from a cell of `left` to one of `entered`, and nothing else did anything."""
    if len(footprint.travels) != 1 or footprint.changed != footprint.cells:
        return False
    ((target, origin),) = footprint.travels
    return bool(left >> origin & 1 and entered >> target & 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_tracker_says_the_same_whenever_time_is_told(name):
    """Ticks bring effects sooner and never change them."""
    sitting = play(fairyrules.game(name), Random(name), list(Style), plies=12)
    start = fairyrules.game(name).start()
    plain = ticked = begin(start, False, {})
    one, other = [], []
    for event in sitting.events:
        for t_ms in range(ticked.t_ms, event.t_ms, 70):
            if t_ms >= 0:
                ticked, said = observe(ticked, Tick(t_ms))
                other += said
        plain, said = observe(plain, event)
        one += said
        ticked, said = observe(ticked, event)
        other += said
    assert one == other
