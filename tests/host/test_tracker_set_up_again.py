"""However a board was upset: once it stands as it is shown, play goes on, and nothing has to be reset."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import fairyrules
from reedboard.board.events import Reading, Tick
from reedboard.tracker import begin, observe
from script import told

FOUR_AWAY = "-b1 +a4 -g1 +h4 -a1 +a5 -h1 +h5 ... ... -a4 +b1 -a5 +a1 -h4 +g1 -h5 +h1"
NUMBER = st.integers(0, 1 << 16)
TOUCH = st.tuples(NUMBER, NUMBER, st.sampled_from([60, 300, 900]), st.sampled_from([True, True, True, False]))
UPSET = st.tuples(st.lists(TOUCH, min_size=1, max_size=9), st.sampled_from([0, 800, 2500]))


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_move_made_before_the_board_was_upset_twice_is_no_part_of_that(times):
    """The story in which e2 and e4 were upset with the others cost nothing, and in the end was the only one left."""
    upsets = " ".join([FOUR_AWAY] * times)
    assert told(f"-e2 +e4 {upsets} -e7 +e5", gap_ms=300) == (["e2e4", "e7e5"], [])
    assert told(f"-e2 +e4 {upsets} ... -e7 +e5 -d1 +d5 ... -d5 +d1 -g1 +f3", gap_ms=300)[0][:3] == [
        "e2e4",
        "e7e5",
        "g1f3",
    ]


class Hands:
    """They touch what numbers say, and know how the board stands."""

    def __init__(self, game):
        self.game = fairyrules.game(game)
        self.position = self.game.start()
        self.belief = begin(self.position, False, {})
        self.stands = self._wanted()
        self.t_ms = 0

    def _wanted(self):
        position = self.belief.position
        return {cell for cell in self.game.board.cells if position.piece_at(cell) is not None}

    def rest(self, ms):
        for _ in range(0, ms, 50):
            self.t_ms += 50
            self.belief, _ = observe(self.belief, Tick(self.t_ms))

    def touch(self, cell, on, gap_ms=300):
        self.t_ms += gap_ms
        self.belief, _ = observe(self.belief, Reading(self.t_ms, self.game.board.name(cell), on))
        (self.stands.add if on else self.stands.remove)(cell)

    def upset(self, touches):
        for origin, target, gap_ms, dropped in touches:
            standing = sorted(self.stands)
            free = sorted(set(self.game.board.cells) - self.stands)
            self.touch(standing[origin % len(standing)], False, gap_ms)
            if dropped:
                self.touch(free[target % len(free)], True, gap_ms)

    def set_up(self, numbers):
        """As it is shown, which may change while they do it."""
        for number in numbers * 40:
            wrong, missing = sorted(self.stands - self._wanted()), sorted(self._wanted() - self.stands)
            if wrong:
                self.touch(wrong[number % len(wrong)], False)
            if missing:
                self.touch(missing[number % len(missing)], True)
            if not wrong and not missing:
                self.rest(1200)
        assert self.stands == self._wanted()

    def play(self, number):
        """A move of one piece that takes nothing, made and left to rest."""
        quiet = [move for move in self.position.legal_moves() if _is_quiet(self.position.effect(move))]
        move = quiet[number % len(quiet)]
        travel = self.position.effect(move).travels[0]
        self.position = self.position.play(move)
        self.touch(travel.origin, False)
        self.touch(travel.target, True)
        self.rest(1200)
        return move


def _is_quiet(effect):
    moved = [travel for travel in effect.travels if travel.origin != travel.target]
    return len(moved) == 1 and not (effect.removals or effect.exchanges or effect.entries)


@pytest.mark.parametrize("game", ["chess", "xiangqi", "dual-chess"])
@settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(st.lists(UPSET, min_size=1, max_size=3), st.lists(NUMBER, min_size=8, max_size=8))
def test_whatever_was_done_to_it_the_moves_made_on_a_board_set_up_again_are_told(game, upsets, numbers):
    hands = Hands(game)
    hands.play(numbers[0])
    for touches, rest_ms in upsets:
        hands.upset(touches)
        hands.rest(rest_ms)
    hands.set_up(numbers[1:6])
    hands.position = hands.belief.position
    made = hands.play(numbers[6]), hands.play(numbers[7])
    assert hands.belief.moves[-2:] == made
