"""People hesitate: with a piece in the hand for as long as they like, nothing is wrong and nothing is played yet."""

import pytest

import fairyrules
from reedboard.core import tracker
from reedboard.core.events import Reading
from reedboard.core.tracker.effects import Mismatch, Moved, Retracted


def told(game, script):
    """What the tracker says of hands that do `script`: `e2-` lifts, `e4+` places, a number is a pause in ms."""
    position = fairyrules.game(game).start()
    belief = tracker.begin(position, trays=False, slots={}, occupied=position.occupancy)
    said, t_ms = [], 1000
    for word in script.split():
        if word.isdigit():
            t_ms += int(word)
        else:
            belief, more = tracker.observe(belief, Reading(t_ms, word[:-1], word.endswith("+")))
            said += more
    belief, more = tracker.conclude(belief)
    said += more
    return [
        (effect.ply, str(effect.move)) if isinstance(effect, Moved) else effect
        for effect in said
        if isinstance(effect, Moved | Mismatch | Retracted)
    ]


PAWNS_MEET = "e2- 300 e4+ 700 d7- 300 d5+ 900 "
MET = [(1, "e2e4"), (2, "d7d5")]


def test_capture_waits_for_its_taker_when_the_victim_is_held_long():
    assert told("chess", PAWNS_MEET + "d5- 3000 e4- 300 d5+") == [*MET, (3, "e4d5")]


def test_capture_waits_for_the_cell_when_both_pieces_are_held_long():
    assert told("chess", PAWNS_MEET + "d5- 300 e4- 3000 d5+") == [*MET, (3, "e4d5")]
    assert told("chess", PAWNS_MEET + "e4- 2000 d5- 3000 d5+") == [*MET, (3, "e4d5")]


def test_victim_put_back_is_nothing_when_it_was_held_long():
    assert told("chess", PAWNS_MEET + "d5- 3000 d5+") == MET


def test_takeback_is_no_disagreement_when_the_piece_is_held_long():
    said = told("chess", "e2- 300 e4+ 700 d7- 300 d5+ 900 d5- 3000 d7+")
    assert said[:2] == MET
    assert [type(effect) for effect in said[2:]] == [Retracted]


@pytest.mark.parametrize(
    "before",
    ["b2- 400 c3- 400 b2+ 400 c3+ 400 ", "b2- 400 b2+ 100 c3- 300 c3+ 100 b2- 100 b2+ 100 "],
    ids=["two-at-once", "one-by-one"],
)
def test_move_is_not_made_up_when_a_piece_adjusted_just_now_is_held_long(before):
    assert told("wildeurasian-qi", before + "c3- 2500 c4+") == [(1, "c3c4")]


def test_move_is_not_made_up_when_an_illegal_one_was_cleared_up_just_now():
    adjusted = "b2- 400 c3- 400 b2+ 400 c3+ 400 "
    cleared = "c8- 500 c7+ 1500 c7- 400 c8+ 400 "
    said = told("wildeurasian-qi", adjusted + cleared + "c3- 1500 c6+ 1600 c6- 400 c4+")
    assert [effect for effect in said if not isinstance(effect, Mismatch)] == [(1, "c3c4")]
    assert ("c3",) in [effect.fill for effect in said if isinstance(effect, Mismatch) and effect.clear == ("c6",)]


def test_stranger_in_the_hand_is_named_when_no_move_takes_it():
    assert [type(effect) for effect in told("chess", "b8- 3000")] == [Mismatch]
