"""The coach, hints asked for by hands, and rated games, at a loop with events put on its queue by hand."""

import pytest

from fairyrules import Side
from reedboard.app.coach import COACH_S
from reedboard.app.requests import CoachWanted, HintWanted, ProposalMade
from reedboard.app.thinker import Purpose
from reedboard.archive.pgn_records import pgn_of
from reedboard.board.link_events import Pressed, PressedLong
from reedboard.errors import ReedboardError
from reedboard.game.lifted_twice import WITHIN_MS


def coached(sit, **options):
    here = sit(**{"black": "Bob", **options})
    here.request(CoachWanted(True))
    return here


def blunder(here):
    """1. e4, after which the game is as good as lost: what was seen before and after it."""
    assert (here.asked.purpose, here.asked.moves, here.asked.limit.seconds) == (Purpose.COACH, (), COACH_S)
    here.think("g1f3", "d2d4", score=40)
    here.touch("e2", "e4")
    assert (here.asked.purpose, len(here.asked.moves)) == (Purpose.COACH, 1)
    here.think("e7e5", "c7c5", score=500)


def test_coach_is_off_until_somebody_wants_it(sit):
    here = sit(black="Bob")
    assert here.status.coach is None
    here.touch("e2", "e4")
    assert here.asked is None
    here.request(CoachWanted(True))
    assert here.status.coach.text == ""
    here.request(CoachWanted(False))
    assert (here.status.coach, here.asked) == (None, None)


def test_move_that_loses_much_is_told_with_what_was_missed_and_its_cells_are_lit_once(sit):
    here = coached(sit)
    blunder(here)
    assert here.status.coach.text == "1. e4 gives much away: +0.40 became -5.00 for White."
    assert (here.status.coach.side, here.status.coach.ply, here.status.coach.better.line) == ("w", 0, "Nf3")
    assert here.lit == {"e2": "missed", "e4": "missed"}
    here.wait(1)
    assert "missed" not in here.lit.values()
    assert here.status.coach.text, "the words stay"
    here.move("e7", "e5")
    assert here.status.coach.text, "until the reply was answered"
    here.move("g1", "f3")
    assert here.status.coach.text == ""


def test_good_move_is_no_matter(sit):
    here = coached(sit)
    here.think("e2e4", "d2d4", score=40)
    here.touch("e2", "e4")
    here.think("e7e5", "c7c5", score=-30)
    assert here.status.coach.text == ""
    assert "missed" not in here.lit.values()
    assert here.asked is None, "Black's position has been looked at already"


def test_both_sides_of_a_quick_move_are_looked_at_after_it(sit):
    here = coached(sit)
    here.touch("e2", "e4")
    assert here.asked.moves == ()
    assert here.asked.position == here.play.move_list.start
    here.think("g1f3", "d2d4", score=40)
    assert len(here.asked.moves) == 1
    here.think("e7e5", "c7c5", score=500)
    assert here.status.coach.text


def test_program_replies_once_the_coach_has_spoken_and_takes_both_moves_back(sit):
    here = coached(sit, black="reedboard level 4")
    blunder(here)
    assert here.asked is None, "the cells are still lit"
    here.wait(1)
    assert here.asked.purpose is Purpose.MOVE
    here.think("e7e5")
    assert here.lit == {"e7": "from", "e5": "fill"}
    assert here.status.coach.text
    here.move("e7", "e5")
    here.request(ProposalMade("w", "undo", here.status.coach.ply))
    assert here.moves == []
    assert {step.text for step in here.status.trouble.steps} >= {"White Pawn: from e4 to e2"}


def test_own_mate_is_no_blunder(sit):
    here = coached(sit, fen="6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    here.think("a1a8", "a1a7", score=999_999)
    here.touch("a1", "a8")
    here.wait()
    assert here.status.outcome.result == "1-0"
    assert (here.status.coach, here.asked) == (None, None)


def test_piece_lifted_and_put_back_twice_asks_for_a_hint(sit):
    here = sit(black="Bob")
    here.touch("g1", "g1", "g1", "g1")
    assert here.asked.purpose is Purpose.HINT
    here.think("g1f3", "d2d4")
    assert here.lit == {"g1": "hint from", "f3": "hint to"}
    here.move("g1", "f3")
    assert "with a hint}" in pgn_of(here.archive, 1)


def test_clock_button_held_by_who_is_to_move_asks_for_a_hint(sit):
    here = sit(black="Bob")
    here.loop.take([Pressed(here.time[0], Side.BLACK), PressedLong(here.time[0], Side.BLACK)])
    assert here.asked is None, "it is White's move"
    here.loop.take([Pressed(here.time[0], Side.WHITE)])
    assert "has not moved yet" in here.status.notices[0]
    here.time[0] += 1000
    here.loop.take([PressedLong(here.time[0], Side.WHITE)])
    assert here.asked.purpose is Purpose.HINT
    assert here.status.notices == ()
    here.think("g1f3", "d2d4")
    assert here.lit == {"g1": "hint from", "f3": "hint to"}


def test_clock_button_held_in_a_rated_game_says_what_a_press_says(sit):
    here = sit(black="Bob", rated="yes")
    here.loop.take([Pressed(here.time[0], Side.WHITE), PressedLong(here.time[0], Side.WHITE)])
    assert (here.asked, here.status.advice) == (None, None)
    assert "has not moved yet" in here.status.notices[0]


@pytest.mark.parametrize(
    "touches",
    [
        ("g1", "g1"),
        ("g8", "g8", "g8", "g8"),
        ("g1", "g1", "b1", "b1"),
        ("g1", "g1", None, "g1", "g1"),
        ("g1", "f1", "f1", "g1"),
    ],
    ids=["once", "the other side's", "two pieces", "too slow", "two at once"],
)
def test_other_touches_ask_for_nothing(sit, touches):
    here = sit(black="Bob")
    for site in touches:
        if site is None:
            here.time[0] += WITHIN_MS + 1
        else:
            here.touch(site)
    assert here.asked is None


def test_gesture_is_overlooked_where_there_is_no_hint(sit):
    here = sit(black="Bob", rated="yes")
    here.touch("g1", "g1", "g1", "g1")
    assert (here.asked, here.status.advice, here.status.notices) == (None, None, ())


def test_rated_game_has_neither_hints_nor_a_coach_and_stays_rated(sit):
    here = sit(black="Bob", rated="yes")
    assert here.status.game.rated
    for request in (HintWanted(), CoachWanted(True)):
        with pytest.raises(ReedboardError, match="This is a rated game: there "):
            here.request(request)
    here.move("e2", "e4")
    assert '[Rated "yes"]' in pgn_of(here.archive, 1)
    assert sit(record=1).status.game.rated
