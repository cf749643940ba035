"""Megabytes of lines leave both ends of the wire as they were, and a link does not run ahead of its game."""

import random
import time
from contextlib import closing

import pytest

from reedboard.port import link as module
from reedboard.port.link import Link
from reedboard.stress.sections.flood import KINDS, MOST_KB, FloodedPort, chunks, to_board, to_host

SIZE = 300_000


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_host_hears_at_once_after_a_flood_and_holds_nothing(kind):
    heard = to_host(SIZE, KINDS[kind](random.Random(3)))
    assert heard.grown_kb < MOST_KB
    assert heard.deaf_s is not None
    assert heard.deaf_s < 10.0  # of a busy machine's; the attack itself allows 2 s


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["good lines", "one endless line"])
def test_board_hears_at_once_after_a_flood_and_holds_nothing(kind):
    heard = to_board(SIZE // 4, KINDS[kind](random.Random(3)), 3)
    assert heard.grown_kb < MOST_KB
    assert heard.deaf_s is not None
    assert heard.deaf_s < 2.0


@pytest.mark.slow
def test_link_reads_no_further_while_its_events_wait(tmp_path):
    """Before, every line of a flood became an event that waited: 6 MB after 2 MB of notes."""
    there = FloodedPort(tmp_path)
    there.start()
    with closing(there), Link(there.port) as link:
        there.flood(chunks(KINDS["notes"](random.Random(3)), SIZE))
        assert not there.flooded.wait(1.0)
        assert module.MOST_WAITING < link.events.qsize() < 4 * module.MOST_WAITING  # and one reading more
        deadline = time.monotonic() + 30.0
        while not there.flooded.is_set() and time.monotonic() < deadline:
            link.events.get(timeout=10.0)
        assert there.flooded.is_set()
