"""Hands from afar: what they do arrives through the control socket, no faster than a board can feel it."""

import json
import socket
import time

import pytest

from reedboard.virtual.remote_hands import SITE_REST_S, HandsError, RemoteHands


@pytest.fixture
def door():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def arriving(listening, count):
    """The wishes that arrive, and when."""
    connection, _ = listening.accept()
    with connection, connection.makefile("r", encoding="utf-8") as lines:
        return [(json.loads(lines.readline()), time.monotonic()) for _ in range(count)]


def test_wishes_arrive_in_order(door):
    with RemoteHands(door.getsockname()[1]) as hands:
        hands.lift("e2")
        hands.place("e4")
        hands.press("w")
        told = [wish for wish, _ in arriving(door, 3)]
    assert told == [{"lift": "e2"}, {"place": "e4"}, {"press": "w"}]


def test_a_site_rests_between_two_touches_and_others_do_not_wait_for_it(door):
    with RemoteHands(door.getsockname()[1]) as hands:
        began = time.monotonic()
        for number in range(5):
            (hands.place if number % 2 else hands.lift)("e2")
        took = time.monotonic() - began
        for number in range(50):
            hands.lift(f"other{number}")
        others = time.monotonic() - began - took
        arriving(door, 55)
    assert took >= 4 * SITE_REST_S * 0.99
    assert others < 50 * SITE_REST_S


def test_hands_without_a_board_are_told_in_one_sentence():
    with pytest.raises(HandsError, match="found no control socket at port 1 "):
        RemoteHands(1)
