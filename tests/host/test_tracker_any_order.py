"""In whatever order hands do it, every legal move of every game is seen, leads to an equal position, or is asked."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fairyrules
from each_game import marks_of
from reedboard.bench.interleaving import Interleaving
from reedboard.board.events import Reading
from reedboard.tracker import begin, conclude, observe

PAUSES_MS = (0, 30, 150, 400)


def walk(game, rng, plies):
    """A position that random play leads to, not past the end of the game."""
    position = game.start()
    for _ in range(plies):
        following = position.play(rng.choice(position.legal_moves()))
        if not following.legal_moves():
            break
        position = following
    return position


def slots_for(position, rng):
    """Slots for every kind that may stand beside the board; games without reserves have spare pieces on some."""
    slots = {}
    for holder in "wbn" if position.game.has_reserves else "wb":
        for kind in {kind.lstrip("+") for kind in position.game.kinds}:
            for number in (1, 2):
                slots[f"{holder}:{kind}{number}"] = (
                    number == 1 and not position.game.has_reserves and rng.random() < 0.7
                )
    return slots


def felt(position, move, trays, rng):
    """The belief after a move was made in any order and at any pace, and how many readings that took."""
    slots = slots_for(position, rng) if trays else {}
    belief, t_ms, count = begin(position, trays, slots), 0, 0
    for site, on in Interleaving(position, move, slots, rng).interleaved():
        t_ms += rng.choice(PAUSES_MS)
        belief, _ = observe(belief, Reading(t_ms, site, on))
        count += 1
    belief, _ = conclude(belief)
    return belief, count


def understood(position, move, belief, count):
    """How a move was understood: seen, asked about or, when nothing was to be felt of it, unseen; None: wrongly."""
    if any(str(move) == str(each) for moves in belief.questions.values() for each in moves):
        return "asked"
    if len(belief.moves) == 1 and position.play(belief.moves[0]) == position.play(move):
        return "seen"
    return "unseen" if count == 0 and not belief.moves else None


BOTH = [pytest.param(name, trays, marks=marks_of(name)) for name in fairyrules.games() for trays in (False, True)]


@pytest.mark.parametrize(("name", "trays"), BOTH)
def test_every_move_is_understood_in_any_order(name, trays, deep):
    game = fairyrules.game(name)

    # The same examples each time, so that a change is to blame for what fails; others only in the deep proof.
    @settings(
        max_examples=6 if deep else 8,
        derandomize=not deep,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(rng=st.randoms(use_true_random=False), plies=st.integers(0, 70))
    def check(rng, plies):
        position = walk(game, rng, plies)
        moves = position.legal_moves()
        for move in moves if deep else rng.sample(moves, min(6, len(moves))):
            belief, count = felt(position, move, trays, rng)
            how = understood(position, move, belief, count)
            ways[how] += 1
            assert how, (position.fen(), str(move), [str(each) for each in belief.moves], belief.questions)

    ways = Counter()
    check()
    assert ways["seen"] > ways["asked"]
