"""The bench's judge knows from the truth where another story explains as well."""

from dataclasses import replace
from random import Random

import pytest

import fairyrules
from reedboard.bench.handlings import Habit
from reedboard.bench.judge import Score, doubt, score
from reedboard.bench.noise import disturbed
from reedboard.bench.simulated_game import SimulatedGame, play
from reedboard.bench.style import Style
from reedboard.bench.table import SoFar
from reedboard.bench.trial import Trial
from reedboard.board.events import Reading
from reedboard.game.trace import TraceHeader
from script import judged


def sitting(fen, *played, game="chess", rest_ms=0):
    """Moves as pairs of machine form and script: `-e2 +e4`; hands rest before the last."""
    position = start = fairyrules.game(game).position(fen)
    events, moves, spans = [], [], []
    for text, script in played:
        began = len(events)
        events += [Reading(100 * (began + n), word[1:], word[0] == "+") for n, word in enumerate(script.split())]
        moves.append(position.parse(text))
        spans.append((began, len(events)))
        position = position.play(moves[-1])
    last = spans[-1][0]
    events[last:] = [replace(each, t_ms=each.t_ms + rest_ms) for each in events[last:]]
    return start, SimulatedGame(TraceHeader(game, fen, False, {}), tuple(events), tuple(moves), position, tuple(spans))


TWO_VICTIMS = "4k3/8/8/2p1p3/3P4/8/8/4K3 w - - 0 1"


def test_doubt_is_none_where_one_move_alone_fits():
    start, played = sitting(TWO_VICTIMS, ("d4c5", "-d4 -c5 +c5"))
    assert doubt(played, start, 0) == 0
    assert score(played, start, played.moves, frozenset({1})) == Score(needless=1)


def test_doubt_is_found_where_both_victims_were_touched():
    start, played = sitting(TWO_VICTIMS, ("d4c5", "-d4 -c5 +c5 -e5 +e5"))
    assert doubt(played, start, 0) == 1
    assert score(played, start, played.moves, frozenset({1})) == Score(asked=1)


def test_doubt_is_found_where_neither_victim_was_felt():
    start, played = sitting(TWO_VICTIMS, ("d4c5", "-d4"), ("e8e7", "-e8 +e7"))
    assert doubt(played, start, 0) == 1


def test_doubt_reaches_over_replies_that_may_be_rests():
    rooks = "k5r1/8/8/8/8/8/8/1R5K w - - 0 1"
    moves = ("b1b2", "-b1 +b2"), ("g8g7", "-g8 +g7"), ("b2b3", "-b2 +b3"), ("g7g6", "-g7 +g6")
    start, played = sitting(rooks, *moves)
    assert doubt(played, start, 0) == 4
    assert score(played, start, played.moves, frozenset({1, 2, 3, 4})) == Score(asked=4)
    assert doubt(played, start.play(played.moves[0]), 1) == 0


@pytest.mark.parametrize(("rest_ms", "plies"), [(700, 2), (300, 0)])
def test_doubt_is_found_where_two_moves_may_be_one_until_the_next_tells_whose_turn_it_is(rest_ms, plies):
    """A Vampire shoots the Pawn that came beside it; or the Pawn went on and took the Vampire."""
    fen = "9k/10/10/10/1p8/V9/10/10/10/9K b - - 0 1 leaps=0/0"
    shot = ("b6b5", "-b6 +b5"), ("a5xb5", "-a5 +a5 -b5")
    start, played = sitting(fen, *shot, ("j10j9", "-j10 +j9"), game="attendance", rest_ms=rest_ms)
    assert doubt(played, start, 0) == plies


def test_a_question_is_in_order_where_the_move_was_taken_back_that_was_in_doubt():
    start, played = sitting(TWO_VICTIMS, ("d4d5", "-d4 -c5 +c5 -e5 +e5 -c5 +d4 +c5 -d4 +d5"))
    played = replace(played, spans=((8, 10),))
    assert score(played, start, played.moves, frozenset({1})) == Score(needless=1)
    undone = replace(played, undone=(SoFar((start.parse("d4c5"),), ((0, 5),)),))
    assert score(undone, start, played.moves, frozenset({1})) == Score(asked=1)


@pytest.mark.parametrize(("rest_ms", "open_"), [(1000, True), (400, False)])
def test_a_question_is_in_order_where_hands_rest_in_the_middle_of_the_reply(rest_ms, open_):
    # The Bishop rests on e7 and goes on to a5; as long as the King rests on e7, he may have taken it there.
    start, played = sitting(
        "3k4/8/8/p7/1B6/8/8/4K3 w - - 0 1", ("b4a5", "-b4 +e7 -e7 -a5 +a5"), ("d8c8", "-d8 +e7 -e7 +c8")
    )
    (first, _), after = played.spans[1], played.spans[1][0] + 2
    late = [replace(each, t_ms=each.t_ms + rest_ms) for each in played.events[after:]]
    played = replace(played, events=(*played.events[:after], *late))
    assert first == 5
    assert score(played, start, played.moves, frozenset({1})) == (
        Score(right=1, asked=1) if open_ else Score(right=1, needless=1)
    )


def test_what_the_next_move_takes_off_a_slot_says_nothing_of_the_one_before():
    """o3o13 may have turned its Dabchrider over or not; the piece dropped next is none of its."""
    played, _, _ = Trial("sfhiodgei", "both in hand", True, 4, 80, 0, None, 41, None).sitting(3)
    position = fairyrules.game("sfhiodgei").start()
    for move in played.moves[:64]:
        position = position.play(move)
    assert str(played.moves[64]) == "o3o13=+L"
    assert doubt(played, position, 64) == 1


def test_a_question_is_in_order_where_a_reading_never_came():
    start, played = sitting(TWO_VICTIMS, ("d4c5", "-d4 -c5 +c5"), ("e8e7", "-e8 +e7"), ("e1e2", "-e1 +e2"))
    told, questions = played.moves, frozenset({1, 2, 3})
    assert score(played, start, told, questions) == Score(needless=3)
    assert score(replace(played, unheard=frozenset({0})), start, told, questions) == Score(asked=2, needless=1)
    assert score(replace(played, unheard=frozenset({2})), start, told, questions) == Score(asked=2, needless=1)


def test_a_lossy_line_keeps_moves_and_readings_together():
    game = fairyrules.game("chess")
    played = play(game, Random(1), [Style.PLAIN], plies=40)
    heard = disturbed(played, Random(2), 0.2)
    assert len(heard.events) != len(played.events)
    for number, (before, after) in enumerate(zip(played.spans, heard.spans, strict=True)):
        felt = played.events[slice(*before)]
        assert set(heard.events[slice(*after)]) & set(felt) or number in heard.unheard
        assert (set(felt) <= set(heard.events[slice(*after)])) == (number not in heard.unheard)


def test_captures_that_nobody_felt_are_known_to_the_judge():
    game = fairyrules.game("chess")
    played = play(game, Random(3), [Style.PLAIN], frozenset([Habit.UNFELT]), plies=200)
    assert played.unheard
    position = game.start()
    for number, move in enumerate(played.moves):
        if number in played.unheard:
            assert position.effect(move).removals
        position = position.play(move)


def test_score_counts_a_wrong_move_as_such_though_the_story_has_another_length():
    start, played = sitting("4k3/8/8/8/8/8/8/4K2R w - - 0 1", ("h1h2", "-h1 +h2"), ("e8e7", "-e8 +e7"))
    wrong = (start.parse("h1h3"),)
    assert score(played, start, wrong, frozenset()) == Score(silent=1, missing=1)
    assert score(played, start, played.moves[:1], frozenset()) == Score(right=1, missing=1)
    assert score(played, start, (*wrong, played.moves[1]), frozenset()) == Score(silent=1, right=1)
    assert score(played, start, (*played.moves, start.parse("h1h3")), frozenset()) == Score(right=2, missing=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("handling", "number", "doubted"), [("adjusted after", 8, {4, 5}), ("replies interleaved", 0, {61, 62, 63})]
)
def test_a_story_with_more_or_fewer_moves_puts_all_of_them_in_doubt(handling, number, doubted):
    """A shot, or a hop and a capture by what was not shot; a Knight's way of three moves, or one that passed there."""
    played, _, _ = Trial("attendance", handling, False, number + 1, 80, 0, None, 47, None).sitting(number)
    start = fairyrules.game("attendance").start()
    found = score(played, start, played.moves, frozenset(doubted))
    assert found == Score(right=len(played.moves) - len(doubted), asked=len(doubted))
    told = judged("attendance", handling, False, number, seed=47)
    assert told in (Score(right=len(played.moves) - 1, asked=1), Score(right=len(played.moves)))
