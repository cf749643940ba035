"""The chess clock as tables: a control, when pieces were placed, and what each side has left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairyrules.pieces import Side
from reedboard.board.events import Press
from reedboard.game.chess_clock import Turn, standing
from reedboard.game.table_events import ClockGoes, ClockHeld, ClockSetting, PutBack, StopsBy, TimeAdded
from reedboard.game.time_control import parse_control

W, B = Side.WHITE, Side.BLACK


def turns(*placed_s):
    return [Turn(side, int(1000 * at)) for side, at in zip([W, B] * len(placed_s), placed_s, strict=False)]


def stand(control, placed_s=(), marks=(), stop=StopsBy.MOVE, over_s=None):
    to_move = W if len(placed_s) % 2 == 0 else B
    over_ms = None if over_s is None else int(1000 * over_s)
    return standing(ClockSetting(parse_control(control), stop), turns(*placed_s), list(marks), to_move, over_ms)


def left(found):
    return found.white.left_ms / 1000, found.black.left_ms / 1000


@pytest.mark.parametrize(
    ("control", "placed_s", "white_s", "black_s"),
    [
        ("60", [], 60, 60),
        ("60", [5], 60, 60),  # the first move begins the clock, and is free
        ("60", [5, 15], 60, 50),
        ("60", [5, 15, 35], 40, 50),
        ("60", [5, 65], 60, 0),
        ("60", [5, 100], 60, 0),
        ("60+5", [5, 15, 35], 50, 55),  # a bonus for the free move, too
        ("60+5", [5, 7], 65, 63),  # more than it began with
        ("60d5", [5, 8], 60, 60),
        ("60d5", [5, 18], 60, 52),
        ("60b5", [5, 8], 60, 60),
        ("60b5", [5, 18], 60, 52),
        ("2/60:30", [0, 10, 20], 50 + 30, 50),
        ("2/60:30", [0, 10, 20, 30], 80, 40 + 30),
        ("2/60", [0, 10, 20, 30, 40, 50, 60], 60 - 10 + 60 - 10 - 10 + 60, 60 - 20 + 60 - 10),
        ("20:3x10", [0, 15], 20, 5),
        ("20:3x10", [0, 25], 20, 10),  # in the first period, which begins anew
        ("20:3x10", [0, 35], 20, 10),  # the first used up, in the second
        ("20:3x10", [0, 50], 20, 0),
        ("3x10", [0, 9.9], 10, 10),
        ("60|10+1", [0, 4], 60, 7),
    ],
)
def test_clock_counts_what_each_side_took(control, placed_s, white_s, black_s):
    assert left(stand(control, placed_s)) == (white_s, black_s)


@pytest.mark.parametrize(
    ("control", "placed_s", "flagged", "flag_s"),
    [
        ("60", [], (False, False), None),
        ("60", [5], (False, False), 65),
        ("60", [5, 64.5], (False, False), 124.5),
        ("60", [5, 65], (False, True), 125),
        ("60d5", [5], (False, False), 70),
        ("20:3x10", [0], (False, False), 50),
        ("20:3x10", [0, 25, 30, 59.9], (False, False), 59.9 + 15 + 30),
        ("20:3x10", [0, 25, 30, 60], (False, True), 60 + 15 + 30),
        ("60+5", [0, 61, 62], (False, True), None),
    ],
)
def test_clock_knows_when_a_flag_falls(control, placed_s, flagged, flag_s):
    found = stand(control, placed_s)
    assert (found.white.flagged, found.black.flagged) == flagged
    assert found.flag_ms == (None if flag_s is None else round(1000 * flag_s))


def test_clock_shows_periods_as_they_are_used():
    in_main = stand("20:3x10", [0])
    assert (in_main.black.periods, in_main.black.stage) == (3, 0)
    in_byoyomi = stand("20:3x10", [0, 35])
    assert (in_byoyomi.black.periods, in_byoyomi.black.stage) == (1, 1)


def test_clock_keeps_what_each_move_left():
    found = stand("60+5", [5, 15, 35])
    assert [time.left_ms for time in found.after] == [65_000, 55_000, 50_000]


@pytest.mark.parametrize(
    ("placed_s", "marks", "white_s", "black_s", "running"),
    [
        ([], [(B, 3)], 60, 60, W),  # Black begins White's clock
        ([], [(W, 3)], 60, 60, None),  # White cannot begin their own
        ([13], [(B, 3)], 50, 60, B),
        ([5, 15], [(W, 7)], 60, 50, W),  # a press while Black thinks stops nobody's clock
    ],
)
def test_clock_begins_by_a_press_of_the_opponent_where_moves_stop_it(placed_s, marks, white_s, black_s, running):
    presses = [Press(1000 * at, side) for side, at in marks]
    found = stand("60", placed_s, presses)
    assert (*left(found), found.running) == (white_s, black_s, running)


@pytest.mark.parametrize(
    ("placed_s", "marks", "white_s", "black_s", "running"),
    [
        ([5], [], 60, 60, None),  # not pressed yet: nothing has begun
        ([5], [(W, 8)], 60, 60, B),
        ([10], [(B, 3), (W, 12)], 51, 60, B),
        ([5, 15], [(W, 8)], 60, 60 - 7, B),  # Black has placed and not pressed: their clock goes on
        ([5, 15], [(W, 8), (B, 20)], 60, 60 - 12, W),
        ([5, 15, 30], [(W, 8), (W, 32)], 60 - 2, 60 - 22, B),  # Black forgot: White's reply stops it
    ],
)
def test_clock_is_stopped_by_presses_where_they_count(placed_s, marks, white_s, black_s, running):
    presses = [Press(1000 * at, side) for side, at in marks]
    found = stand("60", placed_s, presses, stop=StopsBy.PRESS)
    since_s = found.since_ms / 1000
    thinks = found.running
    shown = list(left(found))
    if thinks is not None and len(placed_s) == 2 and len(marks) == 1:
        shown[thinks] -= 15 - since_s  # as it is when the piece is placed
    assert (*shown, thinks) == (white_s, black_s, running)


def test_clock_stands_while_it_is_held():
    found = stand("60", [5], [ClockHeld(10_000)])
    assert (*left(found), found.running, found.held, found.flag_ms) == (60, 55, None, True, None)
    gone_on = stand("60", [5], [ClockHeld(10_000), ClockGoes(100_000)])
    assert (*left(gone_on), gone_on.running, gone_on.since_ms) == (60, 55, B, 100_000)
    moved_on = stand("60", [5, 100], [ClockHeld(10_000)])
    assert (*left(moved_on), moved_on.running, moved_on.held) == (60, 55, W, False)
    pressed_on = stand("60", [5], [ClockHeld(10_000), Press(90_000, W)])
    assert (*left(pressed_on), pressed_on.running, pressed_on.since_ms) == (60, 55, B, 90_000)


def test_clock_holds_once_however_often_it_is_asked_to():
    marks = [ClockHeld(10_000), ClockHeld(20_000), ClockGoes(30_000), ClockGoes(35_000)]
    assert left(stand("60", [5, 40], marks)) == (60, 45)


def test_clock_may_be_let_go_before_the_first_move():
    found = stand("60", [20], [ClockGoes(10_000)])
    assert left(found) == (50, 60)


def test_clock_gives_time_that_is_added():
    found = stand("60", [5, 15], [TimeAdded(10_000, W, 30_000), TimeAdded(12_000, B, 1000)])
    assert left(found) == (90, 51)


def test_clock_goes_back_with_the_game():
    """White moved at 5 s, Black at 15 s, White at 25 s; at 60 s all agree to put it back to after Black's move."""
    marks = [PutBack(60_000, 2)]
    found = stand("60", [5, 15], marks)
    assert (*left(found), found.running, found.held) == (60, 50, None, True)
    gone_on = stand("60", [5, 15], [*marks, ClockGoes(70_000)])
    assert (*left(gone_on), gone_on.running) == (60, 50, W)
    moved_on = stand("60", [5, 15, 90], [*marks, ClockGoes(70_000)])
    assert left(moved_on) == (40, 50)
    to_the_start = stand("60", [], [PutBack(60_000, 0)])
    assert (*left(to_the_start), to_the_start.running) == (60, 60, None)


def test_clock_stops_when_the_game_is_over():
    found = stand("60", [5, 15], over_s=18)
    assert (*left(found), found.running, found.held, found.flag_ms) == (57, 50, None, False, None)


@given(
    st.sampled_from(["60", "60+5", "60d5", "60b5", "2/60:30", "20:3x10", "3x10", "60|10+1"]),
    st.lists(st.integers(0, 30_000), max_size=12),
    st.lists(st.tuples(st.integers(0, 200_000), st.sampled_from(["hold", "go", "w", "b"])), max_size=6),
    st.sampled_from(StopsBy),
)
def test_clock_never_takes_more_than_passed_nor_shows_less_than_nothing(control, gaps_ms, done, stop):
    placed_ms, at = [], 0
    for gap in gaps_ms:
        at += gap
        placed_ms.append(at)
    marks = [
        ClockHeld(t) if what == "hold" else ClockGoes(t) if what == "go" else Press(t, W if what == "w" else B)
        for t, what in sorted(done)
    ]
    setting = ClockSetting(parse_control(control), stop)
    sides = [Turn([W, B][n % 2], t) for n, t in enumerate(placed_ms)]
    found = standing(setting, sides, marks, [W, B][len(sides) % 2])
    for side in Side:
        assert found.of(side).left_ms >= 0
        assert found.of(side).lasts_ms >= 0
    if control == "60":
        used_ms = sum(60_000 - found.of(side).left_ms for side in Side)
        assert used_ms <= max([at, found.since_ms])
    if found.running is not None:
        assert found.since_ms >= 0
        assert not found.held
    # What came before does not depend on what comes after.
    if placed_ms and stop is StopsBy.MOVE:
        earlier = [mark for mark in marks if mark.t_ms <= placed_ms[-1]]
        before = standing(setting, sides, earlier, [W, B][len(sides) % 2])
        assert before.after == found.after
