"""The self-test of a board under a game: the game waits, hears nothing of it, and goes on where it stood."""

import pytest

from reedboard.app.requests import ClockWanted, NewGameWanted, SelfTestEnded, SelfTestWanted
from reedboard.errors import ReedboardError


class Borrower:
    """Takes the board, as the self-test does, and notes what it is told."""

    def __init__(self):
        self.lent, self.told, self.stopped = [], [], 0

    def begin(self, profile, shape, version, bits):
        self.lent.append((profile.id, shape.bits, version, bits.bit_count()))

    def heard(self, event):
        self.told.append(event)

    def stop(self):
        self.stopped += 1


@pytest.fixture
def lent(sit):
    """A game after 1. e4 e5, and whom its board can be lent to."""

    def seated(**options):
        here = sit(black="Bob", **options)
        here.tester = here.loop._selftest = Borrower()
        here.move("e2", "e4")
        here.move("e7", "e5")
        return here

    return seated


def test_the_game_waits_while_the_board_is_tested_and_goes_on_where_it_stood(lent):
    here = lent()
    standing = sorted(here.occupied)
    here.request(SelfTestWanted(True))
    assert here.tester.lent == [("8x8", 192, "1.0", len(standing))]
    told = len(standing) + 4
    here.touch(*standing, "e4", "e4", "c5", "c5")  # cleared, and a magnet here and there
    here.wait()
    assert len(here.tester.told) == told
    assert here.moves == ["e2e4", "e7e5"]
    assert (here.status.trouble, here.status.question) == (None, None)
    assert "The self-test has the board: the game waits until it is through." in here.status.notices
    here.loop.take([SelfTestEnded()])
    here.wait()
    assert here.status.notices == ()
    assert set(here.status.trouble.fill) == {site for site in standing if ":" not in site}
    here.touch(*standing)
    here.wait()
    assert (here.moves, here.status.trouble, here.status.question) == (["e2e4", "e7e5"], None, None)
    here.move("g1", "f3")
    assert here.moves == ["e2e4", "e7e5", "g1f3"]
    here.touch("a7")
    assert len(here.tester.told) == told


def test_nothing_else_can_be_asked_for_while_the_board_is_tested(lent):
    here = lent()
    here.request(SelfTestWanted(True))
    for request in (NewGameWanted("chess"), ClockWanted("go")):
        with pytest.raises(ReedboardError, match="The self-test has the board"):
            here.request(request)
    with pytest.raises(ReedboardError, match="under way already"):
        here.request(SelfTestWanted(True))
    here.request(SelfTestWanted(False))
    assert here.tester.stopped == 1


def test_no_time_runs_during_a_test(lent):
    here = lent(time="5+0")
    with pytest.raises(ReedboardError, match="pause it first"):
        here.request(SelfTestWanted(True))
    here.request(ClockWanted("hold"))
    here.request(SelfTestWanted(True))
    assert len(here.tester.lent) == 1
