"""Hands from afar: a performance at the hands door, in its own time or faster."""

import time

import pytest

from fairyrules.pieces import Side
from reedboard.core.events import Press, Reading
from reedboard.virtual.player import SITE_REST_S, Hands, HandsError, perform


class Noted:
    """Hands that only note what they would do, and when."""

    def __init__(self):
        self.start = time.monotonic()
        self.done = []

    def lift(self, site):
        self._note("lift", site)

    def place(self, site):
        self._note("place", site)

    def press(self, side):
        self._note("press", side)

    def _note(self, what, where):
        self.done.append((what, where, time.monotonic() - self.start))


SITES = {"e2": "e2", "e4": "e4", "w:Q1": "near1"}


def test_performance_is_played_at_the_boards_own_sites_in_order():
    hands = Noted()
    move = [Reading(0, "e2", False), Reading(40, "w:Q1", False), Reading(80, "e4", True), Press(120, Side.BLACK)]
    perform(hands, move, SITES)
    assert [each[:2] for each in hands.done] == [("lift", "e2"), ("lift", "near1"), ("place", "e4"), ("press", "b")]
    assert all(took >= due for (_, _, took), due in zip(hands.done, (0, 0.04, 0.08, 0.12), strict=True))


def test_speed_shortens_the_pauses():
    hands = Noted()
    perform(hands, [Reading(0, "e2", False), Reading(2000, "e4", True)], SITES, speed=20)
    assert 0.1 <= hands.done[-1][2] < 1.5


def test_site_rests_between_two_touches_however_fast():
    hands = Noted()
    touches = [Reading(t_ms, "e2", bool(t_ms % 2)) for t_ms in range(5)]
    perform(hands, touches, SITES, speed=100)
    assert hands.done[-1][2] - hands.done[0][2] >= 4 * SITE_REST_S * 0.99


def test_site_rests_from_when_it_was_touched_however_late():
    hands = Noted()

    def touches():
        yield Reading(0, "e2", False)
        time.sleep(2 * SITE_REST_S)
        yield Reading(1, "e2", True)
        yield Reading(2, "e2", False)

    perform(hands, touches(), SITES)
    assert hands.done[2][2] - hands.done[1][2] >= SITE_REST_S * 0.99


def test_hands_without_a_board_are_told_in_one_sentence():
    with pytest.raises(HandsError, match="found no hands door at port 1 "):
        Hands(1)
